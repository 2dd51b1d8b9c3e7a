package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

func TestReadNetworks(t *testing.T) {
	checkReadings(t, format.Options{}, []reading{
		{"// made\nnetwork \"my net\" { property author x; }\nvariable A { type discrete [ 3 ] { <5, 5-12, 12+ }; }\nvariable B-1 { }\n" +
			"/* parents */ probability ( B-1 | A ) { (<5) 1; } probability(A) { table 1; }", "A --> B-1"},
		{"network x { } probability ( b | a , c ) ; variable c { } variable b { } variable a { }", "c --> b; b <-- a"},
		{"% made\nnet\n{\n}\nnode A\n{\n states = (\"{\" \"}\");\n}\ncontinuous node B { }\npotential ( B | A )\n{ data = (()); }\npotential ( A | ) { }", "A --> B"},
		{"network x { } variable a { } variable b { } probability ( a | b ) { } probability ( b | a ) { }", "a <-- b; a --> b"},

		{"network x { } variable a { } variable a { }", `g:1:39: unexpected "a ", expected names that differ and are not empty`},
		{"network x { } variable a { } probability ( a | q ) { }", `g:1:42: unexpected "q ", expected a variable of the network`},
		{"network x { } variable a { } probability ( a ) { } probability ( a ) { }", `g:1:64: unexpected "a", expected one table for each variable`},
		{"network x { } variable a { } probabilty ( a ) { }", `g:1:30: unexpected "probabilty", expected variable or probability`},
		{"network x { } variable a { } probability ( a b ) { }", `g:1:46: unexpected "b", expected a variable, then | and its parents`},
		{"network x { } variable a { } probability ( a | a ) { }",
			`g:1:42: unexpected "a --> a", expected an edge between two nodes, not a self-loop (--drop-self-loops drops it)`},
		{"network x { } variable a {\n", `g:2:1: unexpected end of text, expected a } for the { at 1:26`},
		{"network x {", `g:1:12: unexpected end of text, expected a } for the { at 1:11`},
	})
	checkReadings(t, format.Options{}, []reading{
		{`<?xml version="1.0" encoding="US-ASCII"?><!DOCTYPE BIF [ <!ELEMENT BIF ( NETWORK )*> ]><BIF VERSION="0.3"><NETWORK><NAME>n</NAME>` +
			`<VARIABLE TYPE="nature"><NAME> a </NAME><OUTCOME>x</OUTCOME></VARIABLE><VARIABLE><NAME>b</NAME></VARIABLE>` +
			`<DEFINITION><GIVEN>a</GIVEN><FOR>b</FOR><TABLE>1</TABLE></DEFINITION></NETWORK></BIF>`, "a --> b"},
		{`<BIF><NETWORK><VARIABLE></VARIABLE></NETWORK></BIF>`, `g:1:15: unexpected "<VARIABLE>", expected one NAME in it`},
		{`<BIF><NETWORK><DEFINITION><GIVEN>a</GIVEN></DEFINITION></NETWORK></BIF>`, `g:1:15: unexpected "<DEFINITION>", expected FOR and then GIVEN in it`},
		{`<BIF><NETWORK><DEFINITION><FOR>a</FOR><FOR>b</FOR></DEFINITION></NETWORK></BIF>`, `g:1:39: unexpected "<FOR>", expected one FOR`},
	})
}

// A table has a row for each combination of parents: a hub must not fill the disk.
func TestNetworkHub(t *testing.T) {
	const parents = 40
	names := []string{"hub"}
	var edges []graph.Edge
	for v := range graph.Node(parents) {
		names = append(names, fmt.Sprintf("p%d", v))
		edges = append(edges, graph.Directed(v+1, 0))
	}
	g, err := graph.New(names, edges)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bif", "net", "xmlbif"} {
		var b strings.Builder
		notes, err := format.Write(&b, &format.Document{Graph: g}, name, format.Options{})
		if err != nil || b.Len() > 10_000 || len(notes) != 1 {
			t.Fatalf("%s: %d bytes, notes %q, %v", name, b.Len(), notes, err)
		}
		d, err := format.Parse([]byte(b.String()), "", format.Options{})
		if err != nil || !d.Graph.Equal(g) || d.Format != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzBIF(f *testing.F) {
	fuzz(f, format.Options{Format: "bif"}, append(sampleFiles(f, ".bif"), "network x { } variable a { } probability ( a | a ) { /* } */ }")...)
}

func FuzzNET(f *testing.F) {
	fuzz(f, format.Options{Format: "net"}, append(sampleFiles(f, ".net"), "net { } node a { } potential ( a | ) ;")...)
}

func FuzzXMLBIF(f *testing.F) {
	fuzz(f, format.Options{Format: "xmlbif"}, sampleFiles(f, "asia.xml")...)
}
