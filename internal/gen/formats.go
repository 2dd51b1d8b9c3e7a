package main

import (
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/format"
)

// formats returns the page on formats.
func formats() (string, error) {
	var b strings.Builder
	b.WriteString(`# Formats

This page is made from the table in package format; ` + "`sepdist formats`" + ` prints the same.

The format of a file is told by its content, then by its extension, or said with ` + "`--format`" + `. gzip is
unpacked. What a file cannot say is asked, never guessed: direction, code, threshold and class are
options, and the error names the one to add. What a format cannot hold is an error too, or is left out with
` + "`--lossy`" + ` and counted. Pickles, arrays of objects and R data are never read, since that would run or trust
them.

| format | extensions | read | written | classes | cannot say |
|---|---|---|---|---|---|
`)
	for _, f := range format.Formats {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s | %s | %s | %s |\n", f.Name, f.Name, dash(strings.Join(f.Extensions, " ")),
			yes(f.Read != nil), yes(f.Write != nil), strings.Join(f.Holds.Classes(), " "), dash(f.Silent))
	}
	b.WriteString("\n## Options\n\nFor two files the same with `--truth-` and `--guess-` before them, for the file that `convert` writes with `--to-`.\n\n| option | values | what it says |\n|---|---|---|\n")
	for _, s := range format.Settings {
		if s.Name == "lossy" {
			continue
		}
		fmt.Fprintf(&b, "| `--%s` | %s | %s |\n", s.Name, dash(strings.Join(s.Values, " ")), s.Doc)
	}
	codes(&b)
	for _, f := range format.Formats {
		section(&b, f)
	}
	return b.String(), nil
}

func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// codes writes the table of the numbers that tools have for edges.
func codes(b *strings.Builder) {
	b.WriteString(`
## Codes

What stands in row i, column j and in row j, column i of a matrix for an edge from i to j, by the value of
` + "`--codes`" + `. A matrix that only one of them can have written needs no option; 0 and 1 in both cells of every
pair are lines.

| code | entries | what they are |
|---|---|---|
`)
	for _, c := range format.Codes() {
		var pairs []string
		for _, p := range c.Pairs {
			pairs = append(pairs, fmt.Sprintf("`%s` %s, %s", p[0], p[1], p[2]))
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", c.Name, strings.Join(pairs, "; "), c.Doc)
	}
	b.WriteString(`
` + "`plain`, `gadjid`" + ` and weights need ` + "`--orientation`" + ` where an arc stands in one cell only. The
other codes of arcs have one direction (` + fixed() + `),
and an ` + "`--orientation`" + ` that contradicts it is an error: where it is about one of two files, use ` + "`--truth-orientation`, `--guess-orientation`" + `
or, in ` + "`convert`, `--to-orientation`" + `. Codes of marks have none. Links such as ` + "`-->`" + ` are
tigramite's: a cell is the whole edge, read from the row to the column; ` + "`o-o`" + ` is a line where ` + "`--class cpdag`" + `
is said. Nodes without names are called 0, 1, ...; but X1, X2, ... in the code of causal-learn, and 1, 2, ... in
Matrix Market, which counts its rows so.
`)
}

// fixed lists the codes that have one direction.
func fixed() string {
	var list []string
	for _, c := range format.Codes() {
		if c.Orientation != "" {
			list = append(list, "`"+c.Name+"` "+c.Orientation)
		}
	}
	return strings.Join(list, ", ")
}

// section writes what there is to say of a format.
func section(b *strings.Builder, f format.Format) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n", f.Name, strings.ToUpper(f.Doc[:1])+f.Doc[1:])
	if len(f.Asks) > 0 {
		fmt.Fprintf(b, "- may need: `--%s`\n", strings.Join(f.Asks, "`, `--"))
	}
	if f.Write != nil {
		fmt.Fprintf(b, "- holds: %s\n", f.Holds.Describe())
	}
	for _, r := range f.Recipes {
		fmt.Fprintf(b, "- in %s: `%s`\n", r.Tool, r.Save)
	}
}
