package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/try"
)

// pairsOf returns what the entries mean two by two. It asks where the matrix has
// more than one meaning, and brings it into the direction of the pairs.
func (m *matrix) pairsOf(d *Document, o Options) ([]codePair, code) {
	if m.links {
		return m.linkPairs(o)
	}
	seen := m.scan(o)
	c := m.code(seen, o)
	try.Check(c.checkOrientation(m.in.Name, o))
	if c.name == plain {
		c = m.plain(d, c, seen, o)
	} else {
		c = c.with(o)
		try.Check(m.fits(c, seen))
	}
	if c.name == links && slices.ContainsFunc(m.pairs, func(p pair) bool { return p.up == 1 && p.down == 1 }) {
		m.askCircles(o)
	}
	m.checkTetrad(c)
	if len(m.layers) > 1 && c.name != plain && c.name != links {
		m.refuse("the array has lags, which the code "+c.name+" has not", "save the lag 0 alone")
	}
	if c.asks && o.Orientation == "" && (seen.lagged || m.hasArrows(c)) {
		m.ask("orientation", "does a 1 in row i, column j mean i → j or j → i?", rowToCol, colToRow)
	}
	if c.turned(o) {
		m.turn()
	}
	d.Codes = c.name
	return c.pairs, c
}

// refuse ends with a [*FileError] about the file.
func (m *matrix) refuse(why, do string) { try.Check(m.in.refuse(why, do)) }

// ask ends with an [*AmbiguityError] about the file.
func (m *matrix) ask(option, question string, values ...string) {
	try.Check(&AmbiguityError{File: m.in.Name, Option: option, Values: values, Question: question})
}

// hasArrows reports whether a pair means an arrow, which points the other way in the
// matrix turned round.
func (m *matrix) hasArrows(c code) bool {
	table := tableOf(c.pairs)
	return slices.ContainsFunc(m.pairs, func(p pair) bool {
		list := table.edges(p.up, p.down)
		return len(list) == 1 && list[0].Directed()
	})
}

// checkTetrad refuses what Tetrad (7.6.5) exports as amat.pag, where the entry above
// the diagonal is the mark at the node that the edge names first, whichever that is:
// A --> B and B --> A look the same. Its lines end with a blank.
func (m *matrix) checkTetrad(c code) {
	if m.blankEnds && c.name == "pcalg-pag" && slices.ContainsFunc(m.pairs, func(p pair) bool { return p.up != p.down }) {
		m.refuse("Tetrad's export amat.pag does not tell A --> B from B --> A", "save the graph as text or with graphToPcalg")
	}
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

// scan goes through the matrix once. NaN is refused unless o says what it means.
func (m *matrix) scan(o Options) *seen {
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
			m.checkNaN(p, o)
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
				m.refuse("NaN at a lag", "")
			}
			s.lagged = true
			note(c.value)
		}
	}
	for v := range met {
		s.values = append(s.values, v)
	}
	slices.Sort(s.values)
	return s
}

func (m *matrix) checkNaN(p pair, o Options) {
	if p.up != missing {
		p = pair{p.hi, p.lo, p.down, p.up}
	}
	if p.down != missing {
		m.refuse(fmt.Sprintf("%s is NaN or empty, and %s is not", m.at(p.lo, p.hi), m.at(p.hi, p.lo)), "")
	}
	if o.NaN == "" {
		m.ask("nan", m.at(p.lo, p.hi)+" and its mirror image are NaN: does that mean <-> or ---?", "bidirected", "undirected")
	}
}

// code returns the code of the numbers: the stated one, or the only one they can be
// of.
func (m *matrix) code(s *seen, o Options) code {
	switch {
	case o.Codes != "":
		return codeNamed(o.Codes)
	case m.weights || s.weights || s.zeroOne() && !(s.twoSided.up != 0 && o.Orientation == "" && latent(o)):
		return codeNamed(plain)
	}
	var fit []string
	for _, c := range codes {
		if c.name != plain && c.name != links && m.fits(c, s) == nil {
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
		return codeNamed(fit[0])
	case len(fit) == 0:
		m.refuse("the entries "+list+" are not a code of any tool", "use option codes, or option codes=plain if they are weights")
	case s.oneSided || s.lagged || s.zeroOne():
		fit = append(fit, plain)
	}
	m.ask("codes", "which tool's code are the entries "+list+" in (plain: 0 and 1, or weights)?", fit...)
	return code{}
}

// latent reports whether o says that the graph is of a class with bidirected edges
// or circles, where a 1 on both sides need not be a line.
func latent(o Options) bool { return o.Class.Latent() && !o.Class.MayBeCyclic() }

// fits refuses a matrix with a pair that the code does not have.
func (m *matrix) fits(c code, s *seen) error {
	if s.weights {
		return m.in.refuse(fmt.Sprintf("the entry %g is not in the code %s", m.odd, c.name), "use option codes=plain if it is a weight")
	}
	table := tableOf(c.pairs)
	for _, p := range m.pairs {
		if p.up != missing && table.edges(p.up, p.down) == nil {
			return m.noEdge(p, nil, c.name)
		}
	}
	return nil
}

// plain returns the code of arcs and weights. Every number stands as 1 after it.
func (m *matrix) plain(d *Document, c code, s *seen, o Options) code {
	weights := !s.zeroOne() || m.weights
	if weights && s.twoSided.up != 0 && o.OppositeArcs == "" && !cyclic(o) {
		where := fmt.Sprintf("%s and its mirror image", m.at(s.twoSided.lo, s.twoSided.hi))
		if o.Threshold == nil {
			m.ask("threshold", where+" are both weights: up to which size is a weight not an edge?", "NUMBER")
		}
		m.ask("opposite-arcs", where+" are both weights: are edges both ways an undirected edge or a cycle?", "undirected", "cycle")
	}
	if !weights && s.twoSided.up != 0 && !s.oneSided && o.Codes == "" && o.Orientation == "" {
		d.note("every 1 is on both sides of the diagonal and is read as an undirected edge: use option codes if it is something else")
	}
	if weights && m.threshold == nil {
		d.note("read without a threshold: every weight that is not 0 is an edge, the smallest is %.3g", m.lightest)
	}
	if !weights { // as they are
		return c.with(o)
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
	return c.with(o)
}

// linkPairs is pairsOf for links. What o-o means depends on the class, unless
// another link shows that the graph is a PAG.
func (m *matrix) linkPairs(o Options) ([]codePair, code) {
	if o.Codes != "" && o.Codes != links {
		m.refuse("the entries are links such as -->, which are not numbers of the code "+o.Codes, "omit option codes")
	}
	c := codeNamed(links)
	try.Check(c.checkOrientation(m.in.Name, o))
	var circles, pag bool
	note := func(v int16) {
		switch linkText(v) {
		case "o-o":
			circles = true
		case "o->", "<-o", "o--", "--o", "x-o", "o-x":
			pag = true
		}
	}
	for _, p := range m.pairs {
		note(p.up)
		note(p.down)
	}
	for _, layer := range m.layers {
		for _, c := range layer {
			note(c.value)
		}
	}
	if circles && !pag {
		m.askCircles(o)
	}
	return linkPairs(lines(o)), c
}

// askCircles asks what tigramite's o-o means, unless the class is stated.
func (m *matrix) askCircles(o Options) {
	if o.Class != kind.Unstated {
		return
	}
	classes := tigramiteClasses
	if len(m.layers) > 1 {
		classes = tigramiteSeries
	}
	m.ask("class", "is o-o an undirected edge of a CPDAG or a circle edge of a PAG?", classes.Names()...)
}
