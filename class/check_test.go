package class_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/kind"
)

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		graph string
		want  class.Kind
	}{
		{"", class.DAG},
		{"a", class.DAG},
		{"a --> b; c --> b", class.DAG},
		{"a --- b", class.CPDAG},
		{"a --> b <-- c; b --> d", class.DAG}, // also its own CPDAG: DAG comes first
		{"a --> b <-- c; d --- e", class.CPDAG},
		{"a --- b; a --> c; b --> c", class.MPDAG},
		{"a <-> b", class.MAG},
		{"a --> b <-> c", class.MAG},
		{"a <-> b; a --> b", class.ADMG},
		{"a <-> b <-> c <-> d; b --> d; c --> a", class.ADMG}, // a and d have no separator
		{"a o-o b", class.PAG},
		{"a o-> b <-o c", class.PAG},
		{"a --> b; b --> a", class.Cyclic},
		{"a --> b --> c --> a; a <-> d", class.Cyclic},
	} {
		t.Run(tt.graph, func(t *testing.T) {
			m, err := class.Infer(context.Background(), graphtest.Arrows(t, tt.graph))
			if err != nil {
				t.Fatal(err)
			}
			if m.Kind() != tt.want {
				t.Errorf("got %v, want %v", m.Kind(), tt.want)
			}
		})
	}
}

// The stated class is an upper bound, and is the one that is kept.
func TestCheckIsUpperBound(t *testing.T) {
	dag := graphtest.Arrows(t, "a --> b --> c")
	for _, k := range []class.Kind{class.DAG, class.MPDAG, class.MAG, class.ADMG, class.Cyclic} {
		m, err := class.Check(context.Background(), dag, k)
		if err != nil {
			t.Errorf("a DAG as %v: %v", k, err)
		} else if m.Kind() != k {
			t.Errorf("a DAG as %v is kept as %v", k, m.Kind())
		}
	}
	// A CPDAG and a PAG draw an equivalence class, which this DAG does not.
	for _, k := range []class.Kind{class.CPDAG, class.PAG} {
		if _, err := class.Check(context.Background(), dag, k); err == nil {
			t.Errorf("a DAG passes as %v", k)
		}
	}
	if m, err := class.Check(context.Background(), dag, class.Unstated); err != nil || m.Kind() != class.DAG {
		t.Errorf("unstated: %v, %v", m, err)
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		graph   string
		kind    class.Kind
		reason  *class.Reason
		witness string
		text    string
	}{
		{"a --> b; b <-> c", class.DAG, class.ErrEdge, "b c",
			"not a DAG: the edge b <-> c is not allowed in this class; its edges are allowed in the classes mag, admg, pag, cyclic"},
		{"a o-> b", class.ADMG, class.ErrEdge, "a b",
			"not an ADMG: the edge a o-> b is not allowed in this class; its edges are allowed in the classes pag"},
		{"a x-x b", class.Unstated, class.ErrConflict, "a b",
			"not a CPDAG: the edge a x-x b has conflicting orientations"},
		{"a --- b x-x c", class.PAG, class.ErrConflict, "b c",
			"not a PAG: the edge b x-x c has conflicting orientations"},
		{"a --- b --- c; ambiguous a b c", class.Unstated, class.ErrTriple, "a b c",
			"not a CPDAG: the triple a, b, c is listed as ambiguous, so the graph can have several readings; use --ambiguous to choose how to combine them"},
		{"a --> b --> c --> a", class.DAG, class.ErrCycle, "a b c",
			"not a DAG: directed cycle a --> b --> c --> a; a graph of class cyclic may have it"},
		{"a --> b; b --> a", class.ADMG, class.ErrCycle, "a b",
			"not an ADMG: directed cycle a --> b --> a; a graph of class cyclic may have it"},
		{"a --> b --- c", class.CPDAG, class.ErrMeekRule1, "a b c",
			"not a CPDAG: a --> b --- c without an edge between a and c; b --- c has to be b --> c (Meek's rule 1)"},
		{"a --> b --- c", class.Unstated, class.ErrMeekRule1, "a b c",
			"not a CPDAG: a --> b --- c without an edge between a and c; b --- c has to be b --> c (Meek's rule 1)"},
		{"a <-> b --- c", class.Unstated, class.ErrEdge, "a b",
			"not a CPDAG: the edge a <-> b is not allowed in this class; its edges are allowed in the classes mag, pag"},
		{"a --- b --- c --- d --- a", class.Unstated, class.ErrChordless, "a b c d",
			"not a CPDAG: the cycle a --- b --- c --- d --- a has no chord; every orientation of it has a directed cycle or an additional unshielded collider; use --class mag if its undirected edges represent selection"},
		{"a --> b --- c --- a", class.CPDAG, class.ErrPartiallyDirectedCycle, "a b c",
			"not a CPDAG: partially directed cycle a --> b --- c --- a; an MPDAG may have it, if the directed edge is background knowledge"},
		{"a --> b --- c --> a", class.CPDAG, class.ErrPartiallyDirectedCycle, "a b c",
			"not a CPDAG: partially directed cycle a --> b --- c --> a"},
		{"a --- b --- c --- d --- a", class.CPDAG, class.ErrChordless, "",
			""},
		{"a --> b", class.CPDAG, class.ErrReversible, "a b",
			"not a CPDAG: a --> b can be reversed to b --> a within the equivalence class; a CPDAG has a --- b here; a DAG or MPDAG can have the directed edge"},
		{"a --> b --> c; a --- c", class.MPDAG, class.ErrCompelled, "a c",
			"not an MPDAG: a --- c has to be a --> c by Meek's rules; orient it, or close the graph under the rules"},
		{"a --> b --> c; a <-> c", class.MAG, class.ErrAlmostDirectedCycle, "a b c",
			"not a MAG: almost directed cycle a --> b --> c with a <-> c; a graph of class admg may have it"},
		{"a --- b <-- c", class.MAG, class.ErrArrowheadAtUndirected, "a b c",
			"not a MAG: b has an undirected edge (a --- b) and an arrowhead (c --> b); an undirected edge of a MAG represents selection, and no edge may point to its ends"},
		{"a <-> b <-> c <-> d; b --> d; c --> a", class.MAG, class.ErrInseparable, "a d",
			"not a MAG: no set separates a and d, and they are not adjacent; a graph of class admg may have it"},
		{"a o-> b", class.PAG, class.ErrMark, "a b",
			"not a PAG: the mark at b on a o-> b differs from that of the equivalence class; its PAG has a o-o b"},
		{"a o-o b o-o c o-o d o-o a", class.PAG, class.ErrChordless, "",
			""},
	} {
		t.Run(tt.graph+" "+tt.kind.String(), func(t *testing.T) {
			_, err := class.Check(context.Background(), graphtest.Arrows(t, tt.graph), tt.kind)
			var bad *class.Error
			if !errors.As(err, &bad) || !errors.Is(err, tt.reason) {
				t.Fatalf("got %v, want %v", err, tt.reason)
			}
			if got := strings.Join(bad.Witness, " "); tt.witness != "" && got != tt.witness {
				t.Errorf("witness %q, want %q", got, tt.witness)
			}
			if tt.text != "" && err.Error() != tt.text {
				t.Errorf("text\n%s, want\n%s", err, tt.text)
			}
		})
	}
}

