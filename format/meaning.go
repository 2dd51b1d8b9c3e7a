package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// document returns the graph that a matrix means, by what o states.
func (m *matrix) document(o Options) (*Document, error) {
	d := &Document{Notes: m.notes}
	if err := m.match(); err != nil {
		return nil, err
	}
	if err := m.dropLoops(d, o); err != nil {
		return nil, err
	}
	pairs, c, err := m.pairsOf(d, o)
	if err != nil {
		return nil, err
	}
	if m.names == nil {
		m.names = m.madeUp(c)
	}
	table := newPairTable(pairs)
	if len(m.layers) > 1 {
		return m.series(d, table, o)
	}
	edges, err := m.edges(table, o)
	if err != nil {
		return nil, err
	}
	if d.Graph, err = graph.New(m.names, edges); err != nil {
		return nil, m.in.refuse(strings.TrimPrefix(err.Error(), "graph: "), "")
	}
	return d, nil
}

// madeUp returns names as the tool of the code counts its nodes. R counts from 1 and
// saves texts; what numpy saves is Python's and counts from 0.
func (m *matrix) madeUp(c code) []string {
	if c.prefix == "" && !m.text {
		c.first = 0
	}
	return c.names(m.n)
}

// dropLoops refuses entries on the diagonal at lag 0, or drops them.
func (m *matrix) dropLoops(d *Document, o Options) error {
	if len(m.loops) == 0 {
		return nil
	}
	if c := m.loops[0]; !o.DropSelfLoops {
		return m.in.refuse(fmt.Sprintf("%s is %s, which is a self-loop", m.at(c.row, c.col), m.show(c.value)), "--drop-self-loops drops it")
	}
	d.note("%v dropped", Loss{What: "self-loop", Count: len(m.loops)})
	return nil
}

// edges returns the edges of lag 0.
func (m *matrix) edges(table *pairTable, o Options) ([]graph.Edge, error) {
	edges := make([]graph.Edge, 0, len(m.pairs))
	for _, p := range m.pairs {
		x, y := graph.Node(p.lo), graph.Node(p.hi)
		if p.up == missing { // and down too: look has seen to it
			e := graph.Bidirected(x, y)
			if o.NaN == "undirected" {
				e = graph.Line(x, y)
			}
			edges = append(edges, e)
			continue
		}
		list := table.edges(p.up, p.down)
		if list == nil || !together(list) {
			return nil, m.noEdge(p, list, "")
		}
		for _, e := range list {
			edges = append(edges, graph.Edge{X: x, Y: y, AtX: e.AtX, AtY: e.AtY})
		}
	}
	return edges, nil
}

// noEdge refuses a pair that is none of its code, or none that a graph can hold.
func (m *matrix) noEdge(p pair, list []graph.Edge, code string) error {
	if list != nil {
		return m.in.refuse(fmt.Sprintf("%s and %s hold %s, and a line can share its nodes with no other edge",
			shown(m.names[p.lo]), shown(m.names[p.hi]), strings.ReplaceAll(drawAll(list), " ", " and ")), "")
	}
	why := fmt.Sprintf("%s is %s", m.at(p.lo, p.hi), m.show(p.up))
	other := fmt.Sprintf("%s is %s", m.at(p.hi, p.lo), m.show(p.down))
	if m.links {
		return m.in.refuse(why+" but "+other+", and that is not its mirror image", "")
	}
	return m.in.refuse(why+" and "+other+", which together are no edge in the code "+code, "")
}

// pairsOf returns what the entries mean two by two. It asks where the matrix has
// more than one meaning, and brings it into the direction of the pairs.
func (m *matrix) pairsOf(d *Document, o Options) ([]codePair, code, error) {
	if m.links {
		return m.linkPairs(o)
	}
	seen, err := m.look(o)
	if err != nil {
		return nil, code{}, err
	}
	c, err := m.code(seen, o)
	if err != nil {
		return nil, code{}, err
	}
	if c.name == plain {
		c, err = m.plain(d, c, seen, o)
	} else {
		c = c.with(o)
		err = m.fits(c, seen, o)
	}
	if err != nil {
		return nil, code{}, err
	}
	if err := m.checkTetrad(c); err != nil {
		return nil, code{}, err
	}
	if len(m.layers) > 1 && c.name != plain && c.name != links {
		return nil, code{}, m.in.refuse("the array has lags, which the code "+c.name+" has not", "save the lag 0 alone")
	}
	if c.asks && o.Orientation == "" && (seen.oneSided || seen.lagged) {
		return nil, code{}, askOrientation(m.in.Name)
	}
	if c.turned(o) {
		m.turn()
	}
	return c.pairs, c, nil
}

