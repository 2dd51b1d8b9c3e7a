package layout

import (
	"cmp"
	"math"
	"slices"
)

// pack places areas side by side so that the drawing has about the wanted aspect. The highest area comes first, and each is as
// far up and then as far left as the areas before it allow. Single nodes come last, in rows below the others. It returns the
// upper left corner of each area and the size of the drawing.
func pack(areas []Size, single []bool, o Options) ([]Point, Size) {
	corners := make([]Point, len(areas))
	var whole Size
	for _, alone := range []bool{false, true} {
		var order []int
		total, width := 0., whole.W+o.NodeGap
		for i, a := range areas {
			if single[i] == alone {
				order = append(order, i)
				total += float64((a.W + o.NodeGap) * (a.H + o.NodeGap))
				width = max(width, a.W+o.NodeGap)
			}
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(areas[j].H, areas[i].H) })
		top := 0.
		if whole.H > 0 && len(order) > 0 {
			top = whole.H + o.NodeGap
		} else {
			width = max(width, math.Sqrt(float64(total*o.Aspect)))
		}
		line := skyline{{0, top}, {width, math.Inf(1)}}
		for _, i := range order {
			a := areas[i]
			corners[i] = line.place(a.W+o.NodeGap, a.H+o.NodeGap)
			whole = Size{max(whole.W, corners[i].X+a.W), max(whole.H, corners[i].Y+a.H)}
		}
	}
	return corners, whole
}

// A skyline is the lower border of the placed areas: it is at Y from each X to the next
// one. The last point is the right border.
type skyline []Point

// place places an area as high and then as far left as possible.
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

// under returns the highest y for an area from point i of the skyline to x, and whether
// it fits into the width.
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
