package format

import (
	"bufio"
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
)

var adjlistExtensions = []string{".adjlist"}

// adjlistFormat is never found by content: a line of two names is an edge list too.
var adjlistFormat = Format{
	Name:       "adjlist",
	Doc:        "one node per line, followed by its children, separated by blanks",
	Extensions: adjlistExtensions,
	Recipes: []Recipe{
		{"networkx", "networkx.write_adjlist(G, 'g.adjlist')  # read with option directed"},
	},
	Asks:   []string{"directed", "opposite-arcs"},
	Silent: "whether edges have a direction, the class",
	Holds:  Holds{Edges: "--> ---", TwoCycles: true, Cycles: true, Isolated: true, Name: isListWord},
	HoldsWith: func(o Options) (Holds, error) {
		h := listHolds(o)
		h.Isolated, h.Name = true, isListWord
		return h, nil
	},
	Read:  readAdjlist,
	Write: writeAdjlist,
}

// isListWord reports whether a name can stand between blanks.
func isListWord(name string) bool {
	return name != "" && utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return r == '#' || r == '\ufeff' || unicode.IsSpace(r) })
}

func readAdjlist(in *Input, o Options) (*Document, error) {
	s, err := newScanner(in)
	if err != nil {
		return nil, err
	}
	directed, err := askDirected(in.Name, o)
	if err != nil {
		return nil, err
	}
	b := newBuilder(in.Name)
	b.loose = true
	lines := func(each func(names [][]byte, at int)) {
		for at := 0; at < len(s.data); at = lineEnd(s.data, at) + 1 {
			line, _, _ := bytes.Cut(s.data[at:lineEnd(s.data, at)], []byte("#"))
			if names := bytes.Fields(line); len(names) > 0 {
				each(names, at)
			}
		}
	}
	// Nodes stand in the order of their lines, not where they are a child first.
	lines(func(names [][]byte, _ int) { b.node(names[0]) })
	lines(func(names [][]byte, at int) {
		place := s.place(at)
		x := b.node(names[0])
		for _, name := range names[1:] {
			e := graph.Directed(x, b.node(name))
			if !*directed {
				e = graph.Line(e.X, e.Y)
			}
			b.edge(e, place)
		}
	})
	return b.document(o)
}

func writeAdjlist(w *bufio.Writer, d *Document, o Options) error {
	g := d.Graph
	if g.N() == 0 {
		w.WriteString("# no nodes\n")
	}
	for v := range graph.Node(g.N()) {
		w.WriteString(g.Name(v))
		for _, child := range g.Children(v) {
			w.WriteString(" " + g.Name(child))
		}
		for _, other := range g.Lines(v) {
			if v < other || !linesOnly(o) {
				w.WriteString(" " + g.Name(other))
			}
		}
		w.WriteByte('\n')
	}
	return nil
}
