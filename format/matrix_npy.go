package format

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"math"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/npy"
)

// The options that a matrix may need.
var matrixOptions = []string{"codes", "orientation", "class", "mark-at", "threshold", "opposite-arcs", "nan"}

var npyFormat = Format{
	Name:       "npy",
	Doc:        "a square array of NumPy: numbers in the code of a tool, weights, or links such as -->; with a third index for lags",
	Extensions: []string{".npy"},
	Binary:     true,
	Recipes: []Recipe{
		{"causal-learn", "numpy.save('g.npy', cg.G.graph)  # FCI: g.graph; read with option codes=causal-learn"},
		{"tigramite", "numpy.save('g.npy', results['graph'])  # read with option class=cpdag (PCMCI+) or pag (LPCMCI)"},
		{"lingam", "numpy.save('B.npy', model.adjacency_matrix_)  # read with option orientation=col-to-row; VAR-LiNGAM: adjacency_matrices_"},
		{"NOTEARS, DAGMA, gCastle", "numpy.save('W.npy', W_est)  # read with option orientation=row-to-col option threshold=0.3"},
		{"pywhy-graphs", "numpy.save('g.npy', pywhy_graphs.export.graph_to_numpy(G))  # read with option codes=pywhy"},
		{"graphical_models", "numpy.save('g.npy', mag.to_amat()[0])  # MAG, PAG: option codes=pcalg-pag; DAG, PDAG: option orientation=row-to-col"},
		{"gadjid", "numpy.save('g.npy', adjacency)  # read with option codes=gadjid option orientation=row-to-col"},
	},
	Options:      matrixOptions,
	Unspecified:  "names, the code of the numbers and their direction, the class",
	Capabilities: npyHolds(),
	capabilitiesWith: func(o Options) (Capabilities, error) {
		h, err := matrixHolds(o, true)
		h.GeneratedNames = codeFor(o).names
		return h, err
	},
	sniff: func(in *input) bool { return bytes.HasPrefix(in.Head(), []byte(npy.Magic)) },
	read:  readNpy,
	write: func(w *bufio.Writer, d *Document, o Options) error {
		layers, err := newLayers(d, o)
		if err == nil {
			writeArray(w, layers, len(namesOf(d)), o)
		}
		return err
	},
}

func npyHolds() Capabilities {
	h := anyMatrix()
	h.Series = true
	h.GeneratedNames = fromZero
	return h
}

// fromZero names nodes as Python counts.
func fromZero(n int) []string { return graph.Numbered("", 0, n).List() }

func readNpy(in *input, o Options) (*Document, error) {
	a, err := npy.Open(in.Lines())
	if err != nil {
		return nil, arrayError(in.Name, "", err)
	}
	m, err := array{a}.matrix(in.Name, o)
	if err != nil {
		return nil, arrayError(in.Name, "", err)
	}
	return m.document(o)
}

// writeArray writes cells as an array: links as [i,j] or [i,j,lag], numbers as [i,j]
// or [lag,i,j].
func writeArray(w *bufio.Writer, layers [][]entry, n int, o Options) {
	steps := len(layers)
	switch {
	case o.Codes == links:
		shape, size := []int{n, n, steps}, 12
		if steps == 1 {
			shape = shape[:2]
		}
		npy.WriteHeader(w, "<U3", shape)
		rows(w, layers, n, n*steps*size, func(row []byte, lag int, c entry) {
			for i, r := range []byte(linkText(c.value)) {
				row[(int(c.col)*steps+lag)*size+4*i] = r
			}
		})
	case steps == 1:
		npy.WriteHeader(w, "|i1", []int{n, n})
		rows(w, layers, n, n, func(row []byte, _ int, c entry) { row[c.col] = byte(int8(c.value)) })
	default:
		// Floats, as VAR-LiNGAM has them: whole numbers would be taken for
		// tigramite's.
		npy.WriteHeader(w, "<f8", []int{steps, n, n})
		for lag := range layers {
			rows(w, layers[lag:lag+1], n, 8*n, func(row []byte, _ int, c entry) {
				binary.LittleEndian.PutUint64(row[8*c.col:], math.Float64bits(float64(c.value)))
			})
		}
	}
}

// rows writes n rows of so many bytes. put sets the bytes of a cell in its row.
func rows(w *bufio.Writer, layers [][]entry, n, size int, put func(row []byte, lag int, c entry)) {
	next := make([]int, len(layers))
	for _, cells := range layers {
		sortRows(cells, n)
	}
	row := make([]byte, size)
	for i := range n {
		clear(row)
		for lag, cells := range layers {
			for ; next[lag] < len(cells) && int(cells[next[lag]].row) == i; next[lag]++ {
				put(row, lag, cells[next[lag]])
			}
		}
		w.Write(row)
	}
}

// namesOf returns the names that belong to the rows of the matrix of d.
func namesOf(d *Document) []string {
	if d.Series != nil {
		return d.Series.Variables
	}
	return d.Graph.Names().List()
}
