package measure_test

import (
	"context"
	"math"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
)

// The least, mean and greatest zl-sd over the readings of the vectors, by brute force.
func TestReadingsVectors(t *testing.T) {
	zl, err := distance.Find("zl-sd")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, c := range graphtest.Vectors(t) {
		if c.Expect.Readings == nil {
			continue
		}
		compared++
		truth := newModel(t, c.Truth, c.TruthClass)
		guess, err := class.Resolve(context.Background(), c.Guess, class.CPDAG, class.Refuse, class.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		r, err := measure.OverReadings(context.Background(), zl, truth, guess, task.Params{})
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		if r.Readings.Count != *c.Expect.Readings {
			t.Errorf("%s: %d readings, want %d", c.ID, r.Readings.Count, *c.Expect.Readings)
		}
		want := c.Expect.ZL
		if want == nil {
			if r.Defined() {
				t.Errorf("%s: %v without a reading", c.ID, r.Value)
			}
			continue
		}
		pairs := float64(truth.N() * (truth.N() - 1))
		for what, pair := range map[string][2]float64{
			"min":  {r.Readings.Min, float64(want.Min)},
			"mean": {r.Readings.Mean, want.Mean},
			"max":  {r.Readings.Max, float64(want.Max)},
		} {
			if got, want := pair[0]*pairs, pair[1]; math.Abs(got-want) > 1e-6 {
				t.Errorf("%s: %s zl-sd %v, want %v", c.ID, what, got, want)
			}
		}
	}
	if compared < 30 {
		t.Errorf("only %d cases were compared", compared)
	}
}

// Where the limit is hit the mean is estimated, and lies where the whole has it.
func TestReadingsBeyondTheLimit(t *testing.T) {
	text := "a b c d e f hub: "
	for _, leaf := range "abcdef" {
		text += "hub --- " + string(leaf) + "; "
	}
	for i, a := range "abcdef" {
		for _, b := range "abcdef"[i+1:] {
			text += "ambiguous " + string(a) + " hub " + string(b) + "; "
		}
	}
	truth := newModel(t, graphtest.Arrows(t, "a b c d e f hub: a --> hub; b --> hub; hub --> c; hub --> d"), "dag")
	zl, err := distance.Find("zl-sd")
	if err != nil {
		t.Fatal(err)
	}
	over := func(limit int, seed uint64) distance.Result {
		guess, err := class.Resolve(context.Background(), graphtest.Arrows(t, text), class.CPDAG, class.Refuse, class.Limits{Readings: limit})
		if err != nil {
			t.Fatal(err)
		}
		r, err := measure.OverReadings(context.Background(), zl, truth, guess, task.Params{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	whole := over(0, 1)
	if whole.Partial || whole.Readings.Count != 58 {
		t.Fatalf("%+v, want 58 readings", whole.Readings)
	}
	sum := 0.0
	const seeds = 40
	for seed := range uint64(seeds) {
		part := over(5, seed)
		if !part.Partial || part.Readings.Min < whole.Readings.Min || part.Readings.Max > whole.Readings.Max {
			t.Errorf("seed %d: %+v, and of the whole %+v", seed, part.Readings, whole.Readings)
		}
		sum += part.Readings.Mean
	}
	if mean := sum / seeds; math.Abs(mean-whole.Readings.Mean) > 0.02 {
		t.Errorf("the mean is estimated as %.4f, and is %.4f", mean, whole.Readings.Mean)
	}
}

// The readings of a --- b --- c with an open triple are that graph and the collider. Each
// stands for DAGs whose sid to the truth is known one by one.
func TestReadingsBounds(t *testing.T) {
	truth := newModel(t, graphtest.Arrows(t, "a b c: a --> b"), "dag")
	guess, err := class.Resolve(context.Background(), graphtest.Arrows(t, "a --- b; b --- c; ambiguous a b c"), class.CPDAG, class.Refuse, class.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	sid, err := distance.Find("sid")
	if err != nil {
		t.Fatal(err)
	}
	got, err := measure.OverReadings(context.Background(), sid, truth, guess, task.Params{})
	if err != nil {
		t.Fatal(err)
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, dag := range []string{"a --> b; b --> c", "a <-- b; b --> c", "a <-- b; b <-- c", "a --> b; b <-- c"} {
		r, err := measure.Measure(context.Background(), sid, truth, newModel(t, graphtest.Arrows(t, dag), "dag"), task.Params{})
		if err != nil {
			t.Fatal(err)
		}
		least, most = min(least, r.Value), max(most, r.Value)
	}
	if got.Defined() || got.Why == "" || got.Lower.Value() != least || got.Upper.Value() != most {
		t.Errorf("sid over the readings is %v, %v to %v (%s), want %v to %v", got.Value, got.Lower, got.Upper, got.Why, least, most)
	}
}

// What is undefined for one reading has no mean over them: the reading without a collider
// has no arrowhead that could be right.
func TestReadingsUndefined(t *testing.T) {
	truth := newModel(t, graphtest.Arrows(t, "a b c: a --> b"), "dag")
	guess, err := class.Resolve(context.Background(), graphtest.Arrows(t, "a --- b; b --- c; ambiguous a b c"), class.CPDAG, class.Refuse, class.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := distance.Find("arrowhead-precision")
	if err != nil {
		t.Fatal(err)
	}
	r, err := measure.OverReadings(context.Background(), m, truth, guess, task.Params{})
	if err != nil || r.Defined() || r.Why == "" {
		t.Errorf("got %v (%s), %v, want no value and why", r.Value, r.Why, err)
	}
}

// Where more graphs are equally near than may be measured, a sample of them is, and it is said so.
func TestNearestBeyondTheLimit(t *testing.T) {
	truth := newModel(t, graphtest.Arrows(t, "hub --- a; hub --- b; hub --- c; hub --- d"), "cpdag")
	g := graphtest.Arrows(t, "hub x-x a; hub x-x b; hub x-x c; hub x-x d")
	zl, err := distance.Find("zl-sd")
	if err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int]int{5: 5, 1000: 1<<4 - 4} {
		guess, err := class.Resolve(context.Background(), g, class.CPDAG, class.Nearest, class.Limits{Readings: limit})
		if err != nil {
			t.Fatal(err)
		}
		r, err := measure.OverReadings(context.Background(), zl, truth, guess, task.Params{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Readings.Count != want || r.Partial != (limit < 12) || (len(r.Notes) > 0) != r.Partial || r.Readings.Min > r.Readings.Mean || r.Readings.Mean > r.Readings.Max {
			t.Errorf("limit %d: %+v of %+v, want %d readings", limit, r, r.Readings, want)
		}
	}
}
