package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
)

var textFormat = Format{
	Name:       "text",
	Doc:        "one node, edge or triple a line, such as A --> B; the native format",
	Extensions: []string{".txt", ".text", ".graph"},
	Asks:       []string{"opposite-arcs"},
	Silent:     "the class of the graph",
	Holds: Holds{
		Edges: AllEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true, Triples: true, Series: true,
		Name: func(name string) bool { return utf8.ValidString(name) && !strings.ContainsAny(name, "\n\r") },
	},
	Sniff: sniffText,
	Read:  readText,
	Write: writeText,
}

// wantEdge is what stands in errors for an arrow.
const wantEdge = "an edge such as -->"

// marksOf reads an arrow such as o->.
func marksOf(s []byte) (left, right graph.Mark, ok bool) {
	if len(s) != 3 || s[1] != '-' {
		return 0, 0, false
	}
	marks := func(c, arrow byte) graph.Mark {
		switch c {
		case '-':
			return graph.Tail
		case arrow:
			return graph.Arrow
		case 'o':
			return graph.Circle
		case 'x':
			return graph.Conflict
		}
		return graph.None
	}
	left, right = marks(s[0], '<'), marks(s[2], '>')
	return left, right, left != graph.None && right != graph.None
}

// statusOf reads a keyword.
func statusOf(s []byte) (graph.Status, bool) {
	for _, status := range []graph.Status{graph.Ambiguous, graph.Collider, graph.NonCollider} {
		if string(s) == status.String() {
			return status, true
		}
	}
	return 0, false
}

// A textToken is a word of a line: an arrow, a keyword or a name.
type textToken struct {
	text   []byte // a name without its quotes
	at     int    // where it begins in the line, in bytes
	quoted bool
}

// isName reports whether the token can be a name as it stands.
func (t textToken) isName() bool {
	if t.quoted {
		return true
	}
	_, _, arrow := marksOf(t.text)
	_, keyword := statusOf(t.text)
	return !arrow && !keyword
}

// A textLine is a line that is taken apart.
type textLine struct {
	text []byte
	at   int
}

// A textFault is a ParseError whose column is still a byte of the line.
type textFault struct {
	at    int
	token []byte
	want  string
}

// blank returns the length of the blank at the head of s, or 0.
func blank(s []byte) int {
	if s[0] < utf8.RuneSelf {
		if s[0] == ' ' || s[0] >= '\t' && s[0] <= '\r' {
			return 1
		}
		return 0
	}
	if r, n := utf8.DecodeRune(s); unicode.IsSpace(r) {
		return n
	}
	return 0
}

// next returns the next token; ok is false at the end of the line or a comment.
func (l *textLine) next() (t textToken, ok bool, fault *textFault) {
	s := l.text
	for l.at < len(s) {
		n := blank(s[l.at:])
		if n == 0 {
			break
		}
		l.at += n
	}
	if l.at == len(s) || s[l.at] == '#' {
		l.at = len(s)
		return t, false, nil
	}
	start := l.at
	if s[start] == '"' {
		return l.quoted()
	}
	for l.at < len(s) && s[l.at] != '"' {
		if s[l.at] > ' ' && s[l.at] < utf8.RuneSelf {
			l.at++
			continue
		}
		r, n := utf8.DecodeRune(s[l.at:])
		if unicode.IsSpace(r) {
			break
		}
		l.at += n
	}
	if l.at < len(s) && s[l.at] == '"' {
		return t, false, &textFault{l.at, s[l.at:], "a blank, or the whole name in quotes with \\\" for a quote"}
	}
	return textToken{s[start:l.at], start, false}, true, nil
}

// quoted returns the name in quotes that begins at l.at.
func (l *textLine) quoted() (textToken, bool, *textFault) {
	s, start := l.text, l.at
	var name []byte
	escaped := false
	i := start + 1
	from := i
	for ; i < len(s) && s[i] != '"'; i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			name = append(name, s[from:i]...)
			i++
			from, escaped = i, true
		case s[i] == '\r':
			return textToken{}, false, &textFault{start, s[start:], "a name without a line break"}
		}
	}
	if i >= len(s) {
		return textToken{}, false, &textFault{start, s[start:], "a name that ends with a quote in the same line"}
	}
	if escaped {
		name = append(name, s[from:i]...)
	} else {
		name = s[from:i]
	}
	l.at = i + 1
	if l.at < len(s) && blank(s[l.at:]) == 0 {
		return textToken{}, false, &textFault{l.at, s[l.at:], "a blank after the closing quote"}
	}
	return textToken{name, start, true}, true, nil
}

