package msep

// A field holds the lanes at the nodes of a DAG, by position, in a run that visits all nodes: it does not
// record which are dirty. A node passes on
//
//	to parents    tail &^ given | head & given
//	to children   (tail | head) &^ given
type field struct {
	tail, head []Word // lanes that came by a tail, by a head
	given      []Word // lanes that have the node in their set
	out        []Word // what it passes on in the current sweep, and a word more
}

// collectFromChildren lets every node up to last collect from its children, the last node first.
func (f *field) collectFromChildren(p *Plan, last int32) {
	if vectors && last >= 0 && len(p.children.to) > 0 {
		children := p.wideChildren()
		f.out[last+1] = Word{}
		upWide(&f.tail[0], &f.head[0], &f.given[0], &f.out[0], &children.at[0], &children.to[0], int(last))
		return
	}
	f.collectFromChildrenPlain(&p.children, last)
}

func (f *field) collectFromChildrenPlain(children *lists, last int32) {
	for p := last; p >= 0; p-- {
		f.tail[p].gather(f.out, children.upTo(p, last))
		// The head if given, else the tail.
		t, h, g, w := &f.tail[p], &f.head[p], &f.given[p], &f.out[p]
		w[0] = t[0] ^ (t[0]^h[0])&g[0]
		w[1] = t[1] ^ (t[1]^h[1])&g[1]
		w[2] = t[2] ^ (t[2]^h[2])&g[2]
		w[3] = t[3] ^ (t[3]^h[3])&g[3]
	}
}

// collectFromParents lets every node up to last collect from its parents, the first node first, and reports whether
// some node has something new for its parents: lanes that came by a head and have it in their set.
func (f *field) collectFromParents(p *Plan, last int32) bool {
	if vectors && last >= 0 && len(p.parents.to) > 0 {
		parents := p.wideParents()
		f.out[len(parents.at)-1] = Word{}
		return downWide(&f.tail[0], &f.head[0], &f.given[0], &f.out[0], &parents.at[0], &parents.to[0], int(last))
	}
	return f.collectFromParentsPlain(&p.parents, last)
}

func (f *field) collectFromParentsPlain(parents *lists, last int32) bool {
	changed := uint64(0)
	for p := range last + 1 {
		var a Word
		a.gather(f.out, parents.of(p))
		t, h, g, w := &f.tail[p], &f.head[p], &f.given[p], &f.out[p]
		changed |= a[0]&^h[0]&g[0] | a[1]&^h[1]&g[1] | a[2]&^h[2]&g[2] | a[3]&^h[3]&g[3]
		h[0] |= a[0]
		h[1] |= a[1]
		h[2] |= a[2]
		h[3] |= a[3]
		w[0] = (t[0] | h[0]) &^ g[0]
		w[1] = (t[1] | h[1]) &^ g[1]
		w[2] = (t[2] | h[2]) &^ g[2]
		w[3] = (t[3] | h[3]) &^ g[3]
	}
	return changed != 0
}