// checkTetrad refuses what Tetrad (7.6.5) exports as amat.pag, where the entry above
// the diagonal is the mark at the node that the edge names first, whichever that is:
// A --> B and B --> A look the same. Its lines end with a blank.
func (m *matrix) checkTetrad(c code) error {
	if !m.blankEnds || c.name != "pcalg-pag" {
		return nil
	}
	if !slices.ContainsFunc(m.pairs, func(p pair) bool { return p.up != p.down }) {
		return nil
	}
	return m.in.refuse("Tetrad's export amat.pag does not tell A --> B from B --> A", "save the graph as text or with graphToPcalg")
}

func askOrientation(file string) error {
	return &AskError{File: file, Question: "does a 1 in row i, column j mean i → j or j → i?",
		Option: "orientation", Values: []string{rowToCol, colToRow}}
}

// What is seen in the numbers of a matrix.
type seen struct {
	values   []int16 // that occur and are no weights, rising
	weights  bool    // there are numbers that are no small integers
	oneSided bool    // some pair has an entry in one cell only
	twoSided pair    // the first that has one in both, NaN apart; all 0: none has
	lagged   bool    // there are entries at lags
}

// zeroOne reports whether all numbers are 0 and 1.
func (s *seen) zeroOne() bool {
	return !s.weights && (len(s.values) == 0 || len(s.values) == 1 && s.values[0] == 1)
}

// look goes through the matrix once. NaN is refused unless o says what it means.
func (m *matrix) look(o Options) (*seen, error) {
	s := &seen{}
	met := make(map[int16]bool)
	last := int16(0)
	note := func(v int16) {
		if v == last || v == missing {
			return
		}
		last = v
		if v == weight {
			s.weights = true
		} else if v != 0 {
			met[v] = true
		}
	}
	for _, p := range m.pairs {
		switch {
		case p.up == missing || p.down == missing:
			if err := m.checkNaN(p, o); err != nil {
				return nil, err
			}
		case p.up == 0 || p.down == 0:
			s.oneSided = true
			note(p.up + p.down)
		default:
			note(p.up)
			note(p.down)
			if s.twoSided.up == 0 {
				s.twoSided = p
			}
		}
	}
	for _, layer := range m.layers[1:] {
		for _, c := range layer {
			if c.value == missing {
				return nil, m.in.refuse("NaN at a lag", "")
			}
			s.lagged = true
			note(c.value)
		}
	}
	for v := range met {
		s.values = append(s.values, v)
	}
	slices.Sort(s.values)
	return s, nil
}

func (m *matrix) checkNaN(p pair, o Options) error {
	if p.up != missing {
		p = pair{p.hi, p.lo, p.down, p.up}
	}
	if p.down != missing {
		return m.in.refuse(fmt.Sprintf("%s is NaN or empty, and %s is not", m.at(p.lo, p.hi), m.at(p.hi, p.lo)), "")
	}
	if o.NaN == "" {
		return &AskError{File: m.in.Name, Option: "nan", Values: []string{"bidirected", "undirected"},
			Question: fmt.Sprintf("%s and its mirror image are NaN: does that mean <-> or ---?", m.at(p.lo, p.hi))}
	}
	return nil
}

// code returns the code of the numbers: the stated one, or the only one they can be
// of.
func (m *matrix) code(s *seen, o Options) (code, error) {
	switch {
	case o.Codes != "":
		return codeNamed(o.Codes), nil
	case m.weights || s.weights || s.zeroOne():
		return codeNamed(plain), nil
	}
	var fit []string
	for _, c := range codes {
		if c.name != plain && c.name != links && m.fits(c, s, o) == nil {
			fit = append(fit, c.name)
		}
	}
	shown := make([]string, len(s.values))
	for i, v := range s.values {
		shown[i] = m.show(v)
	}
	list := strings.Join(shown[:min(len(shown), 5)], ", ")
	switch {
	case len(fit) == 1 && !s.oneSided && !s.lagged:
		return codeNamed(fit[0]), nil
	case len(fit) == 0:
		return code{}, m.in.refuse("the entries "+list+" are no tool's code as they stand", "say --codes, or --codes plain if they are weights")
	case s.oneSided || s.lagged:
		fit = append(fit, plain)
	}
	return code{}, &AskError{File: m.in.Name, Option: "codes", Values: fit,
		Question: "which tool's code are the entries " + list + " in (plain: they are weights)?"}
}

