package format

import (
	"bufio"
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/npy"
)

// The options that a matrix may need.
var matrixOptions = []string{"codes", "orientation", "class", "mark-at", "threshold", "opposite-arcs", "nan"}

// matrixTraits are the differences between the formats of matrices.
type matrixTraits struct {
	lags    bool // it has a place for lags
	numbers bool // it has no place for links such as -->
	// names sets what becomes of the names in a matrix of the given code.
	names func(c *Capabilities, code code)
}

// newMatrixFormat completes the row of a format of matrices, whose capabilities depend on the code.
func newMatrixFormat(f Format, t matrixTraits) Format {
	f.Options = matrixOptions
	f.Unspecified = "the code of the numbers and their direction, the class"
	f.Capabilities = anyMatrix()
	f.Capabilities.Series = t.lags
	t.names(&f.Capabilities, codeNamed(plain))
	if f.Capabilities.GeneratedNames != nil {
		f.Unspecified = "names, " + f.Unspecified
	}
	f.capabilitiesWith = func(o Options) (Capabilities, error) {
		if t.numbers && o.Codes == links {
			return Capabilities{}, &AmbiguityError{Question: f.Name + " holds numbers, and tigramite has links: in which code are they to be written?", Option: "codes"}
		}
		c, err := matrixCapabilities(o, t.lags)
		t.names(&c, codeFor(o))
		return c, err
	}
	return f
}

func anyNames(c *Capabilities, _ code) { c.Name = utf8.ValidString }

