package format_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
)

func TestReadTetrad(t *testing.T) {
	const nodes = "Graph Nodes:\nX;Y;Z;W\n\nGraph Edges:\n"
	checkReadings(t, format.Options{}, []reading{
		{nodes + "1. X --> Y dd nl\n2. X o-> W\n3. Y <-> Z\n4. Z --- W\n", "X --> Y; X o-> W; Y <-> Z; Z --- W"},
		{"Elapsed: 1 s\n\n" + nodes + "1. X --> Y [X --> Y]:0.7;[no edge]:0.3;[edge]:0.7 pd pl\n", "X --> Y; Z; W"},
		{nodes + "1. X --> Y pd nl\n2. X ... W [no edge]:1.0\n", "X --> Y; Z; W"},
		{nodes + "1. X --> Y\n2. X <-> Y\n", "X --> Y; X <-> Y; Z; W"},
		{nodes + "1. Y <-- X\n2. W <-o X\n3. Z --o W", "X --> Y; X o-> W; Z --o W"},
		{nodes + "1. X --> Y\n\n2. Y --> Z\n\nGraph Attributes:\nBIC: -1.5\n", "X --> Y; Y --> Z; W"},
		{nodes + "1. X --- Y\n2. Y --- Z\n\n\nAmbiguous triples (i.e. so and so):\n<X, Y, Z>\n\nUnderline triples:\n\nDotted underline triples:\n<X, Y, Z>\n",
			"X --- Y; Y --- Z; W; ambiguous X Y Z"},
		{nodes + "1. X --- Y\n2. Y --- Z\n\nUnderline triples:\n<X, Y, Z>\n<Z, Y, X>\n<X, Y, W>", "X --- Y; Y --- Z; W; noncollider X Y Z"},
		// causal-learn's older writer, commas, and the blanks of Tetrad IV.
		{"Graph Nodes: \nX1;X2\n\nGraph Edges: \n1. X1 --> X2\n", "X1 --> X2"},
		{"Graph Nodes:\nX,Y\n\nGraph Edges:\n1. X --> Y\n", "X --> Y"},
		{"Graph Nodes:\nX Y \nZ \n\nGraph Edges: \n1. X --> Y\n", "X --> Y; Z"},
		{"Graph Nodes:\nsea level;blood pressure [mm];a --> b\n\nGraph Edges:\n1. sea level --> blood pressure [mm]\n2. a --> b o-o sea level\n",
			"sea level --> blood pressure [mm]; sea level o-o a --> b"},
		{"Graph Nodes:\n(L);X\n\nGraph Edges:\n1. L --> X\n", "L --> X"},
		{"Graph Nodes:\n\n\nGraph Edges:\n\n", ""},

		{nodes + "1. X --> Q\n", `g:5:1: unexpected "1. X --> Q", expected an edge such as --> between two nodes of the list`},
		{nodes + "1. X -> Y\n", `g:5:1: unexpected "1. X -> Y", expected an edge such as --> between two nodes of the list`},
		{nodes + "1. X --> Y Z\n", `g:5:1: unexpected "1. X --> Y Z", expected an edge such as --> between two nodes of the list`},
		{nodes + "1. X --> Y\n2. Y <-- X\n", `g:6:4: duplicate edge Y <-- X (first at 5:4)`},
		{nodes + "1. X --> X", `g:5:4: unexpected "X --> X", expected an edge between two nodes, not a self-loop (--drop-self-loops drops it)`},
		{"Graph Nodes:\nA;A\n\nGraph Edges:\n", `g:2:3: unexpected "A;", expected names that differ and are not empty`},
		{"Graph Nodes:\nA;;B\n\nGraph Edges:\n", `g:2:3: unexpected ";", expected names that differ and are not empty`},
		{"Graph Nodes:\nA;B\n", `g:3:1: unexpected end of text, expected a line Graph Edges:`},
		{nodes + "\nAmbiguous triples:\n<X, Y>\n", `g:7:1: unexpected "<X, Y>", expected a triple such as <X, Y, Z>`},
		{"Graph Nodes:\na;a --> b;b;b --> b\n\nGraph Edges:\n1. a --> b --> b\n", `g:5:1: unexpected "1. a --> b --> b", expected a single edge in each line`},
		{"Graph Nodes:\nX;X:1\n\nGraph Edges:\n1. X:1 --> X",
			"g: is X:1 the variable X at an earlier time, so that the class is ts? use --class ts or dag or cpdag or mag or pag"},
	})
	checkReadings(t, format.Options{Class: class.DAG}, []reading{{"Graph Nodes:\nX;X:1\n\nGraph Edges:\n1. X:1 --> X", "X <-- X:1"}})
}

func TestTetradDropsDottedUnderlines(t *testing.T) {
	const text = "Graph Nodes:\nX;Y;Z\n\nGraph Edges:\n1. X --> Y\n2. Z --> Y\n3. X --> Z\n\nDotted underline triples:\n<X, Y, Z>\n<X, Z, Y>\n"
	d, err := format.Parse([]byte(text), "g", format.Options{})
	if want := "2 dotted underlines of a triple (X, Y, Z) dropped"; err != nil || !slices.Contains(d.Notes, want) {
		t.Errorf("notes %q, error %v; want %q", d.Notes, err, want)
	}
}

func TestTetradSeries(t *testing.T) {
	const text = "Graph Nodes:\nX;X:1;X:2;Y;Y:1\n\nGraph Edges:\n1. X:1 --> X\n2. X:2 --> X:1\n3. X:1 --> Y\n"
	o := format.Options{Series: true}
	d, err := format.Parse([]byte(text), "g", o)
	if err != nil {
		t.Fatal(err)
	}
	if d.Series == nil || fmt.Sprint(d.Series.Variables) != "[X Y]" || d.Series.MaxLag != 2 || d.Graph.String() != "X <-- X:1; Y <-- X:1; Y:1; X:2" {
		t.Errorf("read %+v %v", d.Series, d.Graph)
	}
	if fmt.Sprint(d.Notes) != "[1 earlier copy of an edge that ends at time t dropped]" {
		t.Errorf("notes %q", d.Notes)
	}
	for _, bad := range []string{
		"Graph Nodes:\nX;X:1;X:2\n\nGraph Edges:\n1. X:2 --> X:1\n",
		"Graph Nodes:\nX;Y:1\n\nGraph Edges:\n1. Y:1 --> X\n",
	} {
		if _, err := format.Parse([]byte(bad), "g", o); err == nil || !strings.HasPrefix(err.Error(), "g: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func FuzzTetrad(f *testing.F) {
	fuzz(f, format.Options{Format: "tetrad"}, append(sampleFiles(f, "_str.txt", "dag_latents.txt", "ambiguous.txt", "timelag.txt", "oddnames.txt", "bootstrap.txt"),
		"Graph Nodes:\n(L);[S];X Y\n\nGraph Edges:\n1. L --> S dd\n\nUnderline triples:\n<L, S, X Y>")...)
}
