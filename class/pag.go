package class

import (
	"context"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/equiv"
)

// A graph is a PAG if the MAG that its marks suggest is a MAG and has this PAG. For a PAG the suggestion is
// right: circles beside an arrowhead become tails, and the rest is oriented without new colliders (Zhang, On
// the completeness of orientation rules for causal discovery in the presence of latent confounders and
// selection bias, Artif. Intell. 172:1873–1896, Theorem 2).
func checkPAG(ctx context.Context, g *graph.Graph) (*graph.Graph, *Error) {
	mag, chordless := equiv.Represent(g)
	if mag == nil {
		return nil, fault(g, ErrChordless, chordless, "there is no o-o chord in the cycle "+trail(g, closed(chordless), circles),
			"every orientation of it has a directed cycle or an additional unshielded collider")
	}
	if _, bad := checkMAG(ctx, mag); bad != nil {
		bad.What, bad.advice = "its member with tails in place of circles is invalid: "+bad.What, advice.Text{}
		return nil, bad
	}
	if equiv.IsPAG(g, mag) {
		return mag, nil
	}
	pag := equiv.PAG(ctx, mag)
	if pag == nil {
		return nil, nil
	}
	for e := range g.Edges() {
		want, _ := pag.Edge(e.X, e.Y)
		if e == want {
			continue
		}
		if e.AtY == want.AtY {
			e, want = e.Flip(), want.Flip()
		}
		return nil, fault(g, ErrMark, []graph.Node{e.X, e.Y},
			"the mark at "+g.Name(e.Y)+" on "+draw(g, e)+" differs from that of the equivalence class",
			"its PAG has %s", draw(g, want))
	}
	return mag, nil
}
