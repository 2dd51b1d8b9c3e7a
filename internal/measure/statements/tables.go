package statements

import (
	"context"
	"sync"

	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// tables keep the exact counts of the last two graphs, and the projections of the last two time series.
type tables struct {
	mu           sync.Mutex
	truth, guess *model.Model
	orders       []order
	how          method
	projected    projectedPair
}

// countKept returns the table of the given number of orders, kept or new.
func countKept(ctx context.Context, truth, guess *model.Model, q *statementSpace, orders int, allowed budget, o task.Options) ([]order, method, error) {
	t := task.KeptTables[tables](o.Tables)
	if t == nil {
		return q.table(ctx, truth, guess, orders, allowed, o)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.orders) >= orders {
		switch {
		case t.truth == truth && t.guess == guess:
			return t.orders[:orders], t.how, nil
		case t.truth == guess && t.guess == truth:
			return exchanged(t.orders[:orders]), t.how, nil
		}
	}
	table, how, err := q.table(ctx, truth, guess, orders, allowed, o)
	if err == nil {
		t.truth, t.guess, t.orders, t.how = truth, guess, table, how
	}
	return table, how, err
}

// table counts exactly. Larger graphs are tested for equivalence first: equivalent graphs are counted as one.
func (q *statementSpace) table(ctx context.Context, truth, guess *model.Model, orders int, allowed budget, o task.Options) ([]order, method, error) {
	const worthALook = 12
	if !q.same && q.n > worthALook {
		q.same = equivalent(ctx, truth, guess)
	}
	c, how, err := q.count(ctx, orders, allowed, o)
	if err != nil {
		return nil, how, err
	}
	return exactOrders(q.n, c), how, nil
}
