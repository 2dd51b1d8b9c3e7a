package table_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/table"
)

type screen struct {
	io.Writer
	columns int
	bold    bool
}

func (s screen) Columns() int { return s.columns }
func (s screen) Bold() bool   { return s.bold }

// Any table fits any width, and nothing gets lost: the same characters come out.
func TestFits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		const letters = "abcdefghij/_-.ü日"
		var b strings.Builder
		for range 1 + r.IntN(40) {
			b.WriteRune([]rune(letters)[r.IntN(len([]rune(letters)))])
		}
		return b.String()
	}
	for range 300 {
		tab := table.Table{}
		columns := 1 + r.IntN(9)
		for i := range 2 + r.IntN(5) {
			var row []string
			for j := range columns {
				switch {
				case j%2 == 1 && i > 0:
					row = append(row, "0."+strings.Repeat("1", 1+r.IntN(4)))
				default:
					cell := word()
					for range r.IntN(6) {
						cell += " " + word()
					}
					row = append(row, cell)
				}
			}
			tab.Rows = append(tab.Rows, row)
		}
		tab.Head, tab.Rows = tab.Rows[0], tab.Rows[1:]
		for _, width := range []int{60, 80, 100, 200} {
			var b bytes.Buffer
			p := table.NewPage(screen{&b, width, false})
			tab.Write(p)
			p.Line("    %s %s", word(), strings.Repeat(word()+" ", 9))
			if err := p.Flush(&b); err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(b.String(), "\n") {
				if table.Width(line) > width {
					t.Fatalf("%d columns, want at most %d: %s", table.Width(line), width, line)
				}
			}
			for _, row := range tab.Rows {
				for _, cell := range row {
					for _, c := range strings.ReplaceAll(cell, " ", "") {
						if !strings.ContainsRune(b.String(), c) {
							t.Fatalf("%q of %q is not shown", c, cell)
						}
					}
				}
			}
		}
	}
}

func TestForms(t *testing.T) {
	tab := table.Table{
		Head: []string{"metric", "pc_1", "ges"},
		Rows: [][]string{{"zl-sd", "0.25", "-0.5"}, {"shd|x", "10.5", "–"}},
		Best: func(row, column int) bool { return row == 0 && column == 1 },

		Notes: []string{"* one", strings.Repeat("two ", 29) + "two"},
	}
	var text, plainText, markdown, latex, csv bytes.Buffer
	for _, s := range []screen{{&text, 80, true}, {&plainText, 80, false}} {
		p := table.NewPage(s)
		tab.Write(p)
		if err := p.Flush(s.Writer); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{tab.Markdown(&markdown), tab.LaTeX(&latex), tab.CSV(&csv, false)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range [][2]string{
		{plainText.String(), "metric   pc_1   ges\nzl-sd    0.25  -0.5\nshd|x   10.5   –\n"},
		{text.String(), "metric   pc_1   ges\nzl-sd    \x1b[1m0.25\x1b[0m  -0.5\nshd|x   10.5   –\n"},
		{markdown.String(), "| metric |     pc_1 |  ges |\n|--------|---------:|-----:|\n| zl-sd  | **0.25** | -0.5 |\n| shd\\|x |     10.5 |    – |\n" +
			"\n\\* one\n\n" + strings.Repeat("two ", 24) + "two\ntwo two two two two\n"},
		{latex.String(), "\\begin{tabular}{lrr}\n\\toprule\nmetric & pc\\_1 & ges \\\\\n\\midrule\nzl-sd & \\textbf{0.25} & -0.5 \\\\\nshd|x & 10.5 & -- \\\\\n\\bottomrule\n\\end{tabular}\n" +
			"% * one\n% " + strings.Repeat("two ", 23) + "two\n% two two two two two two\n"},
		{csv.String(), "metric,pc_1,ges\nzl-sd,0.25,-0.5\nshd|x,10.5,–\n"},
	} {
		if tt[0] != tt[1] {
			t.Errorf("got\n%s\nwant\n%s", tt[0], tt[1])
		}
	}
}

func TestLine(t *testing.T) {
	var b bytes.Buffer
	p := table.NewPage(screen{&b, 40, false})
	p.Line("  the quick brown fox jumps over the lazy dog, twice\x1b")
	if got, want := p.String(), "  the quick brown fox jumps over the\n    lazy dog, twice\\x1b\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
