//go:build !lean

package request

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/try"
	"github.com/sepdist/sepdist/internal/wording"
)

func init() {
	ops["convert"], ops["simulate"] = convert, simulated
}

// convert answers with a graph of another class, or with a graph in another format.
func convert(ctx context.Context, r *Request, a *answer) {
	as, err := class.Parse(r.As)
	if err != nil {
		refuse("as", r.As, wording.Keyword("as", r.As)+": expected "+class.Any.String())
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
			refuse("to-"+name, r.Output[name], wording.ForKeywords(err.Error()))
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
		refuse("latent", "", "latent= needs window=: a time series with latent variables has no finite graph but that of some slices")
	case r.Window == nil:
		return nil
	case r.As != "":
		refuse("as", r.As, "window= gives an ADMG: leave out "+wording.Keyword("as", r.As))
	case *r.Window < 1:
		refuse("window", strconv.Itoa(*r.Window), fmt.Sprintf("window=%d: expected a positive number of slices", *r.Window))
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
	what := wording.Keyword("to", r.To)
	if r.To == "" {
		what = r.File + ": the ending does not tell the format"
	}
	refuse("to", r.To, what+": expected one of "+strings.Join(names, ", "), names...)
	return ""
}

// random returns the class of the graphs to draw, and how to draw them.
func (r *Request) random() (class.Kind, simulate.Options) {
	kind, err := class.Parse(r.Class)
	if err != nil || kind == class.Unstated {
		refuse("class", r.Class, wording.Keyword("class", r.Class)+": expected "+class.Any.String())
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
			err = wrong("", "", wording.ForKeywords(strings.TrimPrefix(err.Error(), "simulate: ")))
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
