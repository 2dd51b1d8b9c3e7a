package naive_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/naive"
)

// TestVectors holds every definition against the values of another program written
// from the same definitions.
func TestVectors(t *testing.T) {
	for _, c := range graphtest.Vectors(t) {
		if c.Class == "ambiguous" {
			continue // see TestReadings
		}
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			truth, guess := naive.Read(c.Truth, c.TruthClass), naive.Read(c.Guess, c.GuessClass)
			for metric, want := range c.Expect.Wrong {
				if got := measure(truth, guess, metric); got != want {
					t.Errorf("%s is %d, want %d", metric, got, want)
				}
			}
			for metric, want := range c.Expect.Reverse {
				if got := measure(guess, truth, metric); got != want {
					t.Errorf("%s from guess to truth is %d, want %d", metric, got, want)
				}
			}
			checkStatements(t, truth, guess, c.Expect.Statements)
			checkClass(t, c)
		})
	}
}

func measure(truth, guess *naive.Model, metric string) int {
	switch metric {
	case "shd":
		return naive.SHD(truth.Drawn, guess.Drawn)
	case "shd-reversal2":
		return naive.SHDReversal2(truth.Drawn, guess.Drawn)
	case "skeleton-shd":
		return naive.SkeletonSHD(truth.Drawn, guess.Drawn)
	}
	return naive.SeparationDistance(truth, guess, metric[:len(metric)-len("-sd")])
}

func checkStatements(t *testing.T, truth, guess *naive.Model, want *graphtest.Statements) {
	orders := naive.Orders(truth.Statements, guess.Statements)
	if len(orders) != len(want.Orders) {
		t.Fatalf("%d orders, want %d", len(orders), len(want.Orders))
	}
	equal := true
	for k, o := range orders {
		got := graphtest.Order{
			K: k, Statements: o.Statements, ConnectedTruth: o.ConnectedTruth,
			Disagree: o.ConnectedTruth + o.ConnectedGuess - 2*o.ConnectedBoth,
			C:        o.ConnectedTruth - o.ConnectedBoth,
			S:        o.ConnectedGuess - o.ConnectedBoth,
		}
		if got != want.Orders[k] {
			t.Errorf("order %d: %+v, want %+v", k, got, want.Orders[k])
		}
		equal = equal && got.Disagree == 0
	}
	if equal != want.MarkovEquivalent || truth.Statements.Equal(guess.Statements) != equal {
		t.Errorf("equivalent by orders: %v, by statements: %v, want %v", equal, truth.Statements.Equal(guess.Statements), want.MarkovEquivalent)
	}
	for _, v := range []struct {
		name      string
		got, want float64
	}{
		{"s/c", naive.SC(orders), want.SC},
		{"c", naive.Markov(orders), want.C},
		{"s", naive.Faithfulness(orders), want.S},
	} {
		if math.Abs(v.got-v.want) > 1e-11 {
			t.Errorf("the %s-metric is %v, want %v", v.name, v.got, v.want)
		}
	}
}

// checkClass holds what is known of the classes of the two graphs.
func checkClass(t *testing.T, c graphtest.Case) {
	size := func(what string, got []*graph.Graph, want *int) {
		if want != nil && len(got) != *want {
			t.Errorf("%s: %d graphs, want %d", what, len(got), *want)
		}
	}
	if c.Class == "cpdag" || c.Class == "mpdag" {
		size("truth", naive.Members(c.Truth), c.Expect.ClassSizeTruth)
		size("guess", naive.Members(c.Guess), c.Expect.ClassSizeGuess)
		size("truth", naive.Members(c.Truth), c.Expect.MembersTruth)
		size("guess", naive.Members(c.Guess), c.Expect.MembersGuess)
	}
	if m := c.Expect.MemberTruth; m != nil {
		class := naive.CPDAG
		members := naive.DAGs
		if c.Class == "pag" {
			class = naive.PAG
			members = func(g *graph.Graph) []*graph.Graph { return naive.MAGs(g, false) }
		}
		if got := class(members(m)); !got.EqualByIndex(c.Truth) {
			t.Errorf("the truth's member draws %v, want %v", got, c.Truth)
		}
		if got := class(members(c.Expect.MemberGuess)); !got.EqualByIndex(c.Guess) {
			t.Errorf("the guess's member draws %v, want %v", got, c.Guess)
		}
	}
	if want := c.Expect.IsMAGTruth; want != nil && naive.IsMAG(c.Truth, false) != *want {
		t.Errorf("%v is a MAG: want %v", c.Truth, *want)
	}
	if want := c.Expect.IsMAGGuess; want != nil && naive.IsMAG(c.Guess, false) != *want {
		t.Errorf("%v is a MAG: want %v", c.Guess, *want)
	}
}

