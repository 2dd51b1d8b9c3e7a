package format

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/npy"
	"github.com/sepdist/sepdist/internal/try"
)

// tripleArrays are the names of the arrays of triples, by status. The first is tigramite's, the others
// are ours.
var tripleArrays = []string{
	graph.Ambiguous:   "ambiguous_triples",
	graph.Collider:    "collider_triples",
	graph.NonCollider: "noncollider_triples",
}

// An npz is a zip with arrays.
type npz struct {
	in    *input
	files map[string]*zip.File // by the name of the array
	names []string             // of the arrays, in the order of the file
	heads map[string]array     // without elements; without an Array if it cannot be read
}

func readNpz(in *input, o Options) (_ *Document, err error) {
	defer try.Catch(&err)
	z := openNpz(in)
	m := z.matrix(o)
	m.names = z.nodeNames(m.n)
	return z.withTriples(try.Get(m.document(o))), nil
}

func openNpz(in *input) *npz {
	z := &npz{in: in, files: make(map[string]*zip.File), heads: make(map[string]array)}
	data := try.Get(in.all())
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		z.refuse("the zip is damaged or ends early", "")
	}
	for _, f := range r.File {
		name, isArray := strings.CutSuffix(f.Name, ".npy")
		if !isArray {
			continue
		}
		if z.files[name] != nil {
			z.refuse("two arrays are called "+clipped(name), "")
		}
		z.files[name] = f
		z.names = append(z.names, name)
	}
	if len(z.names) == 0 {
		z.refuse("the zip holds no arrays", "save them with numpy.savez")
	}
	return z
}

// refuse ends the reader with a [*FileError].
func (z *npz) refuse(why, do string) { try.Check(z.in.refuse(why, do)) }

// check ends the reader if there is an error about the named array.
func (z *npz) check(name string, err error) { checkArray(z.in.name, name, err) }

// open returns the named array.
func (z *npz) open(name string) (array, error) {
	f := z.files[name]
	r, err := f.Open()
	if err != nil {
		return array{}, &npy.Error{Why: "it is packed in a way that is not known"}
	}
	most := mostUnpacked(int64(min(f.CompressedSize64, mostBytes)))
	a, err := npy.Open(bufio.NewReaderSize(&limited{r: r, most: most, over: bomb, packed: true}, headSize))
	return array{a}, err
}

// array returns the named array, with errors that name the file.
func (z *npz) array(name string) array {
	a, err := z.open(name)
	z.check(name, err)
	return a
}

// head returns the named array without its elements, which are not in memory then: a zip may have
// many arrays.
func (z *npz) head(name string) array {
	a, known := z.heads[name]
	if !known {
		if a, _ = z.open(name); a.Array != nil {
			a = array{a.Head()}
		}
		z.heads[name] = a
	}
	return a
}

// matrix returns the matrix of the graph: the array called graph, or the only one that can be it.
func (z *npz) matrix(o Options) *matrix {
	if z.files["format"] != nil && z.files["shape"] != nil {
		return z.sparse(o)
	}
	var square, texts []string
	for _, name := range z.names {
		a := z.head(name)
		if a.Array == nil || len(a.Shape) < 2 {
			continue
		}
		var ask *AmbiguityError
		if _, err := a.axesOf(z.in.name, o); err != nil && !errors.As(err, &ask) {
			continue
		}
		square = append(square, name)
		if a.Texts() {
			texts = append(texts, name)
		}
	}
	name := "graph"
	switch {
	case z.files[name] != nil:
	case len(square) == 1:
		name = square[0]
	case len(texts) == 1:
		name = texts[0]
	case len(square) == 0 && len(z.names) == 1:
		name = z.names[0] // to report what is wrong with it
	default:
		z.refuse(fmt.Sprintf("%d of the arrays %s can be the graph", len(square), shown(strings.Join(z.names, ", "))), "save it under the name graph")
	}
	m := newMatrix(z.in.name, o)
	z.check(name, z.array(name).fill(m, o))
	return m
}

// nodeNames returns the names of n nodes: var_names, or the only list of n texts.
func (z *npz) nodeNames(n int) []string {
	var lists []string
	for _, name := range z.names {
		if a := z.head(name); a.Array != nil && a.Texts() && slices.Equal(a.Shape, []int{n}) {
			lists = append(lists, name)
		}
	}
	const usual = "var_names"
	switch {
	case slices.Contains(lists, usual):
		lists = []string{usual}
	case z.files[usual] != nil:
		z.refuse(fmt.Sprintf("the array %s is not a list of %d texts", usual, n), "")
	case len(lists) == 0:
		return nil
	case len(lists) > 1:
		z.refuse("the arrays "+shown(strings.Join(lists, " and "))+" can both be the names of the nodes", "save them under the name "+usual)
	}
	return z.list(lists[0])
}

// list returns the elements of the named array as texts.
func (z *npz) list(name string) []string {
	list, err := z.array(name).List()
	z.check(name, err)
	return list
}

