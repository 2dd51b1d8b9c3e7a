package block

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/study/batch"
)

// An Answer is what a block gives.
type Answer struct {
	Rows    []byte // without the line above them
	Survey  batch.Survey
	Outcome batch.Outcome
}

// Look reads what the block reads, and says what it is.
func (s *Study) Look(ctx context.Context, b *Block) (batch.Survey, error) {
	look, _, err := s.look(ctx, b)
	return look, err
}

// look returns the pairs of a block, too. The source must still be what it was when the plan was made.
func (s *Study) look(ctx context.Context, b *Block) (batch.Survey, *compare.Source, error) {
	src, err := s.Source()
	if err != nil {
		return batch.Survey{}, nil, err
	}
	look, again, err := batch.Look(ctx, src.Range(b.Lo, b.Hi, b.Place), &s.Settings)
	switch {
	case ctx.Err() != nil:
		return look, nil, context.Cause(ctx)
	case err != nil, look.Pairs != b.Hi-b.Lo, look.Inputs != b.Inputs: // it could be read when the plan was made
		return look, nil, &compare.ChangedError{File: src.Name}
	}
	return look, again, nil
}

// Run compares the pairs of a block, on one processor unless the settings say else.
func (s *Study) Run(ctx context.Context, b *Block) (*Answer, error) {
	look, src, err := s.look(ctx, b)
	if err != nil {
		return nil, err
	}
	a := &Answer{Survey: look}
	settings := s.Settings
	settings.Compared = a.Outcome.Count
	if b.Part != nil {
		settings.Part = &compare.Part{Part: task.Part(*b.Part)}
	}
	var rows bytes.Buffer
	if err := batch.Run(ctx, src, &settings, 0, look.Pairs, &rows); err != nil {
		return nil, err
	}
	a.Rows = rows.Bytes()
	return a, nil
}

// Join returns the rows of a pair from those of its blocks, with the metrics in the given order, and
// why the pair could not be compared, or nothing. The first block is that of the metrics without
// parts. The counts of the others are added up, and divided once.
func (s *Study) Join(parts [][]byte, metrics []string) (rows []byte, reason string, err error) {
	src, err := s.Source()
	if err != nil {
		return nil, "", err
	}
	var head bytes.Buffer
	if err := batch.Head(&head, src, &s.Settings); err != nil {
		return nil, "", err
	}
	var joined []batch.Row
	sums := make(map[string]bool) // the metrics that have parts
	for block, part := range parts {
		in, err := batch.NewReader(io.MultiReader(bytes.NewReader(head.Bytes()), bytes.NewReader(part)), s.Settings.Form)
		if err != nil {
			return nil, "", err
		}
		for {
			row, err := in.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, "", fmt.Errorf("the rows of a part: %w", err)
			}
			sums[row.Metric] = block > 0
			i := slices.IndexFunc(joined, func(r batch.Row) bool { return r.Metric == row.Metric })
			switch {
			case i < 0:
				joined = append(joined, row)
			case joined[i].Status == batch.OK && row.Status == batch.OK:
				joined[i].Wrong += row.Wrong
				joined[i].Of += row.Of
			case row.Status != batch.OK && joined[i].Status == batch.OK:
				joined[i] = row
			}
		}
	}
	place := func(r batch.Row) int { return slices.Index(metrics, r.Metric) }
	slices.SortStableFunc(joined, func(a, b batch.Row) int { return place(a) - place(b) })
	for i := range joined {
		if r := &joined[i]; r.Status == batch.OK && sums[r.Metric] {
			r.Value, r.Reason = distance.Count{Wrong: r.Wrong, Of: r.Of}.Value(), ""
		}
	}
	if bad := batch.Failure(joined); bad != nil {
		reason = bad.Reason
	}
	return s.Settings.AppendRows(nil, joined, src), reason, nil
}
