package class_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

func TestResolve(t *testing.T) {
	for _, tt := range []struct {
		graph  string
		kind   class.Kind
		policy class.Policy
		want   string // the graph, its readings separated by |, or part of the error
		done   string // part of what was done
	}{
		// Nothing is done to a graph that is of its class.
		{"a --- b; b --- c", class.CPDAG, class.Nearest, "a --- b; b --- c", ""},
		// A flag.
		{"a --> b; b --- c", class.CPDAG, class.Refuse, "not a CPDAG", ""},
		{"a --> b; b --- c", class.CPDAG, class.Extend, "a --> b; b --> c", "a DAG that extends"},
		{"a --> b; b --- c", class.MPDAG, class.Maximize, "a --> b; b --> c", "Meek's rules"},
		{"a --> b; b --- c", class.CPDAG, class.Nearest, "a --- b; b --- c | a --> b; b <-- c", "replaced by the 2 nearest CPDAGs (1 edge mark changed)"},
		{"a --> b; a --- c; b --- c", class.CPDAG, class.Nearest, "a --- b; a --- c; b --- c", "replaced by the nearest CPDAG (1 edge mark changed: a --- b)"},
		{"a --- b; b --- c", class.DAG, class.Nearest, "a --- b; b --- c", "replaced by the nearest CPDAG (0 edge marks changed)"},
		{"a --> b; b --- c", class.CPDAG, class.AsMAG, "cannot repair it: only an ADMG", ""},
		// A square without a chord has no DAG without a new collider.
		{"a --- b; b --- c; c --- d; d --- a", class.CPDAG, class.Maximize, "no DAG has its directed edges and its unshielded colliders", ""},
		{"a --- b; b --- c; c --- d; d --- a", class.CPDAG, class.Extend, "no DAG has its directed edges and its unshielded colliders", ""},
		// Oriented both ways.
		{"a x-x b; b --- c", class.Unstated, class.Refuse, "conflicting orientations", ""},
		{"a x-x b; b --- c", class.Unstated, class.Undirected, "a --> b; b <-- c | a --- b; b --- c", "a x-x b was treated as of unknown direction"},
		{"a x-x b; b <-- c", class.Unstated, class.Bidirected, "a <-> b; b <-- c", "a x-x b was treated as bidirected"},
		{"a <-> b; b --- c", class.CPDAG, class.Undirected, "a --> b; b <-- c | a --- b; b --- c", "a <-> b was treated"},
		// What is repaired by its marks says that its triples do not count.
		{"a x-x b; b --- c; ambiguous a b c", class.CPDAG, class.Nearest, "a --- b; b --- c", "(2 edge marks changed: a --- b), without using its listed triple"},
		{"a x-x b; b --- c; ambiguous a b c", class.CPDAG, class.Extend, "a --> b; b --> c", "a DAG that extends it, without using its listed triple"},
		// Not maximal.
		{"a <-> b; b --> c; b <-> c", class.MAG, class.AsMAG, "a <-> b; a <-> c; b --> c", "the MAG with the same separations"},
		// Two edges side by side are not one that has conflicting orientations.
		{"a --> b; a <-> b", class.CPDAG, class.Undirected, "not a CPDAG", ""},
		{"a --> b; a <-> b", class.CPDAG, class.Extend, "cannot repair it: only a graph with directed and undirected edges", ""},
		{"a --> b; b --> a", class.DAG, class.Nearest, "cannot repair it: there are two edges between a and b", ""},
		// A PAG with a mark too much.
		{"a o-> b; b o-> c", class.PAG, class.Nearest, "a o-o b; b o-o c | a o-> b; b <-o c", "replaced by the 2 nearest PAGs (2 edge marks changed)"},
		// The equivalence class has b --> d, which differs in two marks.
		{"a o-> b; c o-> b; b o-o d", class.PAG, class.Nearest, "a o-> b; b <-o c; b <-o d", "replaced by the nearest PAG (1 edge mark changed: b <-o d)"},
		// Triples.
		{"a --- b; b --- c; ambiguous a b c", class.Unstated, class.Refuse, "a --> b; b <-- c | a --- b; b --- c", ""},
		{"a --- b; b --- c; a --- c; ambiguous a b c", class.Unstated, class.Refuse, "are adjacent", ""},
	} {
		t.Run(tt.graph+" "+string(tt.policy), func(t *testing.T) {
			r, err := class.Resolve(context.Background(), graphtest.Arrows(t, tt.graph), tt.kind, tt.policy, class.Limits{})
			if err != nil {
				if !strings.Contains(err.Error(), tt.want) {
					t.Fatalf("got the error %v, want %s", err, tt.want)
				}
				return
			}
			var got []string
			for _, m := range r.Members {
				got = append(got, m.Graph().String())
			}
			if strings.Join(got, " | ") != tt.want {
				t.Errorf("got %s, want %s", strings.Join(got, " | "), tt.want)
			}
			if done := strings.Join(r.Changes, "; "); !strings.Contains(done, tt.done) || (tt.done == "") != (done == "") {
				t.Errorf("done: %q, want %q", done, tt.done)
			}
			if !r.Complete {
				t.Error("a limit was hit")
			}
		})
	}
}

