package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/try"
)

func newConvert() *cobra.Command {
	var in inputFlags
	var out output
	var to string
	var as class.Kind
	var keepRest bool
	var w windowing
	cmd := newCommand("convert", takes(1, 2, "one or two files (IN [OUT])"), func(cmd *cobra.Command, args []string) {
		file := "-"
		if len(args) == 2 {
			file = args[1]
		}
		to := formatFor(to, file)
		d, name := in.document(cmd, "", args[0])
		doc := w.projected(cmd, d, name, in.how(""))
		if doc == nil {
			doc = redrawn(cmd, d, name, in.how(""), as)
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
	fs.TextVar(&as, "as", class.Unstated, "`CLASS` to convert the graph to: "+convertible.String())
	w.addFlags(cmd)
	fs.BoolVar(&keepRest, lossy, false, "write what the format can hold and report how much is lost")
	out.addFlags(cmd)
	in.addFlags(cmd, toRole)
	complete(cmd, "as", convertible.Names())
	complete(cmd, "to", written())
	return cmd
}

// redrawn returns what was read, as a graph of another class where one is asked for.
// Where none is, only the kinds of its edges must fit what was stated.
func redrawn(cmd *cobra.Command, d *format.Document, name string, how *compare.Reading, as class.Kind) *format.Document {
	if as == class.Unstated {
		checkEdges(d.Graph, cmp.Or(how.Class, d.Class), name)
		return d
	}
	m := member(cmd, try.Get(compare.FromDocument(d, name, how)))
	drawn, err := m.As(cmd.Context(), as)
	checkIn(name, err)
	return compare.Document(drawn.Graph(), drawn.Series(), as)
}

// checkIn ends with an error about a file, if there is one.
func checkIn(file string, err error) {
	if err != nil {
		fail("%s: %w", file, err)
	}
}

// convertible are the classes that a graph can be converted to.
var convertible = class.Any | class.SeparatingSeries

// checkEdges refuses edges that graphs of a class do not have. A class of time series has those
// of the class without time.
func checkEdges(g *graph.Graph, kind class.Kind, name string) {
	if !kind.IsSeries() {
		checkIn(name, class.CheckEdges(g, kind))
		return
	}
	for _, k := range class.All() {
		if k.Series() == kind {
			checkIn(name, class.CheckEdges(g, k))
			return
		}
	}
}

// A windowing projects a time series onto some slices.
type windowing struct {
	slices int
	latent []string
}

func (w *windowing) addFlags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&w.slices, "window", 0, "project a time series onto this many slices, up to t")
	cmd.Flags().StringSliceVar(&w.latent, "latent", nil, "unobserved variables of the time series, with --window")
	exclusive(cmd, "as", "window")
}

// projected returns the projection, or nil where none is asked for.
func (w *windowing) projected(cmd *cobra.Command, d *format.Document, name string, how *compare.Reading) *format.Document {
	asked := cmd.Flags().Changed("window")
	switch {
	case !asked && len(w.latent) > 0:
		misuse("--latent needs --window: a time series with latent variables has no finite graph but that of some slices")
	case !asked:
		return nil
	case w.slices < 1:
		misuse("--window: %d is not a positive number of slices", w.slices)
	}
	g := try.Get(compare.FromDocument(d, name, how))
	p := try.Get(sepdist.Project(cmd.Context(), (*sepdist.Graph)(g), w.slices, w.latent...))
	return &format.Document{Graph: p.Graph, Class: p.Class}
}

// formatFor returns the format to write: the one that --to names, else the one that the
// file is named after, which for standard output is text.
func formatFor(to, file string) string {
	if to != "" {
		if slices.Contains(written(), to) {
			return to
		}
		what := fmt.Sprintf("unknown format %q", to)
		if _, known := format.Lookup(to); known {
			what = to + " can only be read"
		}
		misuse("--to: %s: use one of %s", what, strings.Join(written(), ", "))
	}
	if file == "-" {
		return "text"
	}
	ext := strings.ToLower(filepath.Ext(file))
	var all []string
	for _, f := range format.Formats {
		if !f.CanWrite() {
			continue
		}
		if slices.Contains(f.Extensions, ext) {
			return f.Name
		}
		all = append(all, f.Extensions...)
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		try.Check(folderError(file))
	}
	slices.Sort(all)
	misuse("%s: the extension does not name a format: use --to FORMAT, or one of the extensions %s", file, strings.Join(slices.Compact(all), " "))
	return ""
}

// written returns the names of the formats that can be written.
func written() []string {
	var names []string
	for _, f := range format.Formats {
		if f.CanWrite() {
			names = append(names, f.Name)
		}
	}
	return names
}
