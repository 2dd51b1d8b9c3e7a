package distance

import (
	"context"
	"sync"

	"github.com/sepdist/sepdist/internal/model"
)

// Tables keep what was counted for an s/c-metric of two graphs, exactly, for the next
// one of the same graphs, either way round. They serve any number of goroutines; nil
// Tables keep nothing.
type Tables struct {
	mu           sync.Mutex
	truth, guess *model.Model
	orders       []Order
	how          method

	projected projectedPair // of time series
}

// count returns the table of the given number of orders, kept or new.
func (t *Tables) count(ctx context.Context, truth, guess *model.Model, q *statementSpace, orders int, allowed budget, o Options) ([]Order, method, error) {
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

// table counts exactly. Graphs that are worth trying are counted as one where they are
// equivalent.
func (q *statementSpace) table(ctx context.Context, truth, guess *model.Model, orders int, allowed budget, o Options) ([]Order, method, error) {
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
