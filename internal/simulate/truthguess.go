package simulate

import (
	"context"

	"github.com/sepdist/sepdist/class"
)

// Seed returns the kth seed that is derived from a seed. Derived seeds have no visible relation
// (Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014, the
// finaliser of SplitMix64).
func Seed(seed, k uint64) uint64 {
	z := seed + (k+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// TruthAndGuess draws the kth pair of graphs of a class: a truth, and as a guess the truth with the
// changes or, if changed is false, another graph with the same options.
func TruthAndGuess(ctx context.Context, kind class.Kind, o Options, c Changes, changed bool, k uint64) (truth, guess Drawn, err error) {
	seed := o.Seed
	o.Seed = Seed(seed, 2*k)
	if truth, err = Draw(ctx, kind, o); err != nil {
		return truth, guess, err
	}
	o.Seed = Seed(seed, 2*k+1)
	if !changed {
		guess, err = Draw(ctx, kind, o)
		return truth, guess, err
	}
	var m class.Member
	if truth.Series != nil {
		m, err = class.CheckSeries(ctx, truth.Series, kind)
	} else {
		m, err = class.Check(ctx, truth.Graph, kind)
	}
	if err != nil {
		return truth, guess, err
	}
	c.Seed = o.Seed
	guess, err = Changed(ctx, m, c)
	return truth, guess, err
}
