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

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/compare"
)

func newConvert() *cobra.Command {
	var in inputFlags
	var out output
	var to string
	var as class.Kind
	var keepRest bool
	cmd := &cobra.Command{
		Use:   "convert [flags] IN [OUT]",
		Short: "Write a graph in another format, or as a graph of another class",
		Long: `Write a graph in another format, or as a graph of another class.

The format is set by --to, or by the extension of OUT; on standard output it is text. With
--as the graph is checked and converted to a graph of that class with the same separations:
cpdag and pag give its equivalence class, dag and mag a member of it, admg the acyclification
of a cyclic graph. The input options apply to both files; with the prefix to-, as in
--to-orientation, only to the output.`,
		Example: `  sepdist convert --as cpdag examples/asia.txt -
  sepdist convert --as dag examples/asia-pc.txt member.txt`,
		Args: takes(1, 2, "one or two files (IN [OUT])"),
		RunE: func(cmd *cobra.Command, args []string) error {
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
			doc, err := redrawn(cmd, d, name, in.how(""), as)
			if err != nil {
				return err
			}
			return out.write(cmd, file, func(w io.Writer) error {
				notes, err := in.write(w, doc, to, keepRest)
				for _, note := range notes {
					warn(cmd, file, note)
				}
				return err
			})
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&to, "to", "", "`FORMAT` to write")
	fs.TextVar(&as, "as", class.Unstated, "`CLASS` to convert the graph to: "+class.Any.String())
	fs.BoolVar(&keepRest, lossy, false, "write what the format can hold and report how much is lost")
	out.addFlags(cmd)
	in.addFlags(cmd, toRole)
	_ = cmd.RegisterFlagCompletionFunc("as", cobra.FixedCompletions(strings.Split(class.Any.String(), ", "), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(written(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// redrawn returns what was read, as a graph of another class where one is asked for.
// Where none is, only the kinds of its edges must fit what was stated.
func redrawn(cmd *cobra.Command, d *format.Document, name string, how *compare.Reading, as class.Kind) (*format.Document, error) {
	if as == class.Unstated {
		if err := class.CheckEdges(d.Graph, cmp.Or(how.Class, d.Class)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return d, nil
	}
	g, err := compare.FromDocument(d, name, how)
	if err != nil {
		return nil, err
	}
	m, err := member(cmd, g)
	if err != nil {
		return nil, err
	}
	drawn, err := m.Model().As(as)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &format.Document{Graph: drawn.Graph(), Class: as}, nil
}

// formatFor returns the format to write: the one that --to names, else the one that the
// file is named after, which for standard output is text.
func formatFor(to, file string) (string, error) {
	if to != "" {
		if slices.Contains(written(), to) {
			return to, nil
		}
		what := fmt.Sprintf("unknown format %q", to)
		if _, known := format.Lookup(to); known {
			what = to + " can only be read"
		}
		return "", misused("--to: %s: use one of %s", what, strings.Join(written(), ", "))
	}
	if file == "-" {
		return "text", nil
	}
	ext := strings.ToLower(filepath.Ext(file))
	var all []string
	for _, f := range format.Formats {
		if f.Write == nil {
			continue
		}
		if slices.Contains(f.Extensions, ext) {
			return f.Name, nil
		}
		all = append(all, f.Extensions...)
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return "", folderError(file)
	}
	slices.Sort(all)
	return "", misused("%s: the extension does not name a format: use --to FORMAT, or one of the extensions %s", file, strings.Join(slices.Compact(all), " "))
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
