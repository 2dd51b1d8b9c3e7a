package main

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/table"
)

func newFormats() *cobra.Command {
	return newList("formats", append(formatNames(), tools()...), listFormats, func(out io.Writer, name string) error {
		f, found := format.Lookup(strings.ToLower(name))
		tools := table.Table{Head: []string{"format", "saved with " + name}}
		for _, other := range format.Formats {
			for tool, save := range other.Recipes(advice.Flag) {
				if other.Name != f.Name && strings.EqualFold(tool, name) {
					tools.Rows = append(tools.Rows, []string{other.Name, save})
				}
			}
		}
		if !found && tools.Rows == nil {
			return misused("%q is neither a format nor a tool: run sepdist formats for a list", name)
		}
		b := table.NewPage(out)
		if found {
			describeFormat(b, f)
		}
		if found && tools.Rows != nil {
			b.WriteByte('\n')
		}
		if tools.Rows != nil {
			tools.Write(b)
		}
		return b.Flush(out)
	})
}

func formatNames() []string {
	return each(format.Formats, func(f format.Format) string { return f.Name })
}

// tools returns the names of the tools that save graphs in one of the formats.
func tools() (names []string) {
	for _, f := range format.Formats {
		for tool := range f.Recipes(advice.Flag) {
			if !slices.Contains(names, tool) {
				names = append(names, tool)
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
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
		t.Rows = append(t.Rows, []string{f.Name, cmp.Or(strings.Join(f.Extensions, " "), "–"), yes(f.CanWrite()), classes, cmp.Or(f.Unspecified, "–")})
	}
	t.Write(b)
	b.WriteByte('\n')
	b.Line("All formats are read. The classes are %s; ts is a time series.", strings.ReplaceAll(all, " ", ", "))
	b.Line("`sepdist formats NAME` shows the tools that use a format, and the options that it needs. NAME may also be a tool: %s.", strings.Join(tools(), ", "))
	return b.Flush(out)
}

func describeFormat(b *table.Page, f format.Format) {
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
}
