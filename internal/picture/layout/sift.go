package layout

import (
	"math/rand/v2"
	"slices"
)

// siftRows moves blocks inside their rows, and reverses chains, as long as that removes
// crossings. A row is examined again if an adjacent row has changed.
func (o *ordering) siftRows() {
	const passes = 12
	for range passes {
		changed := false
		for row := range o.lines {
			if !o.stale[row] {
				continue
			}
			o.stale[row] = false
			if o.sift(row) {
				o.touch(row)
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// touch numbers a row that has changed and marks the adjacent rows as stale.
func (o *ordering) touch(row int) {
	o.number(row)
	if row > 0 {
		o.stale[row-1] = true
	}
	if row+1 < len(o.lines) {
		o.stale[row+1] = true
	}
}

// sift moves each block of a row to the place where its edges cross the fewest others,
// and repeats this a few times while blocks move. (Matuszewski, Schönfeld and Molitor, Using
// sifting for k-layer straightline crossing minimization, GD 1999, LNCS 1731:217–224.)
// It reports whether a block was moved or reversed.
func (o *ordering) sift(row int) bool {
	line := o.lines[row]
	n := len(line)
	moved := o.turn(row)
	if n < 2 {
		return moved
	}
	// In a large drawing the distance of a move is limited, since all pairs would be too many.
	farthest := max(2, min(60, 40_000/len(o.vertices)))
	gains := o.count(line, min(n-1, farthest))
	for range 4 {
		better := false
		for i := range n {
			if j := gains.best(i); j != i {
				shift(gains.order, i, j)
				shift(line, i, j)
				better, moved = true, true
			}
		}
		if !better || n-1 > farthest {
			break
		}
	}
	return moved
}

// shift moves the element at i to j.
func shift[T any](s []T, i, j int) {
	v := s[i]
	if i < j {
		copy(s[i:j], s[i+1:j+1])
	} else {
		copy(s[j+1:i+1], s[j:i])
	}
	s[j] = v
}

// gains are the numbers of crossings that are removed if two blocks of a row swap sides.
// They depend only on the adjacent rows.
type gains struct {
	far      int     // largest distance of two places for which the gain is known
	order    []int   // by place: the place of its block when the gains were counted
	won      []int   // won[a*far+b-a-1] is the gain if a, which was left of b, is right of it
	up, down [][]int // the positions of the neighbors of each block, ascending
}

// count returns the gains of a row. They are valid until the next call.
func (o *ordering) count(line []int, far int) *gains {
	n := len(line)
	g := &o.gains
	g.far = far
	g.order, g.won = sized(g.order, n), sized(g.won, n*far)
	g.up, g.down = sized(g.up, n), sized(g.down, n)
	for i, b := range line {
		g.order[i] = i
		g.up[i] = o.positions(g.up[i][:0], o.blocks[b], true)
		g.down[i] = o.positions(g.down[i][:0], o.blocks[b], false)
	}
	for i := range n {
		for j := i + 1; j < n && j-i <= far; j++ {
			upNow, upThen := cross(g.up[i], g.up[j])
			downNow, downThen := cross(g.down[i], g.down[j])
			g.won[i*far+j-i-1] = upNow + downNow - upThen - downThen
		}
	}
	o.work += n * far
	return g
}

// sized returns a slice of length n, which reuses the memory of s if that is large enough.
func sized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// best returns the best place for the block at i. It looks as far as gains are known.
func (g *gains) best(i int) int {
	place, most, own := i, 0, g.order[i]
	for _, step := range [2]int{1, -1} {
		sum := 0
		for j := i + step; j >= 0 && j < len(g.order); j += step {
			left, right := min(own, g.order[j]), max(own, g.order[j])
			if right-left > g.far {
				break
			}
			won := g.won[left*g.far+right-left-1]
			if (left == own) != (step > 0) { // the two have swapped sides, and do so again
				won = -won
			}
			if sum += won; sum > most {
				place, most = j, sum
			}
		}
	}
	return place
}

// turn reverses each chain of a row if that removes crossings of the edges of its nodes.
// It reports whether it reversed any.
func (o *ordering) turn(row int) bool {
	turned := false
	for _, block := range o.lines[row] {
		nodes := o.blocks[block]
		if len(nodes) == 1 {
			continue
		}
		won := 0
		for i := range nodes {
			for j := i + 1; j < len(nodes); j++ {
				for _, upper := range [2]bool{true, false} {
					now, then := cross(o.positions(nil, nodes[i:i+1], upper), o.positions(nil, nodes[j:j+1], upper))
					won += now - then
				}
			}
		}
		if won > 0 {
			slices.Reverse(nodes)
			turned = true
		}
	}
	return turned
}

// cross returns the number of crossings between the edges of two neighbors in a row whose
// other ends are at the positions a and b: now, and if the two swap places.
func cross(a, b []int) (now, then int) { return descents(a, b), descents(b, a) }

// descents counts the pairs of a number of a and a smaller one of b. Both lists are ascending.
func descents(a, b []int) (n int) {
	j := 0
	for _, p := range a {
		for j < len(b) && b[j] < p {
			j++
		}
		n += j
	}
	return n
}

// perturb shuffles a few neighbors in one row.
func (o *ordering) perturb(rng *rand.Rand) {
	row := rng.IntN(len(o.lines))
	line := o.lines[row]
	if len(line) < 2 {
		return
	}
	size := 2 + rng.IntN(min(len(line)-1, 6))
	from := rng.IntN(len(line) - size + 1)
	part := line[from : from+size]
	rng.Shuffle(size, func(i, j int) { part[i], part[j] = part[j], part[i] })
	o.touch(row)
}
