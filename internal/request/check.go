//go:build !lean

package request

import (
	"context"
	"errors"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/try"
	"github.com/sepdist/sepdist/report"
)

func init() {
	ops["check"], ops["separated"] = check, separated
}

func check(ctx context.Context, r *Request, a *answer) {
	c, err := compare.Check(ctx, try.Get(r.read("graph", r.Graph)), r.spell(""))
	var bad *class.Error
	if !errors.As(err, &bad) {
		try.Check(err)
	}
	a.set("check", c)
	a.text(c.Text)
}

// separated answers whether sets of nodes are separated. They are if all their pairs are; the pair
// that is spoken of is the first that is not, or else the last.
func separated(ctx context.Context, r *Request, a *answer) {
	g := try.Get(r.read("graph", r.Graph))
	if len(r.X) == 0 || len(r.Y) == 0 {
		refuse("x", "", "expected a node for each of x and y")
	}
	var found *report.Separation
	for _, x := range r.X {
		for _, y := range r.Y {
			if found == nil || found.Separated {
				found = try.Get(compare.Separated(ctx, g, x, y, r.Given))
			}
		}
	}
	a.set("separated", found.Separated)
	a.set("separation", found)
	a.text(found.Text)
}
