package main

import (
	"fmt"
	"math"
	"slices"
)

// empty is the memory below which a point says nothing: a process without a graph takes about half, with
// Python more.
const empty = 20

// growth says how a curve grows and how far it was measured, or – where it has too few points.
func growth(points []point) string {
	far := tail(points)
	if len(far) < 3 {
		return "–"
	}
	time := exponent(far, func(p point) float64 { return p.seconds })
	memory := "–"
	if large := slices.DeleteFunc(slices.Clone(far), func(p point) bool { return p.mb < empty }); len(large) >= 3 {
		memory = fmt.Sprintf("%.1f", exponent(large, func(p point) float64 { return p.mb }))
	}
	return fmt.Sprintf("%.1f, %s; %s", time, memory, grouped(points[len(points)-1].n))
}

// tail returns the points that tell how a curve grows: those within a factor of 30 of the last one.
// What comes before is mostly what does not grow.
func tail(points []point) (far []point) {
	const reach = 30.5
	for _, p := range points {
		if float64(p.n)*reach >= float64(points[len(points)-1].n) {
			far = append(far, p)
		}
	}
	return far
}

// exponent returns the slope of the logarithm of a quantity over that of n, by least squares.
func exponent(points []point, of func(point) float64) float64 {
	var x, y, xx, xy, count float64
	for _, p := range points {
		u, v := math.Log(float64(p.n)), math.Log(of(p))
		x, y, xx, xy, count = x+u, y+v, xx+float64(u*u), xy+float64(u*v), count+1
	}
	return (xy - float64(x*y)/count) / (xx - float64(x*x)/count)
}

// grouped writes a number with a space before its last three digits, if it has five or more.
func grouped(n int) string {
	if n < 10_000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d %03d", n/1000, n%1000)
}
