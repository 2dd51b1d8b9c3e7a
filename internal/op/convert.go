package op

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
)

// Convertible are the classes that a graph can be converted to.
var Convertible = kind.Any | kind.SeparatingSeries

// A Conversion changes the class of a graph, or projects a time series.
type Conversion struct {
	As      class.Kind   // unstated: the class stays
	Window  *int         // the number of slices to project a time series onto
	Latent  []string     // unobserved nodes, or variables of a time series with Window
	Invalid class.Policy // for a graph that is not of its class; empty: the user cannot choose one
}

// Convert returns the converted document, and a note or "". A document that is not converted is only
// checked for edges that its class does not have. The change of class itself is [model.Model.As].
func Convert(ctx context.Context, d *format.Document, name string, c Conversion) (*format.Document, string, error) {
	window := advice.Option("window")
	switch {
	case c.Window == nil && len(c.Latent) > 0 && d.Series != nil:
		return nil, "", advice.Wrong("latent", "", "%v needs %v: a time series with latent variables has a finite graph only for some slices", advice.Option("latent"), window)
	case c.Window != nil && c.As != class.Unstated:
		return nil, "", advice.Wrong("as", c.As.String(), "%v gives an ADMG: leave out %v", window, advice.Option("as", c.As.String()))
	case c.Window != nil && *c.Window < 1:
		return nil, "", advice.Wrong("window", strconv.Itoa(*c.Window), "%v: %d is not a positive number of slices", window, *c.Window)
	case c.Window == nil && c.As == class.Unstated && len(c.Latent) == 0 && (c.Invalid == "" || c.Invalid == class.Refuse):
		return d, "", CheckEdges(d.Graph, d.Class, name)
	}
	g := sepdist.FromDocument(d, name)
	var changed string
	if c.Invalid != "" && c.Invalid != class.Refuse {
		m, changes, err := g.Repaired(ctx, c.Invalid)
		if err != nil {
			return nil, "", err
		}
		changed = strings.Join(changes, "; ")
		g = &sepdist.Graph{Name: g.Name, Graph: m.Graph(), Series: m.Series(), Class: m.Kind()}
	}
	if c.Window != nil {
		p, err := g.Project(ctx, *c.Window, c.Latent...)
		if err != nil {
			return nil, "", err
		}
		return &format.Document{Graph: p.Graph, Class: p.Class}, changed, nil
	}
	m, note, err := Member(ctx, g)
	if bad := (*class.Error)(nil); errors.As(err, &bad) && c.Invalid == class.Refuse {
		_, _, err = g.Repaired(ctx, class.Refuse) // to offer policies
	}
	if err != nil {
		return nil, "", err
	}
	if changed != "" {
		note = changed
	}
	if len(c.Latent) > 0 {
		var latent graph.Set
		for _, name := range c.Latent {
			v, ok := m.Graph().Names().Node(name)
			if !ok {
				return nil, "", advice.Wrong("latent", name, "%v: %w", advice.Option("latent"), &graph.NodeError{Name: name})
			}
			latent.Add(v)
		}
		project := m.Project
		if kind.IsADMG(c.As, 0) {
			project = m.LatentProjection
		}
		if m, err = project(ctx, latent, nil); err != nil {
			return nil, "", advice.About("", name, err)
		}
	}
	if c.As != class.Unstated {
		if m, err = m.As(ctx, c.As); err != nil {
			return nil, "", advice.About("", name, err)
		}
	}
	return (&sepdist.Graph{Graph: m.Graph(), Series: m.Series(), Class: m.Kind()}).Document(), note, nil
}

// WriteFormat returns the format to write: to, if it is not empty, or else the format that the
// extension of the file belongs to.
func WriteFormat(to, file string) (string, error) {
	names, extensions := Written(), []string(nil)
	ext := strings.ToLower(filepath.Ext(file))
	option := advice.Option("to")
	switch _, known := format.Lookup(to); {
	case slices.Contains(names, to):
		return to, nil
	case known:
		return "", wrongFormat(to, names, "%v: %s can only be read: use one of %s", option, to, strings.Join(names, ", "))
	case to != "":
		return "", wrongFormat(to, names, "%v: unknown format %q: use one of %s", option, to, strings.Join(names, ", "))
	}
	for _, f := range format.Formats {
		if !f.CanWrite() {
			continue
		}
		if ext != "" && slices.Contains(f.Extensions, ext) {
			return f.Name, nil
		}
		extensions = append(extensions, f.Extensions...)
	}
	slices.Sort(extensions)
	return "", wrongFormat("", names, "%s: the name does not end in the extension of a format that can be written: use %v, or one of %s",
		file, advice.Option("to", "FORMAT"), strings.Join(slices.Compact(extensions), " "))
}

func wrongFormat(to string, names []string, text string, args ...any) error {
	e := advice.Wrong("to", to, text, args...)
	e.Values = names
	return e
}

// Written returns the names of the formats that can be written.
func Written() (names []string) {
	for _, f := range format.Formats {
		if f.CanWrite() {
			names = append(names, f.Name)
		}
	}
	return names
}
