package statements

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// Metric computes an s/c-metric.
func Metric(name string) task.Engine {
	count := statistics[name]
	return task.Engine{Measure: byOrders(name, count), Series: inWindow(name, count), Seconds: orderSeconds}
}

// byOrders returns the metric that counts a portion of the statements of each order.
func byOrders(name string, count statistic) task.Measurement {
	return func(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
		return measureStatements(ctx, name, count, truth, guess, p, nil)
	}
}

// measureStatements measures by all statements or, if some is not nil, by those that it returns for a
// number of orders.
func measureStatements(ctx context.Context, name string, count statistic, truth, guess *model.Model, p task.Params, some func(orders int) iter.Seq[task.Statement]) (distance.Result, error) {
	if p.Sources != nil || p.Targets != nil || p.Weights != nil {
		return task.Undefined("the " + name + " counts statements about unordered node pairs: sources, targets and pair weights do not apply"), nil
	}
	if err := p.Orders.Check(); err != nil {
		return distance.Result{}, advice.Errorf("%s: %w", name, err)
	}
	if p.Statements != nil && (p.Orders.Samples > 0 || p.Orders.Precision > 0) {
		return distance.Result{}, advice.Errorf("%s: listed statements are all counted: they cannot be sampled as well", name)
	}
	n := truth.N()
	if n < 2 {
		return distance.Result{}, nil
	}
	g, orders, notes, err := gradingOf(&p.Orders, n)
	if err != nil {
		return distance.Result{}, advice.Errorf("%s: %w", name, err)
	}
	if p.Pairs != 0 {
		notes = append(notes, "a sample of pairs does not apply; use a number of samples to sample statements")
	}
	r, err := measureOrders(ctx, truth, guess, g, orders, count, p, some)
	if err != nil {
		return distance.Result{}, advice.Errorf("%s: %w", name, err)
	}
	r.Notes = append(notes, r.Notes...)
	return r, nil
}

// measureOrders counts exactly if that is requested or cheap, and otherwise draws a sample.
func measureOrders(ctx context.Context, truth, guess *model.Model, g grading, orders int, count statistic, p task.Params, some func(orders int) iter.Seq[task.Statement]) (distance.Result, error) {
	q := statementSpaceOf(truth, guess)
	if p.Statements != nil {
		return listedOrders(ctx, q, g, orders, count, slices.Values(p.Statements))
	}
	if some != nil {
		return listedOrders(ctx, q, g, orders, count, some(orders))
	}
	var notes []string
	if allowed, exact := budgetFor(&p.Orders, q.n); exact {
		table, how, err := countKept(ctx, truth, guess, q, orders, allowed, p.Options)
		var much *budgetError
		if err == nil {
			r := g.exactly(table, count)
			if how == alongFrontier {
				r.Notes = append(r.Notes, "all statements were counted, without enumerating them")
			}
			return r, nil
		}
		if !errors.As(err, &much) {
			return distance.Result{}, err
		}
		if p.Orders.Exact > 0 {
			return distance.Result{}, advice.Errorf("counting all separation statements of these graphs needs more than two gigabytes of memory: use a sample (%v) or fewer orders (%v)",
				advice.Option("samples"), advice.Option("max-order"))
		}
		note := fmt.Sprintf("%v: a sample was drawn", err)
		if much.possible() {
			note += advice.Textf("; %v waits", advice.Option("exact-limit", strconv.Itoa(q.n))).Render(p.Options.Spell)
		}
		notes = append(notes, note)
	}
	r, err := sampleOrders(ctx, truth, guess, q, g, orders, count, p)
	r.Notes = append(notes, r.Notes...)
	return r, err
}

// budgetFor returns the budget of an exact count on n nodes. It reports false if a sample is
// requested.
func budgetFor(p *task.OrderParams, n int) (budget, bool) {
	switch {
	case p.Exact >= n:
		return unlimited, true
	case p.Exact > 0, p.Samples > 0, p.Precision > 0:
		return budget{}, false
	}
	return defaultBudget, true
}

// nothing is the reason why a metric is undefined if no order has anything to count.
const nothing = "nothing to count (0/0)"

// exactly returns the result of an exact table.
func (g grading) exactly(table []order, count statistic) distance.Result {
	table = slices.Clone(table)
	value, void := g.exact(table, count)
	r := distance.Result{Value: value, Orders: resultOrders(table)}
	if g.ungraded && void == len(table) {
		orders := r.Orders
		r = task.Undefined(nothing)
		r.Orders = orders
	}
	r.Notes = voidNotes(void, len(table), g.ungraded)
	return r
}

func voidNotes(void, orders int, ungraded bool) []string {
	if void == 0 || ungraded {
		return nil
	}
	if void == 1 {
		return []string{fmt.Sprintf("1 of %d orders is void (0/0) and counts as 0", orders)}
	}
	return []string{fmt.Sprintf("%d of %d orders are void (0/0) and count as 0", void, orders)}
}

