// Package falsify tests a graph against data. Every claim of the graph that a set separates two
// nodes, as the separation distances read it off a guess, is tested as a conditional independence.
package falsify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/falsify/verdict"
	"github.com/sepdist/sepdist/internal/independence"
	"github.com/sepdist/sepdist/internal/limit"
	"github.com/sepdist/sepdist/report"
)

// Options say how a graph is tested.
type Options struct {
	Strategy     string  // which sets are tested; "zl" if empty
	Alpha        float64 // 0.05 if 0
	Correction   string  // for the number of tests; "bh" if empty
	Permutations int     // random relabelings to compare with
	Seed         uint64  // of the relabelings
	Suggest      bool    // suggest edges
	MaxLag       int     // of a time series; 0 is its largest lag
	Workers      int     // number of goroutines; 0 means one per processor
}

// fill sets defaults and returns the strategy.
func (o *Options) fill() (*strategy, error) {
	o.Strategy, o.Correction = cmp.Or(o.Strategy, "zl"), cmp.Or(o.Correction, "bh")
	o.Alpha = cmp.Or(o.Alpha, 0.05)
	if !(o.Alpha > 0 && o.Alpha < 1) {
		return nil, fmt.Errorf("alpha is %v: expected a number between 0 and 1", o.Alpha)
	}
	if o.Permutations < 0 || o.Permutations > limit.Baseline {
		return nil, fmt.Errorf("the number of permutations is %d: expected 0 to %d", o.Permutations, limit.Baseline)
	}
	if o.MaxLag < 0 || o.MaxLag > limit.Lag {
		return nil, fmt.Errorf("the largest lag is %d: expected 0 to %d", o.MaxLag, limit.Lag)
	}
	if err := independence.CheckCorrection(o.Correction); err != nil {
		return nil, err
	}
	return findStrategy(o.Strategy)
}

