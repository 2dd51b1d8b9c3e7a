package svgtest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

type box struct{ left, top, right, bottom float64 }

func (b box) has(x, y float64) bool { return x > b.left && x < b.right && y > b.top && y < b.bottom }

// Overlaps lists the texts that overlap another text, or that a line or mark passes through. A text may be on a filled
// shape that surrounds it.
func (e *Element) Overlaps(t testing.TB) (list []string) {
	t.Helper()
	shapes := e.All(func(e *Element) bool { return e.Name == "path" || e.Name == "text" })
	boxes, points := make([]box, len(shapes)), make([][][2]float64, len(shapes))
	for i, s := range shapes {
		if s.Name == "text" {
			boxes[i] = s.textBox(t)
			continue
		}
		points[i] = s.points(t)
		b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for _, p := range points[i] {
			b = box{min(b.left, p[0]), min(b.top, p[1]), max(b.right, p[0]), max(b.bottom, p[1])}
		}
		boxes[i] = b
	}
	for i, s := range shapes {
		if s.Name != "text" {
			continue
		}
		b, ground := boxes[i], 0
		for j, r := range shapes {
			c := boxes[j]
			switch {
			case r.Name == "text":
				if j < i && b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom {
					list = append(list, fmt.Sprintf("%q and %q", s.Text, r.Text))
				}
			case j < i && r.Attr["fill"] != "none" && c.left <= b.left && c.top <= b.top && c.right >= b.right && c.bottom >= b.bottom:
				ground = j
			}
		}
		for j := ground + 1; j < len(shapes); j++ {
			for _, p := range points[j] {
				if b.has(p[0], p[1]) {
					list = append(list, fmt.Sprintf("a line through %q", s.Text))
					break
				}
			}
		}
	}
	return list
}

// textBox returns the box of the letters of a text, without the outermost half point.
func (e *Element) textBox(t testing.TB) box {
	number := func(name string) float64 {
		v, err := strconv.ParseFloat(e.Attr[name], 64)
		if err != nil {
			t.Fatalf("%s of the text %q: %v", name, e.Text, err)
		}
		return v
	}
	x, y, size, width := number("x"), number("y"), number("font-size"), number("textLength")
	before := width * map[string]float64{"middle": 0.5, "end": 1}[e.Attr["text-anchor"]]
	const slip = 0.5
	above, below := 0.72*size-slip, 0.2*size-slip
	if e.Attr["transform"] != "" { // reads upwards
		return box{x - above, y + before - width + slip, x + below, y + before - slip}
	}
	return box{x - before + slip, y - above, x - before + width - slip, y + below}
}

// points returns points along a path, about one point apart.
func (e *Element) points(t testing.TB) (list [][2]float64) {
	data := e.Attr["d"]
	var at, start [2]float64
	line := func(to [2]float64) {
		n := math.Ceil(math.Hypot(to[0]-at[0], to[1]-at[1])) + 1
		for k := 0.; k <= n; k++ {
			list = append(list, [2]float64{at[0] + (to[0]-at[0])*k/n, at[1] + (to[1]-at[1])*k/n})
		}
		at = to
	}
	for data != "" {
		command, rest := data[0], data[1:]
		end := strings.IndexAny(rest, "MLCZhvz")
		if end < 0 {
			end = len(rest)
		}
		data = rest[end:]
		var v []float64
		for _, s := range strings.FieldsFunc(rest[:end], func(r rune) bool { return r == ' ' || r == ',' }) {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatalf("path %q: %v", e.Attr["d"], err)
			}
			v = append(v, x)
		}
		switch command {
		case 'M':
			at = [2]float64{v[0], v[1]}
			start = at
		case 'L':
			line([2]float64{v[0], v[1]})
		case 'h':
			line([2]float64{at[0] + v[0], at[1]})
		case 'v':
			line([2]float64{at[0], at[1] + v[0]})
		case 'C':
			p := at
			for k := 1.; k <= 24; k++ {
				s := k / 24
				r := 1 - s
				var q [2]float64
				for i := range q {
					q[i] = r*r*r*p[i] + 3*r*r*s*v[i] + 3*r*s*s*v[2+i] + s*s*s*v[4+i]
				}
				line(q)
			}
		default:
			line(start)
		}
	}
	return list
}
