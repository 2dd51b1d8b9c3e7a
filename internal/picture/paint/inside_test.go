package paint

import (
	"testing"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// What is tested here no format shows, or not in a time that a test may take.

func TestVisual(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"", ""},
		{"abc", "abc"},
		{"אבג", "גבא"},
		{"אב גד", "דג בא"}, // the blank is part of the run
		{"x אב y", "x בא y"},
		{"אב x", "בא x"},
		{"אב1גד", "בא1דג"},
	} {
		if got := visual(tt.name); got != tt.want {
			t.Errorf("visual(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestResolution(t *testing.T) {
	for _, tt := range []struct {
		w, h      float64
		dpi, want int
		wrong     string
	}{
		{72, 72, 0, 200, ""},
		{72, 72, 300, 300, ""},
		{72, 72, 10, 10, ""},
		{72, 72, 9, 0, "draw: 9 dots per inch: expected 10 to 5000 for this picture"},
		{72, 72, -200, 0, "draw: -200 dots per inch: expected 10 to 5000 for this picture"},
		{72 * 50, 72 * 50, 100, 100, ""}, // 25 million dots
		{72 * 50, 72 * 50, 101, 0, "draw: 101 dots per inch: expected 10 to 100 for this picture"},
		{72 * 50, 72 * 50, 0, 100, ""}, // nobody asked for more
		{72 * 100, 72 * 25, 0, 100, ""},
		{72e3, 72e3, 0, 0, "draw: a picture of 72000 × 72000 points is too large for PNG: use svg or pdf"},
	} {
		got, err := resolution(layout.Size{W: tt.w, H: tt.h}, tt.dpi)
		wrong := ""
		if err != nil {
			wrong = err.Error()
		}
		if got != tt.want || wrong != tt.wrong {
			t.Errorf("%v × %v points at %d: %d, %q; want %d, %q", tt.w, tt.h, tt.dpi, got, wrong, tt.want, tt.wrong)
		}
	}
}
