package request

import (
	"bytes"
	"context"
	"errors"
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
	"github.com/sepdist/sepdist/internal/wording"
)

// convert answers with a graph of another class, or with a graph in another format.
func convert(ctx context.Context, r *Request, a *answer) error {
	as, err := class.Parse(r.As)
	if err != nil {
		return &Error{Kind: "option", Option: "as", Value: r.As, Message: wording.Keyword("as", r.As) + ": expected " + class.Any.String()}
	}
	d, err := r.projected(ctx)
	if d == nil && err == nil {
		d, err = r.redrawn(ctx, as)
	}
	if err != nil {
		return err
	}
	if r.To == "" && r.File == "" {
		kind := ""
		if d.Class != class.Unstated {
			kind = d.Class.String()
		}
		a.write(d.Graph, d.Series, r.Graph.Name, kind, nil)
		return nil
	}
	to, err := r.format()
	if err != nil {
		return err
	}
	o := format.Options{Class: d.Class}
	for _, name := range slices.Sorted(maps.Keys(r.Output)) {
		if err := o.Set(name, r.Output[name]); err != nil {
			return &Error{Kind: "option", Option: "to-" + name, Value: r.Output[name], Message: wording.ForKeywords(err.Error())}
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

// projected returns a time series projected onto its last slices, where that is asked for.
func (r *Request) projected(ctx context.Context) (*format.Document, error) {
	refuse := func(option, value, message string) (*format.Document, error) {
		return nil, &Error{Kind: "option", Option: option, Value: value, Message: message}
	}
	switch {
	case r.Window == nil && len(r.Latent) > 0:
		return refuse("latent", "", "latent= needs window=: a time series with latent variables has no finite graph but that of some slices")
	case r.Window == nil:
		return nil, nil
	case r.As != "":
		return refuse("as", r.As, "window= gives an ADMG: leave out "+wording.Keyword("as", r.As))
	case *r.Window < 1:
		return refuse("window", strconv.Itoa(*r.Window), fmt.Sprintf("window=%d: expected a positive number of slices", *r.Window))
	}
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return nil, err
	}
	p, err := sepdist.Project(ctx, (*sepdist.Graph)(g), *r.Window, r.Latent...)
	if err != nil {
		return nil, err
	}
	return &format.Document{Graph: p.Graph, Class: p.Class}, nil
}

// redrawn returns the graph, as one of another class where one is asked for.
func (r *Request) redrawn(ctx context.Context, as class.Kind) (*format.Document, error) {
	if r.Graph != nil && as == class.Unstated && (r.Graph.Data != nil || r.Graph.Text != "") { // which may be a series
		return r.document(r.Graph)
	}
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return nil, err
	}
	if as == class.Unstated {
		if err := class.CheckEdges(g.Graph, g.Class); err != nil {
			return nil, err
		}
		return compare.Document(g.Graph, g.Series, g.Class), nil
	}
	drawn, err := sepdist.As(ctx, (*sepdist.Graph)(g), as)
	if err != nil {
		return nil, err
	}
	return compare.Document(drawn.Graph, drawn.Series, as), nil
}

// format returns the format to write.
func (r *Request) format() (string, error) {
	var names []string
	ext := strings.ToLower(filepath.Ext(r.File))
	for _, f := range format.Formats {
		if f.Write == nil {
			continue
		}
		if f.Name == r.To || r.To == "" && ext != "" && slices.Contains(f.Extensions, ext) {
			return f.Name, nil
		}
		names = append(names, f.Name)
	}
	what := wording.Keyword("to", r.To)
	if r.To == "" {
		what = r.File + ": the ending does not tell the format"
	}
	return "", &Error{Kind: "option", Option: "to", Value: r.To, Values: names, Message: what + ": expected one of " + strings.Join(names, ", ")}
}

// Random says what graph to draw, as [simulate.Options] do.
type Random struct {
	Nodes       int     `json:"nodes"`
	Edges       int     `json:"edges"`
	Probability float64 `json:"probability"`
	Bows        float64 `json:"bows"`
	TwoCycles   float64 `json:"two-cycles"`
	Known       float64 `json:"known"`
	Latent      int     `json:"latent"`
	Selected    int     `json:"selected"`
	MaxLag      int     `json:"max-lag"`
	Auto        float64 `json:"auto"`
	Prefix      string  `json:"prefix"`
}

// Changes say how to change a graph, as [simulate.Changes] do.
type Changes struct {
	Remove  int `json:"remove"`
	Reverse int `json:"reverse"`
	Add     int `json:"add"`
	Any     int `json:"any"`
}

// random returns what graphs to draw.
func (r *Request) random() simulate.Options {
	d := r.Random
	return simulate.Options{
		Nodes: d.Nodes, Edges: d.Edges, Probability: d.Probability, Bidirected: r.Bidirected, Bows: d.Bows, TwoCycles: d.TwoCycles, Known: d.Known,
		Latent: d.Latent, Selected: d.Selected, MaxLag: d.MaxLag, Auto: d.Auto, Prefix: d.Prefix, Seed: r.Seed,
	}
}

// changes returns how to change graphs.
func (r *Request) changes() simulate.Changes {
	c := r.Changes
	if c == nil {
		return simulate.Changes{}
	}
	return simulate.Changes{Remove: c.Remove, Reverse: c.Reverse, Add: c.Add, Any: c.Any, Bidirected: r.Bidirected, Seed: r.Seed}
}

// simulated answers with a random graph, or with one that was changed at random.
func simulated(ctx context.Context, r *Request, a *answer) error {
	fail := func(err error) error {
		if ctx.Err() != nil {
			return err
		}
		return &Error{Kind: "option", Message: wording.ForKeywords(strings.TrimPrefix(err.Error(), "simulate: "))}
	}
	if r.Random != nil {
		kind, err := class.Parse(r.Class)
		if err != nil || kind == class.Unstated {
			return &Error{Kind: "option", Option: "class", Value: r.Class, Message: wording.Keyword("class", r.Class) + ": expected " + class.Any.String()}
		}
		g, err := simulate.Draw(ctx, kind, r.random())
		if err != nil {
			return fail(err)
		}
		drawn := compare.Document(g.Graph, g.Series, kind)
		a.write(drawn.Graph, drawn.Series, "", kind.String(), nil)
		return nil
	}
	if r.Changes == nil {
		return errors.New("the request has neither random nor changes")
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
		return fail(err)
	}
	changed, err := simulate.Changed(ctx, m, c)
	if err != nil {
		return fail(err)
	}
	drawn := compare.Document(changed.Graph, changed.Series, m.Kind())
	a.write(drawn.Graph, drawn.Series, g.Name, m.Kind().String(), nil)
	return nil
}
