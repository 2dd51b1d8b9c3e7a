package draw

import (
	"testing"

	"github.com/sepdist/sepdist/layout"
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
	}{
		{72, 72, 0, 200},
		{72, 72, 300, 300},
		{72 * 50, 72 * 50, 100, 100}, // 25 million dots
		{72 * 50, 72 * 50, 200, 100},
		{72 * 100, 72 * 25, 200, 100},
		{72e3, 72e3, 200, 0},
	} {
		got, err := resolution(layout.Size{W: tt.w, H: tt.h}, tt.dpi)
		if got != tt.want || (err != nil) != (tt.want == 0) {
			t.Errorf("%v × %v points at %d: %d, %v; want %d", tt.w, tt.h, tt.dpi, got, err, tt.want)
		}
	}
}
