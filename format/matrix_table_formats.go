package format

import (
	"bufio"
	"strconv"
	"strings"
	"unicode/utf8"
)

var csvFormat = Format{
	Name:       "csv",
	Doc:        "a matrix with its names in the first row and column, separated by commas or semicolons; names are optional",
	Extensions: []string{".csv"},
	Recipes: []Recipe{
		{"pandas", "pandas.DataFrame(A, index=names, columns=names).to_csv('g.csv')"},
		{"causal-learn", "pandas.DataFrame(g.graph, names, names).to_csv('g.csv')  # read with option codes=causal-learn"},
		{"pcalg", "write.csv(as(pc.fit, \"amat\"), \"g.csv\")  # read with option codes=pcalg-cpdag; fci.fit@amat: option codes=pcalg-pag"},
		{"bnlearn", "write.csv(amat(dag), \"g.csv\")  # read with option orientation=row-to-col"},
		{"ggm", "write.csv(makeMG(dg, ug, bg), \"g.csv\")  # read with option codes=ggm"},
		{"Tetrad", "GraphSaveLoadUtils.graphToPcalg(graph)  # read with option codes=pcalg-pag"},
		{"tigramite", "pandas.DataFrame(results['graph'][:, :, 0], names, names).to_csv('g.csv')"},
		{"gCastle", "pandas.DataFrame(model.causal_matrix, names, names).to_csv('g.csv')  # read with option orientation=row-to-col"},
		{"NOTEARS, DAGMA", "numpy.savetxt('W.csv', W_est, delimiter=',')  # read with option orientation=row-to-col option threshold=0.3"},
	},
	Options:      matrixOptions,
	Unspecified:  "the code of the numbers and their direction, the class",
	Capabilities: tableHolds(anyMatrix()),
	capabilitiesWith: func(o Options) (Capabilities, error) {
		h, err := matrixHolds(o, false)
		return tableHolds(h), err
	},
	sniff: sniffs(func(t *table) bool { return t.sep == ',' || t.sep == ';' }),
	read:  readTable,
	write: func(w *bufio.Writer, d *Document, o Options) error { return writeTable(w, d, o, csvStyle) },
}

var tsvFormat = Format{
	Name:       "tsv",
	Doc:        "a matrix with its names in the first row and column, separated by tabs; names are optional",
	Extensions: []string{".tsv", ".tab"},
	Recipes: []Recipe{
		{"pandas", "pandas.DataFrame(A, index=names, columns=names).to_csv('g.tsv', sep='\\t')"},
	},
	Options:          matrixOptions,
	Unspecified:      "the code of the numbers and their direction, the class",
	Capabilities:     csvFormat.Capabilities,
	capabilitiesWith: csvFormat.capabilitiesWith,
	sniff:            sniffs(func(t *table) bool { return t.sep == '\t' }),
	read:             readTable,
	write:            func(w *bufio.Writer, d *Document, o Options) error { return writeTable(w, d, o, tsvStyle) },
}

var tableFormat = Format{
	Name: "table",
	Doc:  "a matrix with its names in the first row and column, separated by blanks, as R's write.table has it",
	Recipes: []Recipe{
		{"pcalg", "write.table(as(pc.fit, \"amat\"), \"g.txt\")  # read with option codes=pcalg-cpdag"},
		{"Tetrad", "File, Save Graph, amat.cpdag  # read with option codes=pcalg-cpdag; its amat.pag has lost the directions and is refused"},
	},
	Options:      matrixOptions,
	Unspecified:  "the code of the numbers and their direction, the class",
	Capabilities: spacedHolds(anyMatrix()),
	capabilitiesWith: func(o Options) (Capabilities, error) {
		h, err := matrixHolds(o, false)
		return spacedHolds(h), err
	},
	sniff: sniffs(func(t *table) bool { return t.sep == ' ' && (t.header || t.rowNames) }),
	read:  readTable,
	write: func(w *bufio.Writer, d *Document, o Options) error { return writeTable(w, d, o, rStyle) },
}

var matrixFormat = Format{
	Name: "matrix",
	Doc:  "a matrix of numbers without names, separated by blanks, as numpy.savetxt has it",
	Recipes: []Recipe{
		{"causal-learn", "numpy.savetxt('g.txt', cg.G.graph, fmt='%d')  # read with option codes=causal-learn"},
		{"lingam", "numpy.savetxt('B.txt', model.adjacency_matrix_)  # read with option orientation=col-to-row; RCD, CAM-UV: option nan=bidirected"},
	},
	Options:      matrixOptions,
	Unspecified:  "names, the code of the numbers and their direction, the class",
	Capabilities: bareHolds(anyMatrix(), codeNamed(plain)),
	capabilitiesWith: func(o Options) (Capabilities, error) {
		if o.Codes == links {
			return Capabilities{}, noLinks("matrix")
		}
		h, err := matrixHolds(o, false)
		return bareHolds(h, codeFor(o)), err
	},
	sniff: sniffs(func(t *table) bool { return t.sep == ' ' }),
	read:  readTable,
	write: func(w *bufio.Writer, d *Document, o Options) error { return writeTable(w, d, o, bareStyle) },
}

