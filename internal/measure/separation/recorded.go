package separation

import (
	"context"
	"fmt"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
	"github.com/sepdist/sepdist/internal/series"
)

// Recorded computes given-sd: the claims are the sets that a method recorded when it removed edges.
var Recorded = task.Engine{Measure: recordedSets, Series: recordedMoments}

// A recordedPair has the sets that were recorded for two nodes.
type recordedPair struct {
	x, y graph.Node
	sets [][]graph.Node
}

// recordedPairs returns the sets by pair, in the order of the first ones.
func recordedPairs(list []task.Statement) (pairs []*recordedPair) {
	byPair := map[[2]graph.Node]*recordedPair{}
	for _, s := range list {
		key := [2]graph.Node{min(s.X, s.Y), max(s.X, s.Y)}
		p := byPair[key]
		if p == nil {
			p = &recordedPair{x: s.X, y: s.Y}
			byPair[key] = p
			pairs = append(pairs, p)
		}
		p.sets = append(p.sets, s.Given)
	}
	return pairs
}

// A recordedCount sums up recorded pairs.
type recordedCount struct {
	p                *task.Params
	wrong, claims    float64 // weights of ordered pairs
	pairs, ignored   int
	sets, incoherent int
}

// add counts a pair. The function holds reports whether a set separates it, in the truth or in
// the guess.
func (c *recordedCount) add(pair *recordedPair, weight, back float64, holds func(inTruth bool, set []graph.Node) (bool, error)) error {
	if weight == 0 && back == 0 {
		return nil
	}
	c.pairs++
	var bad []graph.Node
	for _, set := range pair.sets {
		c.sets++
		coherent, err := holds(false, set)
		if err != nil {
			return err
		}
		if !coherent {
			c.incoherent++
		}
		right, err := holds(true, set)
		if err != nil {
			return err
		}
		if !right && bad == nil {
			bad = append([]graph.Node{}, set...)
		}
	}
	c.claims += weight + back
	if bad == nil {
		return nil
	}
	c.wrong += weight + back
	if report := c.p.Options.Mistake; report != nil {
		bad = task.Ascending(bad)
		if weight > 0 {
			report(distance.Mistake{X: pair.x, Y: pair.y, Size: len(bad), Separator: bad})
		}
		if back > 0 {
			report(distance.Mistake{X: pair.y, Y: pair.x, Size: len(bad), Separator: bad})
		}
	}
	return nil
}

// result returns the distance, with the weight of all pairs and of those that are adjacent in the guess.
func (c *recordedCount) result(of, adjacent float64) distance.Result {
	r := task.Counted(c.wrong, of)
	r.HasClaims, r.Claims, r.NoSeparator = true, c.claims, of-adjacent-c.claims
	r.Recorded, r.Incoherent = c.sets, c.incoherent
	r.Notes = append(c.p.AllCounted(), fmt.Sprintf("%d of %d recorded sets do not separate their pair in the %s itself", c.incoherent, c.sets, c.p.Options.Guess()))
	if c.ignored > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("ignored, since their pair is adjacent in the %s: the sets of %d of %d pairs", c.p.Options.Guess(), c.ignored, c.ignored+c.pairs))
	}
	return r
}

// recordedSets is given-sd of graphs without time.
func recordedSets(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
	inTruth, inGuess := msep.New(truth.Paths()), msep.New(guess.Paths())
	c := recordedCount{p: &p}
	for _, pair := range recordedPairs(p.Recorded) {
		if ctx.Err() != nil {
			return distance.Result{}, context.Cause(ctx)
		}
		if guess.Drawn().Adjacent(pair.x, pair.y) {
			c.ignored++
			continue
		}
		err := c.add(pair, weightOfPair(&p, pair.x, pair.y), weightOfPair(&p, pair.y, pair.x), func(truth bool, set []graph.Node) (bool, error) {
			if truth {
				return inTruth.Separated(pair.x, pair.y, graph.SetOf(set...)), nil
			}
			return inGuess.Separated(pair.x, pair.y, graph.SetOf(set...)), nil
		})
		if err != nil {
			return distance.Result{}, err
		}
	}
	of, adjacent := 0.0, 0.0
	for x := range graph.Node(truth.N()) {
		for y := range graph.Node(truth.N()) {
			if w := weightOfPair(&p, x, y); x != y {
				of += w
				if guess.Drawn().Adjacent(x, y) {
					adjacent += w
				}
			}
		}
	}
	return c.result(of, adjacent), nil
}

