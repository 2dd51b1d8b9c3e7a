package format

import (
	"bufio"
	"strings"
	"unicode"

	"github.com/sepdist/sepdist/graph"
)

// A network collects the variables of a Bayesian network and the heads of its tables: a variable and
// its parents.
type network struct {
	*builder
	text   *scanner
	tables []networkTable
}

type networkTable struct {
	names []string // the variable, then its parents
	at    int
}

// variable adds the variable at a byte.
func (n *network) variable(name string, at int) {
	if _, twice := n.index[name]; twice || name == "" {
		n.text.fail(at, []byte(name+" "), "names that differ and are not empty")
	}
	n.node([]byte(name))
}

// finish returns the graph: an arrow from each parent to its child.
func (n *network) finish(o Options) (*Document, error) {
	defined := make(map[graph.Node]bool)
	for _, t := range n.tables {
		nodes := make([]graph.Node, len(t.names))
		for i, name := range t.names {
			v, known := n.index[name]
			if !known {
				n.text.fail(t.at, []byte(name+" "), "a variable of the network")
			}
			nodes[i] = v
		}
		child := nodes[0]
		if defined[child] {
			n.text.fail(t.at, []byte(t.names[0]), "one table for each variable")
		}
		defined[child] = true
		for _, parent := range nodes[1:] {
			n.edge(graph.Directed(parent, child), n.text.place(t.at))
		}
	}
	d, err := n.document(o)
	if err == nil {
		if _, cycle := d.Graph.Order(); cycle == nil {
			d.Class = networkClass
		}
	}
	return d, err
}

// networkHolds is what networks can hold: DAGs whose names are words.
var networkHolds = Capabilities{Edges: "-->", Isolated: true, Name: isNetworkWord}

// isNetworkWord reports whether a name can be written in a network without quotes.
func isNetworkWord(name string) bool {
	first := true
	for _, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (first || r != '-' && r != '.' && !unicode.IsDigit(r)) {
			return false
		}
		first = false
	}
	return name != "" && !strings.Contains(name, "\ufeff")
}

// mostRows is the maximal number of rows of a table that we write.
const mostRows = 1 << 10

// networkLevels returns the levels of all variables of a written network. A table has a row for each
// combination of the levels of its parents, so there is only one level if a node has many parents.
func networkLevels(d *Document) []string {
	for v := range graph.Node(d.Graph.N()) {
		if 1<<min(len(d.Graph.Parents(v)), 30) > mostRows {
			d.note("each variable has one level, since a node has %d parents", len(d.Graph.Parents(v)))
			return []string{"a"}
		}
	}
	return []string{"a", "b"}
}

// networkRows calls each with every combination of levels of k parents.
func networkRows(k int, levels []string, each func(row []string)) {
	row := make([]string, k)
	var fill func(i int)
	fill = func(i int) {
		if i == k {
			each(row)
			return
		}
		for _, level := range levels {
			row[i] = level
			fill(i + 1)
		}
	}
	fill(0)
}

// shares returns the probabilities of a row, which are all equal.
func shares(levels []string, sep string) string {
	if len(levels) == 1 {
		return "1.0"
	}
	return "0.5" + sep + "0.5"
}

// parentNames returns the names of the parents of v.
func parentNames(g *graph.Graph, v graph.Node) []string {
	var list []string
	for _, p := range g.Parents(v) {
		list = append(list, g.Name(p))
	}
	return list
}

// eachNode writes a block for every node.
func eachNode(w *bufio.Writer, g *graph.Graph, block func(w *bufio.Writer, name string, parents []string)) {
	for v := range graph.Node(g.N()) {
		block(w, g.Name(v), parentNames(g, v))
	}
}
