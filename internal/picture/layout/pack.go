package layout

import (
	"cmp"
	"math"
	"slices"
)

// pack puts areas side by side, the highest first, each as far up and then as far
// left as it fits under those before it, so that the whole has about the wanted
// aspect. It returns the upper left corner of each and the size of the whole.
func pack(areas []Size, o Options) ([]Point, Size) {
	gap := o.NodeGap
	order := make([]int, len(areas))
	total, width := 0., 0.
	for i, a := range areas {
		order[i] = i
		total += float64((a.W + gap) * (a.H + gap))
		width = max(width, a.W+gap)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(areas[j].H, areas[i].H) })
	width = max(width, math.Sqrt(float64(total*o.Aspect)))

	corners := make([]Point, len(areas))
	var whole Size
	line := skyline{{0, 0}, {width, math.Inf(1)}}
	for _, i := range order {
		a := areas[i]
		at := line.place(a.W+gap, a.H+gap)
		corners[i] = at
		whole = Size{max(whole.W, at.X+a.W), max(whole.H, at.Y+a.H)}
	}
	return corners, whole
}

// A skyline is the lower border of what is placed: from each X to the next it lies
// at Y. The last step is the right border.
type skyline []Point

// place finds the highest and then the leftmost place for an area and puts it there.
func (s *skyline) place(w, h float64) Point {
	best, at := none, Point{0, math.Inf(1)}
	for i, p := range *s {
		y, fits := s.under(i, p.X+w)
		if fits && y < at.Y {
			best, at = i, Point{p.X, y}
		}
	}
	var rest skyline
	end := at.X + w
	for i, p := range *s {
		switch {
		case p.X < at.X || p.X >= end:
			rest = append(rest, p)
		case i == best:
			rest = append(rest, Point{at.X, at.Y + h})
		}
		if p.X < end && i+1 < len(*s) && (*s)[i+1].X > end {
			rest = append(rest, Point{end, p.Y})
		}
	}
	*s = rest
	return at
}

// under returns how far down something must go that begins at step i and ends at x.
func (s skyline) under(i int, x float64) (y float64, fits bool) {
	const slip = 1e-9
	if last := s[len(s)-1].X; x > last+float64(slip*last) {
		return 0, false
	}
	for ; i < len(s)-1 && s[i].X < x; i++ {
		y = max(y, s[i].Y)
	}
	return y, true
}
