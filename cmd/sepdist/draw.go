package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/draw"
)

func newDraw() *cobra.Command {
	var in reading
	var out output
	var o draw.Options
	var file, font string
	var wrong wrongClaims
	cmd := &cobra.Command{
		Use:   "draw [flags] GRAPH | TRUTH GUESS",
		Short: "Draw a graph, or the differences between truth and guess",
		Long: `Draw a graph, or the differences between truth and guess.

Directed edges point down where possible. With two graphs the picture shows which edges
both have, which the guess is missing, which are extra, and which have other marks, by
colour and by line style. Graphs with more than 300 nodes or 1500 edges are drawn as a
matrix. The format is set by --to, or by the extension of the file -o; the default is svg.

With --heatmap or --bars the wrong claims of the guess are drawn instead, by source and
target or by node.

Formats:
` + pictureFormats(),
		Example: `  sepdist draw examples/asia.txt -o asia.svg
  sepdist draw examples/asia.txt examples/asia-pc.txt -o difference.pdf
  sepdist draw --heatmap --metric zl-sd truth.txt guess.txt -o wrong.svg`,
		Args: takes(1, 2, "one graph (GRAPH) or two (TRUTH GUESS)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Format != "" && !slices.Contains(pictureNames(), o.Format) {
				return misused("--to: unknown picture format %q: use one of %s", o.Format, strings.Join(pictureNames(), ", "))
			}
			if o.Format == "" && file != "-" {
				f, err := draw.FormatOf(file)
				if err != nil {
					return misused("%v", err)
				}
				o.Format = f.Name
			}
			if cmd.Flags().Changed("dpi") && o.DPI < draw.MinDPI {
				return misused("--dpi: %d is too low: use %d or more", o.DPI, draw.MinDPI)
			}
			if f, charts := o.Format, wrong.asked() || o.View == draw.Matrix; charts && !holdsCharts(f) {
				return misused("%s is a format for graphs, not for matrices or charts: use svg, png or pdf", f)
			}
			if font != "" {
				var err error
				if o.Font, err = os.ReadFile(font); err != nil {
					return fileError(font, err)
				}
			}
			if err := wrong.check(args); err != nil {
				return err
			}
			roles := []string{""}
			if len(args) == 2 {
				roles = []string{"truth", "guess"}
			}
			var sources []source
			var graphs []*graph.Graph
			for i, role := range roles {
				src, err := in.graph(cmd, role, args[i])
				if err != nil {
					return err
				}
				if err := class.CheckEdges(src.Graph, src.stated); err != nil {
					return fmt.Errorf("%s: %w", src.name, err)
				}
				sources = append(sources, src)
				graphs = append(graphs, src.Graph)
			}
			if wrong.asked() {
				chart, err := wrong.chart(cmd, sources[0], sources[1], &o)
				if err != nil {
					return err
				}
				return out.write(cmd, file, chart)
			}
			return out.write(cmd, file, func(w io.Writer) error {
				if len(graphs) == 1 {
					return draw.Graph(w, graphs[0], o)
				}
				return draw.Difference(w, graphs[0], graphs[1], o)
			})
		},
	}
	fs := cmd.Flags()
	fs.StringVarP(&file, "out", "o", "-", "`FILE` to write")
	fs.StringVar(&o.Format, "to", "", "`FORMAT` to write: "+strings.Join(pictureNames(), ", "))
	fs.StringVar(&o.Title, "title", "", "`TEXT` above the picture")
	fs.TextVar(&o.View, "view", draw.Auto, "`VIEW`: nodes, matrix, or auto (by the size of the graph)")
	fs.BoolVar(&o.NoLegend, "no-legend", false, "omit the legend")
	fs.IntVar(&o.DPI, "dpi", 0, "resolution of a png in dots per inch (default 200, lower for pictures above 25 million dots)")
	fs.StringVar(&font, "font", "", "`FILE` of a TrueType or OpenType font for characters missing from the built-in one, in png and pdf")
	wrong.addFlags(cmd)
	out.addFlags(cmd)
	in.addFlags(cmd, "truth", "guess")
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(pictureNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("view", cobra.FixedCompletions([]string{"auto", "nodes", "matrix"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// holdsCharts reports whether a format can hold more than graphs.
func holdsCharts(name string) bool {
	return !slices.ContainsFunc(draw.Formats, func(f draw.Format) bool { return f.Name == name && !f.Charts })
}

func pictureNames() []string {
	var names []string
	for _, f := range draw.Formats {
		names = append(names, f.Name)
	}
	return names
}

// pictureFormats lists the formats for the help.
func pictureFormats() string {
	var b strings.Builder
	for _, f := range draw.Formats {
		fmt.Fprintf(&b, "  %-8s .%-5s %s\n", f.Name, f.Ext[0], f.Doc)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
