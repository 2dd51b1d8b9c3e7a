package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/structure"
	"github.com/sepdist/sepdist/report"
)

const (
	few  = 12 // nodes that are all shown
	some = 30 // nodes that the neighbourhood of differences may have
)

// A scene is a part of the two graphs that is drawn as one picture.
type scene struct {
	truth, guess, own *graph.Graph
	class             string
	whole             bool // it is all of the graphs
}

// part returns the scene of some nodes, or of all nodes if these are few more.
func (p *Page) part(keep graph.Set) scene {
	n := p.Truth.N()
	nodes := keep.Nodes()
	if n <= few || len(nodes) > n*4/5 || len(nodes) == 0 {
		return scene{p.Truth, p.Guess, p.Own, p.Class, true}
	}
	s := scene{truth: p.Truth.Induced(nodes), guess: p.Guess.Induced(nodes), class: p.Class}
	if p.Own != nil {
		s.own = p.Own.Induced(nodes)
	}
	return s
}

// scene returns the nodes whose edges differ and those of claims, with the neighbours of the former if these are not too many.
func (p *Page) scene() scene {
	if p.TruthSeries != nil {
		return scene{p.Truth, p.Guess, p.Own, p.Class, true}
	}
	n := p.Truth.N()
	near, far := p.claimed(), p.claimed()
	for _, g := range []*graph.Graph{p.Truth, p.Guess} {
		for e := range g.Edges() {
			if slices.Equal(p.Truth.Between(e.X, e.Y), p.Guess.Between(e.X, e.Y)) {
				continue
			}
			for _, v := range []graph.Node{e.X, e.Y} {
				near.Add(v)
				far.Add(v)
				for _, h := range []*graph.Graph{p.Truth, p.Guess} {
					for _, w := range h.Neighbors(v) {
						far.Add(w)
					}
				}
			}
		}
	}
	if far.Len() <= some || n <= some {
		return p.part(far)
	}
	return p.part(near)
}

// claimed returns the nodes that the claims shown are about.
func (p *Page) claimed() graph.Set {
	set := graph.NewSet(p.Truth.N())
	add := func(names ...string) {
		for _, name := range names {
			if v, known := p.Truth.Node(name); known {
				set.Add(v)
			}
		}
	}
	for _, e := range p.Explained {
		for _, c := range e.Claims {
			add(c.X, c.Y)
			add(c.Separator...)
			for _, s := range c.Steps {
				add(s.Node)
			}
		}
	}
	return set
}

// A difference lists the pairs of nodes that differ in one way.
type difference struct {
	Words       string
	Count, More int // of all; of those that are not listed
	Edges       []string
}

// differences returns the edges of the graphs that are not in both.
func (p *Page) differences() (list []difference) {
	const most = 60
	words := []struct {
		report.Status
		string
	}{{report.Missing, "Only in the truth"}, {report.Extra, "Only in the guess"}, {report.Differs, "Different marks"}, {report.Undetermined, "Right, and not determined by the class"}}
	edges := make(map[report.Status][]string)
	truth := "the truth"
	if p.Class != "" {
		truth = "the " + p.Class + " of the truth"
	}
	text := func(g *graph.Graph, x, y graph.Node) string {
		var parts []string
		for _, e := range g.Between(x, y) {
			if e.AtX == graph.Arrow && e.AtY != graph.Arrow {
				e = e.Flip()
			}
			parts = append(parts, g.Name(e.X)+" "+e.Arrow()+" "+g.Name(e.Y))
		}
		return strings.Join(parts, ", ")
	}
	for x := range graph.Node(p.Truth.N()) {
		for y := x + 1; y < graph.Node(p.Truth.N()); y++ {
			s := structure.Status(p.Truth.Between(x, y), p.Guess.Between(x, y))
			line := text(p.Truth, x, y) + text(p.Guess, x, y) // one of them is empty
			switch {
			case s == report.Differs:
				line = text(p.Truth, x, y) + " in " + truth + ", " + text(p.Guess, x, y) + " in the guess"
			case s == report.Agreed && p.Own != nil && !slices.Equal(p.Own.Between(x, y), p.Truth.Between(x, y)):
				s, line = report.Undetermined, text(p.Guess, x, y)
			}
			edges[s] = append(edges[s], line)
		}
	}
	for _, w := range words {
		if all := edges[w.Status]; len(all) > 0 {
			shown := all[:min(len(all), most)]
			list = append(list, difference{w.string, len(all), len(all) - len(shown), shown})
		}
	}
	return list
}

//go:embed claim.css
var claimStyle string // of a claim that is shown, with lists of classes to fill in

// highlight returns the rules that show the path and the set of a claim in the picture, while the mouse is over the claim
// or it has the focus.
func (s scene) highlight(item string, c *report.Claim) template.CSS {
	classes := func(names ...string) (list []string) { // of the nodes in the picture
		for _, name := range names {
			if v, known := s.truth.Node(name); known {
				list = append(list, fmt.Sprintf(".n%d", v))
			}
		}
		return list
	}
	var nodes, edges []string
	for _, step := range c.Steps {
		nodes = append(nodes, classes(step.Node)...)
	}
	for i := 1; i < len(c.Steps); i++ {
		v, known := s.truth.Node(c.Steps[i-1].Node)
		w, both := s.truth.Node(c.Steps[i].Node)
		if known && both {
			kinds := "agreed,.undetermined,.as-truth,.missing"
			if c.In == "guess" {
				kinds = "agreed,.undetermined,.as-guess,.extra"
			}
			edges = append(edges, fmt.Sprintf(".e%d-%d:is(.%s)", min(v, w), max(v, w), kinds))
		}
	}
	if len(c.Steps) == 0 {
		nodes = classes(c.X, c.Y)
	}
	const nothing = "x-none" // an element that there is not
	list := func(classes []string) string { return strings.Join(append(classes, nothing), ",") }
	fill := strings.NewReplacer("WHEN", fmt.Sprintf("main:has(#%s:is(:hover,:focus))", item),
		"EDGES", list(edges), "NODES", list(nodes), "GIVEN", list(classes(c.Separator...)))
	return template.CSS(fill.Replace(claimStyle))
}
