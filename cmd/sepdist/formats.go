package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/table"
)

func newFormats() *cobra.Command {
	return newList("formats", formatNames(), listFormats, func(out io.Writer, name string) error {
		f, ok := format.Lookup(name)
		if !ok {
			return misused("unknown format %q: run sepdist formats for a list", name)
		}
		return describeFormat(out, f)
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
	b := table.NewPage(out)
	t := table.Table{Head: []string{"format", "extensions", "written", "classes", "does not specify"}}
	all := strings.Join(format.Formats[0].Capabilities.Classes(), " ")
	for _, f := range format.Formats {
		classes := strings.Join(f.Capabilities.Classes(), " ")
		if bare, series := strings.CutSuffix(all, " ts"); series && classes == bare {
			classes = "all but ts"
		} else if classes == all {
			classes = "all"
		}
		t.Rows = append(t.Rows, []string{f.Name, orDash(strings.Join(f.Extensions, " ")), yes(f.CanWrite()), classes, orDash(f.Unspecified)})
	}
	t.Write(b)
	b.WriteByte('\n')
	b.Line("All formats are read. The classes are %s; ts is a time series.", strings.ReplaceAll(all, " ", ", "))
	b.Line("`sepdist formats NAME` shows the tools that use a format, and the options that it needs.")
	return b.Flush(out)
}

func describeFormat(out io.Writer, f format.Format) error {
	b := table.NewPage(out)
	var t table.Table
	line := func(what, text string) {
		if text != "" {
			t.Rows = append(t.Rows, []string{what, text})
		}
	}
	line(f.Name, f.Doc)
	line("extensions", strings.Join(f.Extensions, " "))
	line("written", yes(f.CanWrite()))
	line("classes", strings.Join(f.Capabilities.Classes(), " "))
	line("holds", f.Capabilities.Describe())
	line("does not specify", f.Unspecified)
	if len(f.Options) > 0 {
		line("may need", "--"+strings.Join(f.Options, " --"))
	}
	for tool, save := range f.Recipes(advice.Flag) {
		line("in "+tool, save)
	}
	t.Write(b)
	return b.Flush(out)
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
