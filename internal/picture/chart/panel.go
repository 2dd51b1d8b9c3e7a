package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/layout"
)

// A Figure is one or more panels in rows of three, with one legend for all. Series with the same name have the same
// style in all panels.
type Figure struct {
	Title  string
	Panels []Panel
	PerRow int    // panels in a row; 0 is three
	SameY  bool   // one y scale for all panels, so that they can be compared
	Band   string // what the bands show, for the legend: "± one standard error"
	Notes  []string
	Width  float64 // of the picture in points; 0 means panels of the usual size
	Font   float64 // size of the text in points; 0 means the usual size
	Legend string  // position of the legend: below, right or none; empty means below

	// Order lists names of series in the order of their styles, so that a name has the same style in several figures.
	// Other names follow in the order in which they occur.
	Order []string
}

// A Panel is a plot with two axes.
type Panel struct {
	Title, X, Y string
	Series      []Series
	Boxes       []Box // side by side, instead of series; consecutive boxes with the same name share a label
	LogX, LogY  bool
	XTicks      []Tick // labels of the x axis; nil means round numbers
	Zero        bool   // the y axis includes 0
	One         bool   // the y axis includes 1, for correlations
	Unit        bool   // both axes are from 0 to 1, with the diagonal, for ROC curves
}

// A Series is a list of points with a name.
type Series struct {
	Name  string
	Style string // the name whose style it has; Name if empty
	X, Y  []float64
	Dots  bool // points without a line, half transparent
	Faint bool // a thin pale line without points

	// Low and High are the bounds of a band around the points; nil means no band.
	Low, High []float64
}

// Around returns the bounds of a band that is symmetric around each y.
func Around(y, half []float64) (low, high []float64) {
	if half == nil {
		return nil, nil
	}
	for i := range y {
		low, high = append(low, y[i]-half[i]), append(high, y[i]+half[i])
	}
	return low, high
}

// A Tick is a position on an axis and its label.
type Tick struct {
	At   float64
	Name string
}

// A Box shows the median, quartiles and range of its values. Outliers are points: values whose distance from the box is
// more than 1.5 times its height.
type Box struct {
	Name   string
	Style  string // name of the style in the legend; empty means none
	Values []float64
}

// The parts of a panel, in points.
const (
	plotWidth, plotHeight = 190.0, 135.0
	panelGap, titleRoom   = 16.0, 18.0
	panelTitle, perRow    = 10, 3
)

// Panels draws a figure.
func Panels(f Figure) (*canvas.Picture, error) {
	if len(f.Panels) == 0 {
		return nil, fmt.Errorf("chart: no panels to draw")
	}
	frames, styles := make([]frame, len(f.Panels)), slices.Clone(f.Order)
	var shared span
	for i := range f.Panels {
		if err := f.Panels[i].check(); err != nil {
			return nil, err
		}
		frames[i] = newFrame(&f.Panels[i])
		shared = shared.with(frames[i].y)
		for _, s := range f.Panels[i].Series {
			if !s.Faint && !slices.Contains(styles, cmp.Or(s.Style, s.Name)) {
				styles = append(styles, cmp.Or(s.Style, s.Name))
			}
		}
		for _, b := range f.Panels[i].Boxes {
			if b.Style != "" && !slices.Contains(styles, b.Style) {
				styles = append(styles, b.Style)
			}
		}
	}
	if f.SameY {
		for i := range frames {
			frames[i].y = shared
		}
	}
	legend := f.legend(styles)
	beside := 0.
	if f.Legend == "right" && f.Band != "" {
		f.Notes = append([]string{strings.ToUpper(f.Band[:1]) + f.Band[1:] + "."}, f.Notes...)
	}
	if f.Legend == "right" {
		for _, e := range legend {
			beside = max(beside, e.Room()+panelGap)
		}
	}
	columns, left, wide, high, err := f.arrange(frames, beside)
	if err != nil {
		return nil, err
	}
	cell := layout.Size{W: left + wide, H: titleRoom + plotHeight + high}
	rows := (len(frames) + columns - 1) / columns
	size := layout.Size{W: float64(columns)*(cell.W+panelGap) - panelGap, H: float64(rows)*(cell.H+panelGap) - panelGap}
	below := legend
	if f.Legend == "right" || f.Legend == "none" {
		below = nil
	}
	size.W += beside
	page := canvas.NewPage(f.Title, f.spoken(), size.W, below)
	p, corner := page.Body(size)
	if beside > 0 {
		for i, e := range legend {
			e.Paint(p, layout.Point{X: corner.X + size.W - beside + panelGap, Y: corner.Y + titleRoom + 15*(float64(i)+0.5)})
		}
	}
	for i := range frames {
		frames[i].paint(p, layout.Point{
			X: corner.X + float64(i%columns)*(cell.W+panelGap) + left,
			Y: corner.Y + float64(i/columns)*(cell.H+panelGap) + titleRoom,
		}, wide, styles)
	}
	picture := page.Finish(below, f.Notes)
	if f.Font > 0 {
		picture.Scale(f.Font / canvas.SmallSize)
	}
	return picture, nil
}

