package format

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

var dagittyFormat = Format{
	Name:       "dagitty",
	Doc:        "the text of dagitty: dag { X -> Y }, with @ for a circle",
	Extensions: []string{".dag", ".dagitty"},
	recipes: []recipe{
		{tool: "dagitty", save: "writeLines(as.character(g), \"g.dag\")"},
		{tool: "pgmpy", save: "open('g.dag', 'w').write(dag.to_dagitty())  # of a MAG or PAG it may write -< for ->, which is refused"},
		{tool: "pcalg", save: "writeLines(as.character(pcalg2dagitty(amat, names, type = \"cpdag\")), \"g.dag\")"},
	},
	Unspecified: "whether --- of a pdag is of a CPDAG",
	Capabilities: Capabilities{
		Edges: classEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true,
		Name: func(name string) bool {
			return name != "" && name != "graph" && name != "node" && canQuote(name, false)
		},
	},
	sniff: begins(sniffDagitty),
	read:  readDagitty,
	write: writeDagitty,
}

// dagittyEdges are the edges as dagitty draws them, longer ones first.
var dagittyEdges = []dagittyEdge{
	{"<->", "<->"}, {"<-@", "<-o"}, {"@->", "o->"}, {"@-@", "o-o"}, {"@--", "o--"}, {"--@", "--o"},
	{"->", "-->"}, {"<-", "<--"}, {"--", "---"},
}

type dagittyEdge struct{ text, arrow string }

// sniffDagitty reports whether the text begins like a graph of dagitty. A graph or digraph is one if it
// has edges that DOT does not have.
func sniffDagitty(in *input) bool {
	s := headScanner(in)
	s.skip(isDagittyBlank)
	word := strings.ToLower(string(s.take(isWord)))
	if !isDagittyWord(word) {
		return false
	}
	s.skip(isDagittyBlank)
	if s.has(`"`) {
		s.quoted(false)
	} else {
		s.skip(isDagittyID)
	}
	if s.skip(isDagittyBlank); !s.has("{") {
		return false
	}
	return !strings.HasSuffix(word, "graph") || hasDagittyEdge(s)
}

// hasDagittyEdge reports whether there is an edge, outside of quotes, that DOT does not have.
func hasDagittyEdge(s *scanner) bool {
	for ; s.next < len(s.data); s.next++ {
		switch {
		case s.has(`"`):
			s.quoted(false)
			s.next--
		case s.has("<-"), s.has("@-"), s.has("--@"):
			return true
		case s.has("/*"), s.has("//"), s.has("<"):
			return false
		}
	}
	return false
}

func isDagittyBlank(c byte) bool { return isSpace(c) || c == ';' }

func isDagittyID(c byte) bool { return c == '.' || isWord(c) && c < 0x80 }

func writeDagitty(w *bufio.Writer, d *Document, _ Options) error {
	g := d.Graph
	quoted := quoteNames(g, quoteDagitty)
	fmt.Fprintf(w, "%s {\n", dagittyType(d))
	for _, name := range quoted {
		w.WriteString(name + "\n")
	}
	for e := range g.Edges() {
		e = drawn(e)
		i := slices.IndexFunc(dagittyEdges, func(d dagittyEdge) bool { return d.arrow == e.Arrow() })
		fmt.Fprintf(w, "%s %s %s\n", quoted[e.X], dagittyEdges[i].text, quoted[e.Y])
	}
	w.WriteString("}\n")
	return nil
}

// dagittyType returns the type of a graph: that of its class, or else the narrowest one with its
// edges.
func dagittyType(d *Document) string {
	for _, w := range dagittyWords {
		if w.drawn.Has(d.Class) {
			return w.word
		}
	}
	lines, arcs := false, false
	for e := range d.Graph.Edges() {
		if e.Has(graph.Circle) {
			return "pag"
		}
		lines, arcs = lines || e.Undirected(), arcs || e.Bidirected()
	}
	switch {
	case lines && arcs:
		return "mag"
	case lines:
		return "pdag"
	}
	return "dag"
}

// isDagittyWord reports whether a graph may begin with word.
func isDagittyWord(word string) bool {
	for _, w := range dagittyWords {
		if w.word == word {
			return true
		}
	}
	return word == "graph" || word == "digraph"
}

// quoteDagitty returns a name as it is written in a text.
func quoteDagitty(name string) string {
	for i := range len(name) {
		if !isDagittyID(name[i]) {
			return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"`
		}
	}
	if slices.Contains([]string{"o", "edge", "subgraph", "strict"}, strings.ToLower(name)) {
		return `"` + name + `"`
	}
	return name
}
