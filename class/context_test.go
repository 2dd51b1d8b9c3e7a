package class_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/equiv"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/model"
)

// A countdown is a context that is done after a number of calls of Err. It serves one
// goroutine.
type countdown struct {
	context.Context
	left, late int // how often it is asked before it is done, and after
}

func (c *countdown) Err() error {
	if c.left > 0 {
		c.left--
		return nil
	}
	c.late++
	return context.Canceled
}

// All that takes long stops with the error of its context, wherever it is when that is done, and
// soon: it does not ask many times more.
func TestContext(t *testing.T) {
	const forever = 1 << 30
	rng := graphtest.Rand(3)
	mag := graphtest.MAG(rng, 40, 0.15)
	admg := graphtest.ADMG(rng, 40, 0.1)
	pag := equiv.PAG(context.Background(), mag)
	model := func(g *graph.Graph, k class.Kind) *model.Model {
		m, err := class.Check(context.Background(), g, k)
		if err != nil {
			t.Fatal(err)
		}
		return m.Model()
	}
	conflicts := graphtest.Arrows(t, "a x-x b; b x-x c; c x-x d; d x-x e; a x-x f; f x-x g")
	for _, tt := range []struct {
		name string
		run  func(ctx context.Context) error
	}{
		{"check a DAG", func(ctx context.Context) error {
			_, err := class.Check(ctx, graphtest.Arrows(t, "a --> b"), class.DAG)
			return err
		}},
		{"check a MAG", func(ctx context.Context) error {
			_, err := class.Check(ctx, mag, class.MAG)
			return err
		}},
		{"check a PAG", func(ctx context.Context) error {
			_, err := class.Check(ctx, pag, class.PAG)
			return err
		}},
		{"infer", func(ctx context.Context) error {
			_, err := class.Infer(ctx, admg)
			return err
		}},
		{"nearest CPDAG", func(ctx context.Context) error {
			_, err := class.Resolve(ctx, conflicts, class.CPDAG, class.Nearest, class.Limits{})
			return err
		}},
		{"nearest PAG", func(ctx context.Context) error {
			_, err := class.Resolve(ctx, graphtest.Arrows(t, "a o-> b; b o-> c; c o-> d; d o-> a"), class.PAG, class.Nearest, class.Limits{})
			return err
		}},
		{"readings", func(ctx context.Context) error {
			_, err := class.Resolve(ctx, conflicts, class.CPDAG, class.Undirected, class.Limits{})
			return err
		}},
		{"project", func(ctx context.Context) error {
			_, err := class.Resolve(ctx, admg, class.MAG, class.AsMAG, class.Limits{})
			return err
		}},
		{"PAG of an ADMG", func(ctx context.Context) error {
			_, err := model(admg, class.ADMG).As(ctx, class.PAG)
			return err
		}},
		{"without latent nodes", func(ctx context.Context) error {
			_, err := model(pag, class.PAG).Project(ctx, graph.SetOf(1, 2), graph.SetOf(3))
			return err
		}},
	} {
		whole := &countdown{Context: context.Background(), left: forever}
		if err := tt.run(whole); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		asked := forever - whole.left
		for k := 0; k < asked; k += 1 + asked/100 {
			ctx := &countdown{Context: context.Background(), left: k}
			if err := tt.run(ctx); !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: done after %d of %d looks at the context: %v, want %v", tt.name, k, asked, err, context.Canceled)
			}
			if ctx.late > 100 {
				t.Errorf("%s: done after %d of %d looks at the context, it looked %d times more", tt.name, k, asked, ctx.late)
			}
		}
	}
}

// A limit in seconds ends the search for the nearest graphs, too.
func TestStopNearest(t *testing.T) {
	for _, tt := range []struct {
		graph string
		kind  class.Kind
	}{
		{"a x-x b; b x-x c; c x-x d; d x-x e; a x-x f; f x-x g", class.CPDAG},
		{"a x-x b; b x-x c; c x-x d; d x-x e", class.PAG},
	} {
		g := graphtest.Arrows(t, tt.graph)
		asked := 0
		whole, err := class.Resolve(context.Background(), g, tt.kind, class.Nearest, class.Limits{Stop: func() bool { asked++; return false }})
		if err != nil || !whole.Complete {
			t.Fatalf("%s: %v, whole %v", tt.graph, err, whole.Complete)
		}
		if asked < 10 {
			t.Fatalf("%s: asked %d times whether to stop", tt.graph, asked)
		}
		for k := range asked {
			left := k
			r, err := class.Resolve(context.Background(), g, tt.kind, class.Nearest, class.Limits{Stop: func() bool { left--; return left < 0 }})
			if err == nil && (r.Complete || len(r.Members) > len(whole.Members)) {
				t.Errorf("%s: stopped after %d of %d steps: %d graphs, whole %v", tt.graph, k, asked, len(r.Members), r.Complete)
			}
		}
	}
}
