package layout

import (
	"cmp"
	"math"
	"slices"
)

// pack puts areas side by side in shelves, the highest first, so that the whole has
// about the wanted aspect. It returns the upper left corner of each and the size of
// the whole.
func pack(areas []Size, o Options) ([]Point, Size) {
	gap := o.NodeGap
	order := make([]int, len(areas))
	total, width := 0., 0.
	for i, a := range areas {
		order[i] = i
		total += float64((a.W + gap) * (a.H + gap))
		width = max(width, a.W)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(areas[j].H, areas[i].H) })
	width = max(width, math.Sqrt(float64(total*o.Aspect)))

	corners := make([]Point, len(areas))
	var at Point
	var whole Size
	shelf := 0.
	for _, i := range order {
		a := areas[i]
		if at.X > 0 && at.X+a.W > width {
			at = Point{0, at.Y + shelf + gap}
			shelf = 0
		}
		corners[i] = at
		whole = Size{max(whole.W, at.X+a.W), max(whole.H, at.Y+a.H)}
		at.X += a.W + gap
		shelf = max(shelf, a.H)
	}
	return corners, whole
}
