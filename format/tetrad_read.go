package format

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/try"
)

// A tetradReader reads the text line by line. It ignores what is before the nodes and in other blocks.
type tetradReader struct {
	*builder
	text    *scanner
	latent  []string
	dropped tally // of triples
	series  bool  // the text ends with a list of variables
}

func readTetrad(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	r := &tetradReader{builder: newBuilder(in.name), text: newScanner(in)}
	r.blocks()
	return r.finish(o)
}

// next returns the next line, trimmed, and its beginning. ok is false at the end.
func (r *tetradReader) next() (line []byte, at int, ok bool) {
	s := r.text
	if s.next >= len(s.data) {
		return nil, len(s.data), false
	}
	start, end := s.next, lineEnd(s.data, s.next)
	s.next = end + 1
	line = bytes.TrimSpace(s.data[start:end])
	return line, start + bytes.Index(s.data[start:end], line), true
}

// blocks reads the whole text.
func (r *tetradReader) blocks() {
	line, at, ok := r.next()
	for ; ok && string(line) != tetradNodes; line, at, ok = r.next() {
	}
	if !ok {
		r.text.fail(at, nil, "a line "+tetradNodes)
	}
	r.nodes()
	list, edges, dense := -1, true, true // dense: no blank line yet, so each line is an edge
	for line, at, ok = r.next(); ok; line, at, ok = r.next() {
		if len(line) == 0 {
			dense = false
			continue
		}
		if i, title := tetradTitle(line); title {
			list, edges, dense = i, i < 0, i < 0
			continue
		}
		switch {
		case list >= 0 && line[0] == '<':
			r.listed(line, at, list)
		case edges && (dense || numbered(line) > 0):
			r.edgeLine(line, at)
		case line[0] == '[' && line[len(line)-1] == ']':
			r.series = true
		}
	}
}

// tetradTitle returns the list of triples whose title a line is, or -1 for the title of the edges.
func tetradTitle(line []byte) (list int, ok bool) {
	if string(line) == tetradEdges {
		return -1, true
	}
	for i, list := range tetradLists {
		if bytes.HasPrefix(line, []byte(list.title)) {
			return i, true
		}
	}
	return len(tetradLists), bytes.HasSuffix(line, []byte("Attributes:"))
}

// nodes reads the list of nodes up to the title of the edges.
func (r *tetradReader) nodes() {
	type part struct {
		line []byte
		at   int
	}
	var parts []part
	line, at, ok := r.next()
	for ; ok && string(line) != tetradEdges; line, at, ok = r.next() {
		if len(line) > 0 {
			parts = append(parts, part{line, at})
		}
	}
	if !ok {
		r.text.fail(at, nil, "a line "+tetradEdges)
	}
	sep := " " // as in old files
	for _, p := range parts {
		if bytes.IndexByte(p.line, ';') >= 0 {
			sep = ";"
			break
		}
		if bytes.IndexByte(p.line, ',') >= 0 {
			sep = ","
		}
	}
	for _, p := range parts {
		names := bytes.Split(p.line, []byte(sep))
		for i, name := range names {
			at := p.at
			p.at += len(name) + 1
			if name = bytes.TrimSpace(name); len(name) == 0 && (sep == " " || i == len(names)-1) {
				continue
			}
			r.newNode(string(name), at)
		}
	}
}

// newNode adds a node of the list.
func (r *tetradReader) newNode(name string, at int) {
	inner, latent := unbracket(name)
	if latent {
		r.latent = append(r.latent, inner)
	}
	if _, twice := r.index[inner]; twice || inner == "" {
		r.text.fail(at, []byte(name+";"), "names that differ and are not empty")
	}
	r.node([]byte(inner))
}

// numbered returns the length of the number and dot before an edge.
func numbered(line []byte) int {
	i := 0
	for i < len(line) && isDigit(line[i]) {
		i++
	}
	if i == 0 || i == len(line) || line[i] != '.' || i+1 < len(line) && !isSpace(line[i+1]) {
		return 0
	}
	return i + 1
}

// edgeLine reads a line such as 1. X --> Y dd nl.
func (r *tetradReader) edgeLine(line []byte, at int) {
	n := numbered(line)
	rest := bytes.TrimLeft(line[n:], " \t")
	e, edges, null := r.findEdge(rest)
	switch {
	case edges == 1:
		r.edge(e, r.text.place(at+len(line)-len(rest)))
	case edges > 1:
		r.text.fail(at, line, "a single edge in each line")
	case !null:
		r.text.fail(at, line, "an edge such as --> between two nodes of the list")
	}
}

