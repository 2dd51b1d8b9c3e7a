package request

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
)

// A Graph is a graph in a request: nodes with edges, a matrix, or a text in any format.
type Graph struct {
	Name  string `json:"name,omitempty"`
	Class string `json:"class,omitempty"`
	Role  string `json:"role,omitempty"` // truth or guess, for errors about it

	// Nodes with edges: drawn, ["a", "-->", "b"], or as parts of int32 ends and uint8 marks (1
	// tail, 2 arrow, 3 circle, 4 conflict), in rows of two. Triples are rows of status (0
	// ambiguous, 1 collider, 2 noncollider) and three nodes by number.
	Nodes   []string    `json:"nodes,omitempty"`
	Edges   [][3]string `json:"edges,omitempty"`
	Ends    *int        `json:"ends,omitempty"`
	Marks   *int        `json:"marks,omitempty"`
	Triples [][4]int32  `json:"triples,omitempty"`

	// A matrix, whose code is in Options: int8 cells row by row over the nodes, or an array of
	// NumPy, or a sparse one of SciPy. Nodes are optional for the latter two.
	Cells  *int         `json:"cells,omitempty"`
	Array  *Array       `json:"array,omitempty"`
	Sparse *SparseArray `json:"sparse,omitempty"`

	// A text, here or as a part, and what it does not say.
	Text    string            `json:"text,omitempty"`
	Data    *int              `json:"data,omitempty"`
	Options map[string]string `json:"options,omitempty"`

	// Shared are the names of options that are stated about both graphs, and so may mean nothing in
	// one of them.
	Shared []string `json:"shared,omitempty"`
}

// An Array is an array of NumPy in a request. See [format.Array].
type Array struct {
	Data    *int   `json:"data"`
	Type    string `json:"type"`
	Shape   []int  `json:"shape"`
	Strides []int  `json:"strides,omitempty"`
}

// A SparseArray is a sparse matrix of SciPy in a request. See [format.SparseArray].
type SparseArray struct {
	Layout string `json:"layout"`
	Size   int    `json:"size"`
	Rows   Array  `json:"rows"`
	Cols   Array  `json:"cols"`
	Values Array  `json:"values"`
}

// read returns the graph that a request has under a key.
func (r *Request) read(key string, g *Graph) (*sepdist.Graph, error) {
	if g == nil {
		return nil, fmt.Errorf("the request has no %s", key)
	}
	kind, err := class.Parse(g.Class)
	if err != nil {
		return nil, err
	}
	if g.Data != nil || g.Text != "" || g.Cells != nil || g.Array != nil || g.Sparse != nil {
		d, err := r.document(g)
		if err != nil {
			return nil, advice.About(g.Role, "", err)
		}
		return sepdist.FromDocument(d, g.Name), nil
	}
	var edges []graph.Edge
	if g.Ends != nil {
		ends, err := r.parts.int32s(g.Ends, 2)
		if err != nil {
			return nil, err
		}
		marks, err := r.parts.get(g.Marks)
		if err != nil {
			return nil, err
		}
		if edges, err = edgesOf(ends, marks); err != nil {
			return nil, err
		}
	}
	names, err := graph.NewNames(slices.Clone(g.Nodes))
	if err != nil {
		return nil, notGraph(g.Name, err)
	}
	for _, e := range g.Edges {
		x, okX := names.Node(e[0])
		y, okY := names.Node(e[2])
		atX, atY, ok := graph.ParseMarks([]byte(e[1]))
		if !okX || !okY || !ok {
			return nil, notGraph(g.Name, fmt.Errorf("%s is not an edge between nodes", strings.Join(e[:], " ")))
		}
		edges = append(edges, graph.Edge{X: x, Y: y, AtX: atX, AtY: atY})
	}
	var rows []int32
	for _, t := range g.Triples {
		rows = append(rows, t[:]...)
	}
	triples, err := triplesOf(rows)
	if err != nil {
		return nil, err
	}
	made, err := graph.NewWithNames(names, edges, triples...)
	if err != nil {
		return nil, notGraph(g.Name, err)
	}
	return &sepdist.Graph{Graph: made, Name: g.Name, Class: kind}, nil
}

// notGraph returns an error about nodes and edges that are not a graph.
func notGraph(name string, err error) error {
	e := advice.Errorf("%w", advice.About("", name, err))
	e.Code = "graph"
	return e
}

