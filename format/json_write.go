package format

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

func writeJSON(w *bufio.Writer, d *Document, _ Options) error {
	fmt.Fprintf(w, "{\n  \"format\": \"sepdist\",\n  \"version\": %d", jsonVersion)
	if d.Class != graph.Unstated {
		fmt.Fprintf(w, ",\n  \"class\": %s", jsonText(d.Class))
	}
	if d.Series != nil {
		fmt.Fprintf(w, ",\n  \"max_lag\": %d", d.Series.MaxLag)
	}
	names, at := d.variables(), d.moments()
	writeList(w, "nodes", names)
	var edges []jsonEdge
	for e := range d.Graph.Edges() {
		if e = drawn(e); at[e.Y].Lag > 0 {
			e = e.Flip()
		}
		x, y := at[e.X], at[e.Y]
		edges = append(edges, jsonEdge{From: names[x.Variable], Lag: x.Lag, Edge: e.Arrow(), To: names[y.Variable]})
	}
	writeList(w, "edges", edges)
	var triples []jsonTriple
	for _, t := range momentTriples(d.Graph, at) {
		j := jsonTriple{Status: t.Status.String(), Nodes: []string{names[t.A.Variable], names[t.B.Variable], names[t.C.Variable]}}
		if d.Series != nil {
			j.Lags = []int{t.A.Lag, t.B.Lag, t.C.Lag}
		}
		triples = append(triples, j)
	}
	if len(triples) > 0 {
		writeList(w, "triples", triples)
	}
	w.WriteString("\n}\n")
	return nil
}

// writeList writes a key with a list, one value a line.
func writeList[T any](w *bufio.Writer, key string, list []T) {
	fmt.Fprintf(w, ",\n  %s: [", jsonText(key))
	for i, v := range list {
		if i > 0 {
			w.WriteByte(',')
		}
		fmt.Fprintf(w, "\n    %s", jsonText(v))
	}
	if len(list) > 0 {
		w.WriteString("\n  ")
	}
	w.WriteByte(']')
}

// jsonText returns v as JSON on one line, without escapes for < and >.
func jsonText(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // names, numbers and lists of them
	}
	return strings.TrimSuffix(b.String(), "\n")
}
