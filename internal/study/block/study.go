// Package block cuts a study into blocks that can run anywhere.
//
// A block is a range of the pairs of a study or, of one large pair, a range of its sources. It is a
// pure function of the study and the files that it reads: its rows are, byte for byte, those that
// package batch writes for these pairs. A [Plan] lists the blocks, each of about the same time; [Study.Run]
// answers one; [Study.Join] makes the rows of a large pair of those of its parts.
package block

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/batch"
)

// A Study says which pairs are compared, and how. The pairs are in files, in memory, or drawn.
type Study struct {
	Paths   []string // as [batch.Open] takes them
	Base    string
	Stacked bool

	Lines   []byte   // pairs in memory, as JSON lines
	Columns []string // of them

	Random *simulate.Task // pairs of random graphs, as `sepdist simulate --count` writes them
	Count  int            // of random pairs

	Settings batch.Settings
}

// Source returns the pairs of the study.
func (s *Study) Source() (*pipeline.Source, error) {
	switch {
	case s.Random != nil:
		return s.drawn()
	case s.Lines != nil:
		return batch.LinesInMemory(s.Lines, s.Columns), nil
	case len(s.Paths) == 0:
		return nil, fmt.Errorf("the study names no pairs")
	}
	return batch.Open(s.Paths, s.Base, s.Stacked)
}

// drawn returns pairs of random graphs. Any of them can be drawn without the others.
func (s *Study) drawn() (*pipeline.Source, error) {
	if err := s.Random.CheckPairs(); err != nil {
		return nil, err
	}
	if s.Count < 1 {
		return nil, fmt.Errorf("a study of %d random pairs: expected a positive number", s.Count)
	}
	digits := len(fmt.Sprint(s.Count))
	return batch.Listed("random pairs", s.Count, func(i int) pipeline.Input {
		id := fmt.Sprintf("%0*d", digits, i+1)
		return pipeline.Input{
			ID: id, Truth: pipeline.Origin{Name: "truth/" + id + ".txt"}, Guess: pipeline.Origin{Name: "guess/" + id + ".txt"},
			Draw: func(ctx context.Context) (*sepdist.Graph, *sepdist.Graph, error) {
				t, g, err := s.Random.Pair(ctx, i+1)
				if err != nil {
					return nil, nil, err
				}
				return &sepdist.Graph{Graph: t.Graph, Series: t.Series, Class: s.Settings.Truth.Class},
					&sepdist.Graph{Graph: g.Graph, Series: g.Series, Class: s.Settings.Guess.Class}, nil
			},
		}
	}), nil
}
