package statements

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/series"
)

// A projectedPair is two time series projected onto one window.
type projectedPair struct {
	ofTruth, ofGuess *model.Model // the time series
	truth, guess     *model.Model
	on               *series.Projection // of the truth
}

// windowOf returns the number of slices for s/c-metrics.
func windowOf(p *task.Params, truth, guess *model.Model) (int, error) {
	o, err := p.SeriesOptions(truth, guess)
	if p.Series.Window > 0 {
		return p.Series.Window, err
	}
	return o.MaxLag + 1, err
}

// projectKept returns two time series projected onto some slices. The result may be cached.
func projectKept(kept *task.Tables, truth, guess *model.Model, slices int) (projectedPair, error) {
	t := task.KeptTables[tables](kept)
	if t != nil {
		t.mu.Lock()
		last := t.projected
		t.mu.Unlock()
		if last.ofTruth == truth && last.ofGuess == guess && last.on.Slices() == slices {
			return last, nil
		}
	}
	p := projectedPair{ofTruth: truth, ofGuess: guess}
	w := series.Window{First: slices - 1}
	var err error
	if p.truth, p.on, err = truth.Window(w); err != nil {
		return p, fmt.Errorf("truth: %w", err)
	}
	if p.guess, _, err = guess.Window(w); err != nil {
		return p, fmt.Errorf("guess: %w", err)
	}
	if t != nil {
		t.mu.Lock()
		t.projected = p
		t.mu.Unlock()
	}
	return p, nil
}

// inWindow is [byOrders] for time series: over all statements about the moments of some slices.
func inWindow(name string, count statistic) task.Measurement {
	return func(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
		slices, err := windowOf(&p, truth, guess)
		if err != nil {
			return distance.Result{}, err
		}
		pair, err := projectKept(p.Options.Tables, truth, guess, slices)
		if err != nil {
			return distance.Result{}, err
		}
		kinds := p.Series.Links
		p.Series = task.SeriesParams{}
		if kinds == "" {
			return measureStatements(ctx, name, count, pair.truth, pair.guess, p, nil)
		}
		counts, err := pair.kinds(kinds)
		if err != nil {
			return distance.Result{}, err
		}
		if p.Statements != nil || p.Orders.Samples > 0 || p.Orders.Precision > 0 {
			return task.Undefined("all statements about " + kinds + " pairs are counted: they cannot be listed or sampled"), nil
		}
		n := pair.truth.N()
		pairs := 0
		for x := range graph.Node(n) {
			for y := range x {
				if counts(x, y) {
					pairs++
				}
			}
		}
		if pairs == 0 {
			return task.Undefined("the window has no " + kinds + " pairs"), nil
		}
		if float64(pairs)*subsetsBelow(n-2, ordersUpTo(p.Orders.MaxOrder, n)) > mostStatements {
			return task.Undefined(fmt.Sprintf("%d moments have too many statements to count those about %s pairs: use a smaller window or a highest order", n, kinds)), nil
		}
		r, err := measureStatements(ctx, name, count, pair.truth, pair.guess, p, statementsAbout(n, counts))
		r.Notes = []string{"only statements about " + kinds + " pairs are counted"}
		return r, err
	}
}

// mostStatements is the number of statements that are counted one by one in a few seconds.
const mostStatements = 1 << 24

// subsetsBelow returns the number of sets of n nodes with fewer than size of them.
func subsetsBelow(n, size int) float64 {
	if size > n {
		return math.Pow(2, float64(n))
	}
	sum, sets := 0.0, 1.0
	for k := range size {
		sum += sets
		sets *= float64(n-k) / float64(k+1)
	}
	return sum
}

// kinds reports which pairs of nodes of the window are of some kinds.
func (p *projectedPair) kinds(names string) (func(x, y graph.Node) bool, error) {
	r, err := series.ParseRestriction(names)
	return func(x, y graph.Node) bool { return r.Allows(p.on.Moment(x), p.on.Moment(y)) }, err
}

// statementsAbout returns the statements with sets below a size about the pairs that count.
func statementsAbout(n int, counts func(x, y graph.Node) bool) func(orders int) iter.Seq[task.Statement] {
	return func(orders int) iter.Seq[task.Statement] {
		return func(yield func(task.Statement) bool) {
			for x := range graph.Node(n) {
				for size := range orders {
					for set := range others(n, x, size) {
						for y := x + 1; y < graph.Node(n); y++ {
							if counts(x, y) && !slices.Contains(set, y) && !yield(task.Statement{X: x, Y: y, Given: set}) {
								return
							}
						}
					}
				}
			}
		}
	}
}

// differingInWindow is [Differing] for time series.
func differingInWindow(ctx context.Context, m *distance.Metric, truth, guess *model.Model, q Query) (Search, error) {
	p := task.Params{Series: q.Series}
	size, err := windowOf(&p, truth, guess)
	if err != nil {
		return Search{}, err
	}
	pair, err := projectKept(nil, truth, guess, size)
	if err != nil {
		return Search{}, err
	}
	if q.Series.Links != "" {
		if q.counts, err = pair.kinds(q.Series.Links); err != nil {
			return Search{}, err
		}
	}
	frame := task.Moments(truth, guess)
	if q.Pair != nil {
		asked := q.Pair
		q.Pair = nil
		for v := range asked.All() {
			node, ok := pair.on.Node(frame.Moment(v))
			if !ok {
				return Search{}, fmt.Errorf("%s is not a measured moment of the window of %d slices", frame.Name(v), size)
			}
			q.Pair.Add(node)
		}
	}
	found, err := Differing(ctx, m, pair.truth, pair.guess, q)
	number := func(v graph.Node) graph.Node { return frame.Node(pair.on.Moment(v)) }
	for i := range found.Found {
		told := &found.Found[i]
		told.X, told.Y = number(told.X), number(told.Y)
		told.Separator = slices.Clone(told.Separator) // statements share theirs
		for k, v := range told.Separator {
			told.Separator[k] = number(v)
		}
	}
	return found, err
}
