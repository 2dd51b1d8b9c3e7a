package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/paint"
)

func newDraw() *cobra.Command {
	var c compareFlags
	var out output
	var o draw.Options
	var how paint.Options
	var file, font, format, width string
	var wrong wrongClaims
	cmd := newCommand("draw", takes(1, 2, "one graph (GRAPH) or two (TRUTH GUESS)"), func(cmd *cobra.Command, args []string) error {
		var err error
		switch {
		case format != "" && !slices.Contains(pictureNames(), format):
			return misused("--to: unknown picture format %q: use one of %s", format, strings.Join(pictureNames(), ", "))
		case format != "":
		case file == "-":
			format = "svg"
		default:
			if format, err = pictureFormat(file); err != nil {
				return err
			}
		}
		if cmd.Flags().Changed("dpi") && how.DPI < paint.MinDPI {
			return misused("--dpi: %d is too low: use %d or more", how.DPI, paint.MinDPI)
		}
		asText := slices.Contains(draw.Names(), format)
		if o.Width, err = parseLength(width); err != nil {
			return err
		}
		if asText && o.Width > 0 {
			return misused("--width is for pictures: use svg, png or pdf")
		}
		if o.ChangesOnly && len(args) != 2 {
			return misused("--changes-only needs two graphs (TRUTH GUESS)")
		}
		if asText && (wrong.asked() || o.View == draw.Matrix) {
			return misused("%s is a format for graphs, not for matrices or charts: use svg, png or pdf", format)
		}
		if font != "" {
			if how.Font, err = readFile(font); err != nil {
				return err
			}
		}
		if wrong.asked() && len(args) != 2 {
			return misused("wrong claims need two graphs (TRUTH GUESS)")
		}
		if !wrong.asked() {
			if err := refuse(cmd, []string{"invalid"}, "is for --heatmap and --bars: a drawing shows the guess as it is"); err != nil {
				return err
			}
		}
		sources, err := c.drawn(cmd, args)
		if err != nil {
			return err
		}
		for _, g := range sources {
			if o.View.OfSeries() && g.Series == nil {
				return misused("--view: %v is for time series, and %s has no lags", o.View, g.Name)
			}
		}
		if wrong.asked() {
			p, err := wrong.chart(cmd, sources[0], sources[1], o.Title, c.options)
			if err != nil {
				return err
			}
			return out.write(cmd, file, func(w io.Writer) error { return paint.Write(w, p, format, how) })
		}
		d, err := op.Draw(cmd.Context(), sources, o, c.options)
		if err != nil {
			return err
		}
		if len(sources) == 2 {
			for _, g := range sources {
				noteInvalid(cmd, g)
			}
		}
		return out.write(cmd, file, func(w io.Writer) error {
			if asText {
				return d.Text(w, format)
			}
			return paint.Write(w, d.Picture(), format, how)
		})
	}, "{formats}", pictureFormats())
	fs := cmd.Flags()
	fs.StringVarP(&file, "out", "o", "-", "`FILE` to write")
	fs.StringVar(&format, "to", "", "`FORMAT` to write: "+strings.Join(pictureNames(), ", "))
	fs.StringVar(&o.Title, "title", "", "`TEXT` above the picture")
	fs.TextVar(&o.View, "view", draw.Auto, "`VIEW`: nodes, matrix, or auto (by the size of the graph); of a time series time or process")
	fs.BoolVar(&o.NoLegend, "no-legend", false, "omit the legend")
	fs.BoolVar(&o.ChangesOnly, "changes-only", false, "draw only the edges that differ, and their nodes")
	fs.StringSliceVar(&o.Around, "around", nil, "draw only these `NODES` and their neighbors")
	fs.StringVar(&width, "width", "", "`LENGTH` that the picture may have, such as 85mm for a column: smaller gaps or arrows from left to right, then smaller names down to 5 points")
	fs.IntVar(&how.DPI, "dpi", 0, "resolution of a png in dots per inch (default 200, lower for pictures above 25 million dots)")
	fs.StringVar(&font, "font", "", "`FILE` of a TrueType or OpenType font for characters missing from the built-in one, in png and pdf")
	wrong.addFlags(cmd)
	out.addFlags(cmd)
	addNamed(cmd, &c.options, "invalid")
	c.addFlags(cmd, option.Draw)
	complete(cmd, "to", pictureNames())
	complete(cmd, "view", []string{"auto", "nodes", "matrix", "time", "process"})
	return cmd
}

// noteInvalid prints a note on a graph that violates its class.
func noteInvalid(cmd *cobra.Command, g *sepdist.Graph) {
	var bad *class.Error
	if _, err := g.Check(cmd.Context()); errors.As(err, &bad) {
		warn(cmd, g.Name, bad.Violation()+"; its edges are drawn and compared as they are")
	}
}

// parseLength returns a length with a unit in points.
func parseLength(s string) (float64, error) {
	if s == "" {
		return 0, nil
	}
	for unit, points := range map[string]float64{"mm": 72 / 25.4, "cm": 72 / 2.54, "in": 72, "pt": 1} {
		number, found := strings.CutSuffix(strings.TrimSpace(s), unit)
		if x, err := strconv.ParseFloat(strings.TrimSpace(number), 64); found && err == nil && x > 0 && x*points <= 10_000 {
			return x * points, nil
		}
	}
	return 0, misused("--width: %q is not a length: use a number with a unit (mm, cm, in, pt), such as 85mm", s)
}

// drawn reads the graph, or the truth and the guess, of a drawing.
func (c *compareFlags) drawn(cmd *cobra.Command, args []string) (list []*sepdist.Graph, err error) {
	if len(args) == 2 {
		truth, guess, err := c.read(cmd, args[0], args[1])
		if err != nil {
			return nil, err
		}
		list = []*sepdist.Graph{truth, guess}
	} else {
		if err := refuse(cmd, []string{"project", "rename", "by-position"}, "needs two graphs (TRUTH GUESS)"); err != nil {
			return nil, err
		}
		g, err := c.in.graph(cmd, "", args[0])
		if err != nil {
			return nil, err
		}
		list = []*sepdist.Graph{g}
	}
	for _, g := range list {
		if err := op.CheckEdges(g.Graph, g.Class, g.Name); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// pictureFormat returns the format for a file of the given name.
func pictureFormat(file string) (string, error) {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	if slices.Contains(paint.Names(), ext) {
		return ext, nil
	}
	all := slices.Clone(paint.Names())
	for _, f := range draw.Formats {
		if slices.Contains(f.Ext, ext) {
			return f.Name, nil
		}
		all = append(all, f.Ext[0])
	}
	return "", misused("draw: no picture format for %q: the name must end in one of .%s", file, strings.Join(all, " ."))
}

func pictureNames() []string { return append(paint.Names(), draw.Names()...) }

// pictureFormats lists the formats for the help.
func pictureFormats() string {
	line := func(name, ext, doc string) string { return fmt.Sprintf("  %-8s .%-5s %s", name, ext, doc) }
	pictures := each(paint.Formats, func(f paint.Format) string { return line(f.Name, f.Name, f.Doc) })
	texts := each(draw.Formats, func(f draw.Format) string { return line(f.Name, f.Ext[0], f.Doc) })
	return strings.Join(append(pictures, texts...), "\n")
}
