package format

import (
	"bufio"
	"fmt"
	"strings"
)

func writeBIF(w *bufio.Writer, d *Document, _ Options) error {
	levels := networkLevels(d)
	w.WriteString("network unknown {\n}\n")
	eachNode(w, d.Graph, func(w *bufio.Writer, name string, _ []string) {
		fmt.Fprintf(w, "variable %s {\n  type discrete [ %d ] { %s };\n}\n", name, len(levels), strings.Join(levels, ", "))
	})
	eachNode(w, d.Graph, func(w *bufio.Writer, name string, parents []string) {
		if len(parents) == 0 {
			fmt.Fprintf(w, "probability ( %s ) {\n  table %s;\n}\n", name, shares(levels, ", "))
			return
		}
		fmt.Fprintf(w, "probability ( %s | %s ) {\n", name, strings.Join(parents, ", "))
		networkRows(len(parents), levels, func(row []string) {
			fmt.Fprintf(w, "  (%s) %s;\n", strings.Join(row, ", "), shares(levels, ", "))
		})
		w.WriteString("}\n")
	})
	return nil
}

func writeNET(w *bufio.Writer, d *Document, _ Options) error {
	levels := networkLevels(d)
	w.WriteString("net\n{\n}\n")
	eachNode(w, d.Graph, func(w *bufio.Writer, name string, _ []string) {
		fmt.Fprintf(w, "node %s\n{\n  states = ( \"%s\" );\n}\n", name, strings.Join(levels, `" "`))
	})
	eachNode(w, d.Graph, func(w *bufio.Writer, name string, parents []string) {
		head := name
		if len(parents) > 0 {
			head += " | " + strings.Join(parents, " ")
		}
		data := "( " + shares(levels, " ") + " )"
		for range parents {
			data = "(" + strings.Repeat(data, len(levels)) + ")"
		}
		fmt.Fprintf(w, "potential ( %s )\n{\n  data = %s;\n}\n", head, data)
	})
	return nil
}
