package pipeline

import (
	"math"
	"testing"
	"testing/synctest"
	"time"
)

// TestCostOfBusyMachine is about a machine that does other work now and then, for longer than a trial
// takes: what a pair takes is still that of an idle one. Time is not real here.
func TestCostOfBusyMachine(t *testing.T) {
	const (
		n      = 20_000
		once   = 5 * time.Millisecond
		source = 10 * time.Microsecond
	)
	for _, pause := range []time.Duration{0, 30 * time.Millisecond, 400 * time.Millisecond, 1500 * time.Millisecond} {
		for first := range 3 {
			synctest.Test(t, func(t *testing.T) {
				runs := first
				all, one := extrapolated(n, func(p *Part) float64 {
					return Shortest(func() {
						time.Sleep(once + time.Duration(p.Hi-p.Lo)*source)
						if runs++; runs%3 == 0 {
							time.Sleep(pause)
						}
					})
				})
				if want := (once + n*source).Seconds(); math.Abs(all-want) > 1e-9 {
					t.Errorf("with pauses of %v, the first after %d runs, %d sources take %v s, want %v", pause, 3-first, n, all, want)
				}
				if want := (once + source).Seconds(); math.Abs(one-want) > 1e-9 {
					t.Errorf("with pauses of %v, the first after %d runs, one source takes %v s, want %v", pause, 3-first, one, want)
				}
			})
		}
	}
}