// On the way to another file only the kinds of edges count, and cycles in a DAG.
func TestCheckEdges(t *testing.T) {
	for _, tt := range []struct {
		graph string
		kind  class.Kind
		want  error
	}{
		{"a --> b --- c", class.CPDAG, nil},
		{"a --> b --- c", class.Unstated, nil},
		{"a --> b --- c", class.ADMG, class.ErrEdge},
		{"a x-x b o-o c", class.CPDAG, class.ErrEdge},
		{"a <-> b --- c", class.CPDAG, nil}, // a conflict, as causal-learn draws it
		{"a <-> b", class.DAG, class.ErrEdge},
		{"a x-x b; b --- c; ambiguous a b c", class.CPDAG, nil},
		{"a --> b --> a", class.DAG, class.ErrCycle},
		{"a --> b --> a", class.ADMG, nil},
	} {
		err := class.CheckEdges(graphtest.Arrows(t, tt.graph), tt.kind)
		if tt.want == nil && err != nil || !errors.Is(err, tt.want) {
			t.Errorf("%s as %v: %v, want %v", tt.graph, tt.kind, err, tt.want)
		}
	}
}

// The text of an error stays short when the witness is long.
func TestLongCycle(t *testing.T) {
	const n = 1000
	var edges []graph.Edge
	for v := range graph.Node(n) {
		edges = append(edges, graph.Directed(v, (v+1)%n))
	}
	_, err := class.Check(context.Background(), graph.MustNew(graph.NumberedNames("v", 0, n), edges), class.DAG)
	var bad *class.Error
	if !errors.As(err, &bad) || len(bad.Witness) != n {
		t.Fatalf("got %v", err)
	}
	if len(err.Error()) > 150 {
		t.Errorf("%d bytes: %v", len(err.Error()), err)
	}
}

