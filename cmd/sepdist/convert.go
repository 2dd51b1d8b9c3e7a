package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/try"
)

func newConvert() *cobra.Command {
	var in inputFlags
	var out output
	var to string
	var c op.Conversion
	var slices int
	var keepRest bool
	cmd := newCommand("convert", takes(1, 2, "one or two files (IN [OUT])"), func(cmd *cobra.Command, args []string) {
		file := "-"
		if len(args) == 2 {
			file = args[1]
		}
		to := formatFor(to, file)
		d, name := in.document(cmd, "", args[0])
		if cmd.Flags().Changed("window") {
			c.Window = &slices
		}
		doc, note, err := op.Convert(cmd.Context(), d, name, c)
		checkOption(err)
		if note != "" {
			warn(cmd, name, note)
		}
		out.write(cmd, file, func(w io.Writer) error {
			notes, err := in.write(w, doc, to, keepRest)
			for _, note := range notes {
				warn(cmd, file, note)
			}
			return err
		})
	})
	fs := cmd.Flags()
	fs.StringVar(&to, "to", "", "`FORMAT` to write")
	fs.TextVar(&c.As, "as", class.Unstated, "`CLASS` to convert the graph to: "+op.Convertible.String())
	fs.IntVar(&slices, "window", 0, "project a time series onto this many slices, up to t")
	fs.StringSliceVar(&c.Latent, "latent", nil, "unobserved variables of the time series, with --window")
	exclusive(cmd, "as", "window")
	fs.BoolVar(&keepRest, lossy, false, "write what the format can hold and report how much is lost")
	out.addFlags(cmd)
	in.addFlags(cmd, toRole)
	complete(cmd, "as", op.Convertible.Names())
	complete(cmd, "to", op.Written())
	return cmd
}

// checkIn ends with an error about a file, if there is one.
func checkIn(file string, err error) {
	if err != nil {
		fail("%s: %w", file, err)
	}
}

// checkEdges ends with an error if a graph has edges that those of its class do not have.
func checkEdges(g *compare.Graph) { try.Check(op.CheckEdges(g.Graph, g.Class, g.Name)) }

// formatFor returns the format to write: the one that --to names, else the one that the
// file is named after, which for standard output is text.
func formatFor(to, file string) string {
	if to == "" && file == "-" {
		return "text"
	}
	name, err := op.WriteFormat(to, file)
	if err == nil {
		return name
	}
	if info, stat := os.Stat(file); stat == nil && info.IsDir() && to == "" {
		try.Check(folderError(file))
	}
	checkUse(err)
	return ""
}
