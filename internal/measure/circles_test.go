package measure_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/measure/task"
)

// The distances of guesses with circles are those of the vectors. (Package tspag tests the sets, and
// truths with latent variables.)
func TestSeriesWithCircles(t *testing.T) {
	text, err := os.ReadFile("../tspag/testdata/tspag.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Variables, Latent, Truth, Guess []string
			Window                          int
			MaxLag                          int `json:"max_lag"`
			Valid                           bool
			Reason                          string
			Of                              float64
			NotAdjacent                     float64            `json:"not_adjacent"`
			NoClaim                         map[string]float64 `json:"no_claim"`
			Wrong                           map[string]float64
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for i, c := range file.Cases {
		if len(c.Latent) > 0 {
			continue
		}
		names := strings.Join(c.Variables, " ") + ": "
		drawn := graphtest.Series(t, names+strings.Join(c.Guess, "; "))
		member, err := class.CheckSeries(t.Context(), drawn, class.TSPAG)
		if err != nil {
			if c.Valid {
				t.Errorf("case %d: %v", i, err)
			}
			continue
		}
		truth := seriesModel(t, graphtest.Series(t, names+strings.Join(c.Truth, "; ")))
		for name := range map[string]bool{"zl-sd": true, "mb-zl-sd": true, "pancestor-sd": true} {
			p := task.Params{}
			p.Series = task.SeriesParams{MaxLag: c.MaxLag, Window: c.Window}
			r := measureSeries(t, name, truth, member.Model(), p)
			if !c.Valid && c.Reason != "not closed" {
				if r.Why == "" {
					t.Errorf("case %d: %s of a guess that is invalid (%s) is %v", i, name, c.Reason, r.Count)
				}
				continue
			}
			if r.Why != "" {
				if c.Valid {
					t.Errorf("case %d: %s is undefined: %s", i, name, r.Why)
				}
				continue
			}
			checked++
			if want := (distance.Count{Wrong: c.Wrong[name], Of: c.Of}); r.Count != want || r.NoSeparator != c.NoClaim[name] || r.Claims != c.NotAdjacent-c.NoClaim[name] {
				t.Errorf("case %d: %s is %v with %v claims and %v pairs without one, want %v, %v and %v", i, name, r.Count, r.Claims, r.NoSeparator, want, c.NotAdjacent-c.NoClaim[name], c.NoClaim[name])
			}
		}
	}
	if checked < 60 {
		t.Errorf("only %d values were checked", checked)
	}
}
