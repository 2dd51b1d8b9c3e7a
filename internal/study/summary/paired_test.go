package summary_test

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/study/store"
	"github.com/sepdist/sepdist/internal/study/summary"
)

// Three truths that both methods have values for, and one that only pc has. The truth t1 has two
// pairs of pc, which count once with their mean.
const pairedRows = `id,truth,guess,truth_class,guess_class,method,metric,wrong,of,value,lower,upper,status,code,reason
1,t1,a,dag,dag,pc,shd,1,2,0.2,,,ok,,
2,t1,b,dag,dag,pc,shd,1,2,0.4,,,ok,,
3,t2,c,dag,dag,pc,shd,1,2,0.5,,,ok,,
4,t3,d,dag,dag,pc,shd,1,2,0.5,,,ok,,
5,t4,e,dag,dag,pc,shd,1,2,0.9,,,ok,,
6,t3,f,dag,dag,ges,shd,1,2,0.5,,,ok,,
7,t1,g,dag,dag,ges,shd,1,2,0.1,,,ok,,
8,t2,h,dag,dag,ges,shd,1,2,0.4,,,ok,,
9,t5,i,dag,dag,ges,shd,1,2,0,,,ok,,
`

func paired(t *testing.T, rows string) *summary.Groups {
	t.Helper()
	g, err := summary.New(summary.Query{By: []string{"method"}, Paired: "method", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(rows)), nil }
	if err := g.Read(store.Text(store.CSV, open)); err != nil {
		t.Fatal(err)
	}
	g.Sort()
	return g
}

func TestDifferences(t *testing.T) {
	list := paired(t, pairedRows).Differences()
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	d := list[0]
	if d.A != "pc" || d.B != "ges" || d.Cases != 3 || d.Better != 0 || d.Worse != 2 || d.P != 0.5 || math.Abs(d.Mean-0.1) > 1e-12 {
		t.Errorf("%+v, want a mean of (0.2 + 0.1 + 0) / 3 over 3 truths, worse for 2", d)
	}
	if !(d.Lower >= 0 && d.Lower <= d.Mean && d.Mean <= d.Upper && d.Upper <= 0.2+1e-12) {
		t.Errorf("interval from %v to %v", d.Lower, d.Upper)
	}
	// Of a score, the larger value is the better one.
	score := paired(t, strings.ReplaceAll(pairedRows, ",shd,", ",adjacency-f1,")).Differences()[0]
	if score.Better != 2 || score.Worse != 0 {
		t.Errorf("%+v", score)
	}
	if g, err := summary.New(summary.Query{By: []string{"n"}, Paired: "method"}); err != nil || !slices.Equal(g.By, []string{"n", "method"}) {
		t.Errorf("the paired column is not a group: %v, %v", g, err)
	}
}

// Tables for papers mark the best mean, unless the groups have different numbers of values.
func TestPaper(t *testing.T) {
	even := strings.Replace(pairedRows, "5,t4,e,dag,dag,pc,shd,1,2,0.9,,,ok,,\n", "", 1)
	for _, tt := range []struct {
		rows string
		bold bool
	}{{pairedRows, false}, {even, true}} {
		var latex, markdown bytes.Buffer
		g := paired(t, tt.rows)
		if err := g.LaTeX(&latex); err != nil {
			t.Fatal(err)
		}
		if err := g.Markdown(&markdown); err != nil {
			t.Fatal(err)
		}
		if bold := strings.Contains(latex.String(), `ges & \textbf{0.2500 $\pm$ `); bold != tt.bold || strings.Contains(markdown.String(), "**0.2500 ± ") != tt.bold {
			t.Errorf("bold is %v, want %v:\n%s\n%s", bold, tt.bold, &latex, &markdown)
		}
		if !strings.Contains(latex.String(), `pc & ges & 3 & 0.1000 & `) {
			t.Errorf("no difference in\n%s", &latex)
		}
	}
}