func TestDrop(t *testing.T) {
	_, err := class.Resolve(context.Background(), graphtest.Arrows(t, "a --> b; b --- c"), class.CPDAG, class.Drop, class.Limits{})
	var bad *class.Error
	if !errors.As(err, &bad) || !bad.Dropped || !errors.Is(err, class.ErrMeekRule1) {
		t.Errorf("got %v, want that it was dropped, and for the flag", err)
	}
}

// What is repaired is of its class, and has the skeleton it came from.
func TestMendedGraphsAreOfTheirClass(t *testing.T) {
	repaired := 0
	for seed := range uint64(100) {
		rng := graphtest.Rand(seed)
		var edges []graph.Edge
		for e := range graphtest.DAG(rng, 4, 0.7).Edges() {
			all := []graph.Mark{graph.Tail, graph.Arrow, graph.Circle}
			e.AtX, e.AtY = all[rng.IntN(3)], all[rng.IntN(3)]
			edges = append(edges, e)
		}
		g := graph.MustNew(graph.NumberedNames("v", 0, 4), edges)
		r, err := class.Resolve(context.Background(), g, class.PAG, class.Nearest, class.Limits{Steps: 10_000})
		if err != nil {
			continue
		}
		repaired++
		h := r.Members[0].Graph()
		if !naive.IsPAG(h, true) || h.M() != g.M() {
			t.Errorf("%v was repaired to %v, which is not a PAG of the same skeleton", g, h)
		}
	}
	if repaired < 20 {
		t.Errorf("only %d of 100 graphs were repaired", repaired)
	}
}

// Whatever the graph and the policy: the result is of the class that it is said
// to be.
func TestResolutionsAreOfTheirClass(t *testing.T) {
	made := 0
	for g := range graphtest.Every(3, "", "-->", "<--", "---", "<->", "x-x", "--> <->", "--> <--") {
		for _, k := range append(class.All(), class.Unstated) {
			for _, p := range class.Policies {
				r, err := class.Resolve(context.Background(), g, k, p.Policy, class.Limits{Readings: 10, Steps: 1000})
				if err != nil {
					continue
				}
				for _, m := range r.Members {
					made++
					if _, err := class.Check(context.Background(), m.Graph(), m.Kind()); err != nil {
						t.Errorf("%v as %v by %s became %v: %v", g, k, p.Policy, m.Graph(), err)
					}
				}
			}
		}
	}
	if made == 0 {
		t.Error("no graph was repaired")
	}
}

// Caps leave a partial answer, and say so.
func TestReadingsAreCapped(t *testing.T) {
	text := "hub"
	for _, leaf := range "abcdefgh" {
		text += "; hub --- " + string(leaf)
	}
	for i, a := range "abcdefgh" {
		for _, b := range "abcdefgh"[i+1:] {
			text += "; ambiguous " + string(a) + " hub " + string(b)
		}
	}
	r, err := class.Resolve(context.Background(), graphtest.Arrows(t, text), class.CPDAG, class.Refuse, class.Limits{Readings: 10})
	if err != nil || len(r.Members) != 10 || r.Complete {
		t.Fatalf("%v, %d readings, whole %v; want 10 of more", err, len(r.Members), r.Complete)
	}
	// Any set of two or more leaves may point to the hub, or none of them.
	r, err = class.Resolve(context.Background(), graphtest.Arrows(t, text), class.CPDAG, class.Refuse, class.Limits{})
	if want := 1<<8 - 8; err != nil || len(r.Members) != want || !r.Complete {
		t.Fatalf("%v, %d readings, whole %v; want %d", err, len(r.Members), r.Complete, want)
	}
}