// Every reason has a code of its own, in small letters and digits with hyphens.
func TestReasons(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range []*class.Reason{
		class.ErrEdge, class.ErrConflict, class.ErrTriple, class.ErrCycle, class.ErrMeekRule1, class.ErrPartiallyDirectedCycle, class.ErrChordless,
		class.ErrReversible, class.ErrCompelled, class.ErrAlmostDirectedCycle, class.ErrArrowheadAtUndirected, class.ErrInseparable, class.ErrExtension,
		class.ErrMark, class.ErrBackward,
	} {
		if seen[r.Code] || r.Code == "" || r.Doc == "" || strings.Trim(r.Code, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("%+v", *r)
		}
		seen[r.Code] = true
	}
}

func TestParse(t *testing.T) {
	for _, k := range class.All() {
		got, err := class.Parse(k.String())
		if err != nil || got != k {
			t.Errorf("Parse(%q) = %v, %v", k.String(), got, err)
		}
		if got, err = class.Parse(strings.ToUpper(k.String())); err != nil || got != k {
			t.Errorf("Parse(%q) = %v, %v", strings.ToUpper(k.String()), got, err)
		}
		if k.Title() == "" || k.Doc() == "" {
			t.Errorf("%v has no title or doc", k)
		}
	}
	_, err := class.Parse("cpdga")
	if want := `unknown class "cpdga": use one of dag, cpdag, mpdag, mag, admg, pag, cyclic, ts-dag, ts-cpdag, ts-admg, ts-pag`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestKinds(t *testing.T) {
	s := kind.Of(class.MAG, class.DAG)
	for _, k := range class.All() {
		if want := k == class.MAG || k == class.DAG; s.Has(k) != want {
			t.Errorf("%v in %v: %v", k, s, s.Has(k))
		}
		if !kind.Any.Has(k) {
			t.Errorf("%v is not in Any", k)
		}
	}
	if s.Has(class.Unstated) || kind.Any.Has(class.Unstated) {
		t.Error("a set has the class that is none")
	}
	if got := fmt.Sprint(s); got != "dag, mag" {
		t.Errorf("got %q", got)
	}
}

// More bidirected edges than one word has lanes, and one of them in an almost directed
// cycle.
func TestAlmostDirectedAmongMany(t *testing.T) {
	const n, more = 700, 600
	for seed := range uint64(2) {
		rng := graphtest.Rand(seed)
		var edges []graph.Edge
		up := make([]graph.Set, n) // the ancestors of each node
		for v := range graph.Node(n) {
			up[v].Add(v)
			if p := v - 1 - graph.Node(rng.IntN(40)); p >= 0 {
				edges = append(edges, graph.Directed(p, v))
				up[v] = up[v].Union(up[p])
			}
		}
		ns := graph.NumberedNames("v", 0, n)
		var related []graph.Edge
		for seen := map[graph.Edge]bool{}; len(seen) < more; {
			x, y := graph.Node(rng.IntN(n)), graph.Node(rng.IntN(n))
			e := graph.Bidirected(min(x, y), max(x, y))
			switch {
			case x == y || seen[e]:
			case up[e.Y].Has(e.X):
				related = append(related, e)
			default:
				seen[e] = true
				edges = append(edges, e)
			}
		}
		if _, err := class.Check(context.Background(), graph.MustNew(ns, edges), class.MAG); errors.Is(err, class.ErrAlmostDirectedCycle) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		g := graph.MustNew(ns, append(edges, related[rng.IntN(len(related))]))
		_, err := class.Check(context.Background(), g, class.MAG)
		if !errors.Is(err, class.ErrAlmostDirectedCycle) {
			t.Fatalf("seed %d: got %v", seed, err)
		}
		if err := shows(t, g, err); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// What is inferred of a graph that is known to be of a class is what is found without it.
func TestInferred(t *testing.T) {
	count := 0
	for seed := range uint64(300) {
		for _, c := range graphtest.Classes {
			g := c.Random(graphtest.Rand(seed), 4, 0.5)
			found, _ := class.Infer(context.Background(), g)
			for _, k := range class.All() {
				m, err := class.Check(context.Background(), g, k)
				if err != nil {
					continue
				}
				want := class.Unstated
				if found != (class.Member{}) {
					want = found.Kind()
				}
				if got, err := m.Inferred(context.Background()); err != nil || got != want {
					t.Fatalf("%v as %v: inferred to be %v, %v; want %v", g, k, got, err, want)
				}
				count++
			}
		}
	}
	if count < 1000 {
		t.Errorf("only %d members", count)
	}
}
