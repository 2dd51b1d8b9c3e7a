package distance

import (
	"context"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/series"
)

// A projectedPair is two time series projected onto one window.
type projectedPair struct {
	ofTruth, ofGuess *class.Model // the time series
	truth, guess     *class.Model
	on               *series.Projection // of the truth
}

// window returns how many slices s/c-metrics look at.
func (p *Params) window(truth, guess *class.Model) (int, error) {
	o, err := p.seriesOptions(truth, guess)
	if p.Series.Window > 0 {
		return p.Series.Window, err
	}
	return o.MaxLag + 1, err
}

// project returns two time series projected onto some slices, kept or new.
func (t *Tables) project(truth, guess *class.Model, slices int) (projectedPair, error) {
	if t != nil {
		t.mu.Lock()
		kept := t.projected
		t.mu.Unlock()
		if kept.ofTruth == truth && kept.ofGuess == guess && kept.on.Slices() == slices {
			return kept, nil
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
func inWindow(name string, count statistic) measurement {
	measure := byOrders(name, count)
	return func(ctx context.Context, truth, guess *class.Model, p Params) (Result, error) {
		if p.Series.Links != "" {
			return undefined("the " + name + " counts statements about all moments of the window: kinds of links do not apply"), nil
		}
		slices, err := p.window(truth, guess)
		if err != nil {
			return Result{}, err
		}
		pair, err := p.Options.Tables.project(truth, guess, slices)
		if err != nil {
			return Result{}, err
		}
		p.Series = SeriesParams{}
		return measure(ctx, pair.truth, pair.guess, p)
	}
}

// differingInWindow is [Metric.Differing] for time series.
func (m *Metric) differingInWindow(ctx context.Context, truth, guess *class.Model, q Query) (Search, error) {
	p := Params{Series: q.Series}
	size, err := p.window(truth, guess)
	if err != nil {
		return Search{}, err
	}
	pair, err := (*Tables)(nil).project(truth, guess, size)
	if err != nil {
		return Search{}, err
	}
	frame := Moments(truth, guess)
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
	found, err := m.Differing(ctx, pair.truth, pair.guess, q)
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

// evidenceInSeries is [Mistake.Evidence] for time series: the path goes through the infinite
// graph, with its real moments.
func (m Mistake) evidenceInSeries(truth, guess *class.Model) Evidence {
	frame := Moments(truth, guess)
	e := Evidence{Shows: ShowsOpen}
	in, place := truth.Series(), func(m graph.Moment) graph.Moment { return m }
	back := place
	switch m.Kind {
	case "", ConnectedInTruth:
	case SeparatedInTruth:
		e.Guess, in = true, guess.Series()
		// The guess has its own order of variables.
		names, own := frame.Variables, in.Drawn().Names()
		place = func(m graph.Moment) graph.Moment { return moved(m, names, own) }
		back = func(m graph.Moment) graph.Moment { return moved(m, own, names) }
	default: // links that differ
		return Evidence{}
	}
	var set []graph.Moment
	for _, v := range m.Separator {
		set = append(set, place(frame.Moment(v)))
	}
	path, _, err := in.OpenPath(place(frame.Moment(m.X)), place(frame.Moment(m.Y)), set)
	if err != nil {
		panic(err) // the moments were measured before
	}
	for _, s := range path {
		e.Path = append(e.Path, graph.Edge{X: frame.Node(back(s.X)), Y: frame.Node(back(s.Y)), AtX: s.AtX, AtY: s.AtY})
	}
	return e
}

// moved returns the moment of the variable with the same name.
func moved(m graph.Moment, from, to *graph.Names) graph.Moment {
	v := slices.Index(to.List(), from.List()[m.Variable])
	return graph.Moment{Variable: graph.Node(v), Lag: m.Lag}
}
