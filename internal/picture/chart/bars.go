package chart

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A BarChart has one number for each node.
type BarChart struct {
	Title  string
	Names  []string
	Values []float64 // not negative
	Unit   string    // what the numbers count
	Most   int       // bars to draw, the first ones; 40 if zero
	Notes  []string
}

// Bars draws the numbers as horizontal bars from top to bottom, each beside its name. A note has the sum of the
// numbers that are not drawn.
func Bars(c BarChart) (*canvas.Picture, error) {
	if len(c.Values) != len(c.Names) {
		return nil, fmt.Errorf("chart: a bar chart of %d nodes has %d numbers", len(c.Names), len(c.Values))
	}
	hi := 0.
	for i, x := range c.Values {
		if !finite(x) || x < 0 {
			return nil, fmt.Errorf("chart: the bar of %q is %v: expected a number that is not negative", c.Names[i], x)
		}
		hi = max(hi, x)
	}
	hi = cmp.Or(hi, 1)
	most := c.Most
	if most <= 0 {
		most = 40
	}
	shown := min(most, len(c.Names))
	const length, row, thick = 260.0, 15.0, 10.0
	names := canvas.Widest(c.Names[:shown], canvas.Clean, canvas.SmallSize) + 6
	numbers := canvas.Widest(c.Values[:shown], short, canvas.SmallSize) + 6
	page := canvas.NewPage(c.Title, "Bar chart: "+c.Unit, names+length+numbers, nil)
	height := row*float64(shown) + 4
	p, at := page.Body(layout.Size{W: names + length + numbers, H: height + axisRoom(c.Unit, length)})
	s := scale{hi: hi, from: at.X + names, to: at.X + names + length}
	axisBelow(p, s, ticks(0, hi, 6), at.Y+height, at.Y, c.Unit, s.from, s.to)
	for i, name := range c.Names[:shown] {
		middle := at.Y + row*(float64(i)+0.5) + 2
		p.Begin("bar", fmt.Sprintf("%s: %v", name, c.Values[i]))
		p.Write(canvas.Text{Point: layout.Point{X: s.from - 5, Y: middle + canvas.SmallSize*0.35}, String: canvas.Clean(name), Size: canvas.SmallSize, Anchor: 1, Colour: canvas.Ink})
		if c.Values[i] > 0 {
			p.Fill(canvas.Rectangle(s.from, middle-thick/2, s.at(c.Values[i])-s.from, thick), canvas.Blue)
		}
		p.Write(canvas.Text{Point: layout.Point{X: s.at(c.Values[i]) + 4, Y: middle + canvas.SmallSize*0.35}, String: short(c.Values[i]), Size: canvas.SmallSize, Colour: canvas.Grey})
		p.End()
	}
	p.Stroke(canvas.Line(s.from, at.Y, s.from, at.Y+height), axisPen, 0)
	return page.Finish(nil, append(c.rest(shown), c.Notes...)), nil
}

// short formats a number with at most four digits.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// rest returns a note on the numbers that are not drawn.
func (c BarChart) rest(shown int) []string {
	if shown == len(c.Names) {
		return nil
	}
	sum := 0.
	for _, x := range c.Values[shown:] {
		sum += x
	}
	return []string{fmt.Sprintf("and %d more nodes with %s together", len(c.Names)-shown, strconv.FormatFloat(sum, 'g', 6, 64))}
}
