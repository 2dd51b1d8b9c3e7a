package format

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
)

var pajekFormat = Format{
	Name:       "pajek",
	Doc:        "Pajek: *Vertices, then *Arcs and *Edges by the numbers of the nodes",
	Extensions: []string{".paj"},
	Recipes: []Recipe{
		{"networkx", "networkx.write_pajek(G, 'g.net')"},
		{"igraph", "write_graph(g, \"g.net\", format = \"pajek\")"},
	},
	Asks:      []string{"opposite-arcs"},
	Silent:    "the class",
	Holds:     pajekHolds(Options{OppositeArcs: "cycle"}),
	HoldsWith: func(o Options) (Holds, error) { return pajekHolds(o), nil },
	Sniff:     sniffPajek,
	Read:      readPajek,
	Write:     writePajek,
}

func pajekHolds(o Options) Holds {
	return Holds{
		Edges: "--> ---", Cycles: true, Isolated: true,
		TwoCycles: o.OppositeArcs == "cycle" || o.OppositeArcs == "" && o.Class == "cyclic",
		Name: func(name string) bool {
			return name != "" && utf8.ValidString(name) && !strings.ContainsAny(name, "\"\n\r")
		},
	}
}

// sniffPajek reports whether the first line that is no comment is *Vertices or
// *Network.
func sniffPajek(in *Input) bool {
	if !isText(in.Head()) {
		return false
	}
	for line := range bytes.Lines(in.Head()) {
		if line = bytes.ToLower(bytes.TrimSpace(line)); len(line) > 0 && line[0] != '%' {
			return bytes.HasPrefix(line, []byte("*vertices")) || bytes.HasPrefix(line, []byte("*network"))
		}
	}
	return false
}

// A pajekReader reads the sections of a text. Nodes are numbered from 1; those without
// a line of their own are called by their number.
type pajekReader struct {
	*builder
	*scanner
	count   int
	called  map[int]string
	section string
}

func readPajek(in *Input, o Options) (*Document, error) {
	s, err := newScanner(in)
	if err != nil {
		return nil, err
	}
	r := &pajekReader{builder: newBuilder(in.Name), scanner: s, count: -1, called: make(map[int]string)}
	r.loose = true
	for at := 0; at < len(s.data); at = lineEnd(s.data, at) + 1 {
		line := bytes.TrimSpace(s.data[at:lineEnd(s.data, at)])
		if len(line) == 0 || line[0] == '%' {
			continue
		}
		if err := r.read(line, at); err != nil {
			return nil, err
		}
	}
	if err := r.finish(len(s.data)); err != nil {
		return nil, err
	}
	return r.document(o)
}

// read reads a line.
func (r *pajekReader) read(line []byte, at int) error {
	if line[0] != '*' {
		switch r.section {
		case "*vertices":
			return r.vertex(line, at)
		case "*arcs", "*edges", "*arcslist", "*edgeslist":
			return r.pairs(line, at)
		}
		return r.fault(at, line, "*Vertices")
	}
	words := bytes.Fields(bytes.ToLower(line))
	word := string(words[0])
	switch word {
	case "*network":
		return nil
	case "*vertices":
		n, err := 0, error(nil)
		if len(words) > 1 {
			n, err = strconv.Atoi(string(words[1]))
		}
		if len(words) < 2 || err != nil || n < 0 || r.count >= 0 {
			return r.fault(at, line, "*Vertices once, with the number of nodes")
		}
		if n > len(r.data) {
			return r.fault(at, line, "fewer nodes in a text of this size")
		}
		r.count = n
	case "*arcs", "*edges", "*arcslist", "*edgeslist":
		if err := r.finish(at); err != nil {
			return err
		}
	default:
		return r.fault(at, line, "*Vertices, *Arcs, *Edges, *Arcslist or *Edgeslist")
	}
	r.section = word
	return nil
}

// finish adds the nodes, once they are all read.
func (r *pajekReader) finish(at int) error {
	if r.count < 0 {
		return r.fault(at, nil, "*Vertices")
	}
	for i := len(r.names) + 1; i <= r.count; i++ {
		name, given := r.called[i]
		if !given {
			name = strconv.Itoa(i)
		}
		if _, twice := r.index[name]; twice {
			return &FileError{r.builder.file, "two nodes are called " + clipped(name), ""}
		}
		r.node([]byte(name))
	}
	return nil
}

// vertex reads a line such as 1 "X" 0.5 0.5.
func (r *pajekReader) vertex(line []byte, at int) error {
	number, rest, _ := bytes.Cut(line, []byte(" "))
	i, err := strconv.Atoi(string(bytes.TrimSpace(number)))
	if err != nil || i < 1 || i > r.count {
		return r.fault(at, line, fmt.Sprintf("a number from 1 to %d and a name", r.count))
	}
	if _, twice := r.called[i]; twice {
		return r.fault(at, line, "each node once")
	}
	name := string(bytes.TrimSpace(rest))
	if strings.HasPrefix(name, `"`) {
		var closed bool
		if name, _, closed = strings.Cut(name[1:], `"`); !closed {
			return r.fault(at, line, `a closing "`)
		}
	} else if words := strings.Fields(name); len(words) > 0 {
		name = words[0]
	}
	if name != "" {
		r.called[i] = name
	}
	return nil
}

// pairs reads a line of numbers: an edge and its weight, or a node and its others.
func (r *pajekReader) pairs(line []byte, at int) error {
	words := bytes.Fields(line)
	list := strings.HasSuffix(r.section, "list")
	if !list && len(words) > 2 {
		words = words[:2]
	}
	var x graph.Node
	for k, word := range words {
		i, err := strconv.Atoi(string(word))
		if err != nil || i < 1 || i > r.count || len(words) < 2 && !list {
			return r.fault(at, line, fmt.Sprintf("numbers of nodes from 1 to %d", r.count))
		}
		y := graph.Node(i - 1)
		if k == 0 {
			x = y
			continue
		}
		e := graph.Directed(x, y)
		if strings.HasPrefix(r.section, "*edges") {
			e = graph.Line(x, y)
		}
		r.edge(e, r.place(at))
	}
	return nil
}

func writePajek(w *bufio.Writer, d *Document, _ Options) error {
	g := d.Graph
	fmt.Fprintf(w, "*Vertices %d\n", g.N())
	for v := range graph.Node(g.N()) {
		fmt.Fprintf(w, "%d \"%s\"\n", v+1, g.Name(v))
	}
	for _, section := range []string{"*Arcs", "*Edges"} {
		fmt.Fprintln(w, section)
		for e := range g.Edges() {
			if e = drawn(e); e.Directed() == (section == "*Arcs") {
				fmt.Fprintf(w, "%d %d\n", e.X+1, e.Y+1)
			}
		}
	}
	return nil
}