// claimsOf returns the claims of a graph and those about its edges.
func claimsOf(ctx context.Context, name string, m class.Member, s *strategy, o Options) (*claims, []edgeClaim, error) {
	var edges []edgeClaim
	c, err := collect(ctx, m.Model(), s, o.MaxLag)
	if err == nil {
		edges, err = edgeClaims(ctx, m.Model(), c.frame, o.Workers)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, edges, nil
}

// Run tests a graph against data.
func Run(ctx context.Context, name string, m class.Member, data *Data, o Options) (*verdict.Falsification, error) {
	s, err := o.fill()
	if err != nil {
		return nil, err
	}
	if data.P != nil && (o.Permutations > 0 || o.Suggest) {
		return nil, errors.New("permutations and suggestions test other claims than those with a given p-value: expected data")
	}
	c, edges, err := claimsOf(ctx, name, m, s, o)
	if err != nil {
		return nil, err
	}
	e, err := data.prepare(ctx, c.frame, o.Workers)
	if err != nil {
		return nil, err
	}
	f := &verdict.Falsification{
		Graph: describe(name, m), Data: data.Name, Rows: e.rows, Dropped: e.dropped, Ignored: e.ignored, Test: e.method,
		Strategy: s.name, Alpha: o.Alpha, Correction: o.Correction, Names: c.frame.names(), Of: c.of, Suggested: o.Suggest,
	}
	results, err := e.Run(ctx, c.sets, c.queries, o.Workers)
	if err != nil {
		return nil, data.named(err)
	}
	out := judge(c, results, o.Alpha, o.Correction)
	fill(f, c, results, out)
	if s.name == "parent" && !c.frame.lagged && len(out.p) > 0 {
		value, p := independence.FisherC(out.p)
		f.FisherC = &verdict.FisherC{C: value, DF: 2 * len(out.p), P: p}
	}
	if f.Edges, err = testEdges(ctx, f.Names, edges, e, o.Workers); err != nil {
		return nil, data.named(err)
	}
	if o.Permutations > 0 {
		if f.Permutations, err = permute(ctx, m.Model(), c, e.tester.(*independence.Tester), out.rejected, o); err != nil {
			return nil, err
		}
	}
	if o.Suggest {
		if f.Suggestions, err = suggest(ctx, m.Model(), s, data, e, f, o); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// describe returns what reports say of a graph.
func describe(name string, m class.Member) report.Graph {
	g := report.Graph{Name: name, Class: m.Kind().String(), Nodes: m.Model().N(), Edges: m.Model().M()}
	if s := m.Series(); s != nil {
		lag := s.MaxLag()
		g.MaxLag = &lag
	}
	return g
}

// An outcome is what tests of claims come to.
type outcome struct {
	p        []float64 // of the tested claims
	order    []int32   // of the p-values, ascending
	adjusted []float64
	below    int
	rejected int
	wrong    int
}

// judge corrects p-values and counts.
func judge(c *claims, results []independence.Result, alpha float64, correction string) *outcome {
	o := &outcome{p: make([]float64, 0, len(results))}
	for i := range results {
		if results[i].Untested == independence.Tested {
			o.p = append(o.p, results[i].P)
		}
	}
	o.order = independence.Order(o.p)
	o.adjusted = independence.Adjust(o.p, o.order, correction)
	k := 0
	for i := range results {
		if results[i].Untested != independence.Tested {
			continue
		}
		if o.p[k] <= alpha {
			o.below++
		}
		if o.adjusted[k] <= alpha {
			o.rejected++
			o.wrong += int(c.orders[i])
		}
		k++
	}
	return o
}

// fill puts the claims into a report, sorted by x, y and set.
func fill(f *verdict.Falsification, c *claims, results []independence.Result, o *outcome) {
	f.Claims = make([]verdict.TestedClaim, 0, len(results))
	place := make([]int32, len(results)) // of tested claims, among the p-values
	k := int32(0)
	for i := range results {
		if place[i] = k; results[i].Untested == independence.Tested {
			k++
		}
	}
	for _, i := range c.byNodes() {
		q := c.queries[i]
		claim := tested(f.Names, q, c.sets[q.Set], results[i])
		if claim.Orders = c.orders[i]; claim.Untested == "" {
			claim.Adjusted = o.adjusted[place[i]]
			claim.Rejected = claim.Adjusted <= f.Alpha
		}
		f.Claims = append(f.Claims, claim)
	}
	f.Tested, f.Rejected, f.Below, f.Wrong = len(o.p), o.rejected, o.below, o.wrong
	f.Expected = f.Alpha * float64(f.Tested)
	sorted := make([]float64, len(o.p))
	for k, i := range o.order {
		sorted[k] = o.p[i]
	}
	if len(o.p) > 0 {
		combined, ks := independence.Cauchy(o.p), independence.KolmogorovSmirnov(sorted)
		f.Combined, f.KS = &combined, &ks
	}
	if len(o.p) >= independence.FewestAD {
		ad := independence.AndersonDarling(sorted)
		f.AD = &ad
	}
}

// byNodes returns the queries in the order of x, y and set.
func (c *claims) byNodes() []int32 {
	keys, _ := sorted(len(c.frame.names()), len(c.queries),
		func(i int) int32 { return c.queries[i].X },
		func(i int) uint64 { return uint64(c.queries[i].Y)<<32 | uint64(i) })
	order := make([]int32, len(keys))
	for k, key := range keys {
		order[k] = int32(key & math.MaxUint32)
		for j := k; j > 0; j-- { // a pair has few sets
			a, b := c.queries[order[j-1]], c.queries[order[j]]
			if a.X != b.X || a.Y != b.Y || slices.Compare(c.sets[a.Set], c.sets[b.Set]) <= 0 {
				break
			}
			order[j-1], order[j] = order[j], order[j-1]
		}
	}
	return order
}

// tested returns a claim with its result.
func tested(names []string, q independence.Query, set []int32, r independence.Result) verdict.TestedClaim {
	return verdict.TestedClaim{
		X: q.X, Y: q.Y, Given: set, P: r.P, Statistic: r.Statistic, Effect: r.Effect,
		Untested: r.Untested.Text(names[q.X], names[q.Y]),
	}
}

// Claims returns the claims that a test of the graph needs p-values for, those about edges
// included, each once.
func Claims(ctx context.Context, name string, m class.Member, o Options) (*verdict.Falsification, error) {
	s, err := o.fill()
	if err != nil {
		return nil, err
	}
	c, edges, err := claimsOf(ctx, name, m, s, o)
	if err != nil {
		return nil, err
	}
	f := &verdict.Falsification{Graph: describe(name, m), Names: c.frame.names()}
	for _, i := range c.byNodes() {
		q := c.queries[i]
		f.Claims = append(f.Claims, verdict.TestedClaim{X: q.X, Y: q.Y, Given: c.sets[q.Set]})
	}
	for _, e := range edges {
		if e.ok {
			f.Claims = append(f.Claims, verdict.TestedClaim{X: e.x, Y: e.y, Given: e.set})
		}
	}
	return f, nil
}
