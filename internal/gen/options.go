package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/option"
)

// optionsPage returns the page on the options of a comparison.
func optionsPage() (string, error) {
	var b strings.Builder
	b.WriteString(`# Options

This page is generated from the table in package internal/option.

These options change how two graphs are compared. They have the same names everywhere: a flag
` + "`--max-order 2`" + ` is the keyword ` + "`max_order=2`" + ` in Python and R, and ` + "`\"max-order\": 2`" + ` in the ` + "`options`" + ` of a
[request](schema/request-v1.schema.json). Python calls ` + "`as`" + ` ` + "`as_class`" + `. How files are read is on the page on [formats](formats.md#options).

| option | value | default | accepted by | meaning |
|---|---|---|---|---|
`)
	writeOptions(&b, option.Table)
	b.WriteString("\n\"all\" are the commands " + strings.Join(option.All.Names(), ", ") + ".\n")
	for _, more := range []struct {
		title, text string
		list        option.List
	}{
		{"Rows of a study", "These options are flags of the commands that write, merge and read rows. " +
			"Python's `study` has `base`, `stacked`, `pair_timeout` and `yes`.", option.Rows},
		{"Random graphs", "`sepdist simulate` has these flags, `sepdist.simulate` these keywords. In a request, those that change a graph are in `changes`, the others in `random`.", option.Simulation},
		{"Tests against data", "`sepdist falsify` has these flags, `sepdist.falsify` these keywords. In a request they are in `falsify`, where `covariance` is `rows`.", option.Falsification},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| option | value | default | accepted by | meaning |\n|---|---|---|---|---|\n", more.title, more.text)
		writeOptions(&b, more.list)
	}
	return b.String(), nil
}

// writeOptions writes a row for each option.
func writeOptions(b *strings.Builder, list option.List) {
	for i := range list {
		row := &list[i]
		accepted := strings.Join(row.Ops.Names(), ", ")
		switch row.Ops {
		case option.All:
			accepted = "all"
		case option.Measuring:
			accepted = "all but draw"
		}
		if row.DrawWith != nil {
			accepted += ", and draw with `--" + strings.Join(row.DrawWith, "` or `--") + "`"
		}
		fmt.Fprintf(b, "| `--%s` | %s | %s | %s | %s |\n", row.Name, valueDoc(row), dash(row.Default), accepted, sentence(row.Doc))
	}
}

// typeDocs describe the values of each type.
var typeDocs = map[option.Type]string{
	option.Switch: "switch", option.Int: "whole number", option.Uint: "whole number", option.Float: "number", option.Text: "text",
	option.Names: "names", option.Numbers: "numbers", option.Mapping: "OLD=NEW,... or a CSV file", option.PairTable: "CSV file", option.Statements: "CSV file", option.Duration: "time such as 10m, or seconds",
}

// valueDoc describes the values of an option.
func valueDoc(row *option.Option) string {
	doc := typeDocs[row.Type()]
	switch {
	case row.Name == "symmetric":
		return "mean, geometric, harmonic, or a weight"
	case row.Values != nil:
		return strings.Join(row.Values, ", ")
	case row.Type() == option.Int && row.Most > 0:
		return fmt.Sprintf("%s from %.0f to %.0f", doc, row.Least, row.Most)
	case row.Type() == option.Int:
		return fmt.Sprintf("%s from %.0f up", doc, row.Least)
	case row.Type() == option.Float && row.Most > 0 && row.Least == 0:
		return fmt.Sprintf("number from %.0f to %.0f", row.Least, row.Most)
	case row.Type() == option.Float:
		return "positive number"
	case row.Hint != "" && row.Type() == option.Text:
		return row.Hint
	}
	return doc
}

// pythonTypes are the types of keywords.
var pythonTypes = map[option.Type]string{
	option.Switch: "bool", option.Int: "int", option.Uint: "int", option.Float: "float", option.Text: "str", option.Names: "str | Sequence[str]",
	option.Numbers: "Sequence[float]", option.Mapping: "Mapping[str, str]", option.Statements: "Sequence[Sequence[str]]",
	option.PairTable: "Mapping[tuple[str, str], float] | Sequence[tuple[str, str, float]]",
}

// pythonType returns the type of the keyword of an option.
func pythonType(row *option.Option) string {
	switch {
	case row.Name == "as":
		return "ClassName"
	case row.Name == "invalid":
		return "PolicyName"
	case row.Name == "symmetric":
		return "bool | str | float"
	case row.Type() == option.Text && row.Values != nil:
		return literalOf(row.Values)
	}
	return pythonTypes[row.Type()]
}

func literalOf(values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = strconv.Quote(v)
	}
	return "Literal[" + strings.Join(quoted, ", ") + "]"
}

