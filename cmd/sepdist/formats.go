package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
)

func newFormats() *cobra.Command {
	return newList("formats", formatNames(), listFormats, func(out io.Writer, name string) error {
		f, ok := format.Lookup(name)
		if !ok {
			return misused("unknown format %q: run sepdist formats for a list", name)
		}
		describeFormat(out, f)
		return nil
	})
}

func formatNames() []string {
	var names []string
	for _, f := range format.Formats {
		names = append(names, f.Name)
	}
	return names
}

func listFormats(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "format\textensions\tread\twritten\tclasses\tdoes not specify")
	for _, f := range format.Formats {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", f.Name, orDash(strings.Join(f.Extensions, " ")), yes(f.CanRead()), yes(f.CanWrite()),
			strings.Join(f.Capabilities.Classes(), " "), orDash(f.Unspecified))
	}
	return w.Flush()
}

func describeFormat(out io.Writer, f format.Format) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(what, text string) {
		if text != "" {
			fmt.Fprintf(w, "%s\t%s\n", what, text)
		}
	}
	line(f.Name, f.Doc)
	line("extensions", strings.Join(f.Extensions, " "))
	line("read", yes(f.CanRead()))
	line("written", yes(f.CanWrite()))
	line("classes", strings.Join(f.Capabilities.Classes(), " "))
	line("holds", f.Capabilities.Describe())
	line("does not specify", f.Unspecified)
	if len(f.Options) > 0 {
		line("may need", "--"+strings.Join(f.Options, " --"))
	}
	for _, r := range f.Recipes {
		line("in "+r.Tool, r.Render(advice.Flag))
	}
	w.Flush()
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
