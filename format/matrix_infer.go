package format

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/try"
)

// A survey lists what occurs in a matrix, as far as its code depends on it.
type survey struct {
	kinds    []pair  // the first pair of each combination of two entries
	values   []int16 // the small integers, ascending
	weights  bool    // some numbers are not small integers
	oneSided bool    // some pair has one entry
	twoSided pair    // the first pair with two entries other than NaN; zero if there is none
	lagged   []int16 // the values at lags, ascending
}

func (m *matrix) survey() *survey {
	s := &survey{}
	met := make(map[uint32]bool)
	var last, other uint32 // the two kinds that were looked up last
	for _, p := range m.pairs {
		k := uint32(uint16(p.up))<<16 | uint32(uint16(p.down))
		if k == last || k == other {
			continue
		}
		if last, other = k, last; !met[k] {
			met[k] = true
			s.kinds = append(s.kinds, p)
		}
	}
	at := make(map[int16]bool)
	for _, entries := range m.lagged {
		for _, e := range entries {
			at[e.value] = true
		}
	}
	s.lagged = slices.Sorted(maps.Keys(at))
	values := slices.Clone(s.lagged)
	for _, p := range s.kinds {
		values = append(values, p.up, p.down)
		switch {
		case p.up == missing || p.down == missing:
		case p.up == 0 || p.down == 0:
			s.oneSided = true
		case s.twoSided.up == 0:
			s.twoSided = p
		}
	}
	slices.Sort(values)
	s.weights = slices.Contains(values, weight)
	s.values = slices.DeleteFunc(slices.Compact(values), func(v int16) bool { return v == 0 || v >= missing })
	return s
}

// zeroOne reports whether all numbers are 0 and 1.
func (s *survey) zeroOne() bool {
	return !s.weights && (len(s.values) == 0 || len(s.values) == 1 && s.values[0] == 1)
}

// has reports whether some pair satisfies f.
func (s *survey) has(f func(p pair) bool) bool { return slices.ContainsFunc(s.kinds, f) }

// decoder returns the meaning of the entries: in the stated code, or in the only one that has
// them. It asks if there are several.
func (m *matrix) decoder(s *survey, d *Document, o Options) *decoder {
	if m.links {
		return m.linkDecoder(s, o)
	}
	m.checkNaN(s, o)
	c := m.code(s, o)
	try.Check(c.checkOrientation(m.file, o))
	dec := newDecoder(c.with(o), o)
	if c.name == plain {
		dec.weights = m.plain(s, d, o)
	} else {
		try.Check(m.fits(dec, s))
	}
	if c.name == links && s.has(func(p pair) bool { return p.up == 1 && p.down == 1 }) {
		m.askCircles(o)
	}
	m.checkTetrad(c, s)
	if len(m.lagged) > 0 && c.name != plain && c.name != links {
		m.refuse("the array has lags, which the code "+c.name+" has not", "save the lag 0 alone")
	}
	if c.asks && o.Orientation == "" && (len(s.lagged) > 0 || s.has(dec.isArrow)) {
		ask := &AmbiguityError{File: m.file, Option: "orientation", Values: []string{rowToCol, colToRow}, Question: "does a 1 in row i, column j mean i → j or j → i?"}
		if c.name == plain && !dec.weights && !m.npy && len(m.lagged) == 0 && m.fits(newDecoder(codeNamed("pcalg-cpdag"), Options{}), s) == nil {
			ask.other = advice.Option("codes", "pcalg-cpdag")
		}
		if s.has(func(p pair) bool { return p.up == missing }) {
			ask.Question = "does a 1 in row i, column j mean i → j or j → i, as in lingam, which writes NaN?"
			ask.Values = []string{colToRow, rowToCol}
		}
		try.Check(ask)
	}
	d.Codes = c.name
	return dec
}

// isArrow reports whether a pair is a directed edge, which points the other way in the transposed
// matrix.
func (d *decoder) isArrow(p pair) bool {
	list := d.edges(p)
	return len(list) == 1 && list[0].Directed()
}

// checkTetrad refuses the file amat.pag that Tetrad (7.6.5) exports: the entry above the diagonal
// is the mark at the node that the edge names first, so A --> B and B --> A look the same. The
// lines of such a file end with a blank.
func (m *matrix) checkTetrad(c code, s *survey) {
	if m.blankEnds && c.name == "pcalg-pag" && s.has(func(p pair) bool { return p.up != p.down }) {
		m.refuse("Tetrad's export amat.pag does not tell A --> B from B --> A", "save the graph as text or with graphToPcalg")
	}
}

