package compare

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

// Where what a perfect guess would get is too much work, that is said: no number stands alone.
func TestPerfectGuessIsTooMuchWork(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(1, 1))
	truth := &Graph{Graph: graphtest.DAG(rng, 20, 0.3), Class: class.DAG}
	m, err := class.Check(ctx, truth.Graph, class.DAG)
	if err != nil {
		t.Fatal(err)
	}
	own, err := m.Model().As(ctx, class.CPDAG)
	if err != nil {
		t.Fatal(err)
	}
	guess := &Graph{Graph: own.Graph(), Class: class.CPDAG}
	o := Options{Metrics: []string{"zl-sd", "shd"}, Workers: 1}
	pair, err := Prepare(ctx, truth, guess, &o)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		most  perfectLimits
		guess *Graph
		notes []string
		table bool // there is a column for the perfect guess
	}{
		{"all is computed", perfectLimits{20, time.Hour}, guess, nil, true},
		{"too many nodes", perfectLimits{19, time.Hour}, guess,
			[]string{"the graphs are of different classes, and even a perfect guess may not be at 0: use option as=cpdag to compare equivalence classes"}, false},
		{"one metric takes long", perfectLimits{20, time.Nanosecond}, guess,
			[]string{"what a perfect guess would get was not computed for zl-sd, which takes long"}, true},
		{"too many nodes, of one class", perfectLimits{19, time.Hour}, truth, nil, false},
	} {
		c, err := Compare(ctx, truth, tt.guess, o)
		if err != nil {
			t.Fatal(err)
		}
		c.Notes, c.Perfect, c.PerfectDo = nil, "", ""
		for i := range c.Results {
			c.Results[i].Perfect = nil
		}
		one := pair
		if tt.guess == truth {
			if one, err = Prepare(ctx, truth, truth, &o); err != nil {
				t.Fatal(err)
			}
		}
		if err := one.addPerfect(ctx, c, tt.most); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(c.Notes, tt.notes) || (c.Perfect != "") != tt.table {
			t.Errorf("%s: notes %q, perfect %q", tt.name, c.Notes, c.Perfect)
		}
		var text strings.Builder
		if err := c.Text(&text); err != nil {
			t.Fatal(err)
		}
		for _, note := range tt.notes {
			if !strings.Contains(text.String(), "note: "+note) {
				t.Errorf("%s: %s\nwant %q", tt.name, text.String(), note)
			}
		}
		for _, e := range c.Results {
			row := regexp.MustCompile("(?m)^" + e.Metric.Name + " +[0-9.]+ +not computed ")
			if tt.table && e.Perfect == nil && !row.MatchString(text.String()) {
				t.Errorf("%s: %s has no number of a perfect guess, and nothing says so", tt.name, e.Metric.Name)
			}
		}
	}
}
