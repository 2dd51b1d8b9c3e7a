//go:build !lean

package request

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/simulate"
)

func init() {
	ops["convert"], ops["simulate"] = convert, simulated
}

// convert answers with a graph of another class, or with a graph in another format.
func convert(ctx context.Context, r *Request, a *answer) error {
	as, err := class.Parse(r.As)
	if err != nil {
		return expected("as", r.As, kind.Any.String())
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
	if err := setAll(&o, r.Output, "to-"); err != nil {
		return err
	}
	var b bytes.Buffer
	notes, err := format.Write(&b, d, to, o)
	if err != nil {
		return err
	}
	a.set("data", a.part(b.Bytes()))
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

// task returns the random graphs of a request.
func (r *Request) task() (*simulate.Task, error) {
	t := new(simulate.Task)
	option.Simulation.SetDefaults(t)
	t.Options.Bidirected, t.Options.Seed, t.Change = r.Bidirected, r.Seed, r.Changes != nil
	for _, given := range []map[string]json.RawMessage{r.Random, r.Changes} {
		if err := option.Simulation.Decode(t, given); err != nil {
			return nil, err
		}
	}
	k, err := class.Parse(r.Class)
	if r.Random != nil && (err != nil || k == class.Unstated) {
		return nil, expected("class", r.Class, kind.Any.String())
	}
	t.Class = k
	return t, nil
}

// simulated answers with a random graph, or with one that was changed at random.
func simulated(ctx context.Context, r *Request, a *answer) error {
	if r.Random == nil && r.Changes == nil {
		return fmt.Errorf("the request has neither random nor changes")
	}
	t, err := r.task()
	if err != nil {
		return err
	}
	var g *sepdist.Graph
	name := ""
	if r.Random == nil {
		if g, err = r.read("graph", r.Graph); err != nil {
			return err
		}
		name = g.Name
	}
	d, _, err := op.Simulate(ctx, t, g)
	if err != nil {
		return err
	}
	a.write(d.Graph, d.Series, name, d.Class.String(), nil)
	return nil
}
