package main

import (
	"cmp"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/option"
)

func newConvert() *cobra.Command {
	var in inputFlags
	var out output
	var to string
	var c op.Conversion
	var slices int
	var keepRest bool
	var o option.Options
	cmd := newCommand("convert", takes(1, 2, "one or two files (IN [OUT])"), func(cmd *cobra.Command, args []string) error {
		file := "-"
		if len(args) == 2 {
			file = args[1]
		}
		to, err := formatFor(to, file)
		if err != nil {
			return err
		}
		d, name, err := in.document(cmd, "", args[0])
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("window") {
			c.Window = &slices
		}
		c.Invalid = cmp.Or(o.Invalid, class.Refuse)
		doc, note, err := op.Convert(cmd.Context(), d, name, c)
		if err != nil {
			return err
		}
		if note != "" {
			warn(cmd, name, note)
		}
		return out.write(cmd, file, func(w io.Writer) error {
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
	fs.StringSliceVar(&c.Latent, "latent", nil, "unobserved nodes: convert to the MAG of the others, or to --as; of a time series with --window")
	exclusive(cmd, "as", "window")
	addNamed(cmd, &o, "invalid")
	fs.Lookup("invalid").Usage = "what to do with a graph that violates its class, if that leads to one graph: extend, maximize, nearest, ..."
	fs.BoolVar(&keepRest, lossy, false, "write what the format can hold and report how much is lost")
	out.addFlags(cmd)
	in.addFlags(cmd, toRole)
	complete(cmd, "as", op.Convertible.Names())
	complete(cmd, "to", op.Written())
	return cmd
}

// checkIn puts the name of a file before an error about it.
func checkIn(file string, err error) error {
	if err == nil {
		return nil
	}
	return advice.Errorf("%s: %w", file, err)
}

// formatFor returns the format to write: the one that --to names, else the one that the
// file is named after, which for standard output is text.
func formatFor(to, file string) (string, error) {
	if to == "" && file == "-" {
		return "text", nil
	}
	name, err := op.WriteFormat(to, file)
	if err == nil {
		return name, nil
	}
	if info, stat := os.Stat(file); stat == nil && info.IsDir() && to == "" {
		return "", folderError(file)
	}
	return "", checkUse(err)
}
