package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
)

var textFormat = Format{
	Name:        "text",
	Doc:         "one node, edge or triple per line, such as A --> B; the native format; ->, <-, -- and their Unicode arrows are read, too",
	Extensions:  []string{".txt", ".text", ".graph"},
	Options:     []string{"opposite-arcs"},
	Unspecified: "the class of the graph",
	Capabilities: Capabilities{
		Edges: allEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true, Triples: true, Series: true,
		Name: func(name string) bool { return utf8.ValidString(name) && !strings.ContainsAny(name, "\n\r") },

		MaxNameLen: longestName,
	},
	sniff: sniffText,
	read:  readText,
	write: writeText,
}

// longestName is chosen such that a line of the maximal length has room for three names with quotes,
// and an array of texts for one.
const longestName = 10_000

// sniffText reports whether the first line that is more than a name is an edge or a triple. Our writer
// puts the nodes first, so a head with only names is a text too, unless it has separators of a table.
func sniffText(in *input) bool {
	head := in.head()
	full, names := len(head) == headSize, false
	var room [4]textToken
	for len(head) > 0 {
		line, rest, whole := bytes.Cut(head, []byte("\n"))
		if !whole && full {
			return names && !bytes.ContainsAny(in.head(), ",;")
		}
		if !utf8.Valid(line) {
			return false
		}
		head = rest
		tokens, fault := (&textLine{text: line}).parse(&room)
		if fault != nil {
			return false
		}
		if len(tokens) > 1 {
			// A table may have names such as x --> y.
			return !bytes.ContainsAny(line, ",;\t") || !isTableExt(in.ext()) && sniffTable(in) == nil
		}
		names = names || len(tokens) == 1
	}
	return false
}

func readText(in *input, o Options) (*Document, error) {
	r := textReader{builder: acquireBuilder(in.name)}
	defer r.release()
	r.numbers = new(numbering)
	for end := false; !end; {
		line, err := in.readLine()
		if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			return nil, readError(in.name, err)
		}
		r.number++
		if err == bufio.ErrBufferFull {
			return nil, r.fault(line, textFault{0, line, fmt.Sprintf("lines of at most %d bytes", headSize)})
		}
		if err := r.line(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))); err != nil {
			return nil, err
		}
		end = err == io.EOF
	}
	if r.table != nil && len(r.edges) == 0 && o.Format == "" {
		return nil, r.table
	}
	d, err := r.document(o)
	if err != nil {
		return nil, err
	}
	if r.arrowed != "" {
		d.note("%s", r.arrowNote())
	}
	if r.timeless {
		return d, nil
	}
	if s := seriesByName(d.Graph); s != nil {
		s.Notes = d.Notes
		return s, nil
	}
	if r.timed {
		noteTimeless(d)
	}
	return d, nil
}

// A textReader reads a text line by line.
type textReader struct {
	*builder
	number int // of the line
	room   [4]textToken
	table  *ParseError // about the first name that may be a row of a table

	arrowed   string // the first name with an arrow in it
	arrowedAt int    // its line
	arrows    int    // the number of other such names

	timed    bool // some name may be a moment
	timeless bool // some name has an escaped parenthesis: names are not moments
}

// name returns the node that a token names.
func (r *textReader) name(t textToken) graph.Node {
	known := len(r.names)
	v := r.node(t.text)
	if len(r.names) == known {
		return v
	}
	r.timeless = r.timeless || t.timeless
	r.timed = r.timed || bytes.HasSuffix(t.text, []byte(")"))
	if t.quoted || !holdsArrow(t.text) {
		return v
	}
	if r.arrowed == "" {
		r.arrowed, r.arrowedAt = r.names[v], r.number
	} else {
		r.arrows++
	}
	return v
}

// arrowNote warns of names that may be meant as edges.
func (r *textReader) arrowNote() string {
	others := ""
	switch {
	case r.arrows == 1:
		others = ", and so does 1 other"
	case r.arrows > 1:
		others = fmt.Sprintf(", and so do %d others", r.arrows)
	}
	return fmt.Sprintf("line %d: the name %s contains an arrow%s; an edge is written with blanks around its arrow, as in a --> b", r.arrowedAt, clipped(r.arrowed), others)
}