// benchpressFormat says what its numbers mean, so that nothing need be asked. A file
// without that name looks like any csv.
var benchpressFormat = Format{
	Name: "benchpress",
	Doc:  "a csv with names in the first row only, 1 for a directed edge from row to column, and 1 in both cells for an undirected edge",
	Recipes: []Recipe{
		{"benchpress", "results/adjmat_estimate/.../adjmat.csv"},
		{"pandas", "pandas.DataFrame(A, columns=names).to_csv('g.csv', index=False)"},
	},
	Options:      []string{"class", "opposite-arcs"},
	Unspecified:  "the class",
	Capabilities: tableHolds(pairsHold(codeNamed(plain).pairs)),
	capabilitiesWith: func(o Options) (Capabilities, error) {
		h, err := matrixHolds(benchpress(o), false)
		return tableHolds(h), err
	},
	read: func(in *input, o Options) (*Document, error) { return readTable(in, benchpress(o)) },
	write: func(w *bufio.Writer, d *Document, o Options) error {
		return writeTable(w, d, benchpress(o), benchStyle)
	},
}

// benchpress returns o with what that format says.
func benchpress(o Options) Options {
	o.Codes, o.Orientation = plain, rowToCol
	return o
}

func tableHolds(h Capabilities) Capabilities {
	h.Name = utf8.ValidString
	return h
}

// spacedHolds is tableHolds where \" stands for a quote inside a name, and \ for
// itself.
func spacedHolds(h Capabilities) Capabilities {
	h.Name = func(name string) bool {
		return utf8.ValidString(name) && !strings.Contains(name, `\"`) && !strings.HasSuffix(name, `\`)
	}
	return h
}

func bareHolds(h Capabilities, c code) Capabilities {
	h.GeneratedNames = c.names
	return h
}

// A tableStyle is how a table is written.
type tableStyle struct {
	sep              string
	header, rowNames bool
	corner           bool // the header has a field for the column of names
	quoteAll         bool // names and links, as R does
}

var (
	csvStyle   = tableStyle{sep: ",", header: true, rowNames: true, corner: true}
	tsvStyle   = tableStyle{sep: "\t", header: true, rowNames: true, corner: true}
	rStyle     = tableStyle{sep: " ", header: true, rowNames: true, quoteAll: true}
	bareStyle  = tableStyle{sep: " "}
	benchStyle = tableStyle{sep: ",", header: true}
)

// quote returns a name as it stands in the table.
func (l tableStyle) quote(name string) string {
	if l.quoteAll {
		return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"`
	}
	if name != "" && strings.Trim(name, blanks) == name && name[0] != '#' && !strings.HasPrefix(name, "\ufeff") &&
		!strings.ContainsAny(name, "\t;,\"\r\n") {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// head writes the header. An empty corner before what looks like links would pass
// for a row of them.
func (l tableStyle) head(w *bufio.Writer, names, quoted []string) {
	if l.corner {
		if allLinks(names) {
			w.WriteString("node")
		}
		w.WriteString(l.sep)
	}
	w.WriteString(strings.Join(quoted, l.sep))
	w.WriteByte('\n')
}

func allLinks(names []string) bool {
	for _, name := range names {
		if link, _ := isLink([]byte(name)); !link && strings.Trim(name, blanks) != "" {
			return false
		}
	}
	return true
}

func writeTable(w *bufio.Writer, d *Document, o Options, l tableStyle) error {
	layers, err := newLayers(d, o)
	if err != nil {
		return err
	}
	names := d.Graph.Names().List()
	quoted := make([]string, len(names))
	for v, name := range names {
		quoted[v] = l.quote(name)
	}
	if l.header {
		l.head(w, names, quoted)
	}
	cells := layers[0]
	sortRows(cells, len(names))
	asLinks := codeFor(o).name == links
	for v := range names {
		if l.rowNames {
			w.WriteString(quoted[v])
			w.WriteString(l.sep)
		}
		for u := range names {
			if u > 0 {
				w.WriteString(l.sep)
			}
			value := int16(0)
			if len(cells) > 0 && int(cells[0].row) == v && int(cells[0].col) == u {
				value, cells = cells[0].value, cells[1:]
			}
			l.cell(w, value, asLinks)
		}
		w.WriteByte('\n')
	}
	return nil
}

func (l tableStyle) cell(w *bufio.Writer, value int16, asLink bool) {
	switch {
	case !asLink:
		w.WriteString(strconv.Itoa(int(value)))
	case l.quoteAll:
		w.WriteString(strconv.Quote(linkText(value)))
	default:
		w.WriteString(linkText(value))
	}
}