// checkNaN refuses NaN in one entry of a pair or at a lag, and asks for the meaning of two.
func (m *matrix) checkNaN(s *survey, o Options) {
	for _, p := range s.kinds {
		if p.up != missing && p.down != missing {
			continue
		}
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
	if slices.Contains(s.lagged, missing) {
		m.refuse("NaN at a lag", "")
	}
}

// code returns the code of the numbers: the stated one, or the only one that has all pairs.
func (m *matrix) code(s *survey, o Options) code {
	switch {
	case o.Codes != "":
		return codeNamed(o.Codes)
	case m.weighted || s.weights || s.zeroOne() && !(s.twoSided.up != 0 && o.Orientation == "" && latent(o)):
		return codeNamed(plain)
	}
	var fit []string
	for _, c := range codes {
		if c.name != plain && c.name != links && m.fits(newDecoder(c, Options{}), s) == nil {
			fit = append(fit, c.name)
		}
	}
	shown := make([]string, len(s.values))
	for i, v := range s.values {
		shown[i] = m.show(v)
	}
	list := strings.Join(shown[:min(len(shown), 5)], ", ")
	switch {
	case len(fit) == 1 && !s.oneSided && len(s.lagged) == 0:
		return codeNamed(fit[0])
	case len(fit) == 0:
		try.Check(m.optionError("the entries "+list+" are not a code of any tool", "use %v, or %v if they are weights", advice.Option("codes"), advice.Option("codes", plain)))
	case s.oneSided || len(s.lagged) > 0 || s.zeroOne():
		fit = append(fit, plain)
	}
	m.ask("codes", "which tool's code are the entries "+list+" in (plain: 0 and 1, or weights)?", fit...)
	return code{}
}

// latent reports whether o states a class with bidirected edges or circles, in which 1 in both
// entries need not be an undirected edge.
func latent(o Options) bool { return o.Class.Latent() && !o.Class.MayBeCyclic() }

// fits returns an error about a pair that is not in the code.
func (m *matrix) fits(d *decoder, s *survey) error {
	if s.weights {
		return m.optionError(fmt.Sprintf("the entry %g is not in the code %s", m.odd, d.code.name), "use %v if it is a weight", advice.Option("codes", plain))
	}
	for _, p := range s.kinds {
		if d.edges(p) == nil {
			return m.noEdge(p, d)
		}
	}
	return nil
}

// plain checks the entries of the plain code, and reports whether they are weights.
func (m *matrix) plain(s *survey, d *Document, o Options) (weights bool) {
	weights = !s.zeroOne() || m.weighted
	if weights && s.twoSided.up != 0 && o.OppositeArcs == "" && !cyclic(o) {
		where := fmt.Sprintf("%s and its mirror image", m.at(s.twoSided.lo, s.twoSided.hi))
		if o.Threshold == nil {
			m.ask("threshold", where+" are both weights: up to which size is a weight not an edge?", anyNumber)
		}
		m.ask("opposite-arcs", where+" are both weights: are edges both ways an undirected edge or a cycle?", "undirected", "cycle")
	}
	if !weights && s.twoSided.up != 0 && !s.oneSided && o.Codes == "" && o.Orientation == "" {
		d.advise(o, "every 1 is on both sides of the diagonal and is read as an undirected edge: use %v if it is something else", advice.Option("codes"))
	}
	if weights && m.threshold == nil {
		d.note("read without a threshold: every weight that is not 0 is an edge, the smallest is %.3g", m.lightest)
	}
	return weights
}

// linkDecoder is decoder for links. The meaning of o-o depends on the class, unless another link
// shows that the graph is a PAG.
func (m *matrix) linkDecoder(s *survey, o Options) *decoder {
	if o.Codes != "" && o.Codes != links {
		try.Check(m.optionError("the entries are links such as -->, which are not numbers of the code "+o.Codes, "omit %v", advice.Option("codes")))
	}
	c := codeNamed(links)
	try.Check(c.checkOrientation(m.file, o))
	var circles, pag bool
	for _, v := range s.values {
		link := linkText(v)
		circles = circles || link == "o-o"
		pag = pag || link != "o-o" && strings.Contains(link, "o")
	}
	if circles && !pag {
		m.askCircles(o)
	}
	c.pairs = linkPairs(lines(o))
	return &decoder{code: c, table: tableOf(c.pairs)}
}

// askCircles asks for the meaning of tigramite's o-o, unless the class is stated.
func (m *matrix) askCircles(o Options) {
	if o.Class != graph.Unstated {
		return
	}
	classes := tigramiteClasses
	if len(m.lagged) > 0 {
		classes = tigramiteSeries
	}
	m.ask("class", "is o-o an undirected edge of a CPDAG or a circle edge of a PAG?", classes.Names()...)
}