// spacedNames is anyNames for tables in which \" is a quote inside a name, and \ is itself.
func spacedNames(c *Capabilities, _ code) {
	c.Name = func(name string) bool {
		return utf8.ValidString(name) && !strings.Contains(name, `\"`) && !strings.HasSuffix(name, `\`)
	}
}

func namesOfCode(c *Capabilities, code code) { c.GeneratedNames = code.names }

// How to read matrices that several recipes write.
var (
	readWeights = advice.Textf("read with %v %v", advice.Option("orientation", "row-to-col"), advice.Option("threshold", "0.3"))
	readGadjid  = advice.Textf("read with %v %v", advice.Option("codes", "gadjid"), advice.Option("orientation", "row-to-col"))
)

var csvFormat = newMatrixFormat(Format{
	Name:       "csv",
	Doc:        "a matrix with its names in the first row and column, separated by commas or semicolons; names are optional",
	Extensions: []string{".csv"},
	recipes: []recipe{
		{tool: "pandas", save: "pandas.DataFrame(A, index=names, columns=names).to_csv('g.csv')"},
		{"causal-learn", "pandas.DataFrame(g.graph, names, names).to_csv('g.csv')", advice.Textf("read with %v", advice.Option("codes", "causal-learn"))},
		{"pcalg", "write.csv(as(pc.fit, \"amat\"), \"g.csv\")", advice.Textf("read with %v; fci.fit@amat: %v", advice.Option("codes", "pcalg-cpdag"), advice.Option("codes", "pcalg-pag"))},
		{"bnlearn", "write.csv(amat(dag), \"g.csv\")", advice.Textf("read with %v", advice.Option("orientation", "row-to-col"))},
		{"ggm", "write.csv(makeMG(dg, ug, bg), \"g.csv\")", advice.Textf("read with %v", advice.Option("codes", "ggm"))},
		{"Tetrad", "GraphSaveLoadUtils.graphToPcalg(graph)", advice.Textf("read with %v", advice.Option("codes", "pcalg-pag"))},
		{tool: "tigramite", save: "pandas.DataFrame(results['graph'][:, :, 0], names, names).to_csv('g.csv')"},
		{"gCastle", "pandas.DataFrame(model.causal_matrix, names, names).to_csv('g.csv')", advice.Textf("read with %v", advice.Option("orientation", "row-to-col"))},
		{"NOTEARS", "numpy.savetxt('W.csv', W_est, delimiter=',')", readWeights},
		{"DAGMA", "numpy.savetxt('W.csv', W_est, delimiter=',')", readWeights},
	},
	sniff: sniffs(func(t *table) bool { return t.sep == ',' || t.sep == ';' }),
	read:  readTable,
	write: func(w *bufio.Writer, d *Document, o Options) error { return writeTable(w, d, o, csvStyle) },
}, matrixTraits{names: anyNames})

var tsvFormat = newMatrixFormat(Format{
	Name:       "tsv",
	Doc:        "a matrix with its names in the first row and column, separated by tabs; names are optional",
	Extensions: []string{".tsv", ".tab"},
	recipes: []recipe{
		{tool: "pandas", save: "pandas.DataFrame(A, index=names, columns=names).to_csv('g.tsv', sep='\\t')"},
	},
	sniff: sniffs(func(t *table) bool { return t.sep == '\t' }),
	read:  readTable,
	write: func(w *bufio.Writer, d *Document, o Options) error { return writeTable(w, d, o, tsvStyle) },
}, matrixTraits{names: anyNames})

var tableFormat = newMatrixFormat(Format{
	Name: "table",
	Doc:  "a matrix with its names in the first row and column, separated by blanks, as R's write.table has it",
	recipes: []recipe{
		{"pcalg", "write.table(as(pc.fit, \"amat\"), \"g.txt\")", advice.Textf("read with %v", advice.Option("codes", "pcalg-cpdag"))},
		{"Tetrad", "File, Save Graph, amat.cpdag", advice.Textf("read with %v; its amat.pag has lost the directions and is refused", advice.Option("codes", "pcalg-cpdag"))},
	},
	sniff: sniffs(func(t *table) bool { return t.sep == ' ' && (t.header || t.rowNames) }),
	read:  readTable,
	write: func(w *bufio.Writer, d *Document, o Options) error { return writeTable(w, d, o, rStyle) },
}, matrixTraits{names: spacedNames})

var matrixFormat = newMatrixFormat(Format{
	Name: "matrix",
	Doc:  "a matrix of numbers without names, separated by blanks, as numpy.savetxt has it",
	recipes: []recipe{
		{"causal-learn", "numpy.savetxt('g.txt', cg.G.graph, fmt='%d')", advice.Textf("read with %v", advice.Option("codes", "causal-learn"))},
		{"lingam", "numpy.savetxt('B.txt', model.adjacency_matrix_)", advice.Textf("read with %v; RCD, CAM-UV: %v", advice.Option("orientation", "col-to-row"), advice.Option("nan", "bidirected"))},
	},
	sniff: sniffs(func(t *table) bool { return t.sep == ' ' }),
	read:  readTable,
	write: func(w *bufio.Writer, d *Document, o Options) error { return writeTable(w, d, o, bareStyle) },
}, matrixTraits{numbers: true, names: namesOfCode})

// benchpressFormat states the meaning of its numbers. A file without its name looks like any csv.
var benchpressFormat = Format{
	Name: "benchpress",
	Doc:  "a csv with names in the first row only, 1 for a directed edge from row to column, and 1 in both cells for an undirected edge",
	recipes: []recipe{
		{tool: "benchpress", save: "results/adjmat_estimate/.../adjmat.csv"},
		{tool: "pandas", save: "pandas.DataFrame(A, columns=names).to_csv('g.csv', index=False)"},
	},
	Options:          []string{"class", "opposite-arcs"},
	Unspecified:      "the class",
	Capabilities:     func() Capabilities { c, _ := csvFormat.CapabilitiesWith(benchpress(Options{})); return c }(),
	capabilitiesWith: func(o Options) (Capabilities, error) { return csvFormat.CapabilitiesWith(benchpress(o)) },
	read:             func(in *input, o Options) (*Document, error) { return readTable(in, benchpress(o)) },
	write: func(w *bufio.Writer, d *Document, o Options) error {
		return writeTable(w, d, benchpress(o), benchStyle)
	},
}

// benchpress returns o with the statements of that format.
func benchpress(o Options) Options {
	o.Codes, o.Orientation = plain, rowToCol
	return o
}

var mtxFormat = newMatrixFormat(Format{
	Name:       "mtx",
	Doc:        "a matrix in the exchange format Matrix Market, by entries or by columns, as gadjid keeps its graphs",
	Extensions: []string{".mtx"},
	recipes: []recipe{
		{"gadjid", "scipy.io.mmwrite('g.mtx', scipy.sparse.coo_array(A))", readGadjid},
		{"SciPy", "scipy.io.mmwrite('g.mtx', scipy.sparse.coo_array(A))", readGadjid},
		{tool: "R", save: "Matrix::writeMM(Matrix::Matrix(m, sparse = TRUE), \"g.mtx\")"},
	},
	sniff: func(in *input) bool {
		head := in.head()
		return len(head) >= len(mtxMagic) && bytes.EqualFold(head[:len(mtxMagic)], []byte(mtxMagic))
	},
	read:  readMtx,
	write: writeMtx,
}, matrixTraits{numbers: true, names: func(c *Capabilities, _ code) { c.GeneratedNames = fromOne }})

var npyFormat = newMatrixFormat(Format{
	Name:       "npy",
	Doc:        "a square array of NumPy: numbers in the code of a tool, weights, or links such as -->; with a third index for lags",
	Extensions: []string{".npy"},
	Binary:     true,
	recipes: []recipe{
		{"causal-learn", "numpy.save('g.npy', cg.G.graph)", advice.Textf("FCI: g.graph; read with %v", advice.Option("codes", "causal-learn"))},
		{"tigramite", "numpy.save('g.npy', results['graph'])", advice.Textf("read with %v (PCMCI+) or pag (LPCMCI)", advice.Option("class", "cpdag"))},
		{"lingam", "numpy.save('B.npy', model.adjacency_matrix_)", advice.Textf("read with %v; VAR-LiNGAM: adjacency_matrices_", advice.Option("orientation", "col-to-row"))},
		{"NOTEARS", "numpy.save('W.npy', W_est)", readWeights},
		{"DAGMA", "numpy.save('W.npy', W_est)", readWeights},
		{"gCastle", "numpy.save('W.npy', W_est)", readWeights},
		{"pywhy-graphs", "numpy.save('g.npy', pywhy_graphs.export.graph_to_numpy(G))", advice.Textf("read with %v", advice.Option("codes", "pywhy"))},
		{"graphical_models", "numpy.save('g.npy', mag.to_amat()[0])", advice.Textf("MAG, PAG: %v; DAG, PDAG: %v", advice.Option("codes", "pcalg-pag"), advice.Option("orientation", "row-to-col"))},
		{"gadjid", "numpy.save('g.npy', adjacency)", readGadjid},
	},
	sniff: func(in *input) bool { return bytes.HasPrefix(in.head(), []byte(npy.Magic)) },
	read:  readNpy,
	write: writeNpy,
}, matrixTraits{lags: true, names: namesOfCode})

var npzFormat = newMatrixFormat(Format{
	Name:       "npz",
	Doc:        "arrays of NumPy in a zip: the graph, as in npy, beside the names of its nodes and its ambiguous triples; or a sparse matrix of SciPy",
	Extensions: []string{".npz"},
	Binary:     true,
	recipes: []recipe{
		{tool: "tigramite", save: "numpy.savez('g.npz', graph=results['graph'], var_names=numpy.array(names))"},
		{"tigramite", "numpy.savez('g.npz', graph=results['graph'], ambiguous_triples=numpy.array([(i, tau, k, j) for (i, tau), k, j in results['ambiguous_triples']]))", advice.Textf("with ambiguous triples")},
		{tool: "SciPy", save: "scipy.sparse.save_npz('g.npz', scipy.sparse.csr_array(A))"},
	},
	sniff: func(in *input) bool { return bytes.HasPrefix(in.head(), []byte("PK\x03\x04")) },
	read:  readNpz,
	write: writeNpz,
}, matrixTraits{lags: true, names: func(c *Capabilities, _ code) {
	c.Triples, c.MaxNameLen = true, longestName
	c.Name = func(name string) bool { return utf8.ValidString(name) && !strings.HasSuffix(name, "\x00") }
}})
