package task

import "fmt"

// A Part is a range of the sources, from Lo to Hi-1, in an order that the metric chooses. The zero
// value means all. The counts of parts that cover all sources add up to the count of all: each
// claim is in one part. If the claims about (x, y) and (y, x) are the same, both are in the part of
// one of the two nodes.
type Part struct{ Lo, Hi int }

// RestrictToPart restricts the sources to the part of p.
func (a *Pairs) RestrictToPart(p Params) error {
	if p.Part == (Part{}) {
		return nil
	}
	lo, hi := p.Part.Lo, p.Part.Hi
	if lo < 0 || lo >= hi || hi > len(a.Sources) {
		return fmt.Errorf("part %d to %d of %d sources: expected a range of them", lo, hi, len(a.Sources))
	}
	a.Sources = a.Sources[lo:hi]
	a.Total = float64(hi-lo) * float64(len(a.Targets)-1)
	if a.before != nil {
		a.Total = 0
		for _, x := range a.Sources {
			a.Total += 2 * float64(a.before[x])
		}
	}
	return nil
}
