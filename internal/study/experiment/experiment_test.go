package experiment_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/experiment"
	"github.com/sepdist/sepdist/internal/study/stats"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

const grid = `{"class": ["dag", "cpdag"], "nodes": [6], "density": [0.2, 0.5],
 "change": [{"remove": 1, "reverse": 1}, {}], "repetitions": 5, "metrics": ["zl-sd", "shd"], "seed": 4}`

// A grid gives a row for each cell, repetition and metric; one removal and one reversal of a
// DAG are a Hamming distance of 2 in 15 pairs.
func TestGrid(t *testing.T) {
	g, err := experiment.Parse([]byte(grid), "grid.json")
	if err != nil {
		t.Fatal(err)
	}
	rows := func(workers int) string {
		s := &batch.Settings{Pipeline: compare.Pipeline{Options: compare.Options{Metrics: g.Metrics}}, Form: batch.CSV}
		s.Workers = workers
		var b bytes.Buffer
		if err := batch.Head(&b, g.Source("grid"), s); err != nil {
			t.Fatal(err)
		}
		if err := batch.Run(context.Background(), g.Source("grid"), s, 0, 40, &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	all := rows(1)
	if all != rows(8) {
		t.Error("8 workers write other rows than 1")
	}
	if n := strings.Count(all, "\n"); n != 1+8*5*2 {
		t.Errorf("%d lines", n)
	}
	cells := 0
	err = experiment.Summarise(strings.NewReader(all), batch.CSV, func(s *experiment.Summary) error {
		cells++
		void := 0
		for _, x := range s.Values[0] {
			if math.IsNaN(x) {
				void++
			}
		}
		if len(s.Metrics) != 2 || len(s.Values[0]) != 5 || s.Repetitions != 5 || len(s.Lost) != void {
			t.Errorf("%+v", s)
		}
		if strings.HasPrefix(s.Truth, "dag") && s.Guess != "unrelated" && !near(stats.Mean(s.Values[1]), 2.0/15) {
			t.Errorf("%s, %s: shd is %v on average, want 2/15", s.Truth, s.Guess, stats.Mean(s.Values[1]))
		}
		if n := bytes.Count(s.CSV(nil), []byte("\n")); n != 3 {
			t.Errorf("%d lines for two metrics", n)
		}
		return nil
	})
	if err != nil || cells != 8 {
		t.Errorf("%d cells, %v", cells, err)
	}
}

func TestBadGrids(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"clas": ["dag"]}`, `unknown field "clas"`},
		{"{\n\"class\": [dag]}", "grid.json:2: invalid character"},
		{`{"class": ["dag"]}`, "missing nodes"},
		{`{"class": ["tree"]}`, "tree"},
		{`{"class": ["dag"], "nodes": [4], "density": [2], "repetitions": 1, "metrics": ["shd"]}`, "probability is 2, expected 0 to 1"},
		{`{"class": ["dag"], "nodes": [4], "density": [1], "edges": [1], "repetitions": 1, "metrics": ["shd"]}`, "density and edges cannot be combined"},
	} {
		if _, err := experiment.Parse([]byte(tt.text), "grid.json"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.text, err, tt.want)
		}
	}
}
