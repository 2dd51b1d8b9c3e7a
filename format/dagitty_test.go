package format_test

import (
	"testing"

	"github.com/sepdist/sepdist/format"
)

func TestReadDagitty(t *testing.T) {
	checkReadings(t, format.Options{}, []reading{
		{"pag {\nX [exposure,pos=\"0.000,0.000\"]\nY [outcome,pos=\"1.0,-2\"]\nZ\nW\nX -> Y\nX @-> W\nY <-> Z\nZ -- W\n}", "X --> Y; X o-> W; Y <-> Z; Z --- W"},
		{"dag { bb=\"0,0,1,1\" a -> b -> c <- d [beta=-0.3] }", "a --> b; b --> c; c <-- d"},
		{"dag { {a b} -> {c d}; {x <-> y} -> z }", "a --> c; a --> d; b --> c; b --> d; x --> z; x <-> y; y --> z"},
		{"PAG { a @-@ b; b @-- c; c --@ d; d <-@ e }", "a o-o b; b o-- c; c --o d; d <-o e"},
		{`dag "my graph" { "sea level" -> "a\"b" ; "x" + "y" }`, `sea level --> a"b; xy`},
		{"dag { a -> b b -> a a <-> b a -> b }", "a <-- b; a --> b; a <-> b"},
		{"digraph { a -> b; a <-> b }", "a --> b; a <-> b"},
		{"pdag{a--b}", "a --- b"},
		{"dag { -1 -> .5 }", "-1 --> .5"},
		{"dag{}", ""},

		{"mag {\nX -> Y\nW -< Z\n}", `g:3:3: unexpected "-< Z", expected a name (in quotes if it is not a word) or an edge such as ->`},
		{"pag { a o-> b }", `g:1:9: unexpected "o-> b }", expected @ for a circle, or a blank after the node o`},
		{"dag { a-b }", `g:1:8: unexpected "-b", expected an edge such as -> (names with - stand in quotes)`},
		{"dag { // a\n}", `g:1:7: unexpected "// a", expected a name (in quotes if it is not a word) or an edge such as ->`},
		{"dag { a, b }", `g:1:8: unexpected ",", expected a node, an edge such as -> or }`},
		{"dag { a -> a }", `g:1:9: unexpected "a --> a", expected an edge between two nodes, not a self-loop (--drop-self-loops drops it)`},
		{"dag { a -> b", `g:1:13: unexpected end of text, expected a node, an edge such as -> or }`},
		{"dag { subgraph c { a } }", `g:1:7: unexpected "subgraph", expected a name that is not a keyword of DOT (dagitty would read it as a node)`},
		{"dag { a [x= ] }", `g:1:13: unexpected "]", expected a value after =`},
		{"dag { größe -> b }", `g:1:9: unexpected "öße -> b }", expected a name (in quotes if it is not a word) or an edge such as ->`},
	})
	checkReadings(t, format.Options{Format: "dagitty"}, []reading{
		{"a -> b <- c", "a --> b; b <-- c"},
		{"cpdag { a -- b }", `g:1:1: unexpected "cpdag", expected dag, pdag, mag or pag`},
		{"a b", `g:1:4: unexpected end of text, expected dag { or an edge such as ->`},
	})
}

func TestDagittyClass(t *testing.T) {
	for _, tt := range []reading{
		{"dag { a -> b }", "dag"}, {"dag { a -> b a <-> b }", "admg"}, {"pdag { a -- b }", ""}, {"mag { a -- b }", "mag"},
		{"pag { a -- b }", "pag"}, {"digraph { a <- b }", ""}, {"dag { a -- b }", ""},
	} {
		d, err := format.Parse([]byte(tt.text), "g", format.Options{Format: "dagitty"})
		if err != nil || d.Class.String() != tt.want {
			t.Errorf("%s: class %v, %v", tt.text, d, err)
		}
	}
	d, err := format.Parse([]byte("dag { a [latent] b [e] a -> b }"), "g", format.Options{})
	if err != nil || len(d.Notes) != 1 || d.Notes[0] != "1 node marked latent or selected (a): the mark is ignored" {
		t.Errorf("%v %v", d, err)
	}
}

func FuzzDagitty(f *testing.F) {
	fuzz(f, format.Options{Format: "dagitty"}, append(sampleFiles(f, "dagitty.txt", "dagitty_bug.txt"),
		`pag "x" { bb="0,0" {a "b c"} @-> {d}; a [l,pos="1,2"] }`)...)
}
