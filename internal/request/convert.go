//go:build !lean

package request

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/try"
)

func init() {
	ops["convert"], ops["simulate"] = convert, simulated
}

// convert answers with a graph of another class, or with a graph in another format.
func convert(ctx context.Context, r *Request, a *answer) {
	as, err := class.Parse(r.As)
	if err != nil {
		expect("as", r.As, class.Any.String())
	}
	d := r.source()
	d, _, err = op.Convert(ctx, d, r.Graph.Name, op.Conversion{As: as, Window: r.Window, Latent: r.Latent})
	try.Check(err)
	if r.To == "" && r.File == "" {
		a.write(d.Graph, d.Series, r.Graph.Name, stated(d.Class), nil)
		return
	}
	to := try.Get(op.WriteFormat(r.To, r.File))
	o := format.Options{Class: d.Class}
	for _, name := range slices.Sorted(maps.Keys(r.Output)) {
		if err := o.Set(name, r.Output[name]); err != nil {
			refuse("to-"+name, r.Output[name], "%w", err)
		}
	}
	var b bytes.Buffer
	notes := try.Get(format.Write(&b, d, to, o))
	a.add("data", b.Bytes())
	a.set("binary", !utf8.Valid(b.Bytes()) || bytes.IndexByte(b.Bytes(), 0) >= 0)
	a.set("notes", append([]string{}, notes...))
}

// source returns the document of the graph.
func (r *Request) source() *format.Document {
	g := r.Graph
	if g == nil {
		fail("the request has no graph")
	}
	if g.Data == nil && g.Text == "" {
		made := try.Get(r.read("graph", g))
		return compare.Document(made.Graph, made.Series, made.Class)
	}
	return try.Get(r.document(g))
}

// random returns the class of the graphs to draw, and how to draw them.
func (r *Request) random() (class.Kind, simulate.Options) {
	kind, err := class.Parse(r.Class)
	if err != nil || kind == class.Unstated {
		expect("class", r.Class, class.Any.String())
	}
	o := *r.Random
	o.Bidirected, o.Seed = r.Bidirected, r.Seed
	return kind, o
}

// changes returns how to change graphs.
func (r *Request) changes() (c simulate.Changes) {
	if r.Changes != nil {
		c = *r.Changes
		c.Bidirected, c.Seed = r.Bidirected, r.Seed
	}
	return c
}

// simulated answers with a random graph, or with one that was changed at random.
func simulated(ctx context.Context, r *Request, a *answer) {
	check := func(err error) {
		if err != nil && ctx.Err() == nil {
			refuse("", "", "%w", err)
		}
		try.Check(err)
	}
	write := func(g simulate.Drawn, name string, kind class.Kind) {
		d := compare.Document(g.Graph, g.Series, kind)
		a.write(d.Graph, d.Series, name, kind.String(), nil)
	}
	if r.Random != nil {
		kind, o := r.random()
		g, err := simulate.Draw(ctx, kind, o)
		check(err)
		write(g, "", kind)
		return
	}
	if r.Changes == nil {
		fail("the request has neither random nor changes")
	}
	g := try.Get(r.read("graph", r.Graph))
	m := try.Get(g.Check(ctx))
	c := r.changes()
	check(c.Check(m.Kind()))
	changed, err := simulate.Changed(ctx, m, c)
	check(err)
	write(changed, g.Name, m.Kind())
}
