package graphtest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
)

// A PeerCase is two graphs with the numbers of other people's programs.
type PeerCase struct {
	ID                     string
	TruthClass, GuessClass string // "dag" or "cpdag"
	Truth, Guess           *graph.Graph
	Wrong                  map[string]int // by metric
	SIDBounds              *[2]int        // least and greatest sid over the class of the guess
}

// Peer returns the cases of testdata/vectors/peer with at most n nodes.
func Peer(t testing.TB, n int) []PeerCase {
	t.Helper()
	const folder = "vectors/peer/"
	var file struct {
		Cases []struct {
			ID, Class    string
			N            int
			Truth, Guess string
			Expect       map[string]json.RawMessage
		}
	}
	readJSON(t, folder+"values.json", &file)
	var cases []PeerCase
	for _, raw := range file.Cases {
		if raw.N > n {
			continue
		}
		c := PeerCase{ID: raw.ID, Wrong: make(map[string]int)}
		truth, guess, mixed := strings.Cut(raw.Class, "-")
		if !mixed {
			guess = truth
		}
		c.TruthClass, c.GuessClass = truth, guess
		c.Truth = Arrows(t, string(read(t, folder+raw.Truth)))
		c.Guess = Arrows(t, string(read(t, folder+raw.Guess)))
		for metric, value := range raw.Expect {
			var wrong int
			if err := json.Unmarshal(value, &wrong); err == nil {
				c.Wrong[metric] = wrong
				continue
			}
			var bounds struct{ Lower, Upper int }
			if err := json.Unmarshal(value, &bounds); err != nil || metric != "sid" {
				t.Fatalf("values.json: %s: %s is %s", raw.ID, metric, value)
			}
			c.SIDBounds = &[2]int{bounds.Lower, bounds.Upper}
		}
		cases = append(cases, c)
	}
	return cases
}
