package reproduce

import (
	"math"
	"strings"
	"testing"
)

// The table beside the authors' plots shows the value that is farthest outside, which need not
// be the one with the largest difference, and marks what chance does not explain.
func TestBesideTheAuthors(t *testing.T) {
	const runs = 100
	c := Curve{Panel: "p", Series: "s", Runs: runs}
	p := plot{first: 1, step: 1, runs: runs}
	add := func(gap, room float64) {
		c.X = append(c.X, float64(len(c.X)+1))
		c.Y = append(c.Y, 0.5)
		c.Mean = append(c.Mean, within(0.5, room/2/math.Sqrt2))
		p.y = append(p.y, 0.5+gap)
	}
	add(0.100, 0.106) // large, and inside
	add(0.060, 0.020) // small, and far outside
	for range 17 {
		add(0.001, 0.1)
	}
	if got, want := c.beside(&p), "| p | s | 18 of 19 | 0.060 at 2 (allowed 0.020) |\n"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
	for i := range 3 {
		c.Mean[5+i] = within(0.5, 0.0001)
	}
	if got := c.beside(&p); !strings.Contains(got, "| 15 of 19, **more outside than chance explains** |") {
		t.Error(got)
	}
	// By the binomial distribution: 1 − 0.95^19, and with all terms.
	for _, tt := range []struct {
		outside, n int
		want       float64
	}{{0, 19, 1}, {1, 19, 1 - math.Pow(0.95, 19)}, {2, 19, 1 - math.Pow(0.95, 19) - 19*0.05*math.Pow(0.95, 18)}, {4, 19, 0.0132}, {3, 3, 0.05 * 0.05 * 0.05}} {
		if got := chance(tt.outside, tt.n); math.Abs(got-tt.want) > 5e-5 {
			t.Errorf("%d of %d outside: %v, want %v", tt.outside, tt.n, got, tt.want)
		}
	}
}
