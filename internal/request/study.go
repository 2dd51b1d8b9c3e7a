//go:build !lean

package request

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/outfile"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/block"
	"github.com/sepdist/sepdist/internal/try"
)

func init() {
	fileOps["plan"], fileOps["block"], fileOps["join"] = planned, blockRows, joined
}

// study returns the study of a request. Reasons in its rows are worded as those of batch are.
func (r *Request) study() *block.Study {
	s := r.Study
	if s == nil {
		fail("the request has no study")
	}
	o := r.options()
	o.Progress, o.Workers = nil, max(1, o.Workers)
	made := &block.Study{Paths: s.Paths, Base: s.Base, Stacked: s.Stacked}
	made.Settings.Options = o
	switch made.Settings.Form = batch.Form(s.Form); made.Settings.Form {
	case batch.CSV, batch.RawCSV, batch.JSONL:
	default:
		expect("form", s.Form, "csv, raw-csv or jsonl")
	}
	for role, how := range map[string]*compare.Reading{"truth": &made.Settings.Truth, "guess": &made.Settings.Guess} {
		how.Lag0 = s.Lag0
		for _, name := range slices.Sorted(maps.Keys(s.Reading[role])) {
			if err := how.Set(name, s.Reading[role][name]); err != nil {
				refuse(name, s.Reading[role][name], "%w", err)
			}
		}
	}
	if s.Lines != nil {
		made.Lines = try.Get(r.parts.get(s.Lines))
		if made.Columns = s.Columns; made.Columns == nil {
			made.Columns = batch.KeysOfLines(made.Lines)
		}
	}
	if r.Random != nil {
		kind, o := r.random()
		made.Random = &block.Random{Kind: kind, Options: o, Changes: r.changes(), Count: s.Count}
	}
	return made
}

// planned answers with the blocks of a study.
func planned(ctx context.Context, r *Request, a *answer) {
	s := r.study()
	if !(r.Study.Seconds > 0) {
		expect("block-seconds", fmt.Sprint(r.Study.Seconds), "a positive number")
	}
	try.Check(outfile.Apart(r.Study.Outputs, slices.Values(s.Paths)))
	try.Check(outfile.Apart(r.Study.Outputs, batch.GraphFiles(try.Get(s.Source()))))
	a.set("plan", try.Get(s.Plan(ctx, r.Study.Seconds)))
}

// blockRows answers with the rows of a block and a digest of what it read, or with that alone.
func blockRows(ctx context.Context, r *Request, a *answer) {
	s := r.study()
	var b block.Block
	try.Check(json.Unmarshal(r.Study.Block, &b))
	if r.Study.Look {
		look, err := s.Look(ctx, &b)
		try.Check(err)
		a.set("files", look.Files)
		return
	}
	got, err := s.Run(ctx, &b)
	try.Check(err)
	a.set("files", got.Survey.Files)
	a.set("pairs", got.Outcome.Pairs)
	a.set("failed", got.Outcome.Failed)
	a.set("first", got.Outcome.First)
	a.add("rows", got.Rows)
}

// joined answers with the rows of a pair that was cut into blocks.
func joined(_ context.Context, r *Request, a *answer) {
	s := r.study()
	var rows [][]byte
	for _, i := range r.Study.Rows {
		rows = append(rows, try.Get(r.parts.get(&i)))
	}
	text, reason := try.Two(s.Join(rows, r.Study.Metrics))
	a.set("reason", reason)
	a.add("rows", text)
}
