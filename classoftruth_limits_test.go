package sepdist

import (
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// If the numbers of the class of the truth are too much work, a note says so.
func TestClassOfTruthIsTooMuchWork(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(1, 1))
	truth := &Graph{Graph: graphtest.DAG(rng, 20, 0.3), Class: class.DAG}
	m, err := class.Check(ctx, truth.Graph, class.DAG)
	if err != nil {
		t.Fatal(err)
	}
	own, err := m.As(ctx, class.CPDAG)
	if err != nil {
		t.Fatal(err)
	}
	guess := &Graph{Graph: own.Graph(), Class: class.CPDAG}
	o := Options{Metrics: []string{"zl-sd", "shd"}, Workers: 1}
	pair, err := Prepare(ctx, truth, guess, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		most  classOfTruthLimits
		guess *Graph
		notes []string
		table bool // there is a column for the class of the truth
	}{
		{"all is computed", classOfTruthLimits{20, time.Hour}, guess, nil, true},
		{"too many nodes", classOfTruthLimits{19, time.Hour}, guess,
			[]string{"truth and guess are of different classes, and even the CPDAG of the truth may not be at 0: use --as cpdag to compare equivalence classes"}, false},
		{"one metric takes long", classOfTruthLimits{20, time.Nanosecond}, guess,
			[]string{"CPDAG of truth was not computed for zl-sd, which takes long"}, true},
		{"too many nodes, of one class", classOfTruthLimits{19, time.Hour}, truth, nil, false},
	} {
		c, err := Compare(ctx, truth, tt.guess, o)
		if err != nil {
			t.Fatal(err)
		}
		c.Notes, c.ClassOfTruth, c.ClassOfTruthDo = nil, "", ""
		for i := range c.Results {
			c.Results[i].ClassOfTruth = nil
		}
		one := pair
		if tt.guess == truth {
			if one, err = Prepare(ctx, truth, truth, o); err != nil {
				t.Fatal(err)
			}
		}
		if err := one.addClassOfTruth(ctx, c, tt.most); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(c.Notes, tt.notes) || (c.ClassOfTruth != "") != tt.table {
			t.Errorf("%s: notes %q, class of truth %q", tt.name, c.Notes, c.ClassOfTruth)
		}
		var text strings.Builder
		if err := c.Text(&text); err != nil {
			t.Fatal(err)
		}
		unwrapped := strings.Join(strings.Fields(text.String()), " ")
		for _, note := range tt.notes {
			if !strings.Contains(unwrapped, "note: "+note) {
				t.Errorf("%s: %s\nwant %q", tt.name, text.String(), note)
			}
		}
		for _, e := range c.Results {
			row := regexp.MustCompile("(?m)^" + e.Metric.Name + " +[0-9.]+ +not computed ")
			if tt.table && e.ClassOfTruth == nil && !row.MatchString(text.String()) {
				t.Errorf("%s: %s has no number of the class of the truth, and nothing says so", tt.name, e.Metric.Name)
			}
		}
	}
}