// parse returns the tokens of a line that say something: one for a node, three for
// an edge, four for a triple, none for a blank line or a comment.
func (l *textLine) parse(room *[4]textToken) ([]textToken, *textFault) {
	tokens := room[:0]
	for {
		t, ok, fault := l.next()
		if fault != nil {
			return nil, fault
		}
		if !ok {
			break
		}
		want, more := l.wants(tokens, t)
		if want != "" {
			return nil, &textFault{t.at, t.raw(l.text), want}
		}
		if !more {
			return nil, &textFault{t.at, t.raw(l.text), "the end of the line"}
		}
		tokens = append(tokens, t)
	}
	if len(tokens) == 0 {
		return nil, nil
	}
	_, keyword := tokens[0].status()
	switch end := len(bytes.TrimRightFunc(l.text, unicode.IsSpace)); {
	case keyword && len(tokens) < 4:
		return nil, &textFault{end, nil, "three names after " + string(tokens[0].text)}
	case len(tokens) == 2:
		return nil, &textFault{end, nil, "a name after " + string(tokens[1].text)}
	}
	return tokens, nil
}

// wants says what must stand in place of t after tokens, if t is not right there;
// more is false where nothing may follow.
func (l *textLine) wants(tokens []textToken, t textToken) (want string, more bool) {
	keyword := false
	if len(tokens) > 0 {
		_, keyword = tokens[0].status()
	}
	switch n := len(tokens); {
	case n == 0:
		if _, keyword := t.status(); !keyword && !t.isName() {
			return "a name (in quotes if it is an arrow)", true
		}
	case keyword && n < 4, !keyword && n == 2:
		if !t.isName() {
			return "a name (in quotes if it is an arrow or a keyword)", true
		}
	case !keyword && n == 1:
		if _, _, arrow := marksOf(t.text); t.quoted || !arrow {
			return wantEdge, true
		}
	default:
		return "", false
	}
	return "", true
}

// status reads the token as a keyword.
func (t textToken) status() (graph.Status, bool) {
	if t.quoted {
		return 0, false
	}
	return statusOf(t.text)
}

// raw returns the token as it stands in the line.
func (t textToken) raw(line []byte) []byte {
	if t.quoted {
		return line[t.at:]
	}
	return t.text
}

// sniffText reports whether the first line that is more than a name is an edge or a
// triple. Our writer puts the nodes first: a head of many names, without a
// separator that a table would have, is a text too.
func sniffText(in *Input) bool {
	head := in.Head()
	full, names := len(head) == headSize, false
	var room [4]textToken
	for len(head) > 0 {
		line, rest, whole := bytes.Cut(head, []byte("\n"))
		if !whole && full {
			return names && !bytes.ContainsAny(in.Head(), ",;")
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
			return true
		}
		names = names || len(tokens) == 1
	}
	return false
}

func readText(in *Input, o Options) (*Document, error) {
	b := newBuilder(in.Name)
	lines := in.Lines()
	var room [4]textToken
	for number := 1; ; number++ {
		text, err := lines.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			return nil, &ParseError{in.Name, number, 1, string(text[:min(len(text), 200)]), fmt.Sprintf("lines of at most %d bytes", headSize)}
		}
		if err != nil && err != io.EOF {
			return nil, in.readError(err)
		}
		line := bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		at := func(i int) Place { return Place{number, utf8.RuneCount(line[:i]) + 1} }
		if !utf8.Valid(line) {
			i := 0
			for r, n := utf8.DecodeRune(line); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRune(line[i:]) {
				i += n
			}
			p := at(i)
			return nil, &ParseError{in.Name, p.Line, p.Col, string(line[i : i+1]), "UTF-8"}
		}
		tokens, fault := (&textLine{text: line}).parse(&room)
		if fault != nil {
			p := at(fault.at)
			return nil, &ParseError{in.Name, p.Line, p.Col, string(fault.token[:min(len(fault.token), 200)]), fault.want}
		}
		switch len(tokens) {
		case 1:
			b.node(tokens[0].text)
		case 3:
			left, right, _ := marksOf(tokens[1].text)
			x := b.node(tokens[0].text)
			b.edge(graph.Edge{X: x, Y: b.node(tokens[2].text), AtX: left, AtY: right}, at(tokens[0].at))
		case 4:
			status, _ := tokens[0].status()
			A, B, C := b.node(tokens[1].text), b.node(tokens[2].text), b.node(tokens[3].text)
			b.triple(graph.Triple{A: A, B: B, C: C, Status: status}, at(tokens[0].at))
		}
		if err == io.EOF {
			break
		}
	}
	d, err := b.document(o)
	if err != nil {
		return nil, err
	}
	if variables, links, triples, ok := seriesByName(d.Graph); ok {
		s, err := NewSeries(variables, 0, links, triples)
		if err != nil {
			return nil, in.refuse(err.Error(), "")
		}
		s.Notes = d.Notes
		return s, nil
	}
	return d, nil
}

