package statements

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// listedOrders measures by the statements of a list alone.
func listedOrders(ctx context.Context, q *statementSpace, g grading, orders int, count statistic, list iter.Seq[task.Statement]) (distance.Result, error) {
	table := make([]order, orders)
	for k := range table {
		table[k].Order = k
	}
	p := newSampler(q)
	p.start()
	listed, above := 0, 0
	flush := func() {
		for k, c := range p.run(orders) {
			o := &table[k]
			o.Statements.low += uint64(c.asked)
			o.ConnectedTruth.low += c.truth
			o.ConnectedGuess.low += c.guess
			o.ConnectedBoth.low += c.both
		}
		p.start()
	}
	for s := range list {
		listed++
		if err := checkStatement(&s, q.n); err != nil {
			return distance.Result{}, fmt.Errorf("statement %d: %w", listed, err)
		}
		if len(s.Given) >= orders {
			above++
			continue
		}
		if p.put(s.X, s.Y, s.Given, len(s.Given)); len(p.group) < msep.Width {
			continue
		}
		flush()
		if err := task.Stopped(ctx); err != nil {
			return distance.Result{}, err
		}
	}
	if len(p.group) > 0 {
		flush()
	}
	some := grading{ungraded: g.ungraded}
	var rows []order
	for k, o := range table {
		if !o.Statements.isZero() {
			rows = append(rows, o)
			some.weights = append(some.weights, g.weights[k])
			some.sum += g.weights[k]
		}
	}
	if some.sum == 0 {
		return task.Undefined("no statement is listed of an order that counts"), nil
	}
	r := some.exactly(rows, count)
	r.Notes = append(r.Notes, fmt.Sprintf("only the %d listed statements are counted", listed-above))
	if above > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d listed statements are above the highest order and not counted", above))
	}
	if len(rows) < orders && !g.ungraded {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %d orders have no listed statement and are not in the mean", orders-len(rows), orders))
	}
	return r, nil
}

// checkStatement returns an error for a statement that is not about n nodes.
func checkStatement(s *task.Statement, n int) error {
	all := append([]graph.Node{s.X, s.Y}, s.Given...)
	for i, v := range all {
		switch {
		case v < 0 || int(v) >= n:
			return fmt.Errorf("node %d of %d nodes", v, n)
		case slices.Contains(all[:i], v):
			return fmt.Errorf("node %d is in it twice", v)
		}
	}
	return nil
}
