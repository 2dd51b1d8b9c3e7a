package adjustment

import "encoding/binary"

// orientations are all ways to orient a connected chordal graph without directed cycles and
// unshielded colliders, with shared parts: a part that occurs in many of them with the same parents
// outside is stored once. Part 0 is the whole graph.
type orientations struct {
	parts []part
	// If the i-th node of part p is its source, the rest splits into the parts then[at[k]:at[k+1]],
	// where k = first[p]+i.
	first []int32
	at    []int32
	then  []int32
}

// maxParts bounds the number of stored parts. A clique of k nodes has 2^k - 1.
const (
	maxClique = 17
	maxParts  = 1 << maxClique
)

// orientationsOf returns the orientations of a graph with the given neighbors. Each visited edge
// costs one step of work; it returns nil when none is left.
func orientationsOf(near [][]int32, work *int) *orientations {
	o := &orientations{at: []int32{0}}
	r := newRooter(near)
	known := make(map[string]int32)
	var key []byte
	add := func(p part) int32 {
		key = key[:0]
		for _, set := range [...][]int32{p.nodes, p.outer} {
			key = binary.AppendUvarint(key, uint64(len(set)))
			for _, v := range set {
				key = binary.AppendUvarint(key, uint64(v))
			}
		}
		id, seen := known[string(key)]
		if !seen {
			id = int32(len(o.parts))
			known[string(key)] = id
			o.parts = append(o.parts, p)
		}
		return id
	}
	whole := part{nodes: make([]int32, len(near))}
	for v := range whole.nodes {
		whole.nodes[v] = int32(v)
	}
	if r.cliqueNumber(whole) > maxClique {
		return nil
	}
	add(whole)
	for i := 0; i < len(o.parts); i++ {
		p := o.parts[i]
		steps := len(p.nodes)
		for _, v := range p.nodes {
			steps += len(near[v])
		}
		*work -= steps * len(p.nodes)
		if *work < 0 || len(o.parts) > maxParts {
			return nil
		}
		o.first = append(o.first, int32(len(o.at)-1))
		for _, v := range p.nodes {
			for _, q := range r.split(p, v) {
				o.then = append(o.then, add(q))
			}
			o.at = append(o.at, int32(len(o.then)))
		}
	}
	return o
}

// bounds returns the smallest and the largest sum, over all orientations, of a term for each node.
// The terms are those of the nodes of all parts as sources, part by part.
func (o *orientations) bounds(term func(k int32) float64) (lo, hi float64) {
	least, most := make([]float64, len(o.parts)), make([]float64, len(o.parts))
	for _, p := range o.bySize() {
		for i := range o.parts[p].nodes {
			k := o.first[p] + int32(i)
			a := term(k)
			b := a
			for _, q := range o.then[o.at[k]:o.at[k+1]] {
				a += least[q]
				b += most[q]
			}
			if i == 0 || a < least[p] {
				least[p] = a
			}
			if i == 0 || b > most[p] {
				most[p] = b
			}
		}
	}
	return least[0], most[0]
}

// bySize returns the parts by ascending size: a part splits into smaller ones.
func (o *orientations) bySize() []int {
	buckets := make([][]int, len(o.parts[0].nodes)+1)
	for p := range o.parts {
		size := len(o.parts[p].nodes)
		buckets[size] = append(buckets[size], p)
	}
	order := make([]int, 0, len(o.parts))
	for _, b := range buckets {
		order = append(order, b...)
	}
	return order
}
