package main

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// TestSeriesScript holds what series.txtar expects of the command to brute force.
func TestSeriesScript(t *testing.T) {
	text, err := os.ReadFile("testdata/series.txtar")
	if err != nil {
		t.Fatal(err)
	}
	script, rest, _ := strings.Cut(string(text), "\n-- ")
	files := make(map[string]string)
	for part := range strings.SplitSeq(rest, "\n-- ") {
		name, body, _ := strings.Cut(part, " --\n")
		files[name] = body + "\n"
	}
	drawn := func(name string) *graph.Series {
		return graphtest.Series(t, "A B C: "+strings.ReplaceAll(files[name], "\n", "; "))
	}
	truth, guess := drawn("truth.txt"), drawn("guess.txt")
	const maxLag, depth = 2, 40
	pairs := naive.SeriesPairs(3, maxLag)
	wrong := naive.SeriesMistakes(truth, guess, maxLag, depth)
	sum := func(list [][2]graph.LaggedNode, weight func(x, y graph.LaggedNode) float64) (sum float64) {
		for _, p := range list {
			sum += weight(p[0], p[1])
		}
		return sum
	}
	holds := func(golden string, metrics int, weight func(x, y graph.LaggedNode) float64) {
		t.Helper()
		seen := 0
		for metric, got := range goldenCounts(golden) {
			name, isSD := strings.CutSuffix(metric, "-sd")
			if !isSD {
				continue
			}
			seen++
			if want := [2]float64{sum(wrong[name], weight), sum(pairs, weight)}; got != want {
				t.Errorf("the script expects %s of %v, brute force says %v", metric, got, want)
			}
		}
		if seen != metrics {
			t.Errorf("%d separation distances, want %d, in\n%s", seen, metrics, golden)
		}
	}
	a, b, c := graph.Node(0), graph.Node(1), graph.Node(2)
	holds(files["compare.golden"], 3, func(x, y graph.LaggedNode) float64 { return 1 })
	holds(files["auto.golden"], 3, func(x, y graph.LaggedNode) float64 { return indicator(x.Lag != y.Lag && x.Variable == y.Variable) })
	holds(files["weights.golden"], 1, func(x, y graph.LaggedNode) float64 {
		return indicator(x.Variable == a && y.Variable == b) + 3*indicator(x == graph.LaggedNode{Variable: b} && y == graph.LaggedNode{Variable: c, Lag: 2})
	})
	holds(files["sources.golden"], 1, func(x, y graph.LaggedNode) float64 { return indicator(x.Variable == a && y.Variable == b) })

	// Three links differ: A(t-1) --> B(t) is at lag 0, and C(t-2) --> A(t) is missing. There are 3 pairs of
	// variables at lag 0 and 9 at each of two lags, of which 6 are of one variable.
	for golden, want := range map[string][2]float64{"compare.golden": {3, 21}, "auto.golden": {0, 6}} {
		if got := goldenCounts(files[golden])["shd"]; got != want {
			t.Errorf("the script expects shd of %v in %s, by hand it is %v", got, golden, want)
		}
	}
	back := naive.SeriesMistakes(guess, truth, maxLag, depth)
	mean := float64(len(wrong["zl"])+len(back["zl"])) / 2 / float64(len(pairs))
	if want := "'^zl-sd," + strconv.FormatFloat(mean, 'g', -1, 64) + ",'"; !strings.Contains(script, want) {
		t.Errorf("the script does not expect %s of both directions", want)
	}

	names := []string{"A(t)", "B(t)", "C(t)", "A(t-1)", "B(t-1)", "C(t-1)"}
	lines := strings.Split(strings.TrimSpace(files["window.golden"]), "\n")
	window := graphtest.Arrows(t, strings.Join(lines, "; "))
	want := naive.ProjectSeries(truth, nil, 1, 0, depth)
	renamed, err := graph.New(names, want.EdgeList())
	if err != nil || !renamed.EqualByIndex(window) {
		t.Errorf("the script expects the window %v, brute force says %v", window, renamed)
	}
}

var countsOf = regexp.MustCompile(`(?m)^([a-z-]+)(?:\s+[\d.]+\s+(\d+) of (\d+) |,[\d.]+,([\d.]+),([\d.]+),)`)

// goldenCounts returns what is wrong of how many by metric, from a table or a CSV.
func goldenCounts(golden string) map[string][2]float64 {
	found := make(map[string][2]float64)
	for _, m := range countsOf.FindAllStringSubmatch(golden, -1) {
		wrong, _ := strconv.ParseFloat(m[2]+m[4], 64)
		of, _ := strconv.ParseFloat(m[3]+m[5], 64)
		found[m[1]] = [2]float64{wrong, of}
	}
	return found
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
