package reproduce

import (
	"context"
	"math"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/cputime"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

// The two steps of separation distances, as series.
const (
	parentChoosing  = "parent-sd: choosing sets"
	parentVerifying = "parent-sd: verifying sets"
	zlChoosing      = "zl-sd: choosing sets"
	zlVerifying     = "zl-sd: verifying sets"
)

var stepSeries = []string{parentChoosing, parentVerifying, zlChoosing, zlVerifying}

// stepSeconds returns the times of the two steps by series, cell and run, for the first cells. Each is the
// best of five.
func (s *sweep) stepSeconds(ctx context.Context, cells int) (map[string][][]float64, error) {
	seconds := map[string][][]float64{}
	for _, series := range stepSeries {
		seconds[series] = make([][]float64, cells)
	}
	for cell := range cells {
		for run := range s.runs {
			truth, guess, err := s.models(ctx, cell, run)
			if err != nil {
				return nil, err
			}
			for i, strategy := range []separator.Strategy{separator.Parent, separator.Nearest} {
				least, other := math.Inf(1), math.Inf(1)
				for range 5 {
					choosing, verifying, _ := twoSteps(strategy, truth, guess)
					least, other = min(least, choosing), min(other, verifying)
				}
				c, v := stepSeries[2*i], stepSeries[2*i+1]
				seconds[c][cell] = append(seconds[c][cell], least)
				seconds[v][cell] = append(seconds[v][cell], other)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return seconds, nil
}

// models draws two graphs.
func (s *sweep) models(ctx context.Context, cell, run int) (truth, guess *model.Model, err error) {
	t, g, err := s.draw(ctx, cell, run)
	if err != nil {
		return nil, nil, err
	}
	pair, err := s.prepare(ctx, t, g, class.Unstated)
	if err != nil {
		return nil, nil, err
	}
	return pair.Truth().Model(), pair.Guess().Model(), nil
}

// twoSteps computes a separation distance between two DAGs as the paper describes it, pair by pair:
// it chooses a set for every ordered pair without an edge in the guess, and verifies the sets in the
// truth. It returns the processor time of the two steps in seconds and the number of wrong claims. The metrics
// themselves do both at once, and share work among pairs.
func twoSteps(s separator.Strategy, truth, guess *model.Model) (choosing, verifying float64, wrong int) {
	start := cputime.Now()
	chooser := s.New()
	chooser.Reset(guess)
	var z msep.Block
	z.Reset(guess.N())
	choosing = (cputime.Now() - start).Seconds()

	start = cputime.Now()
	lanes := msep.NewLanes(truth.Plan())
	verifying = (cputime.Now() - start).Seconds()

	var pairs []separator.Pair
	block := func() {
		start := cputime.Now()
		z.Clear()
		chooser.Choose(pairs, &z)
		chosen := cputime.Now()
		lanes.Start()
		lanes.GiveBlock(&z)
		for lane, p := range pairs {
			lanes.Source(lane, p.X)
			lanes.Target(lane, p.Y)
		}
		connected := lanes.Connected()
		verifying += (cputime.Now() - chosen).Seconds()
		choosing += (chosen - start).Seconds()
		for lane := range pairs {
			if connected.Has(lane) {
				wrong++
			}
		}
		pairs = pairs[:0]
	}
	for x := range graph.Node(guess.N()) {
		for y := range graph.Node(guess.N()) {
			if x == y || guess.Drawn().Adjacent(x, y) {
				continue
			}
			if pairs = append(pairs, separator.Pair{X: x, Y: y}); len(pairs) == msep.Width {
				block()
			}
		}
	}
	block()
	return choosing, verifying, wrong
}
