package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/kind"
)

// pairsOf returns what the entries mean two by two. It asks where the matrix has
// more than one meaning, and brings it into the direction of the pairs.
func (m *matrix) pairsOf(d *Document, o Options) ([]codePair, code, error) {
	if m.links {
		return m.linkPairs(o)
	}
	seen, err := m.scan(o)
	if err != nil {
		return nil, code{}, err
	}
	c, err := m.code(seen, o)
	if err == nil {
		err = c.checkOrientation(m.in.Name, o)
	}
	if err != nil {
		return nil, code{}, err
	}
	if c.name == plain {
		c, err = m.plain(d, c, seen, o)
	} else {
		c = c.with(o)
		err = m.fits(c, seen)
	}
	if err == nil && c.name == links && slices.ContainsFunc(m.pairs, func(p pair) bool { return p.up == 1 && p.down == 1 }) {
		err = m.askCircles(o)
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
	if c.asks && o.Orientation == "" && (seen.lagged || m.hasArrows(c)) {
		return nil, code{}, &AskError{File: m.in.Name, Question: "does a 1 in row i, column j mean i → j or j → i?",
			Option: "orientation", Values: []string{rowToCol, colToRow}}
	}
	if c.turned(o) {
		m.turn()
	}
	d.Codes = c.name
	return c.pairs, c, nil
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
func (m *matrix) checkTetrad(c code) error {
	if !m.blankEnds || c.name != "pcalg-pag" {
		return nil
	}
	if !slices.ContainsFunc(m.pairs, func(p pair) bool { return p.up != p.down }) {
		return nil
	}
	return m.in.refuse("Tetrad's export amat.pag does not tell A --> B from B --> A", "save the graph as text or with graphToPcalg")
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
func (m *matrix) scan(o Options) (*seen, error) {
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
	case m.weights || s.weights || s.zeroOne() && !(s.twoSided.up != 0 && o.Orientation == "" && latent(o)):
		return codeNamed(plain), nil
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
		return codeNamed(fit[0]), nil
	case len(fit) == 0:
		return code{}, m.in.refuse("the entries "+list+" are not a code of any tool", "use option codes, or option codes=plain if they are weights")
	case s.oneSided || s.lagged || s.zeroOne():
		fit = append(fit, plain)
	}
	return code{}, &AskError{File: m.in.Name, Option: "codes", Values: fit,
		Question: "which tool's code are the entries " + list + " in (plain: 0 and 1, or weights)?"}
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
func (m *matrix) plain(d *Document, c code, s *seen, o Options) (code, error) {
	weights := !s.zeroOne() || m.weights
	if weights && s.twoSided.up != 0 && o.OppositeArcs == "" && !cyclic(o) {
		where := fmt.Sprintf("%s and its mirror image", m.at(s.twoSided.lo, s.twoSided.hi))
		if o.Threshold == nil {
			return c, &AskError{File: m.in.Name, Option: "threshold", Values: []string{"NUMBER"},
				Question: where + " are both weights: up to which size is a weight not an edge?"}
		}
		return c, &AskError{File: m.in.Name, Option: "opposite-arcs", Values: []string{"undirected", "cycle"},
			Question: where + " are both weights: are edges both ways an undirected edge or a cycle?"}
	}
	if !weights && s.twoSided.up != 0 && !s.oneSided && o.Codes == "" && o.Orientation == "" {
		d.note("every 1 is on both sides of the diagonal and is read as an undirected edge: use option codes if it is something else")
	}
	if weights && m.threshold == nil {
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
		return nil, code{}, m.in.refuse("the entries are links such as -->, which are not numbers of the code "+o.Codes, "omit option codes")
	}
	c := codeNamed(links)
	if err := c.checkOrientation(m.in.Name, o); err != nil {
		return nil, code{}, err
	}
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
		if err := m.askCircles(o); err != nil {
			return nil, code{}, err
		}
	}
	return linkPairs(lines(o)), c, nil
}

// askCircles asks what tigramite's o-o means, unless the class is stated.
func (m *matrix) askCircles(o Options) error {
	if o.Class != kind.Unstated {
		return nil
	}
	classes := tigramiteClasses
	if len(m.layers) > 1 {
		classes = tigramiteSeries
	}
	return &AskError{File: m.in.Name, Option: "class", Values: classes.Names(),
		Question: "is o-o an undirected edge of a CPDAG or a circle edge of a PAG?"}
}
