package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/table"
)

// A screen is a terminal of some width.
type screen struct {
	bytes.Buffer
	columns int
}

func (s *screen) Columns() int { return s.columns }
func (s *screen) Bold() bool   { return false }

// The text of every command fits the terminal, whatever the names of files and nodes are.
func TestWidth(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir+"/examples", os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	long := strings.Repeat("a-very-long-name-of-a-node", 3)
	truth := strings.Repeat("truth-of-the-second-simulation-", 5) + ".txt"
	write(t, truth, long+"1 --> "+long+"2\n"+long+"3 --> "+long+"2\n"+long+"2 --> "+long+"4\n")
	write(t, "guess.txt", long+"1 --> "+long+"2\n"+long+"2 --> "+long+"3\n"+long+"4\n")
	write(t, "data.csv", long+"1,"+long+"2,"+long+"3,"+long+"4\n1,2,3,1\n2,1,4,1\n3,3,5,2\n5,4,1,3\n6,2,2,4\n4,5,2,5\n")
	write(t, "pairs.csv", "id,truth,guess,method\n1,"+truth+",guess.txt,"+long+"\n2,guess.txt,"+truth+",b\n")
	write(t, "invalid.txt", long+"1 --> "+long+"2\n"+long+"2 --> "+long+"3\n"+long+"3 --> "+long+"1\n")

	asia := []string{"examples/asia.txt", "examples/asia-pc.txt"}
	pair := []string{truth, "guess.txt"}
	var calls [][]string
	add := func(args string, files ...string) {
		calls = append(calls, append(strings.Fields(args), files...))
	}
	for _, files := range [][]string{asia, pair} {
		add("compare --metrics all", files...)
		add("compare --metrics all --symmetric mean --baseline 5", files...)
		add("explain --metric zl-sd --reverse", files...)
		add("explain --metric shd", files...)
		add("explain --repairs --metrics sd,aid,structure", files...)
		add("roc --samples 50", files...)
		add("check", files[0])
		add("separators", files[0])
	}
	add("falsify --alpha 0.9 --continuous", strings.Join([]string{long + "1", long + "2", long + "3", long + "4"}, ","), truth, "data.csv")
	add("compare --metrics all", truth, "guess.txt", "guess.txt", truth, "guess.txt")
	add("compare", "examples/climate.txt", "examples/climate-guess.txt")
	add("check", "invalid.txt")
	add("separated", truth, long+"1", long+"4")
	add("members --limit 2", "examples/asia-pc.txt")
	add("convert --to text", "examples/asia.txt", "-")
	add("simulate --class dag --nodes 5 --edges 4 --seed 1")
	add("batch --metrics sd,shd --out rows.csv", "pairs.csv")
	add("batch --metrics sd,shd --summary --out rows2.csv", "pairs.csv")
	add("summary --by method", "rows.csv")
	add("metrics")
	add("metrics zl-sd mb-zl-sd sc-metric sid adjacency-f1")
	add("formats")
	add("formats npy csv text tetrad")
	add("version")
	for _, cmd := range newRoot().Commands() {
		add(cmd.Name() + " --help")
	}
	add("--help")

	for _, width := range []int{80, 100, 200} {
		for _, args := range calls {
			if width != 80 && (args[0] == "batch" || args[0] == "simulate") { // which write files
				continue
			}
			out := &screen{columns: width}
			root := newRoot()
			root.SetOut(out)
			root.SetErr(new(bytes.Buffer))
			root.SetArgs(withOptional(args))
			if err := root.Execute(); err != nil && args[0] != "check" {
				t.Errorf("%s: %v", args, err)
			}
			least := 0
			if args[len(args)-1] == "--help" || args[0] == "convert" || args[0] == "members" || args[0] == "simulate" { // which do not depend on the terminal
				least = table.DefaultColumns
			}
			for _, line := range strings.Split(out.String(), "\n") {
				if n := table.Width(line); n > max(width, least) {
					t.Errorf("sepdist %s: %d columns on a terminal of %d: %s", strings.Join(args, " "), n, width, line)
					break
				}
			}
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A terminal gets bold text, but no other escape sequences and no binary files.
func TestConsole(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{table.BoldOn + "0.25" + table.BoldOff, table.BoldOn + "0.25" + table.BoldOff},
		{"\x1b[31mred", `\x1b[31mred`},
		{"\x89PNG\r\n", ""},
		{"<!DOCTYPE html>", ""},
		{"\x93NUMPY", ""},
	} {
		var out bytes.Buffer
		c := &console{out: &out, isTerm: true}
		_, err := c.Write([]byte(tt.in))
		if out.String() != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%q is written as %q, want %q: %v", tt.in, &out, tt.want, err)
		}
	}
}
