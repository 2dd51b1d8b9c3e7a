package sepdist_test

import (
	"math"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// A guess with more readings than the limit is compared as the class that is asked for, too: over
// many seeds the estimated mean is that of all readings.
func TestReadingsAsBeyondTheLimit(t *testing.T) {
	truth := &sepdist.Graph{Graph: graphtest.Arrows(t, "hub --> a; hub --> b; hub --> c; hub --> d"), Class: class.DAG}
	guess := &sepdist.Graph{Graph: graphtest.Arrows(t, "hub x-x a; hub x-x b; hub x-x c; hub x-x d"), Class: class.CPDAG}
	mean := func(limit int, seed uint64) float64 {
		o := sepdist.Options{Metrics: []string{"mark-distance"}, As: class.PAG, Invalid: class.Undirected, Limits: class.Limits{Readings: limit}, Seed: seed}
		pair, err := sepdist.Prepare(t.Context(), truth, guess, o)
		if err != nil {
			t.Fatal(err)
		}
		m, err := distance.Find(o.Metrics[0])
		if err != nil {
			t.Fatal(err)
		}
		r, err := pair.Measure(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		if r.Partial != (limit < 10) {
			t.Fatalf("with at most %d readings: partial %v", limit, r.Partial)
		}
		return r.Value
	}
	exact, sum := mean(1000, 0), 0.0
	const seeds = 50
	for seed := range uint64(seeds) {
		sum += mean(2, seed)
	}
	if got := sum / seeds; math.Abs(got-exact) > 0.02 {
		t.Errorf("the mean over random readings is %.3f, and over all %.3f", got, exact)
	}
}

// The value of a guess with several readings is the least, the mean or the largest, as the options state.
func TestAmbiguous(t *testing.T) {
	truth := &sepdist.Graph{Graph: graphtest.Arrows(t, "hub --> a; hub --> b; hub --> c"), Class: class.DAG}
	guess := &sepdist.Graph{Graph: graphtest.Arrows(t, "hub x-x a; hub x-x b; hub x-x c"), Class: class.CPDAG}
	compare := func(v sepdist.ReadingValue) (distance.Result, error) {
		c, err := sepdist.Compare(t.Context(), truth, guess, sepdist.Options{Metrics: []string{"shd"}, Invalid: class.Undirected, Ambiguous: v})
		if err != nil {
			return distance.Result{}, err
		}
		return c.Results[0].Result, nil
	}
	for v, want := range map[sepdist.ReadingValue]func(*distance.Readings) float64{
		"":                     func(r *distance.Readings) float64 { return r.Mean },
		sepdist.AllReadings:    func(r *distance.Readings) float64 { return r.Mean },
		sepdist.MeanOfReadings: func(r *distance.Readings) float64 { return r.Mean },
		sepdist.MinOfReadings:  func(r *distance.Readings) float64 { return r.Min },
		sepdist.MaxOfReadings:  func(r *distance.Readings) float64 { return r.Max },
	} {
		r, err := compare(v)
		if err != nil {
			t.Fatal(err)
		}
		if r.Readings == nil || r.Readings.Min == r.Readings.Max || r.Value != want(r.Readings) {
			t.Errorf("%q: %v of %+v", v, r.Value, r.Readings)
		}
	}
	if _, err := compare("median"); err == nil {
		t.Error("an unknown value is accepted")
	}
}
