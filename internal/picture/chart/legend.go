package chart

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

var white color.Color = color.White

// A legend knows the names of all series. A series of one name looks alike in all panels.
type legend struct {
	names  []string
	thumbs [][]plot.Thumbnailer
}

// number returns the number of the series with a name.
func (l *legend) number(name string) int {
	i := slices.Index(l.names, name)
	if i < 0 {
		i = len(l.names)
		l.names, l.thumbs = append(l.names, name), append(l.thumbs, nil)
	}
	return i
}

// set says what stands before a name.
func (l *legend) set(name string, thumbs ...plot.Thumbnailer) { l.thumbs[l.number(name)] = thumbs }

// any reports whether there is a name to show.
func (l *legend) any() bool {
	return slices.ContainsFunc(l.names, func(name string) bool { return name != "" })
}

func (l *legend) draw(c draw.Canvas) {
	all := plot.NewLegend()
	all.TextStyle.Font = font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, small)
	all.Top, all.Left = true, true
	all.ThumbnailWidth, all.Padding = vg.Points(22), vg.Points(3)
	for i, name := range l.names {
		if name != "" {
			all.Add(name, l.thumbs[i]...)
		}
	}
	all.Draw(c)
}
