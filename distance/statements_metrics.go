package distance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// orderMetrics are the metrics over all separation statements, order by order.
var orderMetrics = func() []Metric {
	rows := []Metric{
		{
			Name:       "sc-metric",
			Doc:        "share of statements (x, y, S) that are separated in one graph and connected in the other: the mean of the shares for each order |S|",
			Meaning:    "separation statements on which the graphs differ",
			Symmetric:  true,
			Definition: "A statement is an unordered pair of nodes x, y and a set S of other nodes; its order is |S|. In each graph S either separates x and y or connects them. The metric is the mean over the orders 0 to n − 2 of the share of statements of that order on which the two graphs differ. " + commonDefinition,
			Formula:    "mean over k = 0, …, n − 2 of #{(x, y, S) : |S| = k, separated in one graph and connected in the other} / (C(n, 2) C(n − 2, k))",
			Range:      "0 to 1; 0 if and only if the graphs are Markov equivalent; 1 between the empty and the complete graph; a metric on Markov equivalence classes and, up to order K, on the K-th order equivalence classes of Kocaoglu (2023); a single order is only a pseudometric; " + zeroOfOrders,
			statistic:  &differing,
		},
		{
			Name:       "c-metric",
			Doc:        "false negative rate of connections: the mean over the orders of the share of connections of the truth that are separations in the guess (Markov metric)",
			Meaning:    "connections of the truth that the guess misses",
			Definition: "The Markov metric: with statements as for the sc-metric, the mean over the orders of a false negative rate, the share of the connections of the truth of that order that are separations in the guess. It is not the share of all connections: use ungraded statements for that. Without the grading by order, Hyttinen, Eberhardt and Järvisalo (2014) evaluate with the same rates. " + commonDefinition,
			Formula:    "mean over k of #{|S| = k, connected in the truth, separated in the guess} / #{|S| = k, connected in the truth}",
			Range:      "0 to 1; 0 if and only if every separation of the guess holds in the truth, so that a distribution that is Markov and faithful to the truth is Markov to the guess; " + zeroOfOrders,
			statistic:  &missed,
		},
		{
			Name:       "s-metric",
			Doc:        "false positive rate of connections: the mean over the orders of the share of separations of the truth that are connections in the guess (faithfulness metric)",
			Meaning:    "separations of the truth that the guess misses",
			Definition: "The faithfulness metric: with statements as for the sc-metric, the mean over the orders of a false positive rate, the share of the separations of the truth of that order that are connections in the guess. It is not the share of all separations: use ungraded statements for that. For each order d(truth, guess) has the same numerator as the c-metric of (guess, truth), but another denominator. " + commonDefinition,
			Formula:    "mean over k of #{|S| = k, separated in the truth, connected in the guess} / #{|S| = k, separated in the truth}",
			Range:      "0 to 1; 0 if and only if every separation of the truth holds in the guess, so that a distribution that is Markov and faithful to the truth is faithful to the guess; " + zeroOfOrders,
			statistic:  &invented,
		},
	}
	for i := range rows {
		m := &rows[i]
		m.Group, m.Paper, m.Wrong, m.Claims = "sc", "wahl2025", "statements differ", AboutStatements
		m.Truth, m.Guess, m.Series = class.Any, class.Any, separatingSeries(class.SeparatingSeries)
		m.Sampling, m.Slow, m.estimate = []string{"samples", "precision"}, true, orderSeconds
		m.measure, m.series = byOrders(m.Name, *m.statistic), inWindow(m.Name, *m.statistic)
	}
	return rows
}()

const commonDefinition = "An order without such statements (0/0) counts as 0 and is reported as void. The orders can be limited to a highest one, weighted, or ignored (ungraded: every statement has the same weight). The value is exact if counting takes about a second, or if more time is allowed; otherwise it is estimated from a sample, with a confidence interval. Near that limit the order of the nodes in the file can decide which of the two it is, since the search for a fast way to count starts from it. With a list of statements only these are counted, and the mean is over the orders that have one (as algorithm 3 of the paper, which divides by n − 1)."