// line reads one line, without its end.
func (r *textReader) line(line []byte) error {
	if i := notUTF8(line); i >= 0 {
		return r.fault(line, textFault{i, line[i : i+1], "UTF-8"})
	}
	tokens, fault := (&textLine{text: line}).parse(&r.room)
	if fault != nil {
		return r.fault(line, *fault)
	}
	switch len(tokens) {
	case 1:
		name := tokens[0]
		r.name(name)
		if r.table == nil && !name.quoted && bytes.ContainsAny(name.text, ",;|") {
			// Otherwise a table without blanks would be read as a list of names.
			r.table = r.fault(line, textFault{name.at, name.text, "an edge somewhere in the text"})
			r.table.use = advice.Textf(", or %v if its lines are names", advice.Option("format", "text"))
		}
	case 3:
		left, right, _ := graph.ParseMarks(tokens[1].text)
		x := r.name(tokens[0])
		r.edge(graph.Edge{X: x, Y: r.name(tokens[2]), AtX: left, AtY: right}, r.at(line, tokens[0].at))
	case 4:
		status, _ := statusOf(tokens[0].text)
		a, b, c := r.name(tokens[1]), r.name(tokens[2]), r.name(tokens[3])
		r.triple(graph.Triple{A: a, B: b, C: c, Status: status}, r.at(line, tokens[0].at))
	}
	return nil
}

// at returns the position of byte i of the line.
func (r *textReader) at(line []byte, i int) position {
	return position{int32(r.number), int32(utf8.RuneCount(line[:i])) + 1}
}

func (r *textReader) fault(line []byte, f textFault) *ParseError {
	return newParseError(r.file, r.at(line, f.at), f.token, f.want)
}

// writeText writes the nodes, in their order, then the edges and triples. For a series, the nodes are
// its variables. If a graph without time could be read as a series, the names of
// its moments are in quotes, with an escaped parenthesis.
func writeText(w *bufio.Writer, d *Document, o Options) error {
	quote := quoteText
	if d.Series == nil && seriesByName(d.Graph) != nil {
		quote = quoteTimeless
	}
	g := d.Graph
	nodes := g.Names().List()
	if d.Series != nil {
		if !d.Series.named(g) {
			g = FromSeries(d.TimeSeries()).Graph
		}
		nodes = d.Series.Variables
		for _, name := range nodes {
			if _, _, ok := cutLag(name); ok {
				return fmt.Errorf("text cannot hold a time series with a variable called %s", clipped(name))
			}
		}
		if g.M() == 0 {
			d.advise(o, "the time series has no edge, and its text does not show that it is one: read it with %v", advice.Option("class"))
		}
	}
	if len(nodes) == 0 {
		w.WriteString("# no nodes\n")
	}
	quoted := quoteNames(g, quote)
	for _, name := range nodes {
		w.WriteString(quote(name))
		w.WriteByte('\n')
	}
	for e := range g.Edges() {
		e = drawn(e)
		w.WriteString(quoted[e.X])
		w.WriteByte(' ')
		w.WriteString(e.Arrow())
		w.WriteByte(' ')
		w.WriteString(quoted[e.Y])
		w.WriteByte('\n')
	}
	for _, t := range g.Triples() {
		fmt.Fprintf(w, "%v %s %s %s\n", t.Status, quoted[t.A], quoted[t.B], quoted[t.C])
	}
	return nil
}

// quoteText returns a name as it is written in a text.
func quoteText(name string) string {
	plain := name != "" && name[0] != '#' && !strings.HasPrefix(name, "\ufeff") &&
		!strings.ContainsFunc(name, func(r rune) bool { return r == '"' || unicode.IsSpace(r) || unicode.IsControl(r) })
	_, _, arrow := graph.ParseMarks([]byte(name))
	if _, keyword := statusOf([]byte(name)); plain && !arrow && !keyword {
		return name
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// quoteTimeless is quoteText for a graph without time, in which the name of a moment is written as
// "A\(t-1)".
func quoteTimeless(name string) string {
	variable, _, moment := cutLag(name)
	if !moment {
		return quoteText(name)
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace
	return `"` + escape(variable) + `\` + escape(name[len(variable):]) + `"`
}
