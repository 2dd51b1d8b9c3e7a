package layout_test

import (
	"context"
	"testing"

	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A layout can be stopped at each of its steps, and then does no further work. There are at least as many
// steps as edges, so that none takes long.
func TestStop(t *testing.T) {
	rng := graphtest.Rand(1)
	g := kinds[0].make(rng, 60, 0.1)
	sizes := labels(rng, g.N())
	at := centres(layout.Place(sizes, layout.Options{}, g.EdgeList()))
	for name, lay := range map[string]func(layout.Options) *layout.Layout{
		"place":  func(o layout.Options) *layout.Layout { return layout.Place(sizes, o, g.EdgeList()) },
		"common": func(o layout.Options) *layout.Layout { return layout.Common(g, g, sizes, o) },
		"keep":   func(o layout.Options) *layout.Layout { return layout.Keep(sizes, at, o, g.EdgeList()) },
		"new":    func(o layout.Options) *layout.Layout { return layout.Keep(sizes, make([]*layout.Point, g.N()), o) },
	} {
		calls, last := 0, -1
		stop := func() error {
			calls++
			if last >= 0 && calls > last {
				return context.Canceled
			}
			return nil
		}
		if lay(layout.Options{Stop: stop}) == nil {
			t.Fatalf("%s: no layout", name)
		}
		all := calls
		if all < g.M() {
			t.Errorf("%s: %d edges and only %d steps", name, g.M(), all)
		}
		for last = 0; last < all; last += 1 + all/12 {
			calls = 0
			if l := lay(layout.Options{Stop: stop}); l != nil || calls > last+6 {
				t.Fatalf("%s: stopped at step %d of %d, a layout: %v, after %d steps", name, last, all, l != nil, calls)
			}
		}
	}
}