func TestReadings(t *testing.T) {
	t.Parallel()
	for _, c := range graphtest.Vectors(t) {
		if c.Class != "ambiguous" {
			continue
		}
		readings := naive.Readings(c.Guess)
		if len(readings) != *c.Expect.Readings {
			t.Errorf("%s: %d readings of %v, want %d", c.ID, len(readings), c.Guess, *c.Expect.Readings)
			continue
		}
		if (len(readings) > 0) != (c.Expect.ZL != nil) {
			t.Errorf("%s: %d readings but values %v", c.ID, len(readings), c.Expect.ZL)
			continue
		}
		if len(readings) == 0 {
			continue
		}
		truth := naive.Read(c.Truth, "dag")
		var wrong []int
		sum := 0
		for _, dag := range readings {
			d := naive.SeparationDistance(truth, naive.Read(dag, "dag"), "zl")
			wrong = append(wrong, d)
			sum += d
		}
		want := *c.Expect.ZL
		if mean := float64(sum) / float64(len(wrong)); slices.Min(wrong) != want.Min || slices.Max(wrong) != want.Max || math.Abs(mean-want.Mean) > 1e-11 {
			t.Errorf("%s: zl-sd %v over the readings, want %+v", c.ID, wrong, want)
		}
	}
}

// TestPeer holds adjustment against gadjid, on the graphs that are small enough.
func TestPeer(t *testing.T) {
	t.Parallel()
	compared := make(map[string]int)
	for _, c := range graphtest.Peer(t, 8) {
		classes := c.TruthClass + " " + c.GuessClass
		if classes != "dag dag" && max(c.Truth.M(), c.Guess.M()) > 10 {
			continue // too many orientations
		}
		compared[classes]++
		if c.SIDBounds != nil {
			if lower, upper := naive.SIDBounds(c.Truth, c.Guess); [2]int{lower, upper} != *c.SIDBounds {
				t.Errorf("%s: sid from %d to %d, want %v", c.ID, lower, upper, *c.SIDBounds)
			}
			continue
		}
		truth, guess := naive.NewEffects(c.Truth), naive.NewEffects(c.Guess)
		for _, kind := range []string{"parent", "ancestor", "oset"} {
			want, ok := c.Wrong[kind+"-aid"]
			if got := naive.AID(truth, guess, kind); !ok || got != want {
				t.Errorf("%s: %s-aid is %d, want %d", c.ID, kind, got, want)
			}
		}
		if want, ok := c.Wrong["sid"]; ok {
			if got := naive.SID(c.Truth, c.Guess); got != want {
				t.Errorf("%s: sid is %d, want %d", c.ID, got, want)
			}
		}
		if got := naive.SHD(c.Truth, c.Guess); got != c.Wrong["shd"] {
			t.Errorf("%s: shd is %d, want %d", c.ID, got, c.Wrong["shd"])
		}
	}
	for _, classes := range []string{"dag dag", "cpdag cpdag", "dag cpdag", "cpdag dag"} {
		if compared[classes] < 2 {
			t.Errorf("%d cases of %s", compared[classes], classes)
		}
	}
}
