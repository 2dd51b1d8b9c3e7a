package format

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/graph"
)

var tetradFormat = Format{
	Name:       "tetrad",
	Doc:        "the text of Tetrad and causal-learn: Graph Nodes:, Graph Edges:, and lists of triples",
	Extensions: []string{".tetrad"},
	recipes: []recipe{
		{tool: "Tetrad", save: "File, Save Graph, Text"},
		{tool: "causal-learn", save: "open('g.txt', 'w').write(str(cg.G))"},
		{tool: "py-tetrad", save: "open('g.txt', 'w').write(str(search.get_java()))"},
	},
	Options:     []string{"class"},
	Unspecified: "the class",
	Capabilities: Capabilities{
		Edges: classEdges, Bows: true, TwoCycles: true, Cycles: true, Isolated: true,
		Triples: true, Statuses: []graph.Status{graph.Ambiguous, graph.NonCollider}, Series: true,
		Name: canBeTetrad,
	},
	sniff: sniffTetrad,
	read:  readTetrad,
	write: writeTetrad,
}

const (
	tetradNodes = "Graph Nodes:"
	tetradEdges = "Graph Edges:"
)

// tetradLists are the titles of lists of triples, and the status of their triples. An underlined triple
// is not a collider. A dotted underline, of graphs with cycles (Richardson, A discovery algorithm for
// directed cyclic graphs, UAI 1996), has no equivalent here.
var tetradLists = []struct {
	title  string
	status graph.Status
	known  bool
}{
	{"Ambiguous triples", graph.Ambiguous, true},
	{"Underline triples", graph.NonCollider, true},
	{"Dotted underline triples", 0, false},
}

// tetradTags follow an edge: definitely or possibly direct, without or possibly with a latent
// confounder.
var tetradTags = map[string]bool{"dd": true, "pd": true, "nl": true, "pl": true}

// longestTetrad is the length of the longest name in an edge. It limits the search for arrows in a long
// line.
const longestTetrad = 1 << 12

func sniffTetrad(in *input) bool {
	head := in.head()
	if !bytes.Contains(head, []byte(tetradNodes)) {
		return false
	}
	for line := range bytes.Lines(head) {
		if string(bytes.TrimSpace(line)) == tetradNodes {
			return true
		}
	}
	return false
}

// canBeTetrad reports whether a name can be distinguished from its surroundings: separators of lists,
// brackets of latent nodes, arrows, tags and lags.
func canBeTetrad(name string) bool {
	if name == "" || len(name) > longestTetrad || strings.TrimSpace(name) != name || !utf8.ValidString(name) || strings.ContainsAny(name, ";,\n\r\ufeff") ||
		strings.HasPrefix(name, tetradNodes) || strings.HasPrefix(name, tetradEdges) {
		return false
	}
	if inner, latent := unbracket(name); latent && inner != name {
		return false
	}
	if _, _, lagged := cutTetradLag(name); lagged {
		return false
	}
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '\t' }) {
		if _, _, arrow := graph.ParseMarks([]byte(word)); arrow || tetradTags[word] || word == "..." || word[0] == '[' {
			return false
		}
	}
	return true
}

// unbracket removes the brackets of a latent or selection variable.
func unbracket(name string) (inner string, latent bool) {
	if n := len(name); n > 2 && (name[0] == '(' && name[n-1] == ')' || name[0] == '[' && name[n-1] == ']') {
		return name[1 : n-1], true
	}
	return name, false
}

func writeTetrad(w *bufio.Writer, d *Document, _ Options) error {
	g := d.Graph
	names := g.Names().List()
	if s := d.Series; s != nil {
		names = make([]string, g.N())
		for v, m := range s.At {
			names[v] = tetradMoment(s.Variables[m.Variable], m.Lag)
		}
	}
	listed := names
	if s := d.Series; s != nil && s.unseenLag() {
		listed = append(slices.Clone(names), tetradMoment(s.Variables[0], s.MaxLag))
	}
	fmt.Fprintf(w, "%s\n%s", tetradNodes, strings.Join(listed, ";"))
	if len(listed) == 1 {
		w.WriteByte(';') // otherwise blanks would separate names, as in old files
	}
	fmt.Fprintf(w, "\n\n%s\n", tetradEdges)
	number := 0
	for e := range g.Edges() {
		number++
		e = drawn(e)
		if e.AtX == graph.Circle && e.AtY == graph.Tail {
			e = e.Flip() // causal-learn drops o-- and takes --o
		}
		fmt.Fprintf(w, "%d. %s %s %s\n", number, names[e.X], e.Arrow(), names[e.Y])
	}
	for _, list := range tetradLists {
		title := fmt.Sprintf("\n\n%s:\n", list.title)
		for _, t := range g.Triples() {
			if list.known && t.Status == list.status {
				fmt.Fprintf(w, "%s<%s, %s, %s>\n", title, names[t.A], names[t.B], names[t.C])
				title = ""
			}
		}
	}
	if d.Series != nil {
		fmt.Fprintf(w, "\n\n[%s]\n", strings.Join(d.Series.Variables, ", "))
	}
	return nil
}
