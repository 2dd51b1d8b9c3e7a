package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/report"
)

// few is how many nodes are shown all, and how many the neighbourhood of differences may have.
const (
	few  = 12
	some = 30
)

// A scene is a part of the two graphs that is drawn as one picture.
type scene struct {
	truth, guess, own *graph.Graph
	class             string
	whole             bool // it is all of the graphs
}

// part returns the scene of some nodes, or of all where they are most of them.
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

// differences returns the scene of the nodes whose edges differ, and of their neighbours where
// these are not too many.
func (p *Page) differences() scene {
	n := p.Truth.N()
	near, far := graph.NewSet(n), graph.NewSet(n)
	for _, g := range []*graph.Graph{p.Truth, p.Guess} {
		for e := range g.Edges() {
			if !slices.Equal(p.Truth.Between(e.X, e.Y), p.Guess.Between(e.X, e.Y)) {
				near.Add(e.X)
				near.Add(e.Y)
			}
		}
	}
	for _, v := range near.Nodes() {
		far.Add(v)
		for _, g := range []*graph.Graph{p.Truth, p.Guess} {
			for _, w := range g.Neighbors(v) {
				far.Add(w)
			}
		}
	}
	if len(far.Nodes()) <= some {
		return p.part(far)
	}
	return p.part(near)
}

// claimed returns the scene of the nodes that claims are about.
func (p *Page) claimed(claims []report.Claim) scene {
	set := graph.NewSet(p.Truth.N())
	add := func(names ...string) {
		for _, name := range names {
			if v, known := p.Truth.Node(name); known {
				set.Add(v)
			}
		}
	}
	for _, c := range claims {
		add(c.X, c.Y)
		add(c.Separator...)
		for _, s := range c.Steps {
			add(s.Node)
		}
	}
	return p.part(set)
}

// draw returns the difference of the scene as SVG.
func (s scene) draw() (template.HTML, error) {
	both, err := draw.Difference(s.truth, s.guess, draw.Options{Class: s.class, Own: s.own, Classes: true})
	if err != nil {
		return "", err
	}
	return svg(both.Picture()), nil
}

// shown says what part of the graphs a scene is, for a caption.
func (s scene) shown(all int) string {
	if s.whole {
		return ""
	}
	return fmt.Sprintf("%d of %d nodes", s.truth.N(), all)
}

//go:embed claim.css
var claimStyle string // of a claim that is shown, with lists of classes to fill in

// highlight returns the rules that show a claim in the picture beside it, while the mouse is over
// the claim or it has the focus: the nodes and edges of its path, and its set.
func (s scene) highlight(section, item string, c *report.Claim) template.CSS {
	var nodes, edges, given []string
	number := func(name string) (int, bool) {
		v, known := s.truth.Node(name)
		return int(v), known
	}
	for i, step := range c.Steps {
		v, known := number(step.Node)
		if !known {
			continue
		}
		nodes = append(nodes, fmt.Sprintf(".n%d", v))
		if i+1 == len(c.Steps) {
			continue
		}
		if w, known := number(c.Steps[i+1].Node); known {
			kinds := "agreed,.undetermined,.as-truth,.missing"
			if c.In == "guess" {
				kinds = "agreed,.undetermined,.as-guess,.extra"
			}
			edges = append(edges, fmt.Sprintf(".e%d-%d:is(.%s)", min(v, w), max(v, w), kinds))
		}
	}
	if len(c.Steps) == 0 {
		for _, name := range []string{c.X, c.Y} {
			if v, known := number(name); known {
				nodes = append(nodes, fmt.Sprintf(".n%d", v))
			}
		}
	}
	for _, name := range c.Separator {
		if v, known := number(name); known {
			given = append(given, fmt.Sprintf(".n%d", v))
		}
	}
	const nothing = "x-none" // an element that there is not
	list := func(classes []string) string { return strings.Join(append(classes, nothing), ",") }
	fill := strings.NewReplacer("WHEN", fmt.Sprintf("#%s:has(#%s:is(:hover,:focus))", section, item),
		"EDGES", list(edges), "NODES", list(nodes), "GIVEN", list(given))
	return template.CSS(fill.Replace(claimStyle))
}
