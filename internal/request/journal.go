//go:build !lean

package request

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/study/block"
	"github.com/sepdist/sepdist/internal/study/store"
)

func init() {
	fileOps["journal"] = func(_ context.Context, r *Request, a *answer) error {
		if r.Journal == nil {
			return fmt.Errorf("the request has no journal")
		}
		return r.Journal.answer(r, a)
	}
}

// journals are the journals that are open, by number.
var journals struct {
	sync.Mutex
	open map[int]*blockJournal
	last int
}

// A blockJournal is the journal of a study in blocks.
type blockJournal struct {
	*store.Journal
	places map[int]int // of the records, by block
}

// answer opens a journal, adds the rows of a block, returns them, or closes the journal.
func (q *Journal) answer(r *Request, a *answer) error {
	journals.Lock()
	defer journals.Unlock()
	if q.Do == "open" {
		return q.openJournal(a)
	}
	j := journals.open[q.Number]
	if j == nil {
		return fmt.Errorf("there is no journal %d: it was closed, or the engine was started again", q.Number)
	}
	place, known := j.places[q.Block]
	switch q.Do {
	case "add":
		rows, err := r.parts.get(q.Rows)
		if err != nil || known { // a block that ran twice counts once
			return err
		}
		j.places[q.Block] = len(j.Records)
		return j.Add(q.Head, rows)
	case "rows":
		if !known {
			return fmt.Errorf("%s: has no rows of block %d", j.Path, q.Block)
		}
		rows, err := io.ReadAll(j.Rows(place))
		a.set("rows", a.part(rows))
		return err
	case "close":
		delete(journals.open, q.Number)
		return j.Close()
	}
	return expected("do", q.Do, "open, add, rows or close")
}

// A blockHead is the head of a record. A record without one of these fields was not written by a
// study.
type blockHead struct {
	Block  *int    `json:"block"`
	Files  *string `json:"files"`
	Pairs  *int    `json:"pairs"`
	Failed *int    `json:"failed"`
	First  *string `json:"first"`
}

// in reports whether the head is that of a block of a plan.
func (h *blockHead) in(p *block.Plan) bool {
	return h.Block != nil && h.Files != nil && h.Pairs != nil && h.Failed != nil && h.First != nil && *h.Block >= 0 && *h.Block < len(p.Blocks)
}

// openJournal opens the journal of a study, and answers with its number, its plan and the heads of
// its blocks. A journal of another study is an error, or is replaced with force.
func (q *Journal) openJournal(a *answer) error {
	j, err := store.OpenJournal(q.Path)
	if err != nil {
		return err
	}
	type start struct {
		Identity map[string]json.RawMessage `json:"identity"`
		Plan     json.RawMessage            `json:"plan"`
	}
	want := start{q.Identity, q.Plan}
	var found start
	done := map[int]json.RawMessage{}
	if j.New() {
		found, err = want, j.Begin(want)
	} else if err = j.Identity(&found); err == nil {
		err = q.sameStudy(found.Identity)
	}
	if err != nil && q.Force {
		found, err = want, j.Begin(want)
	}
	var plan block.Plan
	if err == nil && json.Unmarshal(found.Plan, &plan) != nil {
		err = fmt.Errorf("%s: has no plan of a study: choose another journal", q.Path)
	}
	book := &blockJournal{j, map[int]int{}}
	for i, record := range j.Records {
		var head blockHead
		if json.Unmarshal(record.Head, &head) != nil || !head.in(&plan) {
			continue // it is computed again
		}
		if _, twice := done[*head.Block]; !twice {
			done[*head.Block], book.places[*head.Block] = record.Head, i
		}
	}
	if err == nil {
		err = j.Keep(len(j.Records))
	}
	if err != nil {
		j.Close()
		return err
	}
	if journals.open == nil {
		journals.open = make(map[int]*blockJournal)
	}
	journals.last++
	journals.open[journals.last] = book
	a.set("journal", journals.last)
	a.set("plan", found.Plan)
	a.set("done", done)
	return nil
}

// sameStudy returns an error if the identity of a journal is another one.
func (q *Journal) sameStudy(found map[string]json.RawMessage) error {
	force := advice.Option("force", "true")
	differs := func(name string) bool {
		var a, b any
		json.Unmarshal(found[name], &a) // null if it is missing
		json.Unmarshal(q.Identity[name], &b)
		return !reflect.DeepEqual(a, b)
	}
	if old := found["version"]; differs("version") {
		return advice.Errorf("%s: was written by another version of sepdist (%s), and this is %s: finish it with that version, choose another journal, or use %v to start over",
			q.Path, old, q.Identity["version"], force)
	}
	var other []string
	for _, name := range slices.Sorted(maps.Keys(q.Identity)) {
		if differs(name) {
			other = append(other, name)
		}
	}
	if other == nil {
		return nil
	}
	return advice.Errorf("%s: was written for another study (other %s): choose another journal, or use %v to start over", q.Path, strings.Join(other, ", "), force)
}