// findEdge returns the edge at the beginning of a text, and the number of edges that it could be: names
// may contain blanks and arrows.
func (r *tetradReader) findEdge(text []byte) (e graph.Edge, edges int, null bool) {
	for i := 0; i+5 <= len(text) && i <= longestTetrad; i++ {
		if text[i] != ' ' || text[i+4] != ' ' {
			continue
		}
		left, right, ok := graph.ParseMarks(text[i+1 : i+4])
		none := string(text[i+1:i+4]) == "..."
		if !ok && !none {
			continue
		}
		x, known := r.known(bytes.TrimSpace(text[:i]))
		if !known {
			continue
		}
		if y, known := r.leading(bytes.TrimSpace(text[i+5:])); known && none {
			null = true
		} else if known {
			edges++
			e = graph.Edge{X: x, Y: y, AtX: left, AtY: right}
		}
	}
	return e, edges, null
}

// known returns the node with a name, with or without the brackets of a latent one.
func (r *tetradReader) known(name []byte) (graph.Node, bool) {
	v, ok := r.index[string(name)]
	if !ok {
		if inner, latent := unbracket(string(name)); latent {
			v, ok = r.index[inner]
		}
	}
	return v, ok
}

// leading returns the node whose name is at the beginning of text, if only tags or shares of a
// bootstrap follow it.
func (r *tetradReader) leading(text []byte) (graph.Node, bool) {
	const most = 8 // four tags, and the shares before or behind them
	for tries := 0; len(text) > 0 && tries < most; tries++ {
		if v, known := r.known(text); known {
			return v, true
		}
		// Shares are in brackets and contain blanks; tags are single words.
		cut := bytes.LastIndexByte(text, ' ')
		if cut < 0 {
			return 0, false
		}
		if open := bytes.Index(text, []byte(" [")); open >= 0 && bytes.IndexByte(text, ']') > open {
			cut = open
		} else if !tetradTags[string(text[cut+1:])] {
			return 0, false
		}
		text = bytes.TrimRight(text[:cut], " ")
	}
	return 0, false
}

// listed reads a triple such as <X, Y, Z>.
func (r *tetradReader) listed(line []byte, at, list int) {
	inner, closed := bytes.CutSuffix(line[1:], []byte(">"))
	names := bytes.Split(inner, []byte(", "))
	if !closed || len(names) != 3 {
		r.text.fail(at, line, "a triple such as <X, Y, Z>")
	}
	if list >= len(tetradLists) {
		return
	}
	var nodes [3]graph.Node
	for i, name := range names {
		v, known := r.known(bytes.TrimSpace(name))
		if !known {
			r.text.fail(at, line, "three nodes of the list")
		}
		nodes[i] = v
	}
	r.addListed(nodes, list, at)
}

// addListed adds a triple of a list, if its status is known.
func (r *tetradReader) addListed(nodes [3]graph.Node, list, at int) {
	if !tetradLists[list].known {
		r.dropped.add("dotted underline", "of a triple", fmt.Sprintf("%s, %s, %s", r.names[nodes[0]], r.names[nodes[1]], r.names[nodes[2]]))
		return
	}
	r.triple(graph.Triple{A: nodes[0], B: nodes[1], C: nodes[2], Status: tetradLists[list].status}, r.text.place(at))
}

// finish returns the graph, or the series.
func (r *tetradReader) finish(o Options) (*Document, error) {
	r.dropBroken(&r.dropped)
	series := o.Series || o.Class.IsSeries() || o.Class == graph.Unstated && r.series
	if o.Class == graph.Unstated && !series {
		try.Check(askLags(r.file, r.names, r.index))
	}
	d := try.Get(r.document(o))
	if series {
		d = try.Get(tetradSeries(d, r.file))
	}
	noteLatent(d, r.latent)
	for _, l := range r.dropped {
		d.note("%v dropped", l)
	}
	return d, nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// noteLatent warns that a graph has no marks of latent or selected nodes. Options of a comparison may project them out.
func noteLatent(d *Document, latent []string) {
	if len(latent) > 0 {
		d.note("%v: the mark is ignored", loss{"node", "marked latent or selected", len(latent), strings.Join(latent[:min(3, len(latent))], ", ")})
	}
}

// dropBroken drops triples that occur twice or are not paths of the edges. The lists of a search may
// have such triples.
func (b *builder) dropBroken(dropped *tally) {
	if len(b.triples) == 0 {
		return
	}
	joined := make(map[[2]graph.Node]bool)
	for _, e := range b.edges {
		joined[[2]graph.Node{e.X, e.Y}], joined[[2]graph.Node{e.Y, e.X}] = true, true
	}
	met := make(map[graph.Triple]bool)
	kept := 0
	for i, t := range b.triples {
		key := t.Canonical()
		if met[key] {
			continue
		}
		met[key] = true
		if !joined[[2]graph.Node{t.A, t.B}] || !joined[[2]graph.Node{t.B, t.C}] || t.A == t.C {
			dropped.add("triple", "that is not a path", fmt.Sprintf("%s, %s, %s", b.names[t.A], b.names[t.B], b.names[t.C]))
			continue
		}
		b.triples[kept], b.tripAt[kept] = t, b.tripAt[i]
		kept++
	}
	b.triples, b.tripAt = b.triples[:kept], b.tripAt[:kept]
}
