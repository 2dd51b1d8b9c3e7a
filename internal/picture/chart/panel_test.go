package chart_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/picture/svgtest"
)

func figure() chart.Figure {
	x := []float64{0, 0.25, 0.5, 0.75, 1}
	y := []float64{0.1, 0.4, 0.3, math.NaN(), 0.6}
	e := []float64{0.02, 0.05, 0.04, 0.03, 0.05}
	z := []float64{0.5, 0.45, 0.2, 0.15, 0.05}
	return chart.Figure{Band: "± one standard error", Panels: []chart.Panel{
		{Title: "lines", X: "p", Y: "value", Zero: true, Series: []chart.Series{banded("first", x, y, e), banded("second", x, z, e)}},
		{Title: "points", X: "a", Y: "b", Series: []chart.Series{{Name: "first", X: x, Y: y, Dots: true}, {Name: "third", X: z, Y: x, Dots: true}}},
		{Title: "boxes", X: "L", Y: "error", Boxes: []chart.Box{{Name: "100", Values: y}, {Name: "200", Values: z}, {Name: "none"}}},
		{Title: "ROC", X: "false", Y: "true", Unit: true, Series: []chart.Series{{Name: "second", X: x, Y: []float64{0, 0.6, 0.8, 0.9, 1}}}},
	}}
}

func panels(t *testing.T, f chart.Figure) *svgtest.Element {
	t.Helper()
	return svgtest.Parse(t, svg(t)(chart.Panels(f)))
}

// A name stands in the legend once, and looks alike in all panels and in all figures with
// the same order.
func TestLooks(t *testing.T) {
	lines := func(e *svgtest.Element) map[string]string {
		looks := make(map[string]string)
		for _, g := range e.All(func(e *svgtest.Element) bool { return e.Attr["class"] == "series" }) {
			name := g.Children[0].Text
			for _, p := range g.Named("path") {
				if p.Attr["fill"] == "none" && !strings.HasSuffix(p.Attr["d"], "Z") {
					look := p.Attr["stroke"] + " " + p.Attr["stroke-dasharray"]
					if looks[name] != "" && looks[name] != look {
						t.Errorf("%s is drawn as %s and as %s", name, looks[name], look)
					}
					looks[name] = look
				}
			}
		}
		return looks
	}
	f := figure()
	f.Order = []string{"other", "second", "first"}
	all := panels(t, f)
	shown := texts(all)
	for _, want := range []string{"first", "second", "third", "± one standard error", "lines", "value", "none", "ROC"} {
		if n := len(slices.DeleteFunc(slices.Clone(shown), func(s string) bool { return s != want })); n != 1 {
			t.Errorf("%q occurs %d times", want, n)
		}
	}
	f.Panels = f.Panels[3:]
	if one, many := lines(panels(t, f))["second"], lines(all)["second"]; one != many || one == "" {
		t.Errorf("second is %q alone and %q among others", one, many)
	}
}

// The 16 first looks differ by dash or mark too, for print in grey; those of the first eight,
// which are most used, by dash and mark but for one pair.
func TestLooksDiffer(t *testing.T) {
	f := chart.Figure{Panels: []chart.Panel{{}}}
	for i := range 16 {
		f.Panels[0].Series = append(f.Panels[0].Series, chart.Series{Name: fmt.Sprint(i), X: []float64{0, 1}, Y: []float64{0, 0}})
	}
	seen := make(map[string]string)
	for name, g := range panels(t, f).Groups("series") {
		var form []string
		for _, p := range g.Named("path") {
			kinds := strings.Map(func(r rune) rune {
				if strings.ContainsRune("MLCZhv", r) {
					return r
				}
				return -1
			}, p.Attr["d"])
			_, y := 0., 0.
			if kinds == "MLLZ" { // a triangle: up or down
				_, all := p.Numbers(t)
				y = all[0] - all[1]
			}
			form = append(form, fmt.Sprint(kinds, p.Attr["stroke-dasharray"], p.Attr["fill"] == "#ffffff", y > 0))
		}
		key := strings.Join(form, "|")
		if other, ok := seen[key]; ok {
			t.Errorf("series %s and %s look alike in grey", name, other)
		}
		seen[key] = name
	}
}

