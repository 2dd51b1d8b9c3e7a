package measure

import (
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

func TestEveryMetricHasAnEngine(t *testing.T) {
	for i := range distance.Metrics {
		m := &distance.Metrics[i]
		e := engineOf(m)
		if e.Measure == nil {
			t.Fatalf("%s has no engine", m.Name)
		}
		if (m.Series.Guess != 0) != (e.Series != nil) && m.Claims != distance.AboutSeparation {
			t.Errorf("%s is defined for time series: %v, and computed: %v", m.Name, m.Series.Guess != 0, e.Series != nil)
		}
		if m.Claims.HasSets() != (e.Claims != nil) {
			t.Errorf("%s counts claims with sets: %v, and lists them: %v", m.Name, m.Claims.HasSets(), e.Claims != nil)
		}
	}
	if count := len(engines); count != len(distance.Metrics)+1 { // and given-sd
		t.Errorf("%d engines for %d metrics and given-sd", count, len(distance.Metrics))
	}
}

// A copy of a metric is the same metric, and one that is not in the table is an error.
func TestCopiedMetric(t *testing.T) {
	m, err := distance.Find("zl-sd")
	if err != nil {
		t.Fatal(err)
	}
	same := *m
	truth, guess := dag(t, "a --> b --> c"), dag(t, "a --> b <-- c")
	want, err := Measure(t.Context(), m, truth, guess, task.Params{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Measure(t.Context(), &same, truth, guess, task.Params{}); err != nil || got.Count != want.Count {
		t.Errorf("a copy gives %v, want %v (%v)", got.Count, want.Count, err)
	}
	same.Name = "mine"
	if _, err := Measure(t.Context(), &same, truth, guess, task.Params{}); err == nil {
		t.Error("a metric that is not in the table is measured")
	}
	if ClaimsOf(&same, guess) != nil || Splits(&same, truth, guess, task.Params{}) {
		t.Error("a metric that is not in the table has claims, or splits")
	}
}

func dag(t *testing.T, drawing string) *model.Model {
	t.Helper()
	m, err := class.Check(t.Context(), graphtest.Arrows(t, drawing), class.DAG)
	if err != nil {
		t.Fatal(err)
	}
	return m.Model()
}

// The table of metrics repeats for which classes the adjustment criterion is stated, since it does not import
// the engines.
func TestCanonicalClasses(t *testing.T) {
	m, err := distance.Find("canonical-aid")
	if err != nil {
		t.Fatal(err)
	}
	if m.Truth != model.Adjustable || m.Guess != model.Adjustable {
		t.Errorf("canonical-aid is defined for %v and %v, its criterion for %v", m.Truth, m.Guess, model.Adjustable)
	}
}
