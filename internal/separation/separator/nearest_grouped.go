package separator

import (
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// nearestBundles bundles the nearest separators of a DAG.
//
// Let C be the children of x that lead to y. With A all that leads to x or y, the moral graph
// of A joins x to Zx = pa(x) ∪ C ∪ pa(C), and the nearest separator is what of Zx is beside
// the part of y when Zx is cut out (see nearest). Zx depends on C only, and so does the
// ancestral set A0 of x and C, which holds it. No arrow leads from the rest of A into A0: so
// the rest hangs together with y, and joins just those parts of A0 that a way up from y
// comes into first:
//
//	u --> ... --> y    the last node of A0 on the way is u: y touches the part of u
//
// The nearest separator of x and y is hence what of Zx y touches itself, or is beside a part
// that y touches. All y with the same C are one job. In a graph with many edges nearly
// everything is one part and nearly all y touch it: a lane looks at this part first. Then
// the nodes of Zx that are not beside it get a lane each, in which they are not cut out:
// who touches the part of z in that lane has z in its set.
type nearestBundles struct {
	g     *graph.Graph
	plan  *msep.Plan
	below msep.Below
	moral msep.Moral
	alone nearest // for y that are too few

	model                Model
	moralUsed, aloneUsed bool // they know the model

	scattered scattered
	sparse    bool // it can be used

	jobs     []job
	lanes    int // that the jobs need
	draining bool
	doing    []job
	pairs    []Pair // of which alone chooses
	ready    []Bundle
	bundles  []Bundle // of pairs that were alone
	z        msep.Block

	nodes   []graph.Node   // what the lists of jobs are cut from
	classes [][]graph.Node // y by class
	marked  []int32        // nodes of Zx, by the number of the job
	mark    int32
	groups  map[msep.Word]int // bundles by the lanes of their set
	group   []int             // by y
	count   []int             // of y, by group
}

// fewY is the number of y of one x up to which they are scattered in a large graph with few
// edges.
const fewY = 64

// A job is to find the separators of x and some y to which the same children of x lead.
type job struct {
	x    graph.Node
	via  []graph.Node // these children
	ys   []graph.Node
	zx   []graph.Node
	last int // position of x or one of the children

	part   graph.Node   // a node of the large part
	second bool         // who touches that part is known; there remains
	base   []graph.Node // nodes of zx that all y have in their set
	open   []graph.Node // nodes of zx that some may have
}

// lanes returns the number of lanes that the job needs.
func (j *job) lanes() int {
	if j.second {
		return len(j.open)
	}
	return 1
}

func (s *nearestBundles) Use(m Model) {
	s.plan, s.g = m.Plan(), m.Walk()
	s.below.Use(s.plan)
	s.model, s.moralUsed, s.aloneUsed = m, false, false
	s.scattered.forget()
	if s.sparse = scarce(m); s.sparse {
		s.scattered.use(m, manyAbove)
	}
	if s.groups == nil {
		s.groups = make(map[msep.Word]int)
	}
	s.marked, s.mark = resized(s.marked, s.g.N()), 0
	s.jobs, s.lanes, s.draining, s.pairs, s.ready = s.jobs[:0], 0, false, s.pairs[:0], s.ready[:0]
}

func (s *nearestBundles) Ask(x graph.Node, ys []graph.Node) {
	if len(s.jobs)+len(s.ready) == 0 {
		s.nodes = s.nodes[:0] // nobody holds a piece of it any more
	}
	if s.sparse && len(ys) <= fewY {
		s.scattered.ask(x, ys, s.found)
		return
	}
	last := 0
	for _, y := range ys {
		last = max(last, s.plan.Position(y))
	}
	s.below.Of(x, last)
	for len(s.classes) < s.below.Classes() {
		s.classes = append(s.classes, nil)
	}
	for _, y := range ys {
		k := s.below.Class(y)
		s.classes[k] = append(s.classes[k], y)
	}
	for k := range s.below.Classes() {
		if len(s.classes[k]) > 0 {
			s.add(s.jobOf(x, k))
			s.classes[k] = s.classes[k][:0]
		}
	}
}

// jobOf makes the job of x and the y of class k.
func (s *nearestBundles) jobOf(x graph.Node, k int) job {
	j := job{x: x, last: s.plan.Position(x)}
	at := len(s.nodes)
	s.nodes = append(s.nodes, s.classes[k]...)
	j.ys = s.since(at)
	at = len(s.nodes)
	s.nodes = s.below.Children(s.nodes, k)
	j.via = s.since(at)
	at = len(s.nodes)
	s.mark++
	s.marked[x] = s.mark
	s.list(s.g.Parents(x))
	s.list(j.via)
	for _, c := range j.via {
		s.list(s.g.Parents(c))
		j.last = max(j.last, s.plan.Position(c))
	}
	j.zx = s.since(at)
	if j.part = s.partBeside(j.zx); j.part < 0 || len(j.zx) == 1 {
		j.second, j.open = true, j.zx
	}
	return j
}

// since returns the nodes that were listed since there were so many.
func (s *nearestBundles) since(at int) []graph.Node { return s.nodes[at:len(s.nodes):len(s.nodes)] }

// list lists the nodes that are not marked, and marks them.
func (s *nearestBundles) list(nodes []graph.Node) {
	for _, v := range nodes {
		if s.marked[v] != s.mark {
			s.marked[v] = s.mark
			s.nodes = append(s.nodes, v)
		}
	}
}

// partBeside returns a node of a part beside zx, or -1: each part has a node with a child
// in Zx. The later a node, the more hangs together with it.
func (s *nearestBundles) partBeside(zx []graph.Node) graph.Node {
	for _, z := range zx {
		part := graph.Node(-1)
		for _, p := range s.g.Parents(z) {
			if s.marked[p] != s.mark && (part < 0 || s.plan.Position(p) > s.plan.Position(part)) {
				part = p
			}
		}
		if part >= 0 {
			return part
		}
	}
	return -1
}

// add takes a job on, unless its y are too few for its lanes.
func (s *nearestBundles) add(j job) {
	switch k := j.lanes(); {
	case k == 0:
		s.ready = append(s.ready, Bundle{j.x, j.ys, j.base})
	case k > len(j.ys) || k > msep.Width:
		for _, y := range j.ys {
			s.pairs = append(s.pairs, Pair{j.x, y})
		}
	default:
		s.jobs = append(s.jobs, j)
		s.lanes += k
	}
}

func (s *nearestBundles) Next(all bool) []Bundle {
	const much = 1 << 20 // nodes; then it is time to make room
	all = all || len(s.nodes) > much
	for {
		switch {
		case len(s.ready) >= msep.Width:
			return s.hand(msep.Width)
		case len(s.pairs) >= msep.Width:
			return s.chooseAlone(msep.Width)
		case s.worth(all):
			s.work()
		case s.scattered.enoughFar(all):
			s.scattered.workFar(s.found, s.other)
		case s.scattered.enoughDeep(all):
			s.scattered.workDeep(s.found, s.other)
		case all && len(s.pairs) > 0:
			return s.chooseAlone(len(s.pairs))
		case all && len(s.ready) > 0:
			return s.hand(len(s.ready))
		default:
			return nil
		}
	}
}

// found takes the set of x and y. Sets of the same x come one after the other.
func (s *nearestBundles) found(x, y graph.Node, z []graph.Node) {
	for i := len(s.ready) - 1; i >= 0 && s.ready[i].X == x; i-- {
		if slices.Equal(s.ready[i].Set, z) {
			s.ready[i].Ys = append(s.ready[i].Ys, y)
			return
		}
	}
	at := len(s.nodes)
	s.nodes = append(s.nodes, z...)
	set := s.since(at)
	at = len(s.nodes)
	s.nodes = append(s.nodes, y, y, y, y) // room for a few
	s.ready = append(s.ready, Bundle{x, s.since(at)[:1], set})
}

// other takes a pair that has to be done alone.
func (s *nearestBundles) other(p Pair) { s.pairs = append(s.pairs, p) }

// hand hands k bundles out.
func (s *nearestBundles) hand(k int) []Bundle {
	k = len(s.ready) - k
	bundles := s.ready[k:]
	s.ready = s.ready[:k]
	return bundles
}

// chooseAlone hands k pairs out, each a bundle.
func (s *nearestBundles) chooseAlone(k int) []Bundle {
	pairs := s.pairs[len(s.pairs)-k:]
	s.pairs = s.pairs[:len(s.pairs)-k]
	if !s.aloneUsed {
		s.aloneUsed = true
		s.z.Use(s.g.N())
		s.alone.Use(s.model)
		s.alone.useOne = s.alone.useOne && !s.sparse // scattered would have done it
	}
	s.z.Clear()
	s.alone.Choose(pairs, &s.z)
	sets := s.z.Sets()
	s.bundles = s.bundles[:0]
	for lane, p := range pairs {
		at := len(s.nodes)
		s.nodes = append(s.nodes, p.Y)
		s.bundles = append(s.bundles, Bundle{p.X, s.since(at), sets[lane]})
	}
	return s.bundles
}

// worth reports whether there are jobs to be done now. They wait until they fill the lanes
// several times, so that those whose sweeps go far can be done together.
func (s *nearestBundles) worth(all bool) bool {
	const several = 8
	switch {
	case s.lanes == 0, s.lanes < msep.Width && !all:
		s.draining = false
	case !s.draining && (all || s.lanes >= several*msep.Width):
		s.draining = true
		slices.SortFunc(s.jobs, func(i, j job) int { return i.last - j.last })
	}
	return s.draining
}

// work does the last jobs.
func (s *nearestBundles) work() {
	at, lanes := len(s.jobs), 0
	for at > 0 && lanes+s.jobs[at-1].lanes() <= msep.Width {
		at--
		lanes += s.jobs[at].lanes()
	}
	s.doing = append(s.doing[:0], s.jobs[at:]...) // they may make new jobs
	s.jobs, s.lanes = s.jobs[:at], s.lanes-lanes
	if !s.moralUsed {
		s.moralUsed = true
		s.moral.Use(s.plan)
	}
	s.moral.Start()
	last, lane := 0, 0
	for i := range s.doing {
		j := &s.doing[i]
		for _, y := range j.ys {
			last = max(last, s.plan.Position(y))
		}
		if !j.second {
			s.lay(lane, j, j.part)
			lane++
			continue
		}
		for _, z := range j.open {
			s.lay(lane, j, z)
			lane++
		}
	}
	s.moral.Run(last)
	lane = 0
	for i := range s.doing {
		j := &s.doing[i]
		if j.second {
			s.sort(lane, j)
		} else {
			s.split(lane, j)
		}
		lane += j.lanes()
	}
}

// lay lets a lane look for the part of a node, which is not cut out, even if it is in Zx.
// (A node of Zx is then joined to x, which leads to nothing but cut nodes.)
func (s *nearestBundles) lay(lane int, j *job, from graph.Node) {
	s.moral.Include(lane, j.x)
	for _, c := range j.via {
		s.moral.Include(lane, c)
	}
	for _, z := range j.zx {
		if z != from {
			s.moral.Cut(lane, z)
		}
	}
	s.moral.From(lane, from)
}

// split makes one job of the y that touch the large part, which the lane has found, and one
// of those that do not.
func (s *nearestBundles) split(lane int, j *job) {
	touching := 0
	for i, y := range j.ys {
		if s.moral.Touches(lane, y) {
			j.ys[touching], j.ys[i] = y, j.ys[touching]
			touching++
		}
	}
	next := job{x: j.x, via: j.via, zx: j.zx, last: j.last, second: true}
	if touching < len(j.ys) {
		next.ys, next.open = j.ys[touching:], j.zx
		s.add(next)
	}
	if touching == 0 {
		return
	}
	next.ys = j.ys[:touching]
	at := len(s.nodes)
	for _, z := range j.zx {
		if s.moral.Met(lane, z) {
			s.nodes = append(s.nodes, z)
		}
	}
	next.base = s.since(at)
	at = len(s.nodes)
	if len(next.base) < len(j.zx) {
		for _, z := range j.zx {
			if !s.moral.Met(lane, z) {
				s.nodes = append(s.nodes, z)
			}
		}
	}
	next.open = s.since(at)
	s.add(next)
}

// sort bundles y for which the same lanes say that their node belongs to the set.
func (s *nearestBundles) sort(lane int, j *job) {
	clear(s.groups)
	s.group, s.count = s.group[:0], s.count[:0]
	first, k := len(s.ready), -1
	mine := msep.Span(lane, lane+len(j.open))
	var of msep.Word // the lanes of group k
	for _, y := range j.ys {
		if which := s.moral.Touching(y).And(mine); k < 0 || which != of {
			var known bool
			if k, known = s.groups[which]; !known {
				k = s.open(lane, j, which)
			}
			of = which
		}
		s.count[k]++
		s.group = append(s.group, k)
	}
	at := len(s.nodes)
	s.nodes = append(s.nodes, j.ys...)
	for k, n := range s.count {
		s.ready[first+k].Ys = s.nodes[at : at : at+n]
		at += n
	}
	for i, y := range j.ys {
		b := &s.ready[first+s.group[i]]
		b.Ys = append(b.Ys, y)
	}
}

// open begins a bundle with the nodes of the given lanes in its set, and returns its group.
func (s *nearestBundles) open(lane int, j *job, which msep.Word) int {
	k := len(s.count)
	s.groups[which] = k
	s.count = append(s.count, 0)
	at := len(s.nodes)
	s.nodes = append(s.nodes, j.base...)
	which.Each(func(l int) { s.nodes = append(s.nodes, j.open[l-lane]) })
	s.ready = append(s.ready, Bundle{X: j.x, Set: s.since(at)})
	return k
}
