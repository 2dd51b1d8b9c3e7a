//go:build !lean

package request

import (
	"context"
	"errors"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/report"
)

func init() {
	ops["check"], ops["separated"] = check, separated
}

func check(ctx context.Context, r *Request, a *answer) error {
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return err
	}
	c, err := sepdist.Check(ctx, g)
	if bad := (*class.Error)(nil); err != nil && !errors.As(err, &bad) {
		return err
	} else if err != nil {
		why := advice.Render(err, r.spell(""))
		c.Why = &why
	}
	a.set("check", c)
	return a.text(c.Text)
}

// separated answers whether sets of nodes are separated. They are if all their pairs are; the pair
// that is spoken of is the first that is not, or else the last.
func separated(ctx context.Context, r *Request, a *answer) error {
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return err
	}
	if len(r.X) == 0 || len(r.Y) == 0 {
		return advice.Wrong("x", "", "expected a node for each of x and y")
	}
	var found *report.Separation
	for _, x := range r.X {
		for _, y := range r.Y {
			if found == nil || found.Separated {
				if found, err = g.Separated(ctx, x, y, r.Given...); err != nil {
					return err
				}
			}
		}
	}
	a.set("separated", found.Separated)
	a.set("separation", found)
	return a.text(found.Text)
}