// sampleOrders measures by a sample.
func sampleOrders(ctx context.Context, truth, guess *model.Model, q *statementSpace, g grading, orders int, count statistic, p task.Params) (distance.Result, error) {
	if !q.same {
		q.same = equivalent(ctx, truth, guess)
	}
	s, err := newSampling(q, orders, p.Seed, p.Orders.Ungraded)
	if err != nil {
		return distance.Result{}, err
	}
	samples := p.Orders.Samples
	switch {
	case samples == 0 && p.Orders.Precision > 0:
		samples = msep.Width
	case samples == 0:
		samples = s.defaultSamples()
	}
	s.goesOn = p.Orders.Precision > 0
	never := count.never(truth)
	for {
		if err := s.grow(ctx, samples, p.Options); err != nil {
			return distance.Result{}, err
		}
		if s.complete() {
			return g.exactly(s.orders, count), nil
		}
		r, void, blind := g.sampled(slices.Clone(s.orders), count, never)
		wide := p.Orders.Precision > 0 && (r.Sample.Hi-r.Sample.Lo)/2 > p.Orders.Precision && !q.same
		if most := max(mostSamples/int64(orders), 1<<16); wide && samples < most { // those of all orders are remembered
			samples = min(2*samples, most)
			continue
		}
		if wide {
			r.Partial = true
			r.Notes = append(r.Notes, fmt.Sprintf("the interval is wider than asked for after %d samples of each order", samples))
		}
		if q.same {
			r = settled(r)
		}
		r.Notes = append(r.Notes, voidNotes(void, orders, g.ungraded)...)
		if blind > 0 && !q.same && !g.ungraded {
			r.EmptySample = fmt.Sprintf("the samples of %d of %d orders have nothing to count: each of these orders may have any value and counts as 0", blind, orders)
			r.Notes = append(r.Notes, r.EmptySample)
		}
		return r, nil
	}
}

// settled returns the result of a sample of graphs that are known to agree on every statement.
func settled(r distance.Result) distance.Result {
	r.Value, r.Why, r.Sample = 0, "", nil
	for k := range r.Orders {
		if s := r.Orders[k].Sample; s != nil {
			s.Stderr, s.Lo, s.Hi = 0, 0, 0
		}
	}
	r.Notes = append(r.Notes, "the graphs are Markov equivalent")
	return r
}

// defaultSamples returns the default number of samples of each order: as many as take about half a
// second, up to a useful limit.
func (s *sampling) defaultSamples() int64 {
	const least, most, nanos = 32, 1 << 14, 5e8
	return min(max(nanos*msep.Width/(s.nanosPerBlock()*int64(len(s.orders))), least), most)
}

// seconds estimates the time on one worker to draw a mean number of samples per order. Orders with fewer
// statements are counted in full. If more are requested than can be drawn, nothing is done.
func (s *sampling) seconds(samples int64) float64 {
	var whole []int
	drawn := 0.0
	for k := range s.orders {
		goal := float64(samples)
		if s.ungraded {
			goal *= s.mass[k] * float64(len(s.orders))
		}
		switch {
		case s.orders[k].Statements.Float() <= goal:
			whole = append(whole, k)
		case goal > mostSamples:
			return 0
		default:
			drawn += goal
		}
	}
	sum := drawn / msep.Width * float64(s.nanosPerBlock()) * 1e-9
	if len(whole) > 0 {
		sum += newEnumeration(s.q, whole).seconds()
	}
	return sum
}

// nanosPerBlock estimates the time of a block on one worker.
func (s *sampling) nanosPerBlock() int64 {
	const toDraw, perNode = 200, 3
	steps := s.q.truth.plan().Steps()
	if !s.q.same {
		steps += s.q.guess.plan().Steps()
	}
	return int64(steps*nanosPerStep + msep.Width*(toDraw+perNode*s.q.n))
}

// orderSeconds estimates the time of an s/c-metric on one worker. It is 0 without explicit options
// unless the graphs are large.
func orderSeconds(truth, guess *model.Model, p task.Params) float64 {
	n := truth.N()
	if n < 2 || p.Orders.Check() != nil || p.Statements != nil {
		return 0
	}
	_, orders, _, err := gradingOf(&p.Orders, n)
	if err != nil {
		return 0
	}
	q := statementSpaceOf(truth, guess)
	if allowed, exact := budgetFor(&p.Orders, n); exact && allowed == unlimited {
		_, _, err := q.count(context.Background(), orders, probeBudget, task.Options{Workers: 1})
		if much, ok := errors.AsType[*budgetError](err); ok {
			return much.seconds
		}
		return 0
	}
	s, err := newSampling(q, orders, p.Seed, p.Orders.Ungraded)
	if err != nil {
		return 0
	}
	samples := p.Orders.Samples
	if samples == 0 {
		samples = s.defaultSamples()
	}
	return s.seconds(samples)
}
