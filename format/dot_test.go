package format_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
)

// A reading is a text with the graph it means, or the error about it.
type reading struct{ text, want string }

// checkReadings reads texts of one format. Those that want no error hold no colon
// with a blank after the name of the file.
func checkReadings(t *testing.T, o format.Options, list []reading) {
	t.Helper()
	for _, tt := range list {
		d, err := format.Parse([]byte(tt.text), "g", o)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = d.Graph.String()
		}
		if got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestReadDot(t *testing.T) {
	checkReadings(t, format.Options{Format: "dot"}, []reading{
		{"digraph { X; Y; X -> Y; Y -> Z [dir=both]; Z -> W [dir=none]; X -> W [dir=both, arrowtail=odot, arrowhead=normal] }",
			"X --> Y; X o-> W; Y <-> Z; Z --- W"},
		{"graph g { a -- b -- c; c -- d [dir=forward] }", "a --- b; b --- c; c --> d"},
		{"digraph { a -> b [arrowtail=odot] }", "a --> b"}, // no dir=both: the tail is not decorated
		{"digraph { a -> b [dir=back] }", "a <-- b"},
		{"digraph { a -> b [arrowhead=odot] }", "a --o b"},
		{"digraph { a -> b [dir=both arrowhead=none arrowtail=empty] }", "a <-- b"},
		// bnlearn's defaults go on until they are changed.
		{`digraph { edge [dir=none] "A" -> "B" ; edge [dir=forward] "B" -> "C" ; "C" -> D }`, "A --- B; B --> C; C --> D"},
		{"digraph { {edge [dir=none] a -> b} b -> c }", "a --- b; b --> c"},
		{"digraph { {a b} -> {c d} -> e }", "a --> c; a --> d; b --> c; b --> d; c --> e; d --> e"},
		{"digraph { subgraph cluster_0 { a; b } subgraph cluster_0 -> c }", "a --> c; b --> c"},
		{"digraph { a:n -> b:s:w; \"a:b\" }", "a --> b; a:b"},
		{"digraph {\n# a line\n// another\n/* and\nmore */ a -> b }", "a --> b"},
		{`digraph { "a" + "b" -> <c<i>d</i>> }`, "ab --> <c<i>d</i>>"},
		{`digraph { "x \"y\"" -> "new\n"; "join\` + "\n" + `ed" }`, `x "y" --> new\n; joined`},
		{"digraph { rank=same; node [shape=box]; -1.5 -> .5 [weight=None][color=red;] }", "-1.5 --> .5"},
		{"strict digraph { a -> b; a -> b [dir=none] }", "a --- b"},
		{"strict graph { a -- b; b -- a [dir=both] }", "a <-> b"},
		{"DiGraph { Node [label=x] a -> b }", "a --> b"},
		{"digraph { 0 [label=rain]; 1 [label=wet]; 0 -> 1 }", "rain --> wet"},
		{"digraph { 0 [label=rain]; 1 [label=rain]; 0 -> 1 }", "0 --> 1"},
		{"digraph { 0 [label=rain]; 0 -> 1 }", "0 --> 1"},
		{"digraph { a [label=rain]; a -> b [label=0.3] }", "a --> b"},
		{"digraph { a -> b; a -> b [dir=both] }", "a --> b; a <-> b"},
		{"digraph { a -> b [dir=forward]; b -> a [dir=forward] }", "a <-- b; a --> b"},
		{"digraph { größe -> b }", "größe --> b"},
		{"digraph {}", ""},

		{"digraph { a -> b; b -> a }", "g: do a --> b and its reverse mean an undirected edge or a cycle of two? use --opposite-arcs undirected or cycle"},
		{"digraph { a -- b }", `g:1:13: unexpected "--", expected -> in a digraph`},
		{"graph { a -> b }", `g:1:11: unexpected "->", expected -- in a graph`},
		{"digraph { a -> b [arrowhead=tee] }", `g:1:19: unexpected "arrowhead=tee", expected arrowhead as normal, odot or none`},
		{"digraph { a -> b [dir=up] }", `g:1:19: unexpected "dir=up", expected dir as forward, back, both or none`},
		{"digraph { a -> }", `g:1:16: unexpected "}", expected a node, an edge or }`},
		{"digraph { a -> b", `g:1:17: unexpected end of text, expected a node, an edge or }`},
		{"digraph { a -> b }\ndigraph { }", `g:2:1: unexpected "digraph", expected the end of the text after the graph`},
		{"digraph { a - > b }", `g:1:13: unexpected "- > b }", expected an edge such as ->`},
		{"digraph { a -> b\na -> b }", `g:2:1: duplicate edge a --> b (first at 1:11)`},
		{"digraph { a -> a }", `g:1:11: unexpected "a --> a", expected an edge between two nodes, not a self-loop (--drop-self-loops drops it)`},
		{`digraph { "a }`, `g:1:11: unexpected "\"a }", expected a closing "`},
		{"digraph { <a }", `g:1:11: unexpected "<a }", expected a closing >`},
		{"digraph { /* a }", `g:1:11: unexpected "/* a }", expected */ at the end of the comment`},
		{"digraph { edge }", `g:1:16: unexpected "}", expected [ after edge (in quotes if it is a name)`},
		{"digraph { a -> b [ = ] }", `g:1:20: unexpected "=", expected an attribute or ]`},
		{"tree { a }", `g:1:1: unexpected "tree", expected graph or digraph`},
		{"digraph { a@b }", `g:1:12: unexpected "@b }", expected a name (in quotes if it is not a word) or an edge such as ->`},
	})
	checkReadings(t, format.Options{Format: "dot", OppositeArcs: "undirected"}, []reading{{"digraph { a -> b; b -> a }", "a --- b"}})
	checkReadings(t, format.Options{Format: "dot", OppositeArcs: "cycle"}, []reading{{"digraph { a -> b; b -> a }", "a <-- b; a --> b"}})
	checkReadings(t, format.Options{Format: "dot", Class: class.CPDAG}, []reading{{"digraph { a -> b; b -> a }", "a --- b"}})
}

// Groups multiply: a short text must not become a large graph, nor a deep stack.
func TestDotBombs(t *testing.T) {
	many := strings.Repeat("a b c d e f ", 1)
	for i := range 3000 {
		many += " v" + strings.Repeat("x", i%7) + string(rune('0'+i%10)) + "_" + strings.Repeat("y", i/70)
	}
	for _, text := range []string{
		"digraph { {" + many + "} -> {" + strings.ReplaceAll(many, "v", "w") + "} }",
		"digraph {" + strings.Repeat("{", 1_000_000),
	} {
		_, err := format.Parse([]byte(text), "g", format.Options{})
		var pe *format.ParseError
		if !errors.As(err, &pe) || !strings.Contains(err.Error(), "at most") {
			t.Errorf("got %v", err)
		}
	}
}

func FuzzDot(f *testing.F) {
	fuzz(f, format.Options{Format: "dot", OppositeArcs: "cycle"}, append(sampleFiles(f, ".dot"),
		`strict graph "" { a -- {b c} [dir=both, arrowhead=odot]; subgraph x { d:n } }`, `digraph { "a\\" + "b\"" -> <c<d>> /* e */ }`)...)
}
