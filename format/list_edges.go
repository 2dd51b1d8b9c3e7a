package format

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/try"
)

var edgeListFormat = Format{
	Name:       "edgelist",
	Doc:        "one edge per line: two names, separated by commas, tabs or blanks, optionally followed by a weight or networkx data; a line with one name, or a name before a comma, is a node without an edge; the header from,to states that edges have a direction",
	Extensions: []string{".edgelist", ".edges"},
	recipes: []recipe{
		{"networkx", "networkx.write_edgelist(G, 'g.edgelist')", advice.Textf("read with %v", advice.Option("directed"))},
		{"pandas", "networkx.to_pandas_edgelist(G).to_csv('g.csv', index=False)", advice.Textf("read with %v", advice.Option("directed"))},
		{"bnlearn", "write.csv(arcs(dag), \"g.csv\", row.names = FALSE)", advice.Textf("read with %v %v", advice.Option("directed"), advice.Option("opposite-arcs", "undirected"))},
		{"graphical_models", "pdag.to_csv('g.csv')", advice.Textf("read with %v %v", advice.Option("directed"), advice.Option("opposite-arcs", "undirected"))},
		{"igraph", "write_graph(g, \"g.edgelist\", format = \"ncol\")", advice.Textf("read with %v", advice.Option("directed"))},
		{"igraph", "write.csv(as_data_frame(g), \"g.csv\", row.names = FALSE)", advice.Textf("has the header from,to: read with %v if g is undirected", advice.Option("directed", "false"))},
	},
	Options:          []string{"directed", "opposite-arcs", "threshold"},
	Unspecified:      "whether edges have a direction, nodes without an edge, the class",
	Capabilities:     Capabilities{Edges: "--> ---", TwoCycles: true, Cycles: true, Name: utf8.ValidString},
	capabilitiesWith: listHolds,
	sniff:            sniffEdgeList,
	read:             readEdgeList,
	write:            writeEdgeList,
}

// listHolds returns what a list of pairs can hold: arcs, or only undirected edges. By o.OppositeArcs, two
// opposite arcs are a cycle or an undirected edge.
func listHolds(o Options) (Capabilities, error) {
	h := Capabilities{Edges: "-->", Cycles: true, Name: utf8.ValidString}
	switch {
	case linesOnly(o):
		h.Edges = "---"
	case o.OppositeArcs == "undirected" || o.OppositeArcs == "" && kind.Sufficient.Has(o.Class) && o.Class.Undirected():
		h.Edges = "--> ---"
	case o.OppositeArcs == "cycle" || o.Class.MayBeCyclic():
		h.TwoCycles = true
	}
	return h, nil
}

// An edgeList is a text of rows, each an edge.
type edgeList struct {
	*table
	header        []string // nil: none
	source, arrow int      // columns; arrow is -1 if there is none
}

// newEdgeList finds the layout of a text, or returns nil if it is not a list. Names may have blanks if
// the separator is a comma, semicolon or tab.
func newEdgeList(in *input, data []byte) *edgeList {
	l := &edgeList{table: &table{in: in, data: data}, arrow: -1}
	var first, second []field
	for row := range l.all() {
		if first == nil {
			first = row
			continue
		}
		second = row
		break
	}
	if len(first) < 2 {
		return nil
	}
	// R writes row names first, below an empty field (write.csv) or none (write.table).
	lead := len(first) > 2 && len(bytes.Trim(first[0].text, blanks)) == 0 && isListHeader(first[1:])
	if isListHeader(first) && len(second) == len(first)+1 && first[0].quoted && second[0].quoted && l.sep == ' ' {
		first, lead = append([]field{{}}, first...), true
	}
	switch {
	case lead:
		l.source = 1
	case isListHeader(first):
	case len(first) > 2 && len(second) > 2 && !isListData(first[2]) && isListData(second[2]) && !isSample(second): // a header of the weights
	default:
		return l
	}
	for i, f := range first {
		l.header = append(l.header, strings.ToLower(string(f.text)))
		if slices.Contains([]string{edgeType, "edge", "arrow"}, l.header[i]) && i > l.source+1 {
			l.arrow = i
		}
	}
	return l
}

// isSample reports whether a row has decimals instead of names: it is data, not an edge.
func isSample(row []field) bool {
	return !slices.ContainsFunc(row[:2], func(f field) bool {
		_, err := parseNumber(bytes.TrimSpace(f.text))
		return err != nil || !bytes.ContainsRune(f.text, '.')
	})
}

