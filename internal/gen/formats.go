package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
)

// formats returns the page on formats.
func formats() (string, error) {
	var b strings.Builder
	b.WriteString(`# Formats

This page is generated from the table in package format; ` + "`sepdist formats`" + ` prints the same.

The format of a file is recognised by its content, then by its extension, or set with ` + "`--format`" + `. gzip is
unpacked. What a file does not specify is never guessed: direction, code, threshold and class are
options, and the error names the one to add. Writing what a format cannot hold is an error, unless
` + "`--lossy`" + ` is given, which reports how much is lost. Pickles, arrays of objects and R data are never read, since
reading them can run code.

| format | extensions | read | written | classes | does not specify |
|---|---|---|---|---|---|
`)
	for _, f := range format.Formats {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s | %s | %s | %s |\n", f.Name, f.Name, dash(strings.Join(f.Extensions, " ")),
			yes(f.CanRead()), yes(f.CanWrite()), strings.Join(f.Capabilities.Classes(), " "), dash(f.Unspecified))
	}
	b.WriteString("\n## Options\n\nThe prefixes `--truth-` and `--guess-` apply an option to one of two files, `--to-` to the file that `convert` writes.\n\n| option | values | meaning |\n|---|---|---|\n")
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

func dash(s string) string { return cmp.Or(s, "–") }

// codes writes the table of the numbers that tools have for edges.
func codes(b *strings.Builder) {
	b.WriteString(`
## Codes

The entries in row i, column j and in row j, column i of a matrix for an edge between i and j, by the value of
` + "`--codes`" + `. A matrix that fits only one code needs no option; 1 in both cells of every pair is an undirected edge.

| code | entries | meaning |
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
` + "`plain`, `gadjid`" + ` and weights need ` + "`--orientation`" + ` if an edge has an entry in one cell only. The
other codes of directed edges have a fixed direction (` + fixed() + `),
and an ` + "`--orientation`" + ` that contradicts it is an error: to set it for one of two files, use ` + "`--truth-orientation`, `--guess-orientation`" + `
or, in ` + "`convert`, `--to-orientation`" + `. Codes of edge marks have no direction. Links such as ` + "`-->`" + ` are
tigramite's: a cell holds the whole edge, from the row to the column; with ` + "`--class cpdag`" + ` the link ` + "`o-o`" + ` is an
undirected edge. Unnamed nodes are called 0, 1, ..., but X1, X2, ... in the code of causal-learn and 1, 2, ... in
Matrix Market, whose rows are counted from 1.
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

// section writes the section on a format.
func section(b *strings.Builder, f format.Format) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n", f.Name, strings.ToUpper(f.Doc[:1])+f.Doc[1:])
	if len(f.Options) > 0 {
		fmt.Fprintf(b, "- may need: `--%s`\n", strings.Join(f.Options, "`, `--"))
	}
	if f.CanWrite() {
		fmt.Fprintf(b, "- holds: %s\n", f.Capabilities.Describe())
	}
	for tool, save := range f.Recipes(advice.Flag) {
		fmt.Fprintf(b, "- in %s: `%s`\n", tool, save)
	}
}