// pythonOptions writes the keywords of functions: TypedDicts for editors and type checkers, and tables with the
// type of each value, the least value of a number, and the documentation.
func pythonOptions(b *strings.Builder) {
	class := func(name, base, doc string) {
		fmt.Fprintf(b, "\n\nclass %s(%s, total=False):\n    \"\"\"%s\"\"\"\n\n", name, base, doc)
	}
	keywords := func(list option.List, wanted func(*option.Option) bool) {
		for i := range list {
			if row := &list[i]; wanted(row) {
				fmt.Fprintf(b, "    %s: %s | None\n", pythonKeyword(row), pythonType(row))
			}
		}
	}
	all := func(*option.Option) bool { return true }
	settings, each := [][2]string{{"names", "names of the nodes, in their order"}}, ""
	class("SourceOptions", "TypedDict", "Keywords for what objects do not say of themselves.")
	b.WriteString("    names: Sequence[Any] | None\n")
	for _, s := range format.Settings {
		if s.Name == "class" || s.Name == "lossy" { // with keywords of their own
			continue
		}
		name := option.Keyword(s.Name, "")
		settings = append(settings, [2]string{name, strings.ReplaceAll(s.Doc, "=false", "False")})
		fmt.Fprintf(b, "    %s: %s | None\n", name, settingType(s))
		for _, role := range []string{"truth", "guess"} {
			each += fmt.Sprintf("    %s_%s: %s | None\n", role, name, settingType(s))
		}
	}
	settings = append(settings, [2]string{"graph_class", "class of the graph; inferred unless given"}, [2]string{"name", "name of the graph in reports and errors"})
	class("ReadOptions", "SourceOptions", "Keywords for reading one graph.")
	b.WriteString("    graph_class: ClassName | None\n    name: str | None\n")
	class("PairOptions", "SourceOptions", "Keywords for reading two graphs, and for matching them.")
	for _, role := range []string{"truth", "guess"} {
		fmt.Fprintf(b, "    %s_class: ClassName | None\n    %[1]s_names: Sequence[Any] | None\n", role)
	}
	b.WriteString(each)
	keywords(option.Table, func(row *option.Option) bool { return row.Ops&option.Draw != 0 })
	class("DrawOptions", "PairOptions", "Keywords for one graph, or for two.")
	b.WriteString("    graph_class: ClassName | None\n    name: str | None\n")
	class("CompareOptions", "PairOptions", "Keywords of a comparison.")
	keywords(option.Table, func(row *option.Option) bool { return row.Ops&option.Draw == 0 })
	class("FalsifyOptions", "SourceOptions", "Keywords of a test against data.")
	b.WriteString("    graph_class: ClassName | None\n")
	keywords(option.Falsification, all)
	class("SimulateOptions", "TypedDict", "Keywords of random graphs, and of random changes.")
	keywords(option.Simulation, func(row *option.Option) bool { return row.Name != "nodes" && row.Name != "edges" }) // which have their own place
	b.WriteString("\n\n# The keywords with the type of the value, the least value of a number, and what they mean.\n")
	for _, t := range []struct {
		name string
		list option.List
	}{{"OPTIONS", option.Table}, {"FALSIFY", option.Falsification}, {"SIMULATE", option.Simulation}} {
		fmt.Fprintf(b, "%s: dict[str, tuple[str, int, str]] = {\n", t.name)
		for i := range t.list {
			row := &t.list[i]
			fmt.Fprintf(b, "    %q: (%q, %d, %q),\n", pythonKeyword(row), row.Type(), min(1, int(row.Least)), sentence(row.Doc))
		}
		b.WriteString("}\n")
	}
	b.WriteString("SETTINGS: dict[str, str] = {\n")
	for _, s := range settings {
		fmt.Fprintf(b, "    %q: %q,\n", s[0], sentence(s[1]))
	}
	var drawing []string
	for _, row := range option.Table.For(option.Draw) {
		drawing = append(drawing, strconv.Quote(pythonKeyword(&row)))
	}
	fmt.Fprintf(b, "}\nDRAW: tuple[str, ...] = (%s)  # the options that change a drawing\n", strings.Join(drawing, ", "))
}

// pythonKeyword returns the keyword of an option.
func pythonKeyword(row *option.Option) string {
	if row.Name == "covariance" {
		return "rows" // of the data whose covariance matrix is given
	}
	return option.Keyword(row.Name, "")
}

// settingType returns the type of the keyword of a setting.
func settingType(s format.Setting) string {
	switch {
	case s.Name == "codes":
		return "CodeName"
	case s.Name == "threshold":
		return "float"
	case s.Name == "orientation": // as gadjid spells it, too
		return literalOf(append(slices.Clone(s.Values), "from row to column", "from column to row"))
	case s.Switch, s.Name == "directed":
		return "bool"
	case s.Values != nil && s.Name != "format":
		return literalOf(s.Values)
	}
	return "str"
}

