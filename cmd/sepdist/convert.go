package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
)

func newConvert() *cobra.Command {
	var in reading
	var out output
	var to string
	var as class.Kind
	var keepRest bool
	cmd := &cobra.Command{
		Use:   "convert [flags] IN [OUT]",
		Short: "Write a graph in another format, or as a graph of another class",
		Long: `Write a graph in another format, or as a graph of another class.

The format is that of --to, or the one that OUT is named after, or text. With --as the
graph is checked and drawn as a graph of that class with the same separations: cpdag and
pag draw its equivalence class, dag and mag are a member of it, admg is the
acyclification of a cyclic graph. The flags that say what a file does not are about both
files; with to- before them, as in --to-orientation, about the written one alone.`,
		Example: `  sepdist convert --as cpdag examples/asia.txt -
  sepdist convert --as dag examples/asia-pc.txt member.txt`,
		Args: takes(1, 2, "a file to read and a file to write"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file := "-"
			if len(args) == 2 {
				file = args[1]
			}
			src, err := in.document(cmd, "", args[0])
			if err != nil {
				return err
			}
			doc, err := redrawn(cmd, src, as)
			if err != nil {
				return err
			}
			options := in.options("to")
			options.Lossy = keepRest
			if to == "" {
				to = formatFor(file)
			}
			return out.write(cmd, file, func(w io.Writer) error {
				notes, err := format.Write(w, doc, to, options)
				for _, note := range notes {
					warn(cmd, file, note)
				}
				return err
			})
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&to, "to", "", "`FORMAT` to write")
	fs.TextVar(&as, "as", class.Unstated, "`CLASS` to draw the graph as: "+class.Any.String())
	fs.BoolVar(&keepRest, lossy, false, "write what the format can hold, with a count of what is lost")
	out.addFlags(cmd)
	in.addFlags(cmd, "to")
	_ = cmd.RegisterFlagCompletionFunc("as", cobra.FixedCompletions(strings.Split(class.Any.String(), ", "), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(written(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// redrawn returns what was read, as a graph of another class where one is asked for.
// Where none is, only the kinds of its edges must fit what was stated.
func redrawn(cmd *cobra.Command, src source, as class.Kind) (*format.Document, error) {
	if as == class.Unstated {
		if err := class.CheckEdges(src.Graph, src.stated); err != nil {
			return nil, fmt.Errorf("%s: %w", src.name, err)
		}
		return src.Document, nil
	}
	if err := src.noSeries(); err != nil {
		return nil, err
	}
	m, err := src.member(cmd)
	if err != nil {
		return nil, err
	}
	drawn, err := m.Model().As(as)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", src.name, err)
	}
	return &format.Document{Graph: drawn.Graph(), Class: as.String()}, nil
}

// formatFor returns the format that a file is named after, or text.
func formatFor(file string) string {
	ext := strings.ToLower(filepath.Ext(file))
	for _, f := range format.Formats {
		if f.Write != nil && ext != "" && slices.Contains(f.Extensions, ext) {
			return f.Name
		}
	}
	return "text"
}

// written returns the names of the formats that can be written.
func written() []string {
	var names []string
	for _, f := range format.Formats {
		if f.Write != nil {
			names = append(names, f.Name)
		}
	}
	return names
}