// isListData reports whether a third field is a weight or a Python dict.
func isListData(f field) bool {
	text := bytes.TrimSpace(f.text)
	if len(text) > 1 && text[0] == '{' && text[len(text)-1] == '}' {
		return true
	}
	_, err := parseNumber(text)
	return err == nil || len(text) == 0 || string(text) == "NA" || string(text) == "None"
}

// parseNumber reads a decimal number. 1_000 and 0x1p4 are numbers in Go, not in files.
func parseNumber(text []byte) (float64, error) {
	if bytes.ContainsAny(text, "_xX") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(string(text), 64)
}

// all yields the rows, without comments.
func (l *edgeList) all() func(yield func(row []field) bool) {
	return func(yield func(row []field) bool) {
		l.bare = true
		l.sep = l.findListSep()
		// R writes quotes around names. In lists of networkx, quotes have no meaning.
		l.bare = l.sep == ' ' && !bytes.HasPrefix(l.data, []byte(`"`))
		for start, end := range l.records(0) {
			line := l.data[start:end]
			if isComment(line) {
				continue
			}
			var row []field
			if l.bare {
				row = blankFields(line, start)
			} else {
				row = l.fields(start, end)
			}
			for i := range row {
				if !row[i].quoted {
					row[i].text = bytes.Trim(row[i].text, blanks)
				}
			}
			if len(row) > 0 && !yield(row) {
				return
			}
		}
	}
}

// findListSep returns the separator of the first row. A dict of networkx may contain commas.
func (l *edgeList) findListSep() byte {
	for start, end := range l.records(0) {
		line := l.data[start:end]
		if isComment(line) || len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if dict := bytes.IndexByte(line, '{'); dict > 0 && isBlank(line[dict-1]) {
			line = line[:dict]
		}
		for _, sep := range []byte("\t,;") {
			if bytes.IndexByte(bytes.TrimRight(line, " \t\r"), sep) >= 0 {
				return sep
			}
		}
		return ' '
	}
	return ' '
}

// blankFields splits a line at blanks: two names and data. A # begins a comment, as in networkx.
func blankFields(line []byte, at int) []field {
	if i := bytes.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	var row []field
	for i := 0; i < len(line); {
		if isSpace(line[i]) {
			i++
			continue
		}
		end := i
		for end < len(line) && !isSpace(line[end]) {
			end++
		}
		if line[i] == '{' && len(row) == 2 {
			end = len(bytes.TrimRight(line, " \t\r"))
		}
		row = append(row, field{text: line[i:end], at: at + i})
		i = end
	}
	return row
}