// rOptions returns the options and settings for the R package.
func rOptions() (string, error) {
	var b strings.Builder
	b.WriteString("# Options of comparisons with the types of their values, and settings for reading a graph, which can also be\n" +
		"# given for one of two graphs, such as truth_threshold. Generated by internal/gen; do not edit.\n\noption_type <- c(\n")
	row := func(last bool, name, value, doc string) {
		comma := ","
		if last {
			comma = ""
		}
		fmt.Fprintf(&b, "  `%s` = %s%s # %s\n", name, value, comma, strings.ReplaceAll(doc, "→", "->"))
	}
	for i := range option.Table {
		t := &option.Table[i]
		row(i == len(option.Table)-1, t.Name, strconv.Quote(string(t.Type())), t.Doc)
	}
	b.WriteString(")\n\n# Options that not all functions have.\noption_of <- list(\n")
	for i, op := range []option.Ops{option.Compare, option.Explain, option.Report, option.Draw} {
		var names []string
		for _, row := range option.Table.For(op) {
			names = append(names, strconv.Quote(row.Name))
		}
		fmt.Fprintf(&b, "  %s = c(%s)", op.Names()[0], strings.Join(names, ", "))
		b.WriteString(map[bool]string{true: "\n", false: ",\n"}[i == 3])
	}
	b.WriteString(")\n\nsetting_is_switch <- c(\n")
	read := slices.DeleteFunc(slices.Clone(format.Settings), func(s format.Setting) bool { return s.Name == "lossy" }) // of written files
	for i, s := range read {
		row(i == len(read)-1, s.Name, strings.ToUpper(strconv.FormatBool(s.Switch)), s.Doc)
	}
	b.WriteString(")\n")
	return b.String(), nil
}

// requestSchema returns the schema of requests, with the options of a comparison and of reading from
// the tables. The rest is written by hand.
func requestSchema() (string, error) {
	const file = "docs/schema/request-v1.schema.json"
	data, err := os.ReadFile(file)
	if err != nil { // in a test
		data, err = os.ReadFile("../../" + file)
	}
	if err != nil {
		return "", err
	}
	text := string(data)
	for _, def := range []struct {
		name string
		rows []string
	}{{"reading", readingSchema()}, {"options", optionsSchema(option.Table)}, {"random", optionsSchema(option.Simulating(false))}, {"changes", optionsSchema(option.Simulating(true))}} {
		begin := strings.Index(text, "\n    \""+def.name+"\": {\n")
		end := strings.Index(text[max(begin, 0):], "\n      }\n    }")
		start := strings.Index(text[max(begin, 0):], "\n      \"properties\": {\n")
		if begin < 0 || end < 0 || start < 0 || start > end {
			return "", fmt.Errorf("%s: no definition of %s", file, def.name)
		}
		start += begin + len("\n      \"properties\": {\n")
		text = text[:start] + strings.Join(def.rows, ",\n") + text[begin+end:]
	}
	if !json.Valid([]byte(text)) {
		return "", fmt.Errorf("%s: the result is not JSON", file)
	}
	return text, nil
}

// schemaTypes are the schemas of values.
var schemaTypes = map[option.Type]string{
	option.Switch: `"type": "boolean"`, option.Uint: `"type": "integer", "minimum": 0`, option.Text: `"type": "string"`,
	option.Names: `"type": "array", "items": {"type": "string"}`, option.Numbers: `"type": "array", "items": {"type": "number"}`,
	option.Mapping:    `"type": "object", "additionalProperties": {"type": "string"}`,
	option.Statements: `"type": "array", "items": {"type": "array", "items": {"type": "string"}, "minItems": 2}`,
	option.PairTable:  `"type": "array", "items": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}, {"type": "number"}], "minItems": 3, "maxItems": 3}`,
}

func optionsSchema(list option.List) (rows []string) {
	for i := range list {
		row := &list[i]
		kind := schemaTypes[row.Type()]
		switch {
		case row.Name == "symmetric":
			kind = `"type": ["string", "number"]`
		case row.Type() == option.Text && row.Values != nil:
			kind = enum(append([]string{""}, row.Values...))
		case row.Type() == option.Names && row.Values != nil:
			kind = `"type": "array", "items": {` + enum(row.Values) + "}"
		case row.Type() == option.Int:
			kind = `"type": "integer", "minimum": 0` // if the least value is 1, 0 means the default
			if row.Most > 0 {
				kind += fmt.Sprintf(`, "maximum": %.0f`, row.Most)
			}
		case row.Type() == option.Float:
			kind = `"type": "number", "minimum": 0`
		}
		rows = append(rows, fmt.Sprintf("        %q: {\"description\": %q, %s}", row.Name, sentence(row.Doc), kind))
	}
	return rows
}

func readingSchema() (rows []string) {
	for _, s := range format.Settings {
		kind := `"type": "string"`
		if s.Values != nil {
			kind = enum(s.Values)
		}
		rows = append(rows, fmt.Sprintf("        %q: {\"description\": %q, %s}", s.Name, sentence(s.Doc), kind))
	}
	return rows
}

func enum(values []string) string {
	list, err := json.Marshal(values)
	if err != nil {
		panic(err) // they are strings
	}
	return `"enum": ` + strings.ReplaceAll(string(list), ",", ", ")
}
