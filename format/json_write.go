package format

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

func writeJSON(w *bufio.Writer, d *Document, _ Options) error {
	fmt.Fprintf(w, "{\n  \"format\": \"sepdist\",\n  \"version\": %d", jsonVersion)
	if d.Class != kind.Unstated {
		fmt.Fprintf(w, ",\n  \"class\": %s", jsonText(d.Class))
	}
	nodes := d.Graph.Names().List()
	if d.Series != nil {
		nodes = d.Series.Variables
		fmt.Fprintf(w, ",\n  \"max_lag\": %d", d.Series.MaxLag)
	}
	writeList(w, "nodes", nodes)
	var edges []jsonEdge
	for e := range d.Graph.Edges() {
		edges = append(edges, d.jsonEdge(drawn(e)))
	}
	writeList(w, "edges", edges)
	var triples []jsonTriple
	for _, t := range d.Graph.Triples() {
		triples = append(triples, d.jsonTriple(t))
	}
	if len(triples) > 0 {
		writeList(w, "triples", triples)
	}
	w.WriteString("\n}\n")
	return nil
}

// jsonEdge returns e with the names of its nodes, or of their variables.
func (d *Document) jsonEdge(e graph.Edge) jsonEdge {
	if d.Series == nil {
		return jsonEdge{From: d.Graph.Name(e.X), Edge: e.Arrow(), To: d.Graph.Name(e.Y)}
	}
	s := d.Series
	if s.At[e.Y].Lag > 0 {
		e = e.Flip()
	}
	x, y := s.At[e.X], s.At[e.Y]
	return jsonEdge{From: s.Variables[x.Variable], Lag: x.Lag, Edge: e.Arrow(), To: s.Variables[y.Variable]}
}

func (d *Document) jsonTriple(t graph.Triple) jsonTriple {
	j := jsonTriple{Status: t.Status.String()}
	for _, v := range []graph.Node{t.A, t.B, t.C} {
		name := d.Graph.Name(v)
		if d.Series != nil {
			name = d.Series.Variables[d.Series.At[v].Variable]
			j.Lags = append(j.Lags, d.Series.At[v].Lag)
		}
		j.Nodes = append(j.Nodes, name)
	}
	return j
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
