package distance_test

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
)

// An unknown metric is reported with what was perhaps meant, and that a group is a group.
func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"zlsd":  `unknown metric "zlsd" (did you mean zl-sd?)`,
		"SHD ":  "(did you mean shd?)",
		"sd":    `"sd" is a group of metrics`,
		"xyzzy": `unknown metric "xyzzy"`,
	} {
		if _, err := distance.Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Find(%q): %v, want %s", name, err, want)
		}
	}
}

// A metric that is named and is in a group that is named stands where it is first named.
func TestSelectOnce(t *testing.T) {
	chosen, skipped, err := distance.Select([]string{"zl-sd", "sd", "zl-sd"}, class.DAG, class.CPDAG, distance.Symmetry{})
	if err != nil || chosen[0].Name != "zl-sd" {
		t.Fatalf("%v first, %v", chosen[0].Name, err)
	}
	seen := make(map[string]bool)
	for _, m := range chosen {
		if seen[m.Name] {
			t.Errorf("%s is chosen twice", m.Name)
		}
		seen[m.Name] = true
	}
	for _, s := range skipped {
		if s.Why == nil || seen[s.Metric.Name] {
			t.Errorf("%s is skipped: %v", s.Metric.Name, s.Why)
		}
	}
	if len(skipped) == 0 {
		t.Error("parent-sd is defined for a CPDAG")
	}
}

// The default metrics include canonical-aid for the guesses that no other adjustment distance takes.
func TestDefaultAdjustmentDistances(t *testing.T) {
	for guess, want := range map[class.Kind]bool{class.DAG: false, class.CPDAG: false, class.MPDAG: false, class.MAG: true, class.PAG: true, class.ADMG: true, class.Cyclic: false} {
		chosen, skipped, err := distance.Select([]string{"default"}, class.DAG, guess, distance.Symmetry{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range skipped {
			if s.Metric.Name == "canonical-aid" {
				t.Errorf("%v: canonical-aid is skipped", guess)
			}
		}
		aid := 0
		for _, m := range chosen {
			if m.Group == "aid" {
				aid++
			}
			if m.Name == "canonical-aid" && !want {
				t.Errorf("%v: canonical-aid is chosen", guess)
			}
		}
		if want && aid != 1 {
			t.Errorf("%v: %d adjustment distances, want canonical-aid alone", guess, aid)
		}
	}
}
