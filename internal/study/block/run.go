package block

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
)

// An Answer is what a block gives.
type Answer struct {
	Rows    []byte // without the line above them
	Scan    store.ScanResult
	Outcome store.Outcome
}

// Scan reads the inputs of a block, and returns its pairs. The source must not have changed since the plan was made.
func (s *Study) Scan(ctx context.Context, b *Block) (store.ScanResult, *pipeline.Source, error) {
	src, err := s.Source()
	if err != nil {
		return store.ScanResult{}, nil, err
	}
	found, again, err := batch.Scan(ctx, src.Range(b.Lo, b.Hi, b.Place), &s.Settings)
	switch {
	case ctx.Err() != nil:
		return found, nil, context.Cause(ctx)
	case err != nil, found.Pairs != b.Hi-b.Lo, found.Inputs != b.Inputs: // it could be read when the plan was made
		return found, nil, &pipeline.ChangedError{File: src.Name}
	}
	return found, again, nil
}

// Run compares the pairs of a block, on one processor unless the settings say else.
func (s *Study) Run(ctx context.Context, b *Block) (*Answer, error) {
	found, src, err := s.Scan(ctx, b)
	if err != nil {
		return nil, err
	}
	a := &Answer{Scan: found}
	settings := s.Settings
	settings.Compared, settings.Part = a.Outcome.Count, b.Part
	var rows bytes.Buffer
	if err := batch.Run(ctx, src, &settings, 0, found.Pairs, &rows); err != nil {
		return nil, err
	}
	a.Rows = rows.Bytes()
	return a, nil
}

// Join returns the rows of a pair from those of its blocks, with the metrics in the given order, and
// why the pair could not be compared, or nothing. The first block is that of the metrics without
// parts. The counts of the others are added up, and divided once.
func (s *Study) Join(parts [][]byte, metrics []string) (rows []byte, reason store.Reason, err error) {
	src, err := s.Source()
	if err != nil {
		return nil, reason, err
	}
	head := s.Settings.Head(src)
	var joined []store.Row
	sums := make(map[string]bool) // the metrics that have parts
	for block, part := range parts {
		rows := store.Text(s.Settings.Form, func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(bytes.NewReader(head), bytes.NewReader(part))), nil
		})
		for pair, err := range rows {
			if err != nil {
				return nil, reason, fmt.Errorf("the rows of a part: %w", err)
			}
			for _, row := range pair.Rows {
				sums[row.Metric] = block > 0
				i := slices.IndexFunc(joined, func(r store.Row) bool { return r.Metric == row.Metric })
				switch {
				case i < 0:
					joined = append(joined, row)
				case joined[i].Status == store.OK && row.Status == store.OK:
					joined[i].Wrong += row.Wrong
					joined[i].Of += row.Of
				case row.Status != store.OK && joined[i].Status == store.OK:
					joined[i] = row
				}
			}
		}
	}
	place := func(r store.Row) int { return slices.Index(metrics, r.Metric) }
	slices.SortStableFunc(joined, func(a, b store.Row) int { return place(a) - place(b) })
	for i := range joined {
		if r := &joined[i]; r.Status == store.OK && sums[r.Metric] {
			r.Value, r.Reason = distance.Count{Wrong: r.Wrong, Of: r.Of}.Value(), store.Reason{}
		}
	}
	if bad := store.Failure(joined); bad != nil {
		reason = bad.Reason
	}
	columns := s.Settings.Columns(src)
	for i := range joined {
		rows = s.Settings.Form.Append(rows, &joined[i], columns)
	}
	return rows, reason, nil
}