// recordedMoments is given-sd of time series. The nodes of the sets are moments, numbered as weights
// are (see [task.Params]).
func recordedMoments(ctx context.Context, truth, guess *model.Model, p task.Params) (distance.Result, error) {
	o, err := p.SeriesOptions(truth, guess)
	if err != nil {
		return distance.Result{}, err
	}
	if !guess.Kind().Separates() {
		return task.Undefined("separation is not defined in " + guess.Kind().Title()), nil
	}
	ofTruth, ofGuess, err := series.Alignment(truth.Series(), guess.Series())
	if err != nil {
		return distance.Result{}, err
	}
	recorded := series.MomentIndex{Variables: truth.Names()}
	place := make([]graph.Node, recorded.Variables.Len())
	for i, v := range ofTruth {
		place[v] = graph.Node(i)
	}
	at := func(v graph.Node, in []graph.Node) graph.LaggedNode {
		m := recorded.Moment(v)
		return graph.LaggedNode{Variable: in[place[m.Variable]], Lag: m.Lag}
	}
	byPlace := make([]graph.Node, len(ofTruth))
	for i := range byPlace {
		byPlace[i] = graph.Node(i)
	}
	frame := task.Moments(truth, guess)
	c := recordedCount{p: &p}
	if report := p.Options.Mistake; report != nil { // which numbers moments in another way
		p.Options.Mistake = func(m distance.Mistake) {
			m.X, m.Y = frame.Node(at(m.X, ofTruth)), frame.Node(at(m.Y, ofTruth))
			set := make([]graph.Node, len(m.Separator))
			for i, v := range m.Separator {
				set[i] = frame.Node(at(v, ofTruth))
			}
			m.Separator = set
			report(m)
		}
	}
	for _, pair := range recordedPairs(p.Recorded) {
		if ctx.Err() != nil {
			return distance.Result{}, context.Cause(ctx)
		}
		x, y := at(pair.x, ofGuess), at(pair.y, ofGuess)
		if guess.Series().Drawn().Adjacent(x, y) {
			c.ignored++
			continue
		}
		px, py := at(pair.x, byPlace), at(pair.y, byPlace)
		err := c.add(pair, o.Weight(px, py), o.Weight(py, px), func(inTruth bool, set []graph.Node) (bool, error) {
			in, m := ofGuess, guess.Series()
			if inTruth {
				in, m = ofTruth, truth.Series()
			}
			var moments []graph.LaggedNode
			for _, v := range set {
				moments = append(moments, at(v, in))
			}
			return m.Separated(at(pair.x, in), at(pair.y, in), moments)
		})
		if err != nil {
			return distance.Result{}, err
		}
	}
	of, _ := o.Sizes(len(ofTruth))
	adjacent := 0.0
	for x := range graph.Node(len(ofGuess)) {
		for y := range graph.Node(len(ofGuess)) {
			for lag := range o.MaxLag + 1 {
				u, v := graph.LaggedNode{Variable: x, Lag: lag}, graph.LaggedNode{Variable: y}
				if lag == 0 && x >= y || !guess.Series().Drawn().Adjacent(graph.LaggedNode{Variable: ofGuess[x], Lag: lag}, graph.LaggedNode{Variable: ofGuess[y]}) {
					continue
				}
				adjacent += o.Weight(u, v) + o.Weight(v, u)
			}
		}
	}
	return c.result(of, adjacent), nil
}
