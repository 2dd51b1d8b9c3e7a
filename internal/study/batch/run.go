package batch

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/store"
)

// Settings say how pairs are compared and how rows are written.
type Settings struct {
	pipeline.Pipeline
	Form     store.Form
	Times    bool        // write what each metric took
	Shard    store.Shard // the part of the pairs that is measured
	FailFast bool        // stop at the first pair that cannot be compared

	// Compared, where set, is called for each pair in order with what came of it.
	Compared func(store.PairOutcome)

	// Done, where set, is called with the number of pairs of the shard that are done.
	Done func(pairs int)
}

// Check reports the first thing about the settings that no pair could be compared with.
func (s *Settings) Check() error { return s.CheckMetrics() }

// after returns the inputs of the shard without the first skip.
func after(s store.Shard, src *pipeline.Source, skip int) iter.Seq2[*pipeline.Input, error] {
	return func(yield func(*pipeline.Input, error) bool) {
		k := -1
		for in, err := range src.Inputs {
			if k++; err == nil && !s.Has(k) {
				continue
			}
			if skip--; err == nil && skip >= 0 {
				continue
			}
			if !yield(in, err) {
				return
			}
		}
	}
}

// A BadPair is the pair that a run with FailFast stopped at.
type BadPair struct {
	ID     string
	Reason store.Reason
}

func (e *BadPair) Error() string {
	return e.Render(advice.Flag)
}

// Render returns the text of the error with the option as spelled by a door.
func (e *BadPair) Render(spell advice.Spell) string {
	return advice.Textf("pair %q: %s: the rows before it are kept; omit %v to continue", e.ID, e.Reason, advice.Option("fail-fast")).Render(spell)
}

// Columns returns the columns of the rows of a source.
func (s *Settings) Columns(src *pipeline.Source) []store.Column {
	return store.Layout{More: src.Columns, Times: s.Times}.Columns()
}

// Head returns the header of the rows, which may be empty.
func (s *Settings) Head(src *pipeline.Source) []byte { return s.Form.Head(s.Columns(src)) }

// Run measures the pairs of the shard without the first skip, of total in all, and writes
// their rows to w in the order of the pairs, whole pairs at a time.
func Run(ctx context.Context, src *pipeline.Source, s *Settings, skip, total int, w io.Writer) error {
	type lines struct {
		rows     []store.Row // of one pair
		outcomes []store.PairOutcome
		text     []byte
	}
	done, columns := skip, s.Columns(src)
	return pipeline.Run(ctx, &s.Pipeline, after(s.Shard, src, skip), total-skip, func(to *lines, in *pipeline.Input, rows []pipeline.Row, err error) error {
		if changed := (*pipeline.ChangedError)(nil); errors.As(err, &changed) {
			return changed // it is not what the other rows of the run were computed from
		}
		to.rows = s.rowsOf(to.rows, in, rows, err)
		if s.FailFast {
			if i := slices.IndexFunc(to.rows, func(r store.Row) bool { return r.Status == store.Error }); i >= 0 {
				return &BadPair{to.rows[i].ID, to.rows[i].Reason}
			}
		}
		if s.Compared != nil {
			outcome := store.OutcomeOf(to.rows)
			if outcome.Reason.Code == store.Ask {
				outcome.Ask = err
			}
			to.outcomes = append(to.outcomes, outcome)
		}
		for i := range to.rows {
			to.text = s.Form.Append(to.text, &to.rows[i], columns)
		}
		return nil
	}, func(of *lines, pairs int) error {
		if _, err := w.Write(of.text); err != nil {
			return err
		}
		for _, o := range of.outcomes {
			s.Compared(o)
		}
		of.text, of.outcomes = of.text[:0], of.outcomes[:0]
		done += pairs
		if out, ok := w.(interface{ Mark(pairs int) error }); ok {
			if err := out.Mark(done); err != nil {
				return err
			}
		}
		if s.Done != nil && pairs > 0 {
			s.Done(done)
		}
		return nil
	})
}
