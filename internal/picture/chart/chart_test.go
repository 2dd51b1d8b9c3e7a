package chart_test

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/picture/chart"
)

func panels() []chart.Panel {
	x := []float64{0, 0.25, 0.5, 0.75, 1}
	y := []float64{0.1, 0.4, 0.3, math.NaN(), 0.6}
	e := []float64{0.02, 0.05, 0.04, 0.03, 0.05}
	z := []float64{0.5, 0.45, 0.2, 0.15, 0.05}
	return []chart.Panel{
		chart.Lines{Title: "lines", X: "p", Y: "value", Zero: true, Series: []chart.Series{{Name: "first", X: x, Y: y, Err: e}, {Name: "second", X: x, Y: z, Err: e}}},
		chart.Scatter{Title: "scatter", X: "a", Y: "b", Series: []chart.Series{{Name: "first", X: x, Y: y}, {Name: "third", X: z, Y: x}}},
		chart.Boxes{Title: "boxes", X: "L", Y: "error", Names: []string{"100", "200", "none"}, Values: [][]float64{y, z, nil}},
		chart.Heat{Title: "heat", Rows: []string{"top", "bottom"}, Columns: []string{"l", "m", "r"}, Values: [][]float64{{0, 0.5, math.NaN()}, {1, 0.2, 0.1}}},
		chart.ROC{Title: "ROC", Series: []chart.Series{{Name: "second", X: x, Y: []float64{0, 0.6, 0.8, 0.9, 1}}}},
	}
}

// Every format can be read by those who know it, and the same numbers give the same bytes.
func TestFormats(t *testing.T) {
	for _, format := range chart.Formats {
		var a, b bytes.Buffer
		if err := chart.Write(&a, format, panels()...); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if err := chart.Write(&b, format, panels()...); err != nil {
			t.Fatal(err)
		}
		if format != "pdf" && !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: the same numbers give other bytes", format)
		}
		if dir := os.Getenv("PLOT_DIR"); dir != "" { // to look at them
			os.WriteFile(filepath.Join(dir, "panels."+format), a.Bytes(), 0o666)
		}
		switch format {
		case "png":
			if _, err := png.Decode(&a); err != nil {
				t.Error(err)
			}
		case "svg":
			for _, text := range []string{"<svg", "lines", "second", "true positive rate", "boxes", "bottom"} {
				if !strings.Contains(a.String(), text) {
					t.Errorf("the SVG lacks %q", text)
				}
			}
		case "pdf":
			if !strings.HasPrefix(a.String(), "%PDF-") {
				t.Error("no PDF")
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		format, want string
		panels       []chart.Panel
	}{
		{"gif", `as "gif"`, panels()},
		{"svg", "nothing to draw", nil},
		{"svg", `"a" has 2 x, 1 y`, []chart.Panel{chart.Lines{Series: []chart.Series{{Name: "a", X: []float64{1, 2}, Y: []float64{1}}}}}},
		{"svg", "1 names for 0 boxes", []chart.Panel{chart.Boxes{Names: []string{"a"}}}},
		{"svg", `row "a" has 1 numbers, want 2`, []chart.Panel{chart.Heat{Rows: []string{"a"}, Columns: []string{"b", "c"}, Values: [][]float64{{1}}}}},
	} {
		if err := chart.Write(new(bytes.Buffer), tt.format, tt.panels...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
	if _, err := chart.FormatOf("a.bmp"); err == nil {
		t.Error("a.bmp was taken")
	}
}

// Panels without a single number are drawn, and stay empty.
func TestNothingToShow(t *testing.T) {
	nan := []float64{math.NaN()}
	err := chart.Write(new(bytes.Buffer), "svg",
		chart.Lines{Series: []chart.Series{{Name: "a", X: nan, Y: nan, Err: nan}}}, chart.Scatter{}, chart.Boxes{}, chart.Heat{},
		chart.Heat{Rows: []string{"a"}, Columns: []string{"b"}, Values: [][]float64{nan}})
	if err != nil {
		t.Error(err)
	}
}
