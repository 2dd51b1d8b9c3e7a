package chart_test

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/picture/svgtest"
)

func numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("v%d", i)
	}
	return names
}

func heatMap(t *testing.T, h chart.Heat) *svgtest.Element {
	t.Helper()
	return svgtest.Parse(t, svg(t)(chart.HeatMap(h)))
}

// svg returns what writes a picture that was made without an error.
func svg(t *testing.T) func(p *canvas.Picture, err error) []byte {
	return func(p *canvas.Picture, err error) []byte {
		t.Helper()
		var b bytes.Buffer
		if err == nil {
			err = p.SVG(&b)
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
}

func texts(e *svgtest.Element) []string {
	var list []string
	for _, t := range e.Named("text") {
		list = append(list, t.Text)
	}
	return list
}

// cellArea returns how much of a heat map each colour covers, in cells.
func cellArea(t *testing.T, svg *svgtest.Element, cell float64) map[string]float64 {
	t.Helper()
	area := make(map[string]float64)
	for _, p := range svg.Children {
		if p.Name != "path" || p.Attr["stroke"] != "" {
			continue
		}
		for _, r := range strings.Split(p.Attr["d"], "M")[1:] {
			var x, y, w, h float64
			if _, err := fmt.Sscanf(r, "%f,%fh%fv%f", &x, &y, &w, &h); err != nil {
				t.Fatalf("no rectangle: %q", r)
			}
			area[p.Attr["fill"]] += w * h / cell / cell
		}
	}
	return area
}

func TestHeatMap(t *testing.T) {
	none := math.NaN()
	h := chart.Heat{Names: []string{"a", "b", "c"}, Values: [][]float64{{none, 0, 3}, {1, none, 2}, {4, 0, none}}, Row: "source", Column: "target"}
	svg := heatMap(t, h)
	for _, want := range []string{"source", "target", "1", "2", "3", "4", "no number"} {
		if !slices.Contains(texts(svg), want) {
			t.Errorf("no text %q in %q", want, texts(svg))
		}
	}
	area := cellArea(t, svg, 24)
	// Three cells have no number (and the swatch of the legend), two are 0, one each
	// is 1, 2, 3, 4.
	for colour, want := range map[string]float64{"#e4e4e4": 3, "#fffbeb": 2, "#2f103c": 1} {
		if got := math.Floor(area[colour]); got != want {
			t.Errorf("%v cells are %s, want %v", area[colour], colour, want)
		}
	}
}

// Where there are many nodes a cell is the mean of a square of them.
func TestHeatMapMeans(t *testing.T) {
	const n = 500 // two nodes to a cell
	values := make([][]float64, n)
	for i := range values {
		values[i] = make([]float64, n)
		for j := range values[i] {
			values[i][j] = 2 * float64((i+j)%2) // every square of two by two has the mean 1
		}
	}
	values[0][0], values[0][1], values[1][0], values[1][1] = 8, 8, 8, 8
	svg := heatMap(t, chart.Heat{Names: numbered(n), Values: values})
	all := strings.Join(texts(svg), "|")
	if !strings.Contains(all, "Each cell represents 2 × 2 node pairs: their mean.") {
		t.Errorf("no word of the means in %q", all)
	}
	area := cellArea(t, svg, 420./250)
	if got := math.Round(area["#2f103c"]); got != 1 {
		t.Errorf("%v cells have the value 8", got)
	}
	written := 0
	for _, s := range texts(svg) {
		if strings.HasPrefix(s, "v") {
			written++
		}
	}
	if written == 0 || written > 2*420/12 {
		t.Errorf("%d names are written, for which there is no room", written)
	}
}

// The ramp grows darker all the way.
func TestRampIsMonotone(t *testing.T) {
	const n = 15
	values := make([][]float64, n)
	for i := range values {
		values[i] = make([]float64, n)
		for j := range values[i] {
			values[i][j] = float64(i*n + j)
		}
	}
	svg := heatMap(t, chart.Heat{Names: numbered(n), Values: values})
	last := 101.0
	for _, p := range svg.Children {
		// The cells come first, by rising value; the rest of the picture follows.
		if p.Name != "path" || p.Attr["stroke"] != "" {
			if last < 100 {
				break
			}
			continue
		}
		if p.Attr["fill"] == "#ffffff" { // the paper
			continue
		}
		l := svgtest.Lab(svgtest.RGB(t, p.Attr["fill"]))[0]
		if l >= last {
			t.Fatalf("%s is lighter than the colour of a smaller number", p.Attr["fill"])
		}
		last = l
	}
	if last > 20 {
		t.Errorf("the darkest colour has the lightness %v", last)
	}
}

// Bars are as long as their numbers, and what is left out is counted.
func TestBars(t *testing.T) {
	c := chart.BarChart{Names: []string{"a", "b", "c", "d", "e"}, Values: []float64{8, 4, 2, 1, 0.5}, Unit: "claims", Most: 3}
	out := svg(t)(chart.Bars(c))
	svg := svgtest.Parse(t, out)
	groups := svg.Groups("bar")
	if len(groups) != 3 {
		t.Fatalf("%d bars, want 3", len(groups))
	}
	length := func(title string) float64 {
		d := groups[title].Named("path")[0].Attr["d"]
		_, rest, _ := strings.Cut(d, "h")
		rest, _, _ = strings.Cut(rest, "v")
		x, err := strconv.ParseFloat(rest, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	if a, b, c := length("a: 8"), length("b: 4"), length("c: 2"); math.Abs(a-2*b) > 0.02 || math.Abs(b-2*c) > 0.02 {
		t.Errorf("8, 4 and 2 are %v, %v and %v long", a, b, c)
	}
	if all := texts(svg); !slices.Contains(all, "and 2 more nodes with 1.5 together") || !slices.Contains(all, "claims") {
		t.Errorf("texts: %q", all)
	}
}

// The bars of a histogram count every number once.
func TestHistogram(t *testing.T) {
	for name, values := range map[string][]float64{
		"one":       {0.5},
		"same":      {2, 2, 2},
		"two":       {0, 1},
		"tenths":    {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1},
		"far":       {0, 0, 0, 0, 0, 0, 0, 1e9},
		"negative":  {-3, -2, -1, 0},
		"very near": {1, 1 + 1e-15, 1 + 2e-15},
		"tiny":      {1e-300, 2e-300, 3e-300},
	} {
		out := svg(t)(chart.Histogram(chart.Distribution{Values: values, Marker: math.NaN()}))
		total := 0
		for title := range svgtest.Parse(t, out).Groups("bar") {
			n, err := strconv.Atoi(title[strings.LastIndex(title, " ")+1:])
			if err != nil {
				t.Fatalf("title %q", title)
			}
			total += n
		}
		if total != len(values) {
			t.Errorf("%s: %d numbers in the bars, want %d", name, total, len(values))
		}
	}
}

// The marker stands where its number is on the axis, and inside the picture.
func TestMarker(t *testing.T) {
	for _, marker := range []float64{-5, 0, 0.5, 1, 7} {
		d := chart.Distribution{Values: []float64{0, 0.25, 0.5, 0.75, 1}, Marker: marker, Name: "this guess"}
		out := svg(t)(chart.Histogram(d))
		svg := svgtest.Parse(t, out)
		ticks := make(map[float64]float64)
		at, label := 0., (*svgtest.Element)(nil)
		for _, e := range svg.Named("text") {
			x, _ := strconv.ParseFloat(e.Attr["x"], 64)
			if e.Text == "this guess" {
				at, label = x, e
			} else if v, err := strconv.ParseFloat(e.Text, 64); err == nil && e.Attr["text-anchor"] == "middle" {
				ticks[v] = x
			}
		}
		var v []float64
		for value := range ticks {
			v = append(v, value)
		}
		slices.Sort(v)
		if len(v) < 2 || label == nil {
			t.Fatalf("ticks %v, label %v", v, label)
		}
		lo, hi := v[0], v[len(v)-1]
		want := ticks[lo] + (marker-lo)/(hi-lo)*(ticks[hi]-ticks[lo])
		if math.Abs(at-want) > 0.1 {
			t.Errorf("%v is marked at %v, the axis has it at %v", marker, at, want)
		}
	}
}

func TestOddCharts(t *testing.T) {
	write := svg(t)
	for _, out := range [][]byte{
		write(chart.HeatMap(chart.Heat{})),
		write(chart.HeatMap(chart.Heat{Names: []string{"a"}, Values: [][]float64{{math.NaN()}}, Row: strings.Repeat("row ", 20), Column: strings.Repeat("column ", 20), Unit: strings.Repeat("unit ", 30)})),
		write(chart.HeatMap(chart.Heat{Names: []string{"a"}, Values: [][]float64{{-1e300}}})),
		write(chart.Bars(chart.BarChart{})),
		write(chart.Bars(chart.BarChart{Names: []string{strings.Repeat("long ", 30)}, Values: []float64{0}, Unit: strings.Repeat("unit ", 40)})),
		write(chart.Histogram(chart.Distribution{Values: []float64{1}, Marker: 1e9, Name: strings.Repeat("far ", 30)})),
	} {
		if title := svgtest.Parse(t, out).Named("title"); len(title) == 0 || title[0].Text == "" {
			t.Errorf("a chart without a title for those who do not see it: %.200s", out)
		}
	}
}

// Where all numbers are yes or no, a legend says which is which, and there is no scale.
// Cells without a claim have their own colour, whatever their number.
func TestHeatMapOfAnswers(t *testing.T) {
	none := math.NaN()
	h := chart.Heat{
		Names: []string{"a", "b", "c"}, Values: [][]float64{{none, 0, 1}, {1, none, 0}, {0, 0, none}},
		Answers: [2]string{"right", "wrong"}, Silent: func(x, y int) bool { return x+y == 1 },
	}
	svg := heatMap(t, h)
	all := texts(svg)
	for _, want := range []string{"right", "wrong", "no claim"} {
		if !slices.Contains(all, want) {
			t.Errorf("no text %q in %q", want, all)
		}
	}
	for _, number := range []string{"0", "1", "0.5", "no number"} {
		if slices.Contains(all, number) {
			t.Errorf("%q stands in a heat map of answers", number)
		}
	}
	area := cellArea(t, svg, 24)
	if got := math.Floor(area["#f7f7f7"]); got != 2 {
		t.Errorf("%v cells have no claim, want 2", got)
	}
	h.Silent = nil
	if slices.Contains(texts(heatMap(t, h)), "no claim") {
		t.Error("a legend for cells that there are not")
	}
}

// Numbers on a lattice fall into bins that hold as many of its points: a uniform
// distribution gives bars of one height.
func TestHistogramOfMultiples(t *testing.T) {
	var values []float64
	for i := range 60 {
		for range 7 {
			values = append(values, float64(i)/59)
		}
	}
	for _, d := range []chart.Distribution{
		{Values: values, Step: 1. / 59, Marker: math.NaN()},
		{Values: values[:70], Step: 1. / 59, Marker: 0.9},
	} {
		out := string(svg(t)(chart.Histogram(d)))
		counts := regexp.MustCompile(` to [^:]*: (\d+)</title>`).FindAllStringSubmatch(out, -1)
		if len(counts) < 3 {
			t.Fatalf("%d bars", len(counts))
		}
		total := 0
		for i, c := range counts {
			n, _ := strconv.Atoi(c[1])
			total += n
			if c[1] != counts[0][1] && i < len(counts)-1 { // the last may reach beyond
				t.Errorf("bar %d stands for %s numbers, the first for %s", i, c[1], counts[0][1])
			}
		}
		if total != len(d.Values) {
			t.Errorf("the bars stand for %d numbers of %d", total, len(d.Values))
		}
	}
}

func TestErrors(t *testing.T) {
	ab := []string{"a", "b"}
	err := func(_ *canvas.Picture, err error) error { return err }
	for _, tt := range []struct {
		want string
		err  error
	}{
		{"a heat map of 2 nodes has 1 rows", err(chart.HeatMap(chart.Heat{Names: ab, Values: [][]float64{{1, 2}}}))},
		{`row "b" of a heat map has 1 numbers, expected 2`, err(chart.HeatMap(chart.Heat{Names: ab, Values: [][]float64{{1, 2}, {1}}}))},
		{`has +Inf at "a", "b"`, err(chart.HeatMap(chart.Heat{Names: ab, Values: [][]float64{{1, math.Inf(1)}, {1, 1}}}))},
		{"a bar chart of 2 nodes has 1 numbers", err(chart.Bars(chart.BarChart{Names: ab, Values: []float64{1}}))},
		{`the bar of "b" is -1`, err(chart.Bars(chart.BarChart{Names: ab, Values: []float64{1, -1}}))},
		{"a histogram of no numbers", err(chart.Histogram(chart.Distribution{}))},
		{"number 2 of the histogram is NaN", err(chart.Histogram(chart.Distribution{Values: []float64{1, math.NaN()}}))},
		{"too far apart: -1e+308 and 1e+308", err(chart.Histogram(chart.Distribution{Values: []float64{-1e308, 1e308}}))},
		{"no panels to draw", err(chart.Panels(chart.Figure{}))},
		{`series "a" has 2 x, 1 y`, err(chart.Panels(chart.Figure{Panels: []chart.Panel{{Series: []chart.Series{{Name: "a", X: []float64{1, 2}, Y: []float64{1}}}}}}))},
	} {
		if tt.err == nil || !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("got %v, want an error with %q", tt.err, tt.want)
		}
	}
}
