//go:build !lean

package request

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/compare"
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
	d := r.projected(ctx)
	if d == nil {
		d = r.redrawn(ctx, as)
	}
	if r.To == "" && r.File == "" {
		a.write(d.Graph, d.Series, r.Graph.Name, stated(d.Class), nil)
		return
	}
	to := r.format()
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

// projected returns a time series projected onto its last slices, where that is asked for.
func (r *Request) projected(ctx context.Context) *format.Document {
	switch {
	case r.Window == nil && len(r.Latent) > 0:
		refuse("latent", "", "%v needs %v: a time series with latent variables has a finite graph only for some slices", advice.Option("latent"), advice.Option("window"))
	case r.Window == nil:
		return nil
	case r.As != "":
		refuse("as", r.As, "%v gives an ADMG: leave out %v", advice.Option("window"), advice.Option("as", r.As))
	case *r.Window < 1:
		expect("window", strconv.Itoa(*r.Window), "a positive number of slices")
	}
	g := try.Get(r.read("graph", r.Graph))
	p := try.Get(sepdist.Project(ctx, (*sepdist.Graph)(g), *r.Window, r.Latent...))
	return &format.Document{Graph: p.Graph, Class: p.Class}
}

// redrawn returns the graph, as one of another class where one is asked for.
func (r *Request) redrawn(ctx context.Context, as class.Kind) *format.Document {
	if r.Graph != nil && as == class.Unstated && (r.Graph.Data != nil || r.Graph.Text != "") { // which may be a series
		return try.Get(r.document(r.Graph))
	}
	g := try.Get(r.read("graph", r.Graph))
	if as == class.Unstated {
		try.Check(class.CheckEdges(g.Graph, g.Class))
		return compare.Document(g.Graph, g.Series, g.Class)
	}
	drawn := try.Get(sepdist.As(ctx, (*sepdist.Graph)(g), as))
	return compare.Document(drawn.Graph, drawn.Series, as)
}

// format returns the format to write.
func (r *Request) format() string {
	var names []string
	ext := strings.ToLower(filepath.Ext(r.File))
	for _, f := range format.Formats {
		if !f.CanWrite() {
			continue
		}
		if f.Name == r.To || r.To == "" && ext != "" && slices.Contains(f.Extensions, ext) {
			return f.Name
		}
		names = append(names, f.Name)
	}
	expected := "one of " + strings.Join(names, ", ")
	if r.To == "" {
		refuse("to", "", "%s: the ending does not tell the format: expected %s", r.File, expected)
	}
	expect("to", r.To, expected, names...)
	return ""
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
