//go:build !lean

package request

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/simulate"
)

func init() {
	ops["convert"], ops["simulate"] = convert, simulated
}

// convert answers with a graph of another class, or with a graph in another format.
func convert(ctx context.Context, r *Request, a *answer) error {
	as, err := class.Parse(r.As)
	if err != nil {
		return expected("as", r.As, class.Any.String())
	}
	d, err := r.source()
	if err != nil {
		return err
	}
	d, _, err = op.Convert(ctx, d, r.Graph.Name, op.Conversion{As: as, Window: r.Window, Latent: r.Latent})
	if err != nil {
		return err
	}
	if r.To == "" && r.File == "" {
		a.write(d.Graph, d.Series, r.Graph.Name, stated(d.Class), nil)
		return nil
	}
	to, err := op.WriteFormat(r.To, r.File)
	if err != nil {
		return err
	}
	o := format.Options{Class: d.Class, Spell: r.spell("")}
	for _, name := range slices.Sorted(maps.Keys(r.Output)) {
		if err := o.Set(name, r.Output[name]); err != nil {
			return advice.Wrong("to-"+name, r.Output[name], "%w", err)
		}
	}
	var b bytes.Buffer
	notes, err := format.Write(&b, d, to, o)
	if err != nil {
		return err
	}
	a.add("data", b.Bytes())
	a.set("binary", !utf8.Valid(b.Bytes()) || bytes.IndexByte(b.Bytes(), 0) >= 0)
	a.set("notes", append([]string{}, notes...))
	return nil
}

// source returns the document of the graph.
func (r *Request) source() (*format.Document, error) {
	g := r.Graph
	if g == nil {
		return nil, fmt.Errorf("the request has no graph")
	}
	if g.Data == nil && g.Text == "" {
		made, err := r.read("graph", g)
		if err != nil {
			return nil, err
		}
		return made.Document(), nil
	}
	return r.document(g)
}

// random returns the class of the graphs to draw, and how to draw them.
func (r *Request) random() (kind class.Kind, o simulate.Options, err error) {
	kind, err = class.Parse(r.Class)
	if err != nil || kind == class.Unstated {
		return 0, o, expected("class", r.Class, class.Any.String())
	}
	o = *r.Random
	o.Bidirected, o.Seed = r.Bidirected, r.Seed
	return kind, o, nil
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
func simulated(ctx context.Context, r *Request, a *answer) error {
	write := func(g simulate.Drawn, name string, kind class.Kind, err error) error {
		switch {
		case err != nil && ctx.Err() == nil:
			return advice.Wrong("", "", "%w", err)
		case err != nil:
			return err
		}
		d := (&sepdist.Graph{Graph: g.Graph, Series: g.Series, Class: kind}).Document()
		a.write(d.Graph, d.Series, name, kind.String(), nil)
		return nil
	}
	if r.Random != nil {
		kind, o, err := r.random()
		if err != nil {
			return err
		}
		g, err := simulate.Draw(ctx, kind, o)
		return write(g, "", kind, err)
	}
	if r.Changes == nil {
		return fmt.Errorf("the request has neither random nor changes")
	}
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return err
	}
	m, err := g.Check(ctx)
	if err != nil {
		return err
	}
	c := r.changes()
	if err := c.Check(m.Kind()); err != nil {
		return advice.Wrong("", "", "%w", err)
	}
	changed, err := simulate.Changed(ctx, m, c)
	return write(changed, g.Name, m.Kind(), err)
}