// zeroOfOrders says when the statements about 0 are true.
const zeroOfOrders = "this assumes all orders, positive weights and no sampling"

// byOrders returns the metric that counts a portion of the statements of each order.
func byOrders(name string, count statistic) func(context.Context, *model.Model, *model.Model, Params) (Result, error) {
	return func(ctx context.Context, truth, guess *model.Model, p Params) (Result, error) {
		if p.Sources != nil || p.Targets != nil || p.Weights != nil {
			return undefined("the " + name + " counts statements about unordered node pairs: sources, targets and pair weights do not apply"), nil
		}
		if err := p.Orders.Check(); err != nil {
			return Result{}, advice.Errorf("%s: %w", name, err)
		}
		n := truth.N()
		if n < 2 {
			return Result{}, nil
		}
		g, orders, notes, err := p.Orders.graded(n)
		if err != nil {
			return Result{}, advice.Errorf("%s: %w", name, err)
		}
		if p.Pairs != 0 {
			notes = append(notes, "a sample of pairs does not apply; use a number of samples to sample statements")
		}
		r, err := measureOrders(ctx, truth, guess, g, orders, count, p)
		if err != nil {
			return Result{}, advice.Errorf("%s: %w", name, err)
		}
		r.Notes = append(notes, r.Notes...)
		return r, nil
	}
}

// Check returns what is wrong with the parameters whatever the graphs.
func (p *OrderParams) Check() error {
	switch {
	case p.Max < 0:
		return fmt.Errorf("order %d: the highest order must be 0 or more", p.Max-1)
	case p.Samples < 0:
		return fmt.Errorf("%d samples: the number must be positive", p.Samples)
	case p.Precision != 0 && !(p.Precision > 0 && p.Precision < 1):
		return fmt.Errorf("a precision of %v: it must be between 0 and 1", p.Precision)
	case p.Exact < 0:
		return fmt.Errorf("exact up to %d nodes: the number must be positive", p.Exact)
	case p.Statements != nil && (p.Samples > 0 || p.Precision > 0):
		return errors.New("listed statements are all counted: they cannot be sampled as well")
	case p.Weights != nil && p.Ungraded:
		return errors.New("ungraded statements cannot have weights by order: use one of the two")
	case p.Weights != nil:
		return checkWeights(p.Weights)
	}
	return nil
}

// checkWeights refuses weights of orders that make no mean.
func checkWeights(weights []float64) error {
	sum := 0.0
	for k, w := range weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("order %d has weight %v: weights must be finite and not negative", k, w)
		}
		sum += w
	}
	if !(sum > 0) || math.IsInf(sum, 1) {
		return fmt.Errorf("the order weights sum to %v: the sum must be positive and finite", sum)
	}
	return nil
}

