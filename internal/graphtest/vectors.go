package graphtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// A Case is two graphs with known values.
type Case struct {
	ID                     string
	Class                  string // "dag", ..., or "mixed" where the two classes differ, or "ambiguous"
	TruthClass, GuessClass string // "dag", "cpdag", "mpdag", "mag", "pag", "admg", "cyclic"; no class for an ambiguous guess
	Truth, Guess           *graph.Graph
	Expect                 Expect
}

// Expect has the known values of a case. Unknown ones are nil, or not in their map.
type Expect struct {
	Wrong      map[string]int // separation distances and Hamming distances by metric
	Reverse    map[string]int // the same with truth and guess exchanged
	Statements *Statements    // nil for an ambiguous guess
	Lines      bool           // a MAG with undirected edges is among the two
	Bows       bool           // bows may be among the edges

	IsMAGTruth, IsMAGGuess         *bool
	ClassSizeTruth, ClassSizeGuess *int         // DAGs in the equivalence class of a CPDAG
	MembersTruth, MembersGuess     *int         // DAGs that an MPDAG represents
	MemberTruth, MemberGuess       *graph.Graph // a DAG or MAG of the class that is drawn

	Readings *int     // DAGs up to equivalence that an ambiguous guess may stand for
	ZL       *MinMean // zl-sd over the readings; nil if there is none
}

// Statements has the values of the s/c-metrics, each averaged over all orders.
type Statements struct {
	SC, C, S         float64
	Orders           []Order
	MarkovEquivalent bool
}

// An Order counts the statements with k nodes in the separating set.
type Order struct {
	K              int `json:"k"`
	Statements     int `json:"statements"`
	ConnectedTruth int `json:"connected_truth"`
	Disagree       int `json:"disagree"` // connected in one of the two graphs only
	C              int `json:"c"`        // of these, connected in the truth
	S              int `json:"s"`        // of these, connected in the guess
}

// MinMean is a count over several readings.
type MinMean struct {
	Min, Max int
	Mean     float64
}

// Vectors returns the cases of testdata/vectors/small.json, all by brute force.
func Vectors(t testing.TB) []Case {
	t.Helper()
	var file struct {
		Cases []struct {
			ID, Class           string
			TruthClass          string `json:"truth_class"`
			GuessClass          string `json:"guess_class"`
			Nodes, Truth, Guess []string
			Expect              map[string]json.RawMessage
		}
	}
	readJSON(t, "vectors/small.json", &file)
	cases := make([]Case, len(file.Cases))
	for i, raw := range file.Cases {
		c := Case{ID: raw.ID, Class: raw.Class, TruthClass: raw.TruthClass, GuessClass: raw.GuessClass}
		switch raw.Class {
		case "mixed":
		case "ambiguous":
			c.TruthClass = "dag"
		default:
			c.TruthClass, c.GuessClass = raw.Class, raw.Class
		}
		draw := func(edges []string, triples ...string) *graph.Graph {
			items := append(edges[:len(edges):len(edges)], triples...)
			return Arrows(t, strings.Join(raw.Nodes, " ")+": "+strings.Join(items, "; "))
		}
		x := expectReader{draw: draw, raw: raw.Expect}
		c.Expect = x.read()
		c.Truth, c.Guess = draw(raw.Truth), draw(raw.Guess, x.triples...)
		if x.err != nil {
			t.Fatalf("small.json: %s: %v", raw.ID, x.err)
		}
		cases[i] = c
	}
	return cases
}

// An expectReader sorts the values of one case into an [Expect]. An unknown key is an error, so
// that no value is missed.
type expectReader struct {
	draw    func(edges []string, triples ...string) *graph.Graph
	raw     map[string]json.RawMessage
	triples []string // of an ambiguous guess
	err     error
}

func (x *expectReader) read() Expect {
	e := Expect{Wrong: make(map[string]int)}
	var s Statements
	var memberTruth, memberGuess []string
	var colliders, ambiguous [][]string
	places := map[string]any{
		"reverse": &e.Reverse, "lines": &e.Lines, "bows": &e.Bows,
		"sc": &s.SC, "c": &s.C, "s": &s.S, "orders": &s.Orders, "markov_equivalent": &s.MarkovEquivalent,
		"is_mag_truth": &e.IsMAGTruth, "is_mag_guess": &e.IsMAGGuess,
		"class_size_truth": &e.ClassSizeTruth, "class_size_guess": &e.ClassSizeGuess,
		"members_truth": &e.MembersTruth, "members_guess": &e.MembersGuess,
		"member_truth": &memberTruth, "member_guess": &memberGuess,
		"readings": &e.Readings, "colliders": &colliders, "ambiguous": &ambiguous,
	}
	_, several := x.raw["readings"]
	for key, raw := range x.raw {
		var wrong int
		place, known := places[key]
		metric := !known && (strings.HasSuffix(key, "-sd") || strings.Contains(key, "shd"))
		switch {
		case several && key == "zl-sd":
			place, metric = &e.ZL, false
		case metric:
			place = &wrong
		case !known:
			x.err = fmt.Errorf("no place for %q", key)
			continue
		}
		if err := json.Unmarshal(raw, place); err != nil {
			x.err = fmt.Errorf("%s: %w", key, err)
		}
		if metric {
			e.Wrong[key] = wrong
		}
	}
	if len(s.Orders) > 0 {
		e.Statements = &s
	}
	if _, ok := x.raw["member_truth"]; ok {
		e.MemberTruth, e.MemberGuess = x.draw(memberTruth), x.draw(memberGuess)
	}
	for _, t := range colliders {
		x.triples = append(x.triples, "collider "+strings.Join(t, " "))
	}
	for _, t := range ambiguous {
		x.triples = append(x.triples, "ambiguous "+strings.Join(t, " "))
	}
	return e
}
