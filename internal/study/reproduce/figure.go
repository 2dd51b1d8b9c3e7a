package reproduce

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/study/stats"
)

// Options say how large an experiment is.
type Options struct {
	Quick   bool // a fraction of the paper's sizes, in seconds
	Seed    uint64
	Workers int // goroutines that share the work; 0 is one for each processor

	// Progress, where set, is called with the number of pairs that are done, and of all.
	Progress func(done, total int)
}

// pick returns the paper's size, or the small one.
func (o Options) pick(paper, quick int) int {
	if o.Quick {
		return quick
	}
	return paper
}

// A Figure is an experiment of the paper.
type Figure struct {
	Name  string // as typed on the command line
	Title string
	Paper string // what the paper does there, and where
	run   func(ctx context.Context, o Options) (*Result, error)
}

// Run runs the experiment.
func (f *Figure) Run(ctx context.Context, o Options) (*Result, error) {
	r, err := f.run(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return r, nil
}

// Figures lists every figure and table of the paper, in its order.
var Figures = []Figure{
	{"example1", "Example 1: a chain, and a collider in it", "Example 1, figure 1: the chain X1 --> ... --> X2M, and the same with the arrow between XM and XM+1 turned.", example1},
	{"example2", "Example 2: two chains without a common edge", "Example 2, figures 2 and 3: the chain X1 --> ... --> X2M, and the chain over the odd and then the even nodes; DAGs and CPDAGs. The authors' script has 2M+1 nodes.", example2},
	{"averages", "One edge removed and one reversed", "Figure 5: G(25, p) with one edge removed and one reversed; DAGs, their CPDAGs, and mixed graphs with a quarter of bidirected edges; 100 runs.", averages},
	{"changes", "k edges removed and k reversed", "Figure 4: DAGs G(25, 0.25) with k = 1, ..., 10 edges removed and as many reversed; 100 runs.", changes},
	{"table", "The measures compared", "Table 1: what the measures compare and where they apply.", table},
	{"correlations", "Correlations with parent-SD", "Appendix, correlations of symmetrised measures: pairs of independent G(25, p), DAGs and their CPDAGs; 500 runs.", correlations},
	{"mixed", "Correlation of ZL-SD and SHD on mixed graphs", "Appendix: pairs of mixed graphs with edges that are directed with probability q = 0.2, 0.7, 0.9; 500 runs.", mixed},
	{"s-metric", "Correlation of SDs with the full s-metric", "Appendix: d(G, H) against the s-metric d(H, G) on pairs of G(10, p); 100 pairs.", sMetric},
	{"monte-carlo", "The s/c-metric by drawing statements", "Appendix: the difference to the full s/c-metric when L = 100, ..., 500 statements are drawn in each order; G(10, 0.4).", monteCarlo},
	{"runtime", "Run time with and without Markov blankets", "Section on complexity: 100 pairs of random DAGs with 1000 nodes and 10 000 edges; the paper has 0.59 s for the enhanced parent-SD and 4.35 s for the plain one (Apple M1 Max).", runTime},
}

// Find returns the figure of a name.
func Find(name string) (*Figure, error) {
	var names []string
	for i := range Figures {
		if Figures[i].Name == name {
			return &Figures[i], nil
		}
		names = append(names, Figures[i].Name)
	}
	return nil, fmt.Errorf("unknown figure %q: use all, or some of %s", name, strings.Join(names, ", "))
}

// A Result is what came of an experiment.
type Result struct {
	Curves     []Curve
	Panels     []chart.Panel
	Statements []Statement
	Text       string // more than curves can say, in Markdown; mostly empty
}

// A Curve is a row of numbers over another.
type Curve struct {
	Panel, Series string
	X, Y          []float64
	Err           []float64 // standard errors; nil where there are none
	Runs          int
}

// A Statement is what the paper says of a figure, and what we see.
type Statement struct {
	Paper  string // in our words
	Seen   bool
	Detail string // the numbers that decide
}

// curve returns a curve by its names.
func (r *Result) curve(panel, series string) *Curve {
	i := slices.IndexFunc(r.Curves, func(c Curve) bool { return c.Panel == panel && c.Series == series })
	if i < 0 {
		panic("reproduce: no curve " + panel + ", " + series)
	}
	return &r.Curves[i]
}

// mean returns the mean of a curve over those x that are asked for.
func (c *Curve) mean(want func(x float64) bool) float64 {
	var y []float64
	for i, x := range c.X {
		if (want == nil || want(x)) && !math.IsNaN(c.Y[i]) {
			y = append(y, c.Y[i])
		}
	}
	return stats.Mean(y)
}

// state adds a statement.
func (r *Result) state(seen bool, paper, detail string, args ...any) {
	r.Statements = append(r.Statements, Statement{paper, seen, fmt.Sprintf(detail, args...)})
}

// lines makes a panel of the curves of one. What is common to its graphs stands in the title.
func (r *Result) lines(panel, common, x, y string, zero bool) {
	p := chart.Panel{Title: panel + common, X: x, Y: y, Zero: zero}
	runs := 0
	for _, c := range r.Curves {
		if c.Panel == panel {
			look := strings.NewReplacer(" (DAG)", "", "pparent-sd (CPDAG)", "pparent-sd").Replace(c.Series)
			s := chart.Series{Name: c.Series, Look: look, X: c.X, Y: c.Y}
			s.Low, s.High = chart.Around(c.Y, c.Err)
			p.Series = append(p.Series, s)
			runs = c.Runs
		}
	}
	if runs > 1 {
		p.Title += fmt.Sprintf(", %d runs", runs)
	}
	r.Panels = append(r.Panels, p)
}

// looks lists the series of all figures, so that a metric has one colour and dash in all of
// them. Those eight apart share a colour.
var looks = []string{
	"zl-sd", "parent-aid", "parent-sd", "mb-parent-sd", "ancestor-sd", "oset-aid", "shd", "shd-reversal2",
	"sc-metric, order 0", "parent-aid (CPDAG)", "pparent-sd", "mb-pparent-sd",
}

// Picture returns the panels as one picture. All have the same y scale.
func (r *Result) Picture(f *Figure) (*canvas.Picture, error) {
	return chart.Panels(chart.Figure{Title: f.Title, Panels: r.Panels, SameY: true, Band: "± one standard error of the mean", Order: looks})
}

// CSV writes the curves as rows.
func (r *Result) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	number := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	rows := [][]string{{"panel", "series", "x", "y", "stderr", "runs"}}
	for _, c := range r.Curves {
		for i := range c.X {
			e := ""
			if c.Err != nil {
				e = number(c.Err[i])
			}
			rows = append(rows, []string{c.Panel, c.Series, number(c.X[i]), number(c.Y[i]), e, strconv.Itoa(c.Runs)})
		}
	}
	return out.WriteAll(rows)
}

// Markdown writes what the paper does, what it says and what we see. The picture, where it
// has a name, stands between.
func (r *Result) Markdown(w io.Writer, f *Figure, picture string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s\n\n", f.Title, f.Paper)
	if picture != "" && len(r.Panels) > 0 {
		fmt.Fprintf(&b, "![%s](%s)\n\n", f.Title, picture)
	}
	if r.Text != "" {
		b.WriteString(r.Text + "\n")
	}
	for _, s := range r.Statements {
		seen := "not seen"
		if s.Seen {
			seen = "seen"
		}
		fmt.Fprintf(&b, "- **%s**: %s. %s.\n", seen, s.Paper, s.Detail)
	}
	if len(r.Statements) > 0 {
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