// ticksOf returns the numbers on the y axes by their height, for each panel from left to right.
func ticksOf(t *testing.T, svg *svgtest.Element) map[string]map[float64]float64 {
	axes := make(map[string]map[float64]float64)
	for _, e := range svg.Named("text") {
		v, err := strconv.ParseFloat(e.Text, 64)
		if err != nil || e.Attr["text-anchor"] != "end" {
			continue
		}
		y, err := strconv.ParseFloat(e.Attr["y"], 64)
		if err != nil {
			t.Fatal(err)
		}
		if axes[e.Attr["x"]] == nil {
			axes[e.Attr["x"]] = make(map[float64]float64)
		}
		axes[e.Attr["x"]][v] = y
	}
	return axes
}

// The ticks of a panel are within its axis, also if other panels reach further.
func TestXTicksInsidePanel(t *testing.T) {
	names := []chart.Tick{{At: 10, Name: "ten"}, {At: 100, Name: "hundred"}, {At: 1000, Name: "thousand"}}
	svg := panels(t, chart.Figure{Panels: []chart.Panel{{
		Series: []chart.Series{{Name: "a", X: []float64{10, 100}, Y: []float64{1, 2}}}, LogX: true, XTicks: names,
	}}})
	for _, e := range svg.Named("text") {
		if e.Text == "thousand" {
			t.Errorf("tick %q is at x = %s, beyond the last value", e.Text, e.Attr["x"])
		}
	}
}

// Panels that are compared have the same numbers at the same heights, and about five.
func TestSameY(t *testing.T) {
	line := func(y ...float64) chart.Panel {
		return chart.Panel{Series: []chart.Series{{Name: "a", X: []float64{0, 1}, Y: y}}}
	}
	f := chart.Figure{Panels: []chart.Panel{line(0, 1), line(0, 7.3)}}
	for _, same := range []bool{false, true} {
		f.SameY = same
		var all []string
		for _, ticks := range ticksOf(t, panels(t, f)) {
			if len(ticks) < 3 || len(ticks) > 7 {
				t.Errorf("%d numbers on an axis", len(ticks))
			}
			all = append(all, fmt.Sprint(ticks))
		}
		if len(all) != 2 || (all[0] == all[1]) != same {
			t.Errorf("asked for the same scale: %v; scales %v", same, all)
		}
	}
}

// On a logarithmic axis equal factors are equally far apart.
func TestLogAxis(t *testing.T) {
	for _, hi := range []float64{0.4, 3, 40, 4000} {
		f := chart.Figure{Panels: []chart.Panel{{LogY: true, Boxes: []chart.Box{{Name: "a", Values: []float64{0.1, 0.2, hi, 0, -1}}}}}}
		for _, ticks := range ticksOf(t, panels(t, f)) {
			if len(ticks) < 3 {
				t.Errorf("up to %v: numbers %v", hi, ticks)
			}
			var v []float64
			for value := range ticks {
				v = append(v, value)
			}
			slices.Sort(v)
			unit := (ticks[v[0]] - ticks[v[1]]) / math.Log(v[1]/v[0])
			for i := 2; i < len(v); i++ {
				if got := (ticks[v[0]] - ticks[v[i]]) / math.Log(v[i]/v[0]); math.Abs(got-unit) > 0.03*unit {
					t.Errorf("up to %v: %v and %v are %v apart for each factor e, %v and %v %v", hi, v[0], v[i], got, v[0], v[1], unit)
				}
			}
		}
	}
}

// Nothing is drawn outside the picture, and a gap in the numbers is a gap in the line.
func TestPanelsAreInside(t *testing.T) {
	all := panels(t, figure())
	var w, h float64
	if _, err := fmt.Sscanf(all.Attr["viewBox"], "0 0 %f %f", &w, &h); err != nil {
		t.Fatal(err)
	}
	for _, g := range append(all.All(func(e *svgtest.Element) bool { return e.Attr["class"] == "series" }), all.All(func(e *svgtest.Element) bool { return e.Attr["class"] == "box" })...) {
		for _, p := range g.Named("path") {
			if strings.Contains(p.Attr["d"], "h") {
				continue
			}
			x, y := p.Numbers(t)
			left, right := svgtest.Span(x)
			top, bottom := svgtest.Span(y)
			if left < 0 || top < 0 || right > w || bottom > h {
				t.Errorf("%s reaches from %v, %v to %v, %v", g.Children[0].Text, left, top, right, bottom)
			}
		}
	}
	for _, p := range all.Groups("series")["first"].Named("path") {
		if p.Attr["stroke"] != "" && strings.Count(p.Attr["d"], "L") > 2 && !strings.HasSuffix(p.Attr["d"], "Z") {
			t.Errorf("a line passes over a gap: %s", p.Attr["d"])
		}
	}
}

