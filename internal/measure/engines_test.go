package measure

import (
	"testing"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/model"
)

func TestEveryMetricHasAnEngine(t *testing.T) {
	for i := range distance.Metrics {
		m := &distance.Metrics[i]
		e := engineOf[m]
		if e == nil || e.Measure == nil {
			t.Fatalf("%s has no engine", m.Name)
		}
		if (m.Series.Guess != 0) != (e.Series != nil) && m.Claims != distance.AboutSeparation {
			t.Errorf("%s is defined for time series: %v, and computed: %v", m.Name, m.Series.Guess != 0, e.Series != nil)
		}
		if m.Claims.HasSets() != (e.Claims != nil) {
			t.Errorf("%s counts claims with sets: %v, and lists them: %v", m.Name, m.Claims.HasSets(), e.Claims != nil)
		}
	}
	if count := len(engines()); count != len(distance.Metrics)+1 { // and given-sd
		t.Errorf("%d engines for %d metrics and given-sd", count, len(distance.Metrics))
	}
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
