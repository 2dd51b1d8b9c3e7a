package format

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sepdist/sepdist/graph"
)

// A code is the meaning of two entries of a matrix: in row i, column j and in row j, column i.
type code struct {
	name string
	doc  string // a phrase, for docs
	// markAt is "row" or "column" if an entry is the mark at the node of its row or column. It
	// is empty if an entry is an arc.
	markAt string
	// orientation is the direction of the arcs in pairs. If asks is true, matrices can have the
	// other one, and users have to state which.
	orientation string
	asks        bool
	// prefix and first make the names of nodes without a name.
	prefix string
	first  int
	pairs  []codePair
}

// A codePair is the meaning of the entries [i,j] and [j,i], drawn from i to j. The mirror image is
// implied.
type codePair struct {
	ij, ji int16
	edges  string
}

const (
	rowToCol = "row-to-col"
	colToRow = "col-to-row"
	plain    = "plain"
	links    = "tigramite"
)

// codes lists the codes of numbers.
var codes = []code{
	{
		name: plain, doc: "1 is a directed edge, 1 in both cells an undirected edge; any other number is the weight of a directed edge",
		orientation: rowToCol, asks: true,
		pairs: []codePair{{1, 0, "-->"}, {1, 1, "---"}},
	},
	{
		name: "causal-learn", doc: "-1 tail, 1 arrow, 2 circle at the node of the row; 4 and 5 where two edges meet",
		markAt: "row", prefix: "X", first: 1,
		pairs: []codePair{
			{-1, 1, "-->"}, {1, 1, "<->"}, {-1, -1, "---"}, {2, 1, "o->"}, {2, 2, "o-o"}, {-1, 2, "--o"},
			{4, 5, "--> <->"}, {4, 4, "--- <->"},
		},
	},
	{
		name: "pcalg-pag", doc: "1 circle, 2 arrow, 3 tail at the node of the column: pcalg's amat.pag, Tetrad, graphical_models",
		markAt: "column",
		pairs:  []codePair{{2, 3, "-->"}, {2, 2, "<->"}, {3, 3, "---"}, {2, 1, "o->"}, {1, 1, "o-o"}, {1, 3, "--o"}},
	},
	{
		name: "pcalg-cpdag", doc: "1 is a directed edge from the column to the row, 1 in both cells an undirected edge, 2 in both a conflict: pcalg's amat.cpdag",
		orientation: colToRow,
		pairs:       []codePair{{0, 1, "-->"}, {1, 1, "---"}, {2, 2, "x-x"}},
	},
	{
		name: "gadjid", doc: "1 is a directed edge, 2 in one cell or both an undirected edge",
		orientation: rowToCol, asks: true,
		pairs: []codePair{{1, 0, "-->"}, {2, 0, "---"}, {2, 2, "---"}},
	},
	{
		name: "pywhy", doc: "1 arrow or 2 circle at the column, 10 undirected, 20 bidirected, sums where two edges meet: pywhy-graphs",
		orientation: rowToCol,
		pairs: []codePair{
			{1, 0, "-->"}, {20, 20, "<->"}, {10, 10, "---"}, {1, 2, "o->"}, {2, 2, "o-o"}, {2, 0, "--o"},
			{21, 20, "--> <->"}, {30, 30, "--- <->"}, {11, 10, "--> ---"},
		},
	},
	{
		name: "ggm", doc: "1 is a directed edge from the row to the column, 10 undirected, 100 bidirected, sums where two edges meet: R's ggm",
		orientation: rowToCol,
		pairs: []codePair{
			{1, 0, "-->"}, {10, 10, "---"}, {100, 100, "<->"}, {101, 100, "--> <->"},
			{11, 10, "--> ---"}, {110, 110, "--- <->"}, {111, 110, "--> --- <->"},
		},
	},
	{
		name: links, doc: "1 is a directed edge from the row to the column, 1 in both cells o-o, 2 in both a conflict: tigramite before it had strings",
		orientation: rowToCol,
		pairs:       []codePair{{1, 0, "-->"}, {1, 1, "o-o"}, {2, 2, "x-x"}},
	},
}

// A Code is the meaning of the numbers of a matrix to a tool, for help and docs.
type Code struct {
	Name string // as typed after --codes
	Doc  string // a phrase
	// Pairs lists edges, drawn from i to j, with the entries in row i, column j and in row j,
	// column i.
	Pairs [][3]string
	// Orientation is the direction of all matrices in this code. It is empty if users have to
	// state it, or if the entries are marks.
	Orientation string
	// MarkAt is row or column if an entry is the mark at the node of its row or column, unless
	// stated otherwise. It is empty if the entries are arcs.
	MarkAt string
}

// Codes lists all codes.
func Codes() []Code {
	list := make([]Code, len(codes))
	for i, c := range codes {
		list[i] = Code{Name: c.name, Doc: c.doc, Orientation: c.fixed(), MarkAt: c.markAt}
		for _, p := range c.pairs {
			if together(edgesOf(p.edges)) {
				list[i].Pairs = append(list[i].Pairs, [3]string{p.edges, strconv.Itoa(int(p.ij)), strconv.Itoa(int(p.ji))})
			}
		}
	}
	return list
}

func codeNames() []string {
	list := make([]string, len(codes))
	for i, c := range codes {
		list[i] = c.name
	}
	return list
}

func codeNamed(name string) code {
	i := slices.IndexFunc(codes, func(c code) bool { return c.name == name })
	return codes[i]
}

// Variants of codes that depend on the class.
var (
	plainCycles = []codePair{{1, 0, "-->"}, {1, 1, "--> <--"}}
	linksAsPDAG = []codePair{{1, 0, "-->"}, {1, 1, "---"}, {2, 2, "x-x"}}
)