// Panels without a single number are drawn, and stay empty.
func TestNothingToShow(t *testing.T) {
	nan := []float64{math.NaN()}
	panels(t, chart.Figure{Panels: []chart.Panel{{Series: []chart.Series{{Name: "a", X: nan, Y: nan, Low: nan, High: nan}}}, {}, {Boxes: []chart.Box{{}}}, {LogY: true}, {Unit: true}}})
}

// banded returns a series with a band around it.
func banded(name string, x, y, half []float64) chart.Series {
	s := chart.Series{Name: name, X: x, Y: y}
	s.Low, s.High = chart.Around(y, half)
	return s
}

// Equal factors are equally far apart on a logarithmic x axis, and given ticks stand at their
// places.
func TestLogX(t *testing.T) {
	p := chart.Panel{LogX: true, Series: []chart.Series{{Name: "a", X: []float64{0, 10, 100, 1000}, Y: []float64{1, 1, 1, 1}, Dots: true}}}
	for _, v := range []float64{10, 100, 1000} {
		p.XTicks = append(p.XTicks, chart.Tick{At: v, Name: fmt.Sprintf("n=%v", v)})
	}
	var x []float64
	for _, e := range panels(t, chart.Figure{Panels: []chart.Panel{p}}).Named("text") {
		if strings.HasPrefix(e.Text, "n=") {
			at, err := strconv.ParseFloat(e.Attr["x"], 64)
			if err != nil {
				t.Fatal(err)
			}
			x = append(x, at)
		}
	}
	if len(x) != 3 || math.Abs((x[1]-x[0])-(x[2]-x[1])) > 0.02 || x[1] <= x[0] {
		t.Errorf("10, 100 and 1000 stand at %v", x)
	}
}

// Boxes that share a name stand over it together, in the colours that the legend explains.
func TestBoxesInGroups(t *testing.T) {
	v := []float64{1, 2, 3}
	svg := panels(t, chart.Figure{Panels: []chart.Panel{{Boxes: []chart.Box{
		{Name: "100", Style: "pc", Values: v}, {Name: "100", Style: "ges", Values: v}, {Name: "1000", Style: "pc", Values: v}, {Name: "1000", Style: "ges", Values: v},
	}}}})
	count := make(map[string]int)
	for _, e := range svg.Named("text") {
		count[e.Text]++
	}
	for _, name := range []string{"100", "1000", "pc", "ges"} {
		if count[name] != 1 {
			t.Errorf("%s is written %d times", name, count[name])
		}
	}
	boxes := svg.Groups("box")
	if len(boxes) != 4 || boxes["pc, 100"] == nil {
		t.Errorf("boxes %v", boxes)
	}
}

// A figure has the width and the size of text that are asked for, with fewer panels in a row if it is narrow, or an error.
func TestWidth(t *testing.T) {
	for _, width := range []float64{241, 482, 700} {
		for _, font := range []float64{0, 7, 12} {
			for _, legend := range []string{"", "right", "none"} {
				f := figure()
				f.Width, f.Font, f.Legend = width, font, legend
				p, err := chart.Panels(f)
				if err != nil {
					if width > 300 || font < 12 && legend != "right" {
						t.Errorf("%v points, font %v, legend %q: %v", width, font, legend, err)
					}
					continue
				}
				if math.Abs(p.W-width) > 0.02 {
					t.Errorf("font %v, legend %q: %v wide, want %v", font, legend, p.W, width)
				}
				for _, s := range p.Shapes {
					if s.Text != nil && font > 0 && s.Text.Size < font-0.01 {
						t.Errorf("font %v: %q has size %v", font, s.Text.String, s.Text.Size)
					}
				}
			}
		}
	}
}

// Points with the same x are in the middle of their axis, whatever their size.
func TestEqualNumbersAreInTheMiddle(t *testing.T) {
	same := []float64{0.04, 0.04, 0.04}
	drawing := svgtest.Parse(t, svg(t)(chart.Panels(chart.Figure{Panels: []chart.Panel{{Series: []chart.Series{{Name: "a", X: same, Y: []float64{1, 2, 3}, Dots: true}}}}})))
	if ticks := texts(drawing); !slices.Contains(ticks, "0.03") || !slices.Contains(ticks, "0.05") {
		t.Errorf("the axis has %q", ticks)
	}
}