// fits refuses a matrix with a pair that the code does not have.
func (m *matrix) fits(c code, s *seen, o Options) error {
	if s.weights {
		return m.in.refuse(fmt.Sprintf("the entry %g is no number of the code %s", m.odd, c.name), "say --codes plain if it is a weight")
	}
	table := newPairTable(c.pairs)
	for _, p := range m.pairs {
		if p.up != missing && table.edges(p.up, p.down) == nil {
			return m.noEdge(p, nil, c.name)
		}
	}
	return nil
}

// plain returns the code of arcs and weights. Every number stands as 1 after it.
func (m *matrix) plain(d *Document, c code, s *seen, o Options) (code, error) {
	weights := !s.zeroOne() || m.weights
	if weights && s.twoSided.up != 0 && o.OppositeArcs == "" && !cyclic(o) {
		where := fmt.Sprintf("%s and its mirror image", m.at(s.twoSided.lo, s.twoSided.hi))
		if o.Threshold == nil {
			return c, &AskError{File: m.in.Name, Option: "threshold", Values: []string{"NUMBER"},
				Question: where + " are both weights: up to which size is a weight no edge?"}
		}
		return c, &AskError{File: m.in.Name, Option: "opposite-arcs", Values: []string{"undirected", "cycle"},
			Question: where + " are both weights: are arcs both ways a line or a cycle?"}
	}
	if weights && !m.weights {
		d.note("read without a threshold: every weight that is not 0 is an edge, the smallest is %.3g", m.lightest)
	}
	one := func(v int16) int16 {
		if v == 0 || v == missing {
			return v
		}
		return 1
	}
	for i, p := range m.pairs {
		m.pairs[i].up, m.pairs[i].down = one(p.up), one(p.down)
	}
	for _, layer := range m.layers {
		for i := range layer {
			layer[i].value = 1
		}
	}
	return c.with(o), nil
}

// linkPairs is pairsOf for links. What o-o means depends on the class, unless
// another link shows that the graph is a PAG.
func (m *matrix) linkPairs(o Options) ([]codePair, code, error) {
	if o.Codes != "" && o.Codes != links {
		return nil, code{}, m.in.refuse("the entries are links such as -->, which are no numbers of the code "+o.Codes, "leave out --codes")
	}
	var circles, pag bool
	look := func(v int16) {
		switch linkText(v) {
		case "o-o":
			circles = true
		case "o->", "<-o", "o--", "--o", "x-o", "o-x":
			pag = true
		}
	}
	for _, p := range m.pairs {
		look(p.up)
		look(p.down)
	}
	for _, layer := range m.layers {
		for _, c := range layer {
			look(c.value)
		}
	}
	if circles && !pag && (o.Class == "" || o.Class == "ts") {
		return nil, code{}, &AskError{File: m.in.Name, Option: "class", Values: []string{"cpdag", "pag"},
			Question: "is o-o a line of a CPDAG or an edge of a PAG?"}
	}
	return linkPairs(lines(o)), codeNamed(links), nil
}

// series returns the document of a matrix with lags.
func (m *matrix) series(d *Document, table *pairTable, o Options) (*Document, error) {
	edges, err := m.edges(table, o)
	if err != nil {
		return nil, err
	}
	now := make([]Link, len(edges))
	for i, e := range edges {
		now[i] = Link{Moment{e.X, 0}, Moment{e.Y, 0}, e.AtX, e.AtY}
	}
	list := now
	for lag, layer := range m.layers {
		if lag == 0 {
			continue
		}
		for _, c := range layer {
			kinds := m.lagged(table, c.value)
			if kinds == nil || slices.ContainsFunc(kinds, func(e graph.Edge) bool { return e.Directed() && e.AtX == graph.Arrow }) {
				return nil, m.in.refuse(fmt.Sprintf("%s at lag %d is %s, which is no edge from the past", m.at(c.row, c.col), lag, m.show(c.value)), "")
			}
			for _, e := range kinds {
				list = append(list, Link{Moment{graph.Node(c.row), lag}, Moment{graph.Node(c.col), 0}, e.AtX, e.AtY})
			}
		}
	}
	s, err := NewSeries(m.names, len(m.layers)-1, list, nil)
	if err != nil {
		return nil, m.in.refuse(strings.TrimPrefix(err.Error(), "graph: "), "")
	}
	s.Notes = d.Notes
	return s, nil
}

// lagged returns what an entry at a lag means, which stands in one cell only.
func (m *matrix) lagged(table *pairTable, value int16) []graph.Edge {
	if !m.links {
		return table.edges(value, 0)
	}
	return table.edges(value, mirrorLink(value))
}