// writeText prints the nodes, in their order, then the edges and triples. Of a
// series the nodes are its variables.
func writeText(w *bufio.Writer, d *Document, _ Options) error {
	nodes, g := d.Graph.Names().List(), d.Graph
	switch {
	case d.Series == nil:
		if _, _, _, ok := seriesByName(g); ok {
			return fmt.Errorf("text cannot hold a graph whose edges join nodes such as %s: it would be read as a time series", clipped(g.Name(firstEdge(g).X)))
		}
	case d.Series.named(g):
		nodes = d.Series.Variables
		for _, name := range nodes {
			if _, _, ok := cutLag(name); ok {
				return fmt.Errorf("text cannot hold a time series with a variable called %s", clipped(name))
			}
		}
		if g.M() == 0 {
			d.note("the time series has no edge, and its text does not show that it is one")
		}
	default:
		d.note("text does not show that the nodes are moments of a time series")
	}
	if len(nodes) == 0 {
		w.WriteString("# no nodes\n")
	}
	quoted := make([]string, g.N())
	for v := range quoted {
		quoted[v] = quoteText(g.Name(graph.Node(v)))
	}
	for _, name := range nodes {
		w.WriteString(quoteText(name))
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

func firstEdge(g *graph.Graph) graph.Edge {
	for e := range g.Edges() {
		return e
	}
	return graph.Edge{}
}

// quoteText returns the name as it stands in a text.
func quoteText(name string) string {
	plain := name != "" && name[0] != '#' && !strings.HasPrefix(name, "\ufeff") &&
		!strings.ContainsFunc(name, func(r rune) bool { return r == '"' || unicode.IsSpace(r) || unicode.IsControl(r) })
	if plain && (textToken{text: []byte(name)}).isName() {
		return name
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// cutLag takes X(t) and X(t-1) apart.
func cutLag(name string) (variable string, lag int, ok bool) {
	i := strings.LastIndex(name, "(t")
	if i < 1 || !strings.HasSuffix(name, ")") {
		return "", 0, false
	}
	switch digits, minus := strings.CutPrefix(name[i+2:len(name)-1], "-"); {
	case !minus:
		return name[:i], 0, digits == ""
	case len(digits) > 9 || digits == "" || digits[0] == '0':
		return "", 0, false
	default:
		lag, err := strconv.ParseUint(digits, 10, 32)
		return name[:i], int(lag), err == nil
	}
}

// seriesByName reads a graph as a series: every edge joins nodes such as X(t-1) and
// Y(t), one of them at t, and the nodes without an edge are variables.
func seriesByName(g *graph.Graph) (variables []string, links []Link, triples []LinkTriple, ok bool) {
	if g.M() == 0 {
		return nil, nil, nil, false
	}
	at := make([]Moment, g.N())
	names := make([]string, g.N()) // of the variables
	index := make(map[string]graph.Node)
	for v := range graph.Node(g.N()) {
		name, lag, moment := cutLag(g.Name(v))
		if moment != (g.Degree(v) > 0) {
			return nil, nil, nil, false
		}
		if !moment {
			name = g.Name(v)
			index[name] = graph.Node(len(variables))
			variables = append(variables, name)
		}
		names[v], at[v].Lag = name, lag
	}
	for v, name := range names {
		u, known := index[name]
		if !known {
			u = graph.Node(len(variables))
			index[name] = u
			variables = append(variables, name)
		}
		at[v].Variable = u
	}
	for e := range g.Edges() {
		if at[e.X].Lag > 0 && at[e.Y].Lag > 0 {
			return nil, nil, nil, false
		}
		links = append(links, Link{at[e.X], at[e.Y], e.AtX, e.AtY})
	}
	for _, t := range g.Triples() {
		triples = append(triples, LinkTriple{at[t.A], at[t.B], at[t.C], t.Status})
	}
	return variables, links, triples, true
}
