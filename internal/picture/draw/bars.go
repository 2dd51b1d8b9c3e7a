package draw

import (
	"fmt"
	"io"
	"strconv"

	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A BarChart has one number for each node.
type BarChart struct {
	Names  []string
	Values []float64 // none is negative
	Unit   string    // what the numbers count
	Most   int       // bars to draw, the first ones; 40 if zero
}

// Bars draws the numbers as horizontal bars from top to bottom, each beside its name.
// What is not drawn is summed up in a note.
func Bars(w io.Writer, c BarChart, o Options) error {
	if len(c.Values) != len(c.Names) {
		return fmt.Errorf("draw: a bar chart of %d nodes has %d numbers", len(c.Names), len(c.Values))
	}
	hi := 0.
	for i, x := range c.Values {
		if !finite(x) || x < 0 {
			return fmt.Errorf("draw: the bar of %q is %v: want a number that is not negative", c.Names[i], x)
		}
		hi = max(hi, x)
	}
	if hi == 0 {
		hi = 1
	}
	most := c.Most
	if most <= 0 {
		most = 40
	}
	shown := min(most, len(c.Names))
	const length, row, thick = 260.0, 15.0, 10.0
	names := 0.
	for _, name := range c.Names[:shown] {
		names = max(names, textWidth(clean(name), smallSize, false))
	}
	names += 6
	numbers := 0.
	for _, x := range c.Values[:shown] {
		numbers = max(numbers, textWidth(short(x), smallSize, false))
	}
	numbers += 6
	page := newPage(o.Title, names+length+numbers, nil)
	height := row*float64(shown) + 4
	p, at := page.body(layout.Size{W: names + length + numbers, H: height + axisRoom(c.Unit, length)})
	s := scale{0, hi, at.X + names, at.X + names + length}
	p.axisBelow(s, at.Y+height, at.Y, c.Unit)
	for i, name := range c.Names[:shown] {
		middle := at.Y + row*(float64(i)+0.5) + 2
		p.begin("bar", fmt.Sprintf("%s: %v", name, c.Values[i]))
		p.write(text{Point: layout.Point{X: s.from - 5, Y: middle + smallSize*0.35}, string: clean(name), size: smallSize, anchor: 1, colour: ink})
		if c.Values[i] > 0 {
			p.fill(rectangle(s.from, middle-thick/2, s.at(c.Values[i])-s.from, thick), blue)
		}
		p.write(text{Point: layout.Point{X: s.at(c.Values[i]) + 4, Y: middle + smallSize*0.35}, string: short(c.Values[i]), size: smallSize, colour: grey})
		p.end()
	}
	p.stroke(line(s.from, at.Y, s.from, at.Y+height), axisPen, 0)
	return o.chart(w, "a bar chart", page.finish(nil, c.rest(shown)))
}

// short writes a number with four digits at most.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// rest sums up what is not drawn.
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