// arrange returns the number of columns of panels and the room that each needs, so that the picture has the wanted width.
func (f *Figure) arrange(frames []frame, beside float64) (columns int, left, wide, high float64, err error) {
	most := min(len(frames), cmp.Or(f.PerRow, perRow))
	width := f.Width
	if f.Font > 0 {
		width *= canvas.SmallSize / f.Font
	}
	room := plotWidth
	for columns = most; ; columns-- {
		if columns == 0 {
			return 0, 0, 0, 0, fmt.Errorf("chart: a width of %.0f points is too narrow for a panel with its labels: use a larger width or a smaller font", f.Width)
		}
		for range 2 { // the width of the plot depends on the labels at the left, and these on the width
			left, wide, high = 0, 0, 0
			for i := range frames {
				frames[i].room = room
				frames[i].measure()
				left, wide, high = max(left, frames[i].left), max(wide, frames[i].width), max(high, frames[i].below)
			}
			if width == 0 {
				return columns, left, wide, high, nil
			}
			room = (width-2*canvas.Margin-beside-float64(columns-1)*panelGap)/float64(columns) - left
		}
		const narrowest = 90
		if wide <= room+0.01 && room >= narrowest {
			return columns, left, wide, high, nil
		}
	}
}

// check reports lists of different lengths.
func (p *Panel) check() error {
	for _, s := range p.Series {
		if len(s.X) != len(s.Y) || s.Low != nil && len(s.Low) != len(s.Y) || len(s.Low) != len(s.High) {
			return fmt.Errorf("chart: series %q has %d x, %d y and a band of %d and %d points: expected the same number of each", s.Name, len(s.X), len(s.Y), len(s.Low), len(s.High))
		}
	}
	return nil
}

