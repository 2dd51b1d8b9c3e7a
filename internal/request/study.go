//go:build !lean

package request

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/sepdist/sepdist/internal/input"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/outfile"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/block"
	"github.com/sepdist/sepdist/internal/study/store"
)

func init() {
	fileOps["plan"], fileOps["block"], fileOps["join"] = planned, blockRows, joined
}

// study returns the study of a request. Reasons in its rows are worded as those of batch are.
func (r *Request) study() (*block.Study, error) {
	s := r.Study
	if s == nil {
		return nil, fmt.Errorf("the request has no study")
	}
	o, err := r.options()
	if err != nil {
		return nil, err
	}
	o.Progress, o.Workers = nil, max(1, o.Workers)
	made := &block.Study{Paths: s.Paths, Base: s.Base, Stacked: s.Stacked}
	made.Settings.Options = o
	switch made.Settings.Form = store.Form(s.Form); made.Settings.Form {
	case store.CSV, store.RawCSV, store.JSONL:
	default:
		return nil, expected("form", s.Form, "csv, raw-csv or jsonl")
	}
	for role, how := range map[string]*input.Rules{"truth": &made.Settings.Truth, "guess": &made.Settings.Guess} {
		if err := setAll(&how.Options, s.Reading[role], ""); err != nil {
			return nil, err
		}
	}
	if made.Settings.Timeout, err = s.timeout(); err != nil {
		return nil, err
	}
	if made.Settings.Timeout == 0 && !s.Yes {
		made.Settings.Longest = time.Hour
	}
	if s.Lines != nil {
		if made.Lines, err = r.parts.get(s.Lines); err != nil {
			return nil, err
		}
		if made.Columns = s.Columns; made.Columns == nil {
			made.Columns = batch.KeysOfLines(bytes.NewReader(made.Lines))
		}
	}
	if r.Random != nil {
		if made.Random, err = r.task(); err != nil {
			return nil, err
		}
		made.Count = s.Count
	}
	return made, nil
}

// timeout returns the time that a pair may take, or 0.
func (s *Study) timeout() (time.Duration, error) {
	var rows option.RowOptions
	if s.PairTimeout == nil {
		return 0, nil
	}
	row, err := option.Rows.Find("pair-timeout")
	if err == nil {
		err = row.Decode(&rows, s.PairTimeout)
	}
	return rows.PairTimeout, err
}

// planned answers with the blocks of a study.
func planned(ctx context.Context, r *Request, a *answer) error {
	s, err := r.study()
	if err != nil {
		return err
	}
	if !(r.Study.Seconds > 0) {
		return expected("block-seconds", fmt.Sprint(r.Study.Seconds), "a positive number")
	}
	if err := outfile.Apart(r.Study.Outputs, slices.Values(s.Paths)); err != nil {
		return err
	}
	source, err := s.Source()
	if err != nil {
		return err
	}
	if err := outfile.Apart(r.Study.Outputs, batch.GraphFiles(source)); err != nil {
		return err
	}
	plan, err := s.Plan(ctx, r.Study.Seconds)
	if err != nil {
		return err
	}
	a.set("plan", plan)
	return nil
}

// blockRows answers with the rows of a block and a digest of what it read, or with that alone.
func blockRows(ctx context.Context, r *Request, a *answer) error {
	s, err := r.study()
	if err != nil {
		return err
	}
	var b block.Block
	if err := json.Unmarshal(r.Study.Block, &b); err != nil {
		return expected("block", string(r.Study.Block), "a block of the plan")
	}
	if r.Study.Look {
		found, _, err := s.Scan(ctx, &b)
		if err != nil {
			return err
		}
		a.set("files", found.Files)
		return nil
	}
	got, err := s.Run(ctx, &b)
	if err != nil {
		return err
	}
	a.set("files", got.Scan.Files)
	a.set("pairs", got.Outcome.Pairs)
	a.set("failed", got.Outcome.Failed)
	a.set("first", got.Outcome.First.String())
	a.set("rows", a.part(got.Rows))
	return nil
}

// joined answers with the rows of a pair that was cut into blocks.
func joined(_ context.Context, r *Request, a *answer) error {
	s, err := r.study()
	if err != nil {
		return err
	}
	var rows [][]byte
	for _, i := range r.Study.Rows {
		part, err := r.parts.get(&i)
		if err != nil {
			return err
		}
		rows = append(rows, part)
	}
	text, reason, err := s.Join(rows, r.Study.Metrics)
	if err != nil {
		return err
	}
	a.set("reason", reason.String())
	a.set("rows", a.part(text))
	return nil
}
