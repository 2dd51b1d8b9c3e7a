package chart

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Formats lists the formats that pictures are written in, which are also the extensions of
// their files.
var Formats = []string{"svg", "png", "pdf"}

// FormatOf returns the format that the name of a file asks for.
func FormatOf(file string) (string, error) {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	if !slices.Contains(Formats, ext) {
		return "", fmt.Errorf("%s: no picture is written with this extension: say one of %s", file, strings.Join(Formats, ", "))
	}
	return ext, nil
}

// Write draws the panels in a row, with one legend for all where a series has a name.
func Write(w io.Writer, format string, panels ...Panel) error {
	if len(panels) == 0 {
		return fmt.Errorf("plot: there is nothing to draw")
	}
	names := &legend{}
	var plots []*plot.Plot
	for _, p := range panels {
		one, err := p.plot(names)
		if err != nil {
			return err
		}
		plots = append(plots, one)
	}
	width := vg.Length(len(plots))*(panelWidth+gap) + gap
	if names.any() {
		width += legendWidth
	}
	height := panelHeight + 2*gap
	c, err := canvas(format, width, height)
	if err != nil {
		return err
	}
	all := draw.New(c)
	all.SetColor(white)
	all.Fill(all.Rectangle.Path())
	for i, p := range plots {
		left := gap + vg.Length(i)*(panelWidth+gap)
		p.Draw(draw.Crop(all, left, left+panelWidth-width, gap, -gap))
	}
	if names.any() {
		names.draw(draw.Crop(all, width-legendWidth, -gap, gap, -gap-vg.Points(16)))
	}
	_, err = c.WriteTo(w)
	return err
}

func canvas(format string, w, h vg.Length) (vg.CanvasWriterTo, error) {
	switch format {
	case "svg":
		return vgsvg.New(w, h), nil
	case "png":
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(200))}, nil
	case "pdf":
		return vgpdf.New(w, h), nil
	}
	return nil, fmt.Errorf("plot: no picture is written as %q: say one of %s", format, strings.Join(Formats, ", "))
}
