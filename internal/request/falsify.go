//go:build !lean

package request

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/falsify"
	"github.com/sepdist/sepdist/internal/falsify/verdict"
	"github.com/sepdist/sepdist/internal/independence"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/picture/page"
)

func init() {
	ops["falsify"] = falsifyGraph
}

// falsifyGraph answers with the outcome of a test of a graph against data, or with the claims that
// need a p-value.
func falsifyGraph(ctx context.Context, r *Request, a *answer) error {
	f := r.Falsify
	if f == nil {
		return advice.Wrong("falsify", "", "the request has no data")
	}
	g, err := r.read("graph", r.Graph)
	if err != nil {
		return err
	}
	m, err := g.Check(ctx)
	if err != nil {
		return err
	}
	o, err := f.options()
	if err != nil {
		return err
	}
	o.Seed = r.Seed
	if f.List {
		list, err := falsify.Claims(ctx, g.Name, m, o.Options)
		if err != nil {
			return err
		}
		claims := make([]FalsifyP, len(list.Claims))
		for i, c := range list.Claims {
			claims[i] = FalsifyP{X: list.Names[c.X], Y: list.Names[c.Y], Given: make([]string, len(c.Given))}
			for k, v := range c.Given {
				claims[i].Given[k] = list.Names[v]
			}
		}
		a.set("claims", claims)
		return nil
	}
	data, err := f.data(r, o)
	if err != nil {
		return err
	}
	result, err := falsify.Run(ctx, g.Name, m, data, o.Options)
	if err != nil {
		return err
	}
	write := result.JSON
	if f.Table {
		write = result.Summary
		a.table(result)
	}
	if err := a.json("falsification", write); err != nil {
		return err
	}
	if err := f.draw(result, m, a); err != nil {
		return err
	}
	return a.text(result.Text)
}

// table adds the claims and then the edges: int32 rows of x, y and where the set ends in sets; float64 rows of
// statistic, p-value, adjusted p-value (of claims) and effect; and bytes, 1 for a rejected claim or supported edge, 0 for
// another one, and otherwise 2 plus the place of the reason why it is untested.
func (a *answer) table(f *verdict.Falsification) {
	n := len(f.Claims) + len(f.Edges)
	rows, sets, numbers := make([]int32, 0, 3*n), make([]int32, 0, 4*n), make([]float64, 0, 4*n)
	states, reasons, edges := make([]byte, 0, n), []string{}, make([]string, len(f.Edges))
	add := func(c *verdict.TestedClaim, one bool) {
		sets = append(sets, c.Given...)
		rows = append(rows, c.X, c.Y, int32(len(sets)))
		numbers = append(numbers, c.Statistic, c.P, c.Adjusted, c.Effect)
		state := 0
		if c.Untested != "" {
			state = 2 + max(0, slices.Index(reasons, c.Untested))
			if len(reasons) < 253 && !slices.Contains(reasons, c.Untested) {
				state = 2 + len(reasons)
				reasons = append(reasons, c.Untested)
			}
		} else if one {
			state = 1
		}
		states = append(states, byte(state))
	}
	for i := range f.Claims {
		add(&f.Claims[i], f.Claims[i].Rejected)
	}
	for i := range f.Edges {
		add(&f.Edges[i].TestedClaim, f.Edges[i].P <= f.Alpha)
		edges[i] = f.Edges[i].Edge
	}
	a.set("table", map[string]any{
		"names": f.Names, "edges": edges, "reasons": reasons,
		"rows": a.int32s(rows), "sets": a.int32s(sets), "numbers": a.floats(numbers), "states": a.part(states),
	})
}

// options returns the options of the test.
func (f *Falsify) options() (*option.FalsifyOptions, error) {
	o := new(option.FalsifyOptions)
	option.Falsification.SetDefaults(o)
	for i := range option.Falsification {
		row := &option.Falsification[i]
		if value, given := f.given[row.Name]; given {
			if err := row.Decode(o, value); err != nil {
				return nil, err
			}
		}
	}
	return o, nil
}

// draw adds the pictures and the report that a request wants.
func (f *Falsify) draw(result *verdict.Falsification, m class.Member, a *answer) error {
	p := op.FalsifyPage(verdict.Falsifications{result}, map[*verdict.Falsification]class.Member{result: m})
	if f.Pictures {
		pictures, err := p.Graphs[0].Draw()
		if err != nil {
			return err
		}
		a.set("pictures", pictures)
		a.set("numbers", append([][]string{}, result.Numbers()...))
		a.set("meaning", result.Meaning())
	}
	if !f.Report {
		return nil
	}
	p.Made = []page.Setting{{Name: "Version", Value: "sepdist " + version()}}
	return a.data(func(w io.Writer) error { return page.WriteFalsify(w, p) })
}

// data returns the data of a request.
func (f *Falsify) data(r *Request, o *option.FalsifyOptions) (*falsify.Data, error) {
	d := &falsify.Data{Name: f.Name}
	if f.Data != nil {
		text, err := r.parts.get(f.Data)
		if err == nil {
			d, err = falsify.Read(bytes.NewReader(text), f.Name)
		}
		if err != nil {
			return nil, err
		}
	}
	if f.P != nil {
		d.P = new(falsify.PValues)
	}
	for _, c := range f.P {
		p := math.NaN()
		if c.P != nil {
			p = *c.P
		}
		if err := d.P.Add(c.X, c.Y, c.Given, p); err != nil {
			return nil, err
		}
	}
	for _, c := range f.Columns {
		s, err := c.source(r.parts)
		if err != nil {
			return nil, err
		}
		d.Columns = append(d.Columns, s)
	}
	o.Columns.DropMissing = o.Missing == "drop"
	d.Options = o.Columns
	d.Rows, d.Unnamed = f.Rows, d.Unnamed || f.Unnamed
	return d, nil
}

// source returns a column.
func (c *FalsifyColumn) source(p parts) (independence.Source, error) {
	s := independence.Source{Name: c.Name}
	if c.Codes == nil {
		data, err := p.get(c.Numbers)
		s.Numbers = make([]float64, len(data)/8)
		for i := range s.Numbers {
			s.Numbers[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		}
		return s, err
	}
	codes, err := p.int32s(c.Codes, 1)
	s.Texts = make([]string, len(codes))
	for row, code := range codes {
		switch {
		case int(code) >= len(c.Levels):
			return s, fmt.Errorf("column %q has code %d and %d levels: expected a level for each code", c.Name, code, len(c.Levels))
		case code >= 0:
			s.Texts[row] = c.Levels[code]
		}
	}
	return s, err
}