// spoken describes a figure without a title, for screen readers.
func (f *Figure) spoken() string {
	var parts []string
	for _, p := range f.Panels {
		part := p.Y
		if p.X != "" {
			part += " over " + p.X
		}
		if p.Title != "" {
			part = p.Title + ": " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

// legend returns an entry for each name, and one for the bands.
func (f *Figure) legend(styles []string) (legend []canvas.Entry) {
	const width = 26
	var names []string
	bands := false
	for _, p := range f.Panels {
		for _, s := range p.Series {
			bands = bands || s.Low != nil
			if s.Name == "" || slices.Contains(names, s.Name) {
				continue
			}
			names = append(names, s.Name)
			l := styleOf(slices.Index(styles, cmp.Or(s.Style, s.Name)))
			legend = append(legend, canvas.Entry{String: canvas.Clean(s.Name), Width: width, Sample: func(p *canvas.Picture, at layout.Point) {
				if !s.Dots {
					p.Stroke(canvas.Line(at.X, at.Y, at.X+width, at.Y), l.pen, 0)
				}
				l.mark(p, layout.Point{X: at.X + width/2, Y: at.Y})
			}})
		}
		for _, b := range p.Boxes {
			if b.Style == "" || slices.Contains(names, b.Style) {
				continue
			}
			names = append(names, b.Style)
			colour := styleOf(slices.Index(styles, b.Style)).pen.Colour
			legend = append(legend, canvas.Entry{String: canvas.Clean(b.Style), Width: 12, Sample: func(p *canvas.Picture, at layout.Point) {
				p.Stroke(canvas.Rectangle(at.X, at.Y-4.5, 12, 9), canvas.Pen{Colour: colour, Width: 1}, mix(canvas.Paper, colour, 0.25))
			}})
		}
	}
	if bands && f.Band != "" && f.Legend != "right" { // it is too wide for a place beside the panels
		legend = append(legend, canvas.Entry{String: f.Band, Width: width, Sample: func(p *canvas.Picture, at layout.Point) {
			p.Fill(canvas.Rectangle(at.X, at.Y-4, width, 8), canvas.Pale)
			p.Stroke(canvas.Line(at.X, at.Y, at.X+width, at.Y), axisPen, 0)
		}})
	}
	return legend
}

// A span is a range of numbers that may be empty.
type span struct {
	lo, hi float64
	some   bool
}

func (s span) add(x float64) span {
	if !finite(x) {
		return s
	}
	if !s.some {
		return span{x, x, true}
	}
	return span{min(s.lo, x), max(s.hi, x), true}
}

func (s span) with(t span) span {
	if !t.some {
		return s
	}
	return s.add(t.lo).add(t.hi)
}

// axis returns the range and the ticks of an axis for the numbers. A logarithmic one is longer by a factor at both ends.
func (s span) axis(log bool, factor float64) (span, []tick) {
	if !s.some || log && s.lo <= 0 {
		s = span{0, 1, true}
		if log {
			s = span{1, 10, true}
		}
	}
	s.lo, s.hi = apart(s.lo, s.hi)
	if log {
		s.lo, s.hi = s.lo/factor, s.hi*factor
		return s, logTicks(s.lo, s.hi)
	}
	return s, ticks(s.lo, s.hi, 6)
}

// A frame is a panel with its scales.
type frame struct {
	*Panel
	x, y               span
	xTicks, yTicks     []tick
	room               float64 // least width of the plot
	left, width, below float64 // room left of the plot, for the plot, and below it
}

func newFrame(p *Panel) frame {
	f := frame{Panel: p}
	for _, s := range p.Series {
		for i, x := range s.X {
			y := s.Y[i]
			if !f.placed(x) || !f.shown(y) {
				continue
			}
			f.x, f.y = f.x.add(x), f.y.add(y)
			if s.Low != nil && f.shown(s.Low[i]) && f.shown(s.High[i]) {
				f.y = f.y.add(s.Low[i]).add(s.High[i])
			}
		}
	}
	for _, b := range p.Boxes {
		for _, y := range b.Values {
			if f.shown(y) {
				f.y = f.y.add(y)
			}
		}
	}
	if p.Zero && !p.LogY {
		f.y = f.y.add(0)
	}
	if p.One {
		f.y = f.y.add(1)
	}
	if p.Unit {
		f.x, f.y = span{0, 1, true}, span{0, 1, true}
	}
	return f
}

// shown reports whether y can be drawn.
func (f *frame) shown(y float64) bool { return finite(y) && (!f.LogY || y > 0) }

// placed reports whether x can be drawn.
func (f *frame) placed(x float64) bool { return finite(x) && (!f.LogX || x > 0) }

// measure computes the ticks and the room that they need.
func (f *frame) measure() {
	f.x, f.xTicks = f.x.axis(f.LogX, 1.05)
	f.y, f.yTicks = f.y.axis(f.LogY, 1.2)
	if f.XTicks != nil {
		f.xTicks = nil
		for _, t := range f.XTicks {
			if t.At < f.x.lo || t.At > f.x.hi { // a value of other panels only
				continue
			}
			f.xTicks = append(f.xTicks, tick{t.At, canvas.Clean(t.Name)})
		}
	}
	f.width = max(f.room, canvas.Room(canvas.Clean(f.Title), panelTitle, true))
	for _, r := range f.runs() {
		f.xTicks = nil
		name := canvas.TextWidth(canvas.Clean(f.Boxes[r.from].Name), canvas.SmallSize, false) + 10
		f.width = max(f.width, name*float64(len(f.Boxes))/float64(r.to-r.from), 9*float64(len(f.Boxes)))
	}
	if f.XTicks != nil {
		f.width = max(f.width, float64(len(f.xTicks))*(canvas.Widest(f.xTicks, tick.label, canvas.SmallSize)+8))
	}
	f.left = canvas.Widest(f.yTicks, tick.label, canvas.SmallSize) + 8
	if f.Y != "" {
		f.left += canvas.SmallSize * 1.6
	}
	f.below = axisRoom(f.X, f.width)
}

// apart returns lo and hi, or a range around them if they are equal.
func apart(lo, hi float64) (float64, float64) {
	if !near(lo, hi) {
		return lo, hi
	}
	if lo == 0 {
		return 0, 1
	}
	return lo - math.Abs(lo)/2, lo + math.Abs(lo)/2
}

// paint draws the panel with the upper left corner of its plot at the given point.
func (f *frame) paint(p *canvas.Picture, at layout.Point, width float64, styles []string) {
	const pad = 5 // between the outermost points and the frame
	bottom := at.Y + plotHeight
	x := scale{lo: f.x.lo, hi: f.x.hi, from: at.X + pad, to: at.X + width - pad, log: f.LogX}
	y := scale{lo: f.y.lo, hi: f.y.hi, from: bottom - pad, to: at.Y + pad, log: f.LogY}
	if f.Unit || f.Zero && f.y.lo == 0 {
		y.from = bottom
	}
	if f.Unit {
		x.from = at.X
	}
	p.Write(canvas.Text{Point: layout.Point{X: at.X + width/2, Y: at.Y - 7}, String: canvas.Clean(f.Title), Size: panelTitle, Bold: true, Anchor: 0.5, Colour: canvas.Ink})
	for _, t := range f.yTicks {
		v := y.at(t.value)
		p.Stroke(canvas.Line(at.X, v, at.X+width, v), canvas.Pen{Colour: canvas.Pale, Width: 0.6}, 0)
		p.Stroke(canvas.Line(at.X-3, v, at.X, v), axisPen, 0)
		p.Write(canvas.Text{Point: layout.Point{X: at.X - 5, Y: v + canvas.SmallSize*0.35}, String: t.string, Size: canvas.SmallSize, Anchor: 1, Colour: canvas.Grey})
	}
	p.Write(canvas.Text{Point: layout.Point{X: at.X - f.left + canvas.SmallSize*0.8, Y: at.Y + plotHeight/2}, String: canvas.Clean(f.Y), Size: canvas.SmallSize, Anchor: 0.5, Turned: true, Colour: canvas.Ink})
	axisBelow(p, x, f.xTicks, bottom, at.Y, f.X, at.X, at.X+width)
	p.Stroke(canvas.Line(at.X, at.Y, at.X, bottom), axisPen, 0)
	if f.Unit {
		p.Stroke(canvas.Line(x.from, y.from, x.to, y.to), canvas.Pen{Colour: 0x999999, Width: 0.8, Dash: []float64{2, 2}}, 0)
	}
	f.paintBoxes(p, at, width, y, styles)
	for _, s := range f.Series { // bands below all lines
		if s.Low != nil {
			f.paintBand(p, s, x, y, styleOf(slices.Index(styles, cmp.Or(s.Style, s.Name))))
		}
	}
	for _, s := range f.Series {
		p.Begin("series", s.Name)
		f.paintSeries(p, s, x, y, styleOf(max(0, slices.Index(styles, cmp.Or(s.Style, s.Name))))) // faint lines have no style
		p.End()
	}
}

// stretches calls f with each range of points without a gap.
func (f *frame) stretches(s Series, do func(from, to int)) {
	from := 0
	for i := range len(s.X) + 1 {
		if i == len(s.X) || !f.placed(s.X[i]) || !f.shown(s.Y[i]) {
			if i > from {
				do(from, i)
			}
			from = i + 1
		}
	}
}

func (f *frame) paintSeries(p *canvas.Picture, s Series, x, y scale, l lineStyle) {
	f.stretches(s, func(from, to int) {
		var line canvas.Path
		for i := from; i < to; i++ {
			if i == from {
				line.Move(x.at(s.X[i]), y.at(s.Y[i]))
			} else {
				line.Line(x.at(s.X[i]), y.at(s.Y[i]))
			}
		}
		if s.Faint {
			p.Stroke(line, canvas.Pen{Colour: mix(canvas.Paper, canvas.Ink, 0.25), Width: 0.6}, 0)
			return
		}
		if !s.Dots && to-from > 1 {
			p.Stroke(line, l.pen, 0)
		}
		if l.opacity = 1; s.Dots && len(s.X) > 1 {
			l.opacity = 0.5
		}
		for i := from; i < to; i++ {
			l.mark(p, layout.Point{X: x.at(s.X[i]), Y: y.at(s.Y[i])})
		}
	})
}

func (f *frame) paintBand(p *canvas.Picture, s Series, x, y scale, l lineStyle) {
	f.stretches(s, func(from, to int) {
		var up, down []layout.Point
		for i := from; i < to; i++ {
			if f.shown(s.Low[i]) && f.shown(s.High[i]) {
				up = append(up, layout.Point{X: x.at(s.X[i]), Y: y.at(s.High[i])})
				down = append(down, layout.Point{X: x.at(s.X[i]), Y: y.at(s.Low[i])})
			}
		}
		if len(up) < 2 {
			return
		}
		slices.Reverse(down)
		var band canvas.Path
		band.Polygon(append(up, down...)...)
		p.Shapes = append(p.Shapes, canvas.Shape{Path: band, Fill: l.pen.Colour, Opacity: 0.2})
	})
}
