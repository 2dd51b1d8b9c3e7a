//go:build !lean

package request

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/block"
	"github.com/sepdist/sepdist/internal/wording"
)

func init() {
	fileOps["plan"], fileOps["block"], fileOps["join"] = planned, blockRows, joined
}

// study returns the study of a request. Reasons in its rows are worded as those of batch are.
func (r *Request) study() (*block.Study, error) {
	s := r.Study
	if s == nil {
		return nil, errors.New("the request has no study")
	}
	o, err := r.options()
	if err != nil {
		return nil, err
	}
	o.Progress, o.Workers = nil, max(1, o.Workers)
	made := &block.Study{Paths: s.Paths, Base: s.Base, Stacked: s.Stacked}
	made.Settings.Options = o
	made.Settings.Words = func(err error) string { return wording.ForFlags(err.Error()) }
	switch made.Settings.Form = batch.Form(s.Form); made.Settings.Form {
	case batch.CSV, batch.RawCSV, batch.JSONL:
	default:
		return nil, &Error{Kind: "option", Option: "form", Value: s.Form, Message: fmt.Sprintf("form=%q: expected csv, raw-csv or jsonl", s.Form)}
	}
	for role, how := range map[string]*compare.Reading{"truth": &made.Settings.Truth, "guess": &made.Settings.Guess} {
		how.Lag0 = s.Lag0
		for _, name := range slices.Sorted(maps.Keys(s.Reading[role])) {
			if err := how.Set(name, s.Reading[role][name]); err != nil {
				return nil, &Error{Kind: "option", Option: name, Value: s.Reading[role][name], Message: wording.ForKeywords(err.Error())}
			}
		}
	}
	if s.Lines != nil {
		if made.Lines, err = r.parts.get(s.Lines); err != nil {
			return nil, err
		}
		if made.Columns = s.Columns; made.Columns == nil {
			made.Columns = batch.KeysOfLines(made.Lines)
		}
	}
	if r.Random != nil {
		kind, err := class.Parse(r.Class)
		if err != nil || kind == class.Unstated {
			return nil, &Error{Kind: "option", Option: "class", Value: r.Class, Message: wording.Keyword("class", r.Class) + ": expected " + class.Any.String()}
		}
		made.Random = &block.Random{Kind: kind, Options: r.random(), Changes: r.changes(), Count: s.Count}
	}
	return made, nil
}

// planned answers with the blocks of a study.
func planned(ctx context.Context, r *Request, a *answer) error {
	s, err := r.study()
	if err != nil {
		return err
	}
	if !(r.Study.Seconds > 0) {
		return &Error{Kind: "option", Option: "block-seconds", Message: fmt.Sprintf("block_seconds=%v: expected a positive number", r.Study.Seconds)}
	}
	p, err := s.Plan(ctx, r.Study.Seconds)
	if err != nil {
		return err
	}
	a.set("plan", p)
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
		return err
	}
	if r.Study.Look {
		look, err := s.Look(ctx, &b)
		if err != nil {
			return changed(err)
		}
		a.set("files", look.Files)
		return nil
	}
	defer collectSeldom()()
	got, err := s.Run(ctx, &b)
	if err != nil {
		return changed(err)
	}
	a.set("files", got.Survey.Files)
	a.set("pairs", got.Outcome.Pairs)
	a.set("failed", got.Outcome.Failed)
	a.set("first", got.Outcome.First)
	a.add("rows", got.Rows)
	return nil
}

// changed gives an error that says that a file changed a kind of its own: to try again is no use.
func changed(err error) error {
	var of *compare.ChangedError
	if errors.As(err, &of) {
		return &Error{Kind: "changed", Message: of.Error()}
	}
	return err
}

// joined answers with the rows of a pair that was cut into blocks.
func joined(_ context.Context, r *Request, a *answer) error {
	s, err := r.study()
	if err != nil {
		return err
	}
	var rows [][]byte
	for _, i := range r.Study.Rows {
		data, err := r.parts.get(&i)
		if err != nil {
			return err
		}
		rows = append(rows, data)
	}
	text, reason, err := s.Join(rows, r.Study.Metrics)
	if err != nil {
		return err
	}
	a.set("reason", reason)
	a.add("rows", text)
	return nil
}

// seldom counts the blocks under way, and keeps what was set before the first.
var seldom struct {
	sync.Mutex
	blocks, before int
}

// collectSeldom lets garbage grow while a block is under way, as batch does: there is next to
// nothing to keep. It returns what ends that.
func collectSeldom() (end func()) {
	add := func(n int) {
		seldom.Lock()
		defer seldom.Unlock()
		if seldom.blocks == 0 {
			seldom.before = debug.SetGCPercent(400)
		}
		if seldom.blocks += n; seldom.blocks == 0 {
			debug.SetGCPercent(seldom.before)
		}
	}
	add(1)
	return func() { add(-1) }
}
