package format_test

import (
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
)

func TestReadEdgeList(t *testing.T) {
	directed := format.Options{Directed: new(true)}
	checkReadings(t, directed, []reading{
		{"a b\nb c\n", "a --> b; b --> c"},
		{"# c\na b {}\nb c {'weight': 0.5, 'x': 1} # d\n", "a --> b; b --> c"},
		{"a b 0.5\nc b -1e-3\n", "a --> b; b <-- c"},
		{"a\tsea level\nsea level\tc\n", "a --> sea level; sea level --> c"},
		{"source,target,weight\n\"a,b\", c,1\n", "a,b --> c"},
		{"\"Cause\",\"Effect\"\n\"p44/42\",\"say \"\"x\"\"\"\n", `p44/42 --> say "x"`},
		{"\"\",\"from\",\"to\"\n\"1\",\"A\",\"B\"\n\"2\",\"B\",\"C\"\n", "A --> B; B --> C"},
		{"\"from\" \"to\"\n\"1\" \"sea level\" \"B\"\n\"2\" \"B\" \"C\"\n", "sea level --> B; B --> C"},
		{"\"a b\" \"c\"\n", "a b --> c"},
		{"x,y,w\na,b,0.1\n", "a --> b"},
		{"from,to,edge_type\na,b,o->\nb,c,---\n", "a o-> b; b --- c"},
		{"a;b\nb;c\n", "a --> b; b --> c"},
		{"\ufeffa b\r\nb c\r\n", "a --> b; b --> c"},
	})
	checkReadings(t, directed, []reading{
		{"a b\nb a\n", "g: do a --> b and its reverse mean an undirected edge or a cycle of two? use --opposite-arcs undirected or cycle"},
		{"a b\na b\n", `g:2:1: duplicate edge a --> b (first at 1:1)`},
		{"a b\nb b\n", `g:2:1: unexpected "b --> b", expected an edge between two nodes, not a self-loop (--drop-self-loops drops it)`},
		{"from,to,edge_type\na,b,causes\n", `g:2:1: unexpected "a,b,causes", expected edge_type as an arrow such as --> or <->`},
		{"from,to\na,b,1\n", `g:2:1: unexpected "a,b,1", expected two names, and optionally a weight or data`},
	})
	checkReadings(t, format.Options{}, []reading{
		{"a b\nb c\n", "g: do edges go from the first node to the second, or are they undirected? use --directed or --directed=false"},
	})
	const ask = "g: do edges go from the first node to the second, or are they undirected? use --directed or --directed=false"
	checkReadings(t, format.Options{}, []reading{ // a header can state the direction
		{"from,to\na,b\nb,c\n", "a --> b; b --> c"},
		{"\"\",\"from\",\"to\"\n\"1\",\"a\",\"b\"\n", "a --> b"},
		{"Cause;Effect;weight\na;b;0.1\n", "a --> b"},
		{"source,target\na,b\n", ask},
		{"x,from,to\na,b,1\n", ask},
	})
	checkReadings(t, format.Options{Directed: new(false)}, []reading{{"a b\nb c\n", "a --- b; b --- c"}, {"from,to\na,b\n", "a --- b"}})
	checkReadings(t, format.Options{Class: class.DAG}, []reading{{"a b\nb c\n", "a --> b; b --> c"}})
	checkReadings(t, format.Options{Format: "edgelist", Directed: new(true)}, []reading{
		{"a b\nb a c\n", `g:2:1: unexpected "b a c", expected two names, and optionally a weight or data`},
		{"a\n", `g:1:1: unexpected "a", expected two names in each line`},
		{"a b 0.5\nc b 0x10\n", `g:2:1: unexpected "c b 0x10", expected two names, and optionally a weight or data`},
		{"a b 0.5\nc b 1_000\n", `g:2:1: unexpected "c b 1_000", expected two names, and optionally a weight or data`},
	})
	checkReadings(t, format.Options{Directed: new(true), Threshold: new(0.3)}, []reading{
		{"a b 0.5\nc b -0.3\n", "a --> b; c"},
		{"from,to,weight\na,b,1_000\n", `g:2:5: unexpected "1_000", expected a weight, since a threshold is given`},
		{"a b 0.5\nc b NA\n", `g:2:5: unexpected "NA", expected a weight, since a threshold is given`},
	})
}

func TestReadBnlearn(t *testing.T) {
	checkReadings(t, format.Options{}, []reading{
		{"[X][W|X][Y|X][Z|Y:W]\n", "X --> W; X --> Y; W --> Z; Y --> Z"},
		{"[b|a][sea level]\n[a|sea level]", "b <-- a; sea level --> a"},
		{"[a][a]", `g:1:4: unexpected "a ", expected names that differ and are not empty`},
		{"[2|0,1]", `g:1:1: unexpected "0,1 ", expected a variable of the network`},
		{"[a|]", `g:1:1: unexpected " ", expected a variable of the network`},
		{"[a][b|a|c]", `g:1:4: unexpected "[b|a|c]", expected a node such as [X] or [X|Y:Z]`},
		{"[a|b][b|a]", "a <-- b; a --> b"},
	})
	checkReadings(t, format.Options{Format: "bnlearn"}, []reading{
		{"[a", `g:1:1: unexpected "[a", expected ] after a node`},
		{"[a] b", `g:1:5: unexpected "b", expected [ before a node`},
	})
}

func FuzzEdgeList(f *testing.F) {
	fuzzWith(f, "edgelist", pairLists, append(sampleFiles(f, "edges.csv", "cyto_full_target.csv", ".edgelist", "edgelist_header.csv"),
		"a b {'w': 1}\n", "from,to,edge_type\n\"a\nb\",c,o->\n")...)
}

func FuzzBnlearn(f *testing.F) {
	fuzz(f, format.Options{Format: "bnlearn"}, "[X][W|X][Y|X][Z|Y:W]\n", "[a b]\n[c|a b]")
}

// A first line that may be a heading is not taken for an edge in silence.
func TestEdgeListMaybeHeader(t *testing.T) {
	const list = "Cause,Consequence\nA,B\nB,C\n"
	directed := true
	o := format.Options{Directed: &directed}
	if d, err := format.Parse([]byte(list), "list.csv", o); err == nil {
		t.Errorf("read as %v", d.Graph)
	}
	o.Format = "edgelist"
	if d, err := format.Parse([]byte(list), "list.csv", o); err != nil || d.Graph.M() != 3 {
		t.Errorf("stated to be a list: %v", err)
	}
}

// A list of children, as networkx writes it, has rows that look like edges with a weight. Its
// extension tells it apart.
func TestAdjacencyList(t *testing.T) {
	o := format.Options{Directed: new(true)}
	for list, want := range map[string]string{"v0 v2\nv1\nv2\n": "v0 --> v2; v1", "0 1 2\n1 2\n2\n": "0 --> 1; 0 --> 2; 1 --> 2"} {
		if d, err := format.Parse([]byte(list), "g.adjlist", o); err != nil || d.Graph.String() != want {
			t.Errorf("%q was read as %v, want %s: %v", list, d, want, err)
		}
	}
}