// measureOrders measures exactly where that is asked for or is little work, else by a
// sample.
func measureOrders(ctx context.Context, truth, guess *model.Model, g grading, orders int, count statistic, p Params) (Result, error) {
	q := statementSpaceOf(truth, guess)
	if p.Orders.Statements != nil {
		return listedOrders(ctx, q, g, orders, count, slices.Values(p.Orders.Statements))
	}
	if p.Orders.some != nil {
		return listedOrders(ctx, q, g, orders, count, p.Orders.some(orders))
	}
	var notes []string
	if allowed, exact := p.Orders.allowed(q.n); exact {
		table, how, err := p.Options.Tables.count(ctx, truth, guess, q, orders, allowed, p.Options)
		var much *budgetError
		if err == nil {
			r := g.exactly(table, count)
			if how == alongFrontier {
				r.Notes = append(r.Notes, "all statements were counted, without enumerating them")
			}
			return r, nil
		}
		if !errors.As(err, &much) {
			return Result{}, err
		}
		if p.Orders.Exact > 0 {
			return Result{}, advice.Errorf("counting all separation statements of these graphs needs more than two gigabytes of memory: use a sample (%v) or fewer orders (%v)",
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

// allowed returns how much work an exact count on n nodes may be, or that a sample is
// asked for.
func (p *OrderParams) allowed(n int) (budget, bool) {
	switch {
	case p.Exact >= n:
		return unlimited, true
	case p.Exact > 0, p.Samples > 0, p.Precision > 0:
		return budget{}, false
	}
	return defaultBudget, true
}

// nothing is why a metric is not defined where no order has anything to count.
const nothing = "nothing to count (0/0)"

// exactly returns the result of an exact table.
func (g grading) exactly(table []Order, count statistic) Result {
	table = slices.Clone(table)
	value, void := g.exact(table, count)
	r := Result{Value: value, Orders: table}
	if g.ungraded && void == len(table) {
		r = undefined(nothing)
		r.Orders = table
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
func sampleOrders(ctx context.Context, truth, guess *model.Model, q *statementSpace, g grading, orders int, count statistic, p Params) (Result, error) {
	if !q.same {
		q.same = equivalent(ctx, truth, guess)
	}
	s, err := newSampling(q, orders, p.Seed, p.Orders.Ungraded)
	if err != nil {
		return Result{}, err
	}
	samples := p.Orders.Samples
	switch {
	case samples == 0 && p.Orders.Precision > 0:
		samples = msep.Width
	case samples == 0:
		samples = s.enough()
	}
	s.goesOn = p.Orders.Precision > 0
	never := count.never(truth)
	for {
		if err := s.grow(ctx, samples, p.Options); err != nil {
			return Result{}, err
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

// settled returns the result of a sample where it is known that the graphs agree on
// every statement.
func settled(r Result) Result {
	r.Value, r.Why, r.Sample = 0, "", nil
	for k := range r.Orders {
		if s := r.Orders[k].Sample; s != nil {
			s.Stderr, s.Lo, s.Hi = 0, 0, 0
		}
	}
	r.Notes = append(r.Notes, "the graphs are Markov equivalent")
	return r
}

// enough returns how many samples of each order are drawn without being asked: what takes
// about half a second, and not more than is of use.
func (s *sampling) enough() int64 {
	const least, most, nanos = 32, 1 << 14, 5e8
	return min(max(nanos*msep.Width/(s.nanosPerBlock()*int64(len(s.orders))), least), most)
}

// seconds returns roughly what it takes on one worker to draw so many statements of each
// order on the average. Orders that do not have so many are counted in full, and where more
// are asked for than can be drawn nothing is done.
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

// nanosPerBlock returns roughly what a block takes on one worker.
func (s *sampling) nanosPerBlock() int64 {
	const toDraw, perNode = 200, 3
	steps := s.q.truth.plan().Steps()
	if !s.q.same {
		steps += s.q.guess.plan().Steps()
	}
	return int64(steps*nanosPerStep + msep.Width*(toDraw+perNode*s.q.n))
}

// orderSeconds returns what an s/c-metric takes on one worker where it may take long: what
// is done without being asked takes no time worth a word, unless the graphs are large.
func orderSeconds(truth, guess *model.Model, p Params) float64 {
	n := truth.N()
	if n < 2 || p.Orders.Check() != nil || p.Orders.Statements != nil {
		return 0
	}
	_, orders, _, err := p.Orders.graded(n)
	if err != nil {
		return 0
	}
	q := statementSpaceOf(truth, guess)
	if allowed, exact := p.Orders.allowed(n); exact && allowed == unlimited {
		_, _, err := q.count(context.Background(), orders, probeBudget, Options{Workers: 1})
		var much *budgetError
		if errors.As(err, &much) {
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
		samples = s.enough()
	}
	return s.seconds(samples)
}