// with returns c with the pairs for the stated class.
func (c code) with(o Options) code {
	switch {
	case c.name == plain && cyclic(o):
		c.pairs = plainCycles
	case c.name == links && lines(o):
		c.pairs = linksAsPDAG
	}
	return c
}

// cyclic reports whether o states that arcs both ways are a cycle, and not an undirected edge.
func cyclic(o Options) bool {
	return o.OppositeArcs == "cycle" || o.OppositeArcs == "" && o.Class.MayBeCyclic()
}

// lines reports whether o states a class in which tigramite's o-o is an undirected edge.
func lines(o Options) bool { return o.Class != graph.Unstated && !o.Class.Latent() }

// fixed returns the direction of all matrices in c, or nothing if they can have both.
func (c code) fixed() string {
	if c.asks || c.markAt != "" {
		return ""
	}
	return c.orientation
}

// checkOrientation refuses a stated direction that no matrix in c has. Most often it was meant for
// another file, and to obey it would reverse the arrows.
func (c code) checkOrientation(file string, o Options) error {
	if own := c.fixed(); own != "" && o.Orientation != "" && o.Orientation != own {
		return &OrientationError{File: file, Code: c.name, Own: own, Stated: o.Orientation}
	}
	return nil
}

// turned reports whether o states that the matrix is transposed, compared with the pairs of c. It is
// called after checkOrientation.
func (c code) turned(o Options) bool {
	if c.markAt != "" {
		return o.MarkAt != "" && o.MarkAt != c.markAt
	}
	return o.Orientation != "" && o.Orientation != c.orientation
}

// names returns the names of n nodes of a matrix without names.
func (c code) names(n int) []string { return graph.NumberedNames(c.prefix, c.first, n).List() }

// edgesOf reads the edges of a codePair, drawn from node 0 to node 1.
func edgesOf(drawn string) []graph.Edge {
	var list []graph.Edge
	for _, arrow := range strings.Fields(drawn) {
		x, y, _ := graph.ParseMarks([]byte(arrow))
		list = append(list, graph.Edge{X: 0, Y: 1, AtX: x, AtY: y})
	}
	return list
}

func flipAll(list []graph.Edge) []graph.Edge {
	other := make([]graph.Edge, len(list))
	for i, e := range list {
		other[i] = graph.Edge{X: 0, Y: 1, AtX: e.AtY, AtY: e.AtX}
	}
	return other
}

// The range of the numbers of codes, and of links (see linkValue).
const least, most = -1, 111

// A pairTable finds the edges of two entries without a search.
type pairTable struct {
	at    [(most - least + 1) * (most - least + 1)]uint8 // 1 and more: in lists
	lists [][]graph.Edge
}

// pairTables caches the tables by the first pair of a list: there are no more lists than codes and
// their variants, but matrices by the thousand.
var pairTables sync.Map // of *codePair to *pairTable

// tableOf returns the table of a list of pairs. It must not be changed.
func tableOf(pairs []codePair) *pairTable {
	if t, ok := pairTables.Load(&pairs[0]); ok {
		return t.(*pairTable)
	}
	t, _ := pairTables.LoadOrStore(&pairs[0], newPairTable(pairs))
	return t.(*pairTable)
}

func newPairTable(pairs []codePair) *pairTable {
	t := &pairTable{lists: [][]graph.Edge{nil}}
	put := func(ij, ji int16, list []graph.Edge) {
		t.lists = append(t.lists, list)
		t.at[t.index(ij, ji)] = uint8(len(t.lists) - 1)
	}
	for _, p := range pairs {
		list := edgesOf(p.edges)
		put(p.ji, p.ij, flipAll(list))
		put(p.ij, p.ji, list)
	}
	return t
}

func (t *pairTable) index(ij, ji int16) int {
	return int(ij-least)*(most-least+1) + int(ji-least)
}

// edges returns the meaning of two entries, from node 0 to node 1, or nil if the code does not have
// the pair.
func (t *pairTable) edges(ij, ji int16) []graph.Edge {
	if ij < least || ij > most || ji < least || ji > most {
		return nil
	}
	return t.lists[t.at[t.index(ij, ji)]]
}

// together reports whether a graph can hold the edges of a pair together. Codes have more.
func together(list []graph.Edge) bool {
	return len(list) == 1 || !slices.ContainsFunc(list, func(e graph.Edge) bool { return !e.MayBeParallel() })
}

// pairsHold returns what a matrix with these pairs can hold.
func pairsHold(pairs []codePair) Capabilities {
	h := Capabilities{Cycles: true, Isolated: true}
	var kinds []string
	for _, p := range pairs {
		switch list := edgesOf(p.edges); {
		case !together(list):
		case len(list) == 1:
			kinds = append(kinds, drawn(list[0]).Arrow())
		case slices.ContainsFunc(list, graph.Edge.Bidirected):
			h.Bows = true
		default:
			h.TwoCycles = true
		}
	}
	h.Edges = strings.Join(kinds, " ")
	return h
}

// A pairWriter finds the entries of the edges between two nodes.
type pairWriter map[string][2]int16

func newPairWriter(pairs []codePair) pairWriter {
	w := make(pairWriter)
	for _, p := range slices.Backward(pairs) { // the first of two that mean the same stays
		list := edgesOf(p.edges)
		w[drawAll(flipAll(list))] = [2]int16{p.ji, p.ij}
		w[drawAll(list)] = [2]int16{p.ij, p.ji}
	}
	return w
}

// drawAll draws the edges of a pair, sorted.
func drawAll(list []graph.Edge) string {
	arrows := make([]string, len(list))
	for i, e := range list {
		arrows[i] = e.Arrow()
	}
	slices.Sort(arrows)
	return strings.Join(arrows, " ")
}
