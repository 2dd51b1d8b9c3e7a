package equiv

import (
	"context"
	"math/bits"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// districts finds inducing paths by districts, the parts of a graph that bidirected edges connect. Nodes are
// those of a condensation here, in topological order.
//
// Let x come after y in the order. On an inducing path between them every inner node is a collider and leads
// to x or y (Richardson and Spirtes, Ancestral graph Markov models, Ann. Statist. 30:962–1030, section 4.2).
// So bidirected edges connect the inner nodes; and the edge at x is not x --> c, for then c would lead to y,
// and x would too. Hence
//
//	y leads to x    Every inner node leads to x. Let D be the nodes connected to x by bidirected edges
//	                among nodes that lead to x. Then y is in D, or a parent of a node of D.
//	y does not      The edge at y is not y --> c either. So y is connected to x by bidirected edges among
//	                nodes that lead to x or to y.
//
// The first case is one search per x. In the second, each y is a bit of a row: the row of a node v has the y
// for which v is connected to x. Nodes of D have all of them. A node that leads to x receives all bits of its
// neighbours, any other node only those of the y to which it leads. Nothing after x in the order is visited. A
// path does not leave the part of the graph that bidirected edges connect to x, so a row is as long as that
// part, and ancestors within it are enough.
type districts struct {
	out      *Inseparable
	c        *condensation
	node     []graph.Node // with a bidirected edge: part by part, each in the order of nodes
	part     []span       // of each place in node
	siblings sublists     // of places in node

	// Some columns of rows are made at a time: for the y at the places from lo to before hi.
	lo, hi graph.Node
	row    []int        // by place: where its row starts
	width  []int32      // and its number of words
	leads  []uint64     // rows: the y to which a place leads, without itself
	first  []graph.Node // the first of them
	ups    []msep.Word  // by node: to which of a block of x it leads

	// For the current x:
	x        graph.Node
	lane     int
	last     int32    // word of rows
	knows    []uint64 // rows: the bits of a place, without its own
	low      []int32  // words of a row before it are empty
	state    []uint8  // by place
	met      []graph.Node
	district []graph.Node
	todo     []graph.Node

	inside, listed *nodeSearch // components of the district, and their parents
}

// A span is the places from begin to before end.
type span struct{ begin, end graph.Node }

// The state of a place.
const (
	met        = 1 << iota // visited
	leadsToX               // itself or by arrows
	inDistrict             // of x
	waiting                // queued to pass its bits on
	found                  // not separated from x
)

// rowWords is the number of words that rows may have at a time: 32 MB, enough for a part of 16,000 nodes at
// once.
const rowWords = 1 << 22

func newDistricts(out *Inseparable) *districts {
	c := out.c
	n := c.size()
	d := &districts{out: out, c: c, ups: make([]msep.Word, n), inside: newNodeSearch(n), listed: newNodeSearch(len(c.of))}
	place := make([]graph.Node, n) // plus 1; 0: none yet
	parts := newNodeSearch(n)
	for v := range graph.Node(n) {
		if place[v] != 0 || len(c.siblings.list(v)) == 0 {
			continue
		}
		begin := len(d.node)
		d.node = append(d.node, parts.from(c.siblings.list, v)...)
		slices.Sort(d.node[begin:])
		for i, u := range d.node[begin:] {
			place[u] = graph.Node(begin + i + 1)
			d.part = append(d.part, span{graph.Node(begin), graph.Node(len(d.node))})
		}
	}
	total := len(d.node)
	d.siblings = newSublists(total, func(add func(i, j graph.Node)) {
		for i, v := range d.node {
			for _, u := range c.siblings.list(v) {
				add(graph.Node(i), place[u]-1)
			}
		}
	})
	d.row, d.width, d.first = make([]int, total), make([]int32, total), make([]graph.Node, total)
	d.low, d.state = make([]int32, total), make([]uint8, total)
	return d
}

// run finds all pairs, with rows of the given number of words at a time, and returns false if ctx is done
// first.
func (d *districts) run(ctx context.Context, words int) bool {
	for s := range graph.Node(d.c.size()) {
		if len(d.c.siblings.list(s)) == 0 {
			d.inside.from(nothing, s)
			d.parents(s)
		}
	}
	for d.hi = 0; int(d.hi) < len(d.node); {
		d.lo = d.hi
		end := d.layOut(words)
		for from := d.lo; from < end; from += msep.Width {
			if ctx.Err() != nil {
				return false
			}
			d.block(from, min(from+msep.Width, end))
		}
	}
	return true
}

// layOut makes rows with the columns from lo on: of as many parts as fit into the words, or of a piece of one.
// It returns the place after the last x to handle.
func (d *districts) layOut(words int) (end graph.Node) {
	total := 0
	for int(d.hi) < len(d.node) && d.part[d.hi].begin == d.hi {
		p := d.part[d.hi]
		size := int(p.end - p.begin)
		width := (size + 63) / 64
		if total+size*width > words {
			break
		}
		d.layRows(p, total, width)
		total += size * width
		d.hi = p.end
	}
	end = d.hi
	if d.hi == d.lo {
		p := d.part[d.lo]
		width := max(msep.Width, words/int(p.end-p.begin)*64/msep.Width*msep.Width) / 64
		d.layRows(p, 0, width)
		total = int(p.end-p.begin) * width
		d.hi, end = min(p.end, d.lo+graph.Node(64*width)), p.end
	}
	d.leads, d.knows = zeros(d.leads, total), zeros(d.knows, total)
	return end
}

func (d *districts) layRows(p span, at, width int) {
	for v := p.begin; v < p.end; v++ {
		d.row[v], d.width[v], d.first[v] = at, int32(width), p.end
		at += width
	}
}

// zeros returns n zeros, in the memory of s if that is large enough.
func zeros(s []uint64, n int) []uint64 {
	if n > cap(s) {
		return make([]uint64, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// base returns the place of the first column of the rows of a part.
func (d *districts) base(p span) graph.Node { return max(d.lo, p.begin) }

// block handles the x at the places from one to before the other.
func (d *districts) block(from, to graph.Node) {
	d.findAncestors(from, to)
	for i := from; i < min(to, d.hi); i = d.part[i].end {
		d.store(d.part[i], i, min(to, d.hi, d.part[i].end), int(i-from))
	}
	for x := from; x < to; x++ {
		d.x, d.lane = x, int(x-from)
		d.findPartners()
	}
}

// findAncestors determines which nodes lead to which x of a block.
func (d *districts) findAncestors(from, to graph.Node) {
	first, last := d.node[from], d.node[from]
	for i := from; i < to; i = d.part[i].end {
		first = min(first, d.node[d.part[i].begin])
		last = max(last, d.node[min(to, d.part[i].end)-1])
	}
	clear(d.ups[first : last+1])
	for i := from; i < to; i++ {
		d.ups[d.node[i]].Set(int(i - from))
	}
	for v := last; v >= first; v-- {
		w := &d.ups[v]
		for _, c := range d.c.children.list(v) {
			if c <= last {
				u := &d.ups[c]
				w[0] |= u[0]
				w[1] |= u[1]
				w[2] |= u[2]
				w[3] |= u[3]
			}
		}
	}
}

// store makes the columns of the places from one to before the other, of a part, whose first lane is given.
func (d *districts) store(p span, from, to graph.Node, lane int) {
	base := d.base(p)
	for v := p.begin; v < to; v++ {
		w := &d.ups[d.node[v]]
		if w.Empty() {
			continue
		}
		row := d.rowOf(d.leads, v)
		for i := from; i < to; i += 64 {
			at := lane + int(i-from)
			some := w[at>>6] >> (at & 63)
			if at&63 != 0 && at>>6+1 < len(w) {
				some |= w[at>>6+1] << (64 - at&63)
			}
			if left := to - i; left < 64 {
				some &= 1<<left - 1
			}
			if v >= i && v < i+64 {
				some &^= 1 << (v - i)
			}
			column := int(i - base)
			row[column>>6] |= some << (column & 63)
			if over := some >> (64 - column&63); over != 0 {
				row[column>>6+1] |= over
			}
			if some != 0 {
				d.first[v] = min(d.first[v], i+graph.Node(bits.TrailingZeros64(some)))
			}
		}
	}
}

func (d *districts) rowOf(rows []uint64, v graph.Node) []uint64 {
	return rows[d.row[v]:][:d.width[v]]
}

// findPartners finds the y of the rows that no set separates from x and, if x is one of their columns, those
// that lead to x.
func (d *districts) findPartners() {
	p := d.part[d.x]
	columns := min(d.x, d.hi) - d.base(p)
	d.last = int32(columns-1) >> 6
	d.visit(d.x)
	d.state[d.x] |= inDistrict
	d.district = append(d.district[:0], d.x)
	for i := 0; i < len(d.district); i++ {
		for _, u := range d.siblings.list(d.district[i]) {
			if d.state[u] == 0 && d.visit(u) {
				d.state[u] |= inDistrict
				d.district = append(d.district, u)
			}
		}
	}
	if d.x < d.hi {
		d.above()
	}
	if columns > 0 {
		for _, u := range d.met {
			if d.state[u]&inDistrict == 0 && u < d.hi {
				d.start(u, columns)
			}
		}
		for i := 0; i < len(d.todo); i++ {
			v := d.todo[i]
			d.state[v] &^= waiting
			for _, u := range d.siblings.list(v) {
				d.pass(v, u)
			}
		}
		d.todo = d.todo[:0]
	}
	d.reset()
}

// visit initializes a place for the current x. It reports whether the place leads to x.
func (d *districts) visit(v graph.Node) bool {
	if v > d.x {
		return false // nor does it lead to a y
	}
	d.met = append(d.met, v)
	d.state[v], d.low[v] = met, d.last+1
	if d.ups[d.node[v]].Has(d.lane) {
		d.state[v] |= leadsToX
		return true
	}
	return false
}

// above records the y that lead to x.
func (d *districts) above() {
	x := d.node[d.x]
	d.inside.from(nothing)
	for _, v := range d.district {
		d.inside.visit(d.node[v], x)
		if v != d.x {
			d.out.heads = append(d.out.heads, [2]graph.Node{d.node[v], x})
		}
	}
	d.parents(x)
}

// parents records the parents of the nodes inside as not separated from x.
func (d *districts) parents(x graph.Node) {
	d.listed.from(nothing)
	for _, s := range d.inside.found {
		for _, v := range d.c.members.list(s) {
			for _, p := range d.out.g.Parents(v) {
				if !d.inside.has(d.c.of[p]) && !d.listed.has(p) {
					d.listed.visit(p, v)
					d.out.tails = append(d.out.tails, [2]graph.Node{p, x})
				}
			}
		}
	}
}

// start gives v, a sibling of the district that does not lead to x, the bits of all y to which it leads.
func (d *districts) start(v, columns graph.Node) {
	d.reach(v)
	base := d.base(d.part[v])
	if d.first[v] >= base+columns {
		return
	}
	low := int32(max(0, v-base)) >> 6
	knows := d.rowOf(d.knows, v)
	copy(knows[low:d.last+1], d.rowOf(d.leads, v)[low:])
	if rest := columns & 63; rest != 0 {
		knows[d.last] &= 1<<rest - 1
	}
	d.low[v] = low
	d.push(v)
}

// reach records the place v, if it is a column, as not separated from x.
func (d *districts) reach(v graph.Node) {
	if d.state[v]&found == 0 && v >= d.lo {
		d.state[v] |= found
		d.out.heads = append(d.out.heads, [2]graph.Node{d.node[v], d.node[d.x]})
	}
}

// push queues v to pass its bits on.
func (d *districts) push(v graph.Node) {
	if d.state[v]&waiting == 0 {
		d.state[v] |= waiting
		d.todo = append(d.todo, v)
	}
}

// pass passes the bits of v on to u.
func (d *districts) pass(v, u graph.Node) {
	if d.state[u] == 0 {
		d.visit(u)
	}
	state := d.state[u]
	if state == 0 || state&inDistrict != 0 {
		return
	}
	low := d.low[v]
	from, to := d.rowOf(d.knows, v), d.rowOf(d.knows, u)
	news := uint64(0)
	if state&leadsToX != 0 {
		for i := low; i <= d.last; i++ {
			news |= from[i] &^ to[i]
			to[i] |= from[i]
		}
	} else {
		base := d.base(d.part[u])
		if column := int(u - base); column >= 0 && u < d.hi {
			if from[column>>6]>>(column&63)&1 != 0 {
				d.reach(u)
			}
			low = max(low, int32(column)>>6)
		}
		if d.first[u] >= min(d.x, d.hi) {
			return
		}
		leads := d.rowOf(d.leads, u)
		for i := low; i <= d.last; i++ {
			fresh := from[i] & leads[i] &^ to[i]
			news |= fresh
			to[i] |= fresh
		}
	}
	if news != 0 {
		d.low[u] = min(d.low[u], low)
		d.push(u)
	}
}

// reset prepares for the next x.
func (d *districts) reset() {
	for _, v := range d.met {
		d.state[v] = 0
		if d.low[v] <= d.last {
			clear(d.rowOf(d.knows, v)[d.low[v] : d.last+1])
		}
	}
	d.met = d.met[:0]
}
