package sepdist_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"sync"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/simulate"
)

var took = regexp.MustCompile(`"seconds": [-+.e0-9]+`)

// Sixteen goroutines that compare, explain, check, draw random guesses and ROC curves on the same
// graphs say what one says alone. The race detector watches them.
func TestSharedGraphs(t *testing.T) {
	var graphs []*sepdist.Graph
	for i, kind := range []class.Kind{class.DAG, class.DAG, class.CPDAG, class.MAG, class.PAG} {
		g, err := simulate.Graph(context.Background(), kind, simulate.Options{Nodes: 7, Edges: 9, Seed: uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		graphs = append(graphs, &sepdist.Graph{Graph: graph.MustNew(graph.NumberedNames("X", 1, 7), g.EdgeList()), Name: fmt.Sprint(kind, i), Class: kind})
	}
	ctx := t.Context()
	truth, guesses := graphs[0], graphs[1:]
	metric, err := distance.Find("zl-sd")
	if err != nil {
		t.Fatal(err)
	}
	work := func(job int) (string, error) {
		var b bytes.Buffer
		guess := guesses[job%len(guesses)]
		switch job / len(guesses) % 5 {
		case 0:
			c, err := sepdist.Compare(ctx, truth, guess, sepdist.Options{Metrics: []string{"all"}, Seed: 1})
			if err != nil {
				return "", err
			}
			err = c.JSON(&b)
			return took.ReplaceAllString(b.String(), ""), err
		case 1:
			e, err := sepdist.Explain(ctx, truth, guess, sepdist.ExplainOptions{Metric: metric.Name, Limit: 5})
			if err != nil {
				return "", err
			}
			err = e.Text(&b)
			return b.String(), err
		case 2:
			c, err := sepdist.Check(ctx, guess)
			if err != nil {
				return "", err
			}
			err = c.Text(&b)
			return b.String(), err
		case 3:
			c, err := sepdist.Compare(ctx, truth, guess, sepdist.Options{Metrics: []string{"zl-sd", "shd"}, Baseline: 20, Seed: 1})
			if err != nil {
				return "", err
			}
			err = c.Text(&b)
			return b.String(), err
		}
		r, err := sepdist.ROC(ctx, truth, guesses, sepdist.Options{Seed: 1})
		if err != nil {
			return "", err
		}
		err = r.Text(&b)
		return b.String(), err
	}
	jobs := 5 * len(guesses)
	want := make([]string, jobs)
	for job := range want {
		var err error
		if want[job], err = work(job); err != nil {
			t.Fatalf("job %d: %v", job, err)
		}
	}
	var all sync.WaitGroup
	for w := range 16 {
		all.Go(func() {
			for i := range jobs {
				job := (i*7 + w*3) % jobs // each in another order: 7 and the number of jobs have no common factor
				if got, err := work(job); err != nil || got != want[job] {
					t.Errorf("goroutine %d, job %d: %v: got\n%s\nwant\n%s", w, job, err, got, want[job])
				}
			}
		})
	}
	all.Wait()
}
