package experiment_test

import (
	"bytes"
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/experiment"
	"github.com/sepdist/sepdist/internal/study/stats"
	"github.com/sepdist/sepdist/internal/study/store"
	"github.com/sepdist/sepdist/internal/study/summary"
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
		s := &batch.Settings{Pipeline: pipeline.Pipeline{Options: sepdist.Options{Metrics: g.Metrics}}, Form: store.CSV}
		s.Workers = workers
		b := bytes.NewBuffer(s.Head(g.Source("grid")))
		if err := batch.Run(context.Background(), g.Source("grid"), s, 0, 40, b); err != nil {
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
	cells, err := summary.Cells(store.Text(store.CSV, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(all)), nil }))
	if err != nil || len(cells.List) != 8 || len(cells.Metrics) != 2 {
		t.Fatalf("%+v, %v", cells, err)
	}
	for _, c := range cells.List {
		void := 0
		for _, x := range c.Values[0] {
			if math.IsNaN(x) {
				void++
			}
		}
		if len(c.Values[0]) != 5 || c.Pairs != 5 || len(c.Lost) != void {
			t.Errorf("%+v", c)
		}
		if strings.HasPrefix(c.Key[0], "dag") && c.Key[1] != "unrelated" && !near(stats.Mean(c.Values[1]), 2.0/15) {
			t.Errorf("%s: shd is %v on average, want 2/15", c.Key, stats.Mean(c.Values[1]))
		}
	}
	var table bytes.Buffer
	if err := cells.Statistics(&table); err != nil || bytes.Count(table.Bytes(), []byte("\n")) != 1+8*3 {
		t.Errorf("statistics of two metrics in eight cells, %v:\n%s", err, table.String())
	}
}

func TestBadGrids(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"clas": ["dag"]}`, `unknown key "clas" (did you mean class?)`},
		{`{"nodes": ["many"]}`, `nodes: unexpected ["many"], expected a value such as [10, 20]`},
		{`{"class": "dg"}`, `class: unexpected "dg", expected a value such as [dag, cpdag]`},
		{`[1]`, `expected keys with values`},
		{"{\n\"class\": [dag]}", `grid.json:2: is not JSON: check quotes, commas and brackets near "{\n\"class\": [d"`},
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