// sniffEdgeList reports whether every row has two names, and perhaps a weight or a dict, or the first
// row is the header of a list.
func sniffEdgeList(in *input) bool {
	head := in.head()
	if !isText(head) || in.ext() == ".adjlist" { // a list of children, which looks the same
		return false
	}
	if len(head) == headSize {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	l := newEdgeList(in, head)
	if l == nil || l.header != nil {
		return l != nil
	}
	for row := range l.all() {
		if len(row) <= 2 && l.isNode(row) { // not the first row
			continue
		}
		if len(row) != 2 && (len(row) != 3 || !isListData(row[2])) {
			return false
		}
		for _, f := range row[:2] {
			if len(f.text) == 0 || !f.quoted && (bytes.Contains(f.text, []byte("->")) || bytes.Contains(f.text, []byte("<-")) ||
				bytes.Contains(f.text, []byte("--")) || bytes.ContainsAny(f.text, "{}[]()<>\"|")) {
				return false
			}
		}
	}
	return true
}

func readEdgeList(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	s := newScanner(in)
	l := newEdgeList(in, s.data)
	if l == nil {
		s.fail(0, s.line(0), "two names in each line")
	}
	b := newBuilder(in.name)
	b.loose = true
	directed := new(bool)
	switch {
	case l.arrow >= 0:
	case o.Directed == nil && l.fromTo():
		*directed = true
	default:
		directed = try.Get(askDirected(in.name, o))
	}
	number, dropped := 0, 0
	for row := range l.all() {
		if number++; number == 1 && l.header != nil {
			continue
		}
		if l.add(b, s, row, *directed, o) {
			dropped++
		}
	}
	d = try.Get(b.document(o))
	// Lists of networkx, separated by blanks, have no header.
	if l.header == nil && o.Format == "" && l.sep != ' ' && maybeHeader(d.Graph) {
		return nil, &FileError{
			File: in.name, Why: fmt.Sprintf("the first line, %s and %s, names nodes that no other line has, so it may be a header", clip(d.Graph.Name(0)), clip(d.Graph.Name(1))),
			use: advice.Textf("remove it if it is, or use %v if it is an edge", advice.Option("format", "edgelist"))}
	}
	if dropped > 0 {
		d.note("%s of at most %v dropped", plural(dropped, "edge with a weight", "edges with weights"), *o.Threshold)
	}
	return d, nil
}

// fromTo reports whether the header states a direction. networkx writes source and target for undirected graphs, too.
func (l *edgeList) fromTo() bool {
	to := map[string]string{"from": "to", "cause": "effect", "parent": "child"}
	return l.header != nil && to[l.header[l.source]] == l.header[l.source+1]
}

// maybeHeader reports whether the first edge could be a header: it joins words that are not nodes of
// any other edge.
func maybeHeader(g *graph.Graph) bool {
	if g.M() < 2 || g.Degree(0) != 1 || !g.Adjacent(0, 1) || g.Degree(1) != 1 {
		return false
	}
	for v := range graph.Node(2) {
		if _, err := strconv.ParseFloat(g.Name(v), 64); err == nil {
			return false
		}
	}
	return true
}

// isNode reports whether a row is a node without an edge: a single name, or one before empty fields.
func (l *edgeList) isNode(row []field) bool {
	return len(row) > l.source && len(row[l.source].text) > 0 && !slices.ContainsFunc(row[l.source+1:], func(f field) bool {
		return f.quoted || len(bytes.Trim(f.text, blanks)) > 0
	})
}

// add adds the edge of a row, unless its weight is too small.
func (l *edgeList) add(b *builder, s *scanner, row []field, directed bool, o Options) (weak bool) {
	at := row[0].at
	if l.isNode(row) {
		b.node(row[l.source].text)
		return false
	}
	if len(row) < l.source+2 || l.header == nil && len(row) > 2 && !isListData(row[2]) || l.header != nil && len(row) > len(l.header) {
		s.fail(at, s.line(at), "two names, and optionally a weight or data")
	}
	e := looseEdge{directed: directed}
	if l.arrow >= 0 {
		if l.arrow >= len(row) || len(row[l.arrow].text) == 0 {
			s.fail(at, s.line(at), wantEdgeType)
		}
		e.arrow = string(row[l.arrow].text)
	}
	atX, atY, ok := e.marks()
	if !ok {
		s.fail(at, s.line(at), wantEdgeType)
	}
	x := b.node(row[l.source].text)
	y := b.node(row[l.source+1].text)
	if o.Threshold != nil && len(row) > l.source+2 {
		weight, err := parseNumber(bytes.TrimSpace(row[l.source+2].text))
		if err != nil || math.IsNaN(weight) {
			s.fail(row[l.source+2].at, row[l.source+2].text, "a weight, since a threshold is given")
		}
		if math.Abs(weight) <= *o.Threshold {
			return true
		}
	}
	if e.arrow != "" {
		b.firm.Add(graph.Node(len(b.edges)))
	}
	b.edge(graph.Edge{X: x, Y: y, AtX: atX, AtY: atY}, s.place(at))
	return false
}

func writeEdgeList(w *bufio.Writer, d *Document, o Options) error {
	g := d.Graph
	quoted := quoteNames(g, csvStyle.quote)
	if linesOnly(o) {
		w.WriteString("source,target\n")
	} else {
		w.WriteString("from,to\n")
	}
	for e := range g.Edges() {
		e = drawn(e)
		fmt.Fprintf(w, "%s,%s\n", quoted[e.X], quoted[e.Y])
		if e.Undirected() && !linesOnly(o) {
			fmt.Fprintf(w, "%s,%s\n", quoted[e.Y], quoted[e.X])
		}
	}
	return nil
}

// linesOnly reports whether o states that the edges of a list have no direction. Otherwise an
// undirected edge is two arcs.
func linesOnly(o Options) bool { return o.Directed != nil && !*o.Directed }