// withTriples returns a document with the triples of the zip.
func (z *npz) withTriples(d *Document) *Document {
	var triples []graph.LaggedTriple
	for status, name := range tripleArrays {
		if z.files[name] != nil {
			triples = append(triples, z.triples(name, graph.Status(status))...)
		}
	}
	if len(triples) == 0 {
		return d
	}
	again, err := addTriples(d, triples)
	if err != nil {
		z.refuse(err.Error(), "")
	}
	again.Notes = d.Notes
	return again
}

// addTriples returns d with triples.
func addTriples(d *Document, triples []graph.LaggedTriple) (*Document, error) {
	if d.Series != nil {
		return newSeries(d.Series.Variables, d.Series.MaxLag, d.Links(), triples)
	}
	list := make([]graph.Triple, len(triples))
	for i, t := range triples {
		if max(t.A.Lag, t.B.Lag, t.C.Lag) > 0 {
			return nil, errors.New("a triple has a lag, and the graph has none")
		}
		list[i] = graph.Triple{A: t.A.Variable, B: t.B.Variable, C: t.C.Variable, Status: t.Status}
	}
	g, err := graph.NewWithNames(d.Graph.Names(), d.Graph.EdgeList(), list...)
	return &Document{Graph: g}, err
}

// triples reads an array of triples. Each row is i, k, j, or i, lag, k, j, where k is the middle, and
// the lag of i is -1 for t-1. tigramite lists a triple without lags from both of its ends.
func (z *npz) triples(name string, status graph.Status) []graph.LaggedTriple {
	a := z.array(name)
	if a.Total == 0 {
		return nil
	}
	if len(a.Shape) != 2 || a.Shape[1] != 3 && a.Shape[1] != 4 || a.Texts() {
		z.refuse(fmt.Sprintf("the array %s of shape %v is not a list of i, k, j or i, lag, k, j", name, a.Shape), "")
	}
	var rows [][4]int
	whole := true
	z.check(name, a.Each(func(k int, e []byte) error {
		at, x := a.Index(k), a.Number(e)
		whole = whole && x == float64(int32(x))
		rows = npy.Grown(rows, at[0]+1)
		rows[at[0]][at[1]] = int(x)
		return nil
	}))
	rows = npy.Grown(rows, a.Shape[0])
	var list []graph.LaggedTriple
	seen := make(map[graph.LaggedTriple]bool)
	for i, r := range rows {
		if a.Shape[1] == 3 {
			r = [4]int{r[0], 0, r[1], r[2]}
		}
		if !whole || r[0] < 0 || r[2] < 0 || r[3] < 0 || r[1] > 0 {
			z.refuse(fmt.Sprintf("row %d of the array %s is not i, k, j or i, lag, k, j", i+1, name), "lags are 0 or negative")
		}
		now := func(v int) graph.LaggedNode { return graph.LaggedNode{Variable: graph.Node(v)} }
		t := graph.LaggedTriple{A: graph.LaggedNode{Variable: graph.Node(r[0]), Lag: -r[1]}, B: now(r[2]), C: now(r[3]), Status: status}
		if !seen[t] && !seen[graph.LaggedTriple{A: t.C, B: t.B, C: t.A, Status: status}] {
			list = append(list, t)
		}
		seen[t] = true
	}
	return list
}

// sparse returns the matrix that scipy.sparse.save_npz wrote.
func (z *npz) sparse(o Options) *matrix {
	form, layout := z.array("format"), z.list("format")
	if !form.Texts() || len(layout) != 1 {
		z.refuse("the array named format does not tell how the matrix is stored", "")
	}
	shape := z.integers("shape")
	if len(shape) != 2 || shape[0] != shape[1] || shape[0] == 0 {
		z.refuse(fmt.Sprintf("a matrix of the shape %v is not square", shape), "")
	}
	m := newMatrix(z.in.name, o)
	m.n = shape[0]
	try.Check(checkSize(z.in, m.n))
	names, known := map[string][2]string{"csr": {"indptr", "indices"}, "csc": {"indices", "indptr"}, "coo": {"row", "col"}}[layout[0]]
	if !known {
		m.refuseLayout(layout[0])
	}
	m.addSparse(layout[0], z.integers(names[0]), z.integers(names[1]), z.part("data"), "data")
	return m
}

// integers returns an array of a sparse matrix as indices.
func (z *npz) integers(name string) []int { return z.part(name).integers(z.in.name, name) }

// part returns an array that a sparse matrix must have.
func (z *npz) part(name string) array {
	if z.files[name] == nil {
		z.refuse("the array "+name+" of the sparse matrix is missing", "")
	}
	return z.array(name)
}

// checkSize refuses a file with far more rows than bytes.
func checkSize(in *input, n int) error {
	const modest = 100_000
	data, err := in.all()
	if err == nil && n > max(modest, len(data)) {
		err = in.refuse(fmt.Sprintf("a matrix with %d rows cannot fit in a file of %d bytes", n, len(data)), "")
	}
	return err
}