// reading returns the options for reading a graph.
func (r *Request) reading(g *Graph) (format.Options, error) {
	o := format.Options{Spell: r.spell("")}
	err := setAll(&o, g.Options, "")
	return o, err
}

// setAll sets settings by their names. Errors name an option with the prefix.
func setAll(o *format.Options, values map[string]string, prefix string) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := o.Set(name, values[name]); err != nil {
			return advice.Wrong(prefix+name, values[name], "%w", err)
		}
	}
	return nil
}

// document reads a text or a matrix. A request that only reads or converts may have options for
// another graph.
func (r *Request) document(g *Graph) (*format.Document, error) {
	o, err := r.reading(g)
	if err != nil {
		return nil, err
	}
	d, err := r.parse(g, o)
	if err != nil {
		return nil, err
	}
	kind, err := class.Parse(g.Class)
	if err != nil {
		return nil, err
	}
	o.Class = cmp.Or(kind, o.Class)
	how := input.Rules{Options: o, Shared: g.Shared, Many: r.Op == "read" || r.Op == "convert"}
	return how.Apply(d, g.Name)
}

// parse reads a text or a matrix as it is.
func (r *Request) parse(g *Graph, o format.Options) (d *format.Document, err error) {
	nodes, array := format.Nodes{Names: slices.Clone(g.Nodes)}, g.Array
	if g.Cells != nil {
		nodes.First = 1 // only R sends cells
		array = &Array{Data: g.Cells, Type: "|i1", Shape: []int{len(nodes.Names), len(nodes.Names)}}
	}
	switch {
	case array != nil:
		a, err := r.array(array)
		if err != nil {
			return nil, err
		}
		return a.Read(g.Name, nodes, o)
	case g.Sparse != nil:
		s := format.SparseArray{Layout: g.Sparse.Layout, N: g.Sparse.Size}
		for _, part := range []struct {
			from *Array
			to   *format.Array
		}{{&g.Sparse.Rows, &s.Rows}, {&g.Sparse.Cols, &s.Cols}, {&g.Sparse.Values, &s.Values}} {
			if *part.to, err = r.array(part.from); err != nil {
				return nil, err
			}
		}
		return s.Read(g.Name, nodes, o)
	}
	data := []byte(g.Text)
	if g.Data != nil {
		if data, err = r.parts.get(g.Data); err != nil {
			return nil, err
		}
	}
	return format.Parse(data, g.Name, o)
}

// array returns an array of the request, whose elements stay where they are.
func (r *Request) array(a *Array) (format.Array, error) {
	data, err := r.parts.get(a.Data)
	return format.Array{Data: data, Type: a.Type, Shape: a.Shape, Strides: a.Strides}, err
}

// write puts a graph into the answer.
func (a *answer) write(g *graph.Graph, series *format.Series, name, kind string, notes []string) {
	ends := make([]int32, 0, 2*g.M())
	marks := make([]byte, 0, 2*g.M())
	for e := range g.Edges() {
		ends = append(ends, int32(e.X), int32(e.Y))
		marks = append(marks, byte(e.AtX), byte(e.AtY))
	}
	d := map[string]any{"name": name, "class": kind, "nodes": g.Names().List(), "ends": a.int32s(ends), "marks": a.part(marks)}
	if len(notes) > 0 {
		d["notes"] = notes
	}
	var triples [][4]int32
	for _, t := range g.Triples() {
		triples = append(triples, [4]int32{int32(t.Status), int32(t.A), int32(t.B), int32(t.C)})
	}
	if triples != nil {
		d["triples"] = triples
	}
	if series != nil {
		moments := make([][2]int, len(series.At))
		for i, m := range series.At {
			moments[i] = [2]int{int(m.Variable), m.Lag}
		}
		d["moments"], d["variables"], d["max_lag"] = moments, series.Variables, series.MaxLag
	}
	a.set("graph", d)
}

// read answers with the graph of a text or a matrix.
func read(_ context.Context, r *Request, a *answer) error {
	if r.Graph == nil {
		return fmt.Errorf("the request has no graph")
	}
	d, err := r.document(r.Graph)
	if err != nil {
		return advice.About(r.Graph.Role, "", err)
	}
	a.write(d.Graph, d.Series, r.Graph.Name, stated(d.Class), d.Notes)
	return nil
}

// stated returns the name of a class, or nothing.
func stated(k class.Kind) string {
	if k == class.Unstated {
		return ""
	}
	return k.String()
}
