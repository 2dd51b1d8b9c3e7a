package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
)

// OverReadings measures every reading of a guess. The value of the result is the mean over
// the readings; Readings has the minimum and the maximum. It is undefined if there is no
// reading, or if it is undefined for one of them. Bounds are those over all readings.
//
// If there are more readings than the limit of the resolution, the minimum and the maximum are
// those of the readings found, and the mean is estimated from as many readings drawn at
// random, each weighted by the inverse of its probability; the result is marked as partial. If
// none can be drawn, the mean is that of the readings found, too.
func OverReadings(ctx context.Context, m *distance.Metric, truth *model.Model, guess *class.Resolution, p task.Params) (distance.Result, error) {
	if len(guess.Members) == 0 && guess.Complete {
		r := task.Undefined("no valid reading: no CPDAG has the listed colliders and non-colliders")
		r.Readings = &distance.Readings{}
		return r, nil
	}
	sum := distance.Readings{Min: math.Inf(1), Max: math.Inf(-1)}
	total, weights := 0.0, 0.0
	var void distance.Result // of the readings, if it is undefined for one
	var reading fmt.Stringer // the first for which it is undefined, without bounds
	var empty string
	add := func(member class.Member, weight float64) error {
		r, err := Measure(ctx, m, truth, member.Model(), p)
		if err != nil {
			return err
		}
		widen(&void, r)
		if !r.Defined() {
			if void.Why == "" {
				void.Why = r.Why
				if r.Lower == nil {
					reading = drawing(member)
				}
			}
			return nil
		}
		empty = cmp.Or(empty, r.EmptySample)
		sum.Min, sum.Max = min(sum.Min, r.Value), max(sum.Max, r.Value)
		total += weight * r.Value
		weights += weight
		return nil
	}
	progress := p.Options.Progress
	p.Options.Progress = nil
	for i, member := range guess.Members {
		if err := add(member, 1); err != nil {
			return distance.Result{}, err
		}
		if progress != nil {
			progress(float64(i+1) / float64(len(guess.Members)))
		}
	}
	sum.Count = len(guess.Members)
	r := distance.Result{Partial: !guess.Complete}
	if !guess.Complete && guess.Enumerated {
		r.Notes = append(r.Notes, fmt.Sprintf("there are more readings than the limit: the mean, the least and the greatest are those of %d", sum.Count))
	}
	if !guess.Complete && !guess.Enumerated {
		total, weights = 0, 0
		rng := rand.New(rand.NewPCG(p.Seed, 0x72656164)) // "read"
		draws := max(sum.Count, 100)
		for range draws {
			if member, weight, ok := guess.Draw(ctx, rng); ok {
				if err := add(member, weight); err != nil {
					return distance.Result{}, err
				}
			}
		}
		if weights == 0 && void.Why == "" {
			r := task.Undefined("no reading was found within the search limit")
			r.Partial, r.Readings = true, &distance.Readings{}
			return r, nil
		}
		r.Notes = append(r.Notes, fmt.Sprintf("there are more readings than the limit: the mean is estimated from %d random ones (seed %d), and minimum and maximum are over these", draws, p.Seed))
	}
	if void.Why != "" {
		if reading != nil && weights > 0 {
			void.Why = fmt.Sprintf("undefined for the reading %v: %s", reading, void.Why)
		}
		void.Value, void.Partial, void.Notes = math.NaN(), void.Partial || r.Partial, r.Notes
		return void, nil
	}
	sum.Mean = total / weights
	r.Value, r.Readings, r.EmptySample = sum.Mean, &sum, empty
	return r, nil
}

// drawing returns the graph or the time series of a member.
func drawing(m class.Member) fmt.Stringer {
	if s := m.Series(); s != nil {
		return s
	}
	return m.Graph()
}

// widen extends the bounds of r, if there are any, to include those of s.
func widen(r *distance.Result, s distance.Result) {
	if s.Lower != nil && (r.Lower == nil || s.Lower.Value() < r.Lower.Value()) {
		r.Lower = s.Lower
	}
	if s.Upper != nil && (r.Upper == nil || s.Upper.Value() > r.Upper.Value()) {
		r.Upper = s.Upper
	}
	r.Partial = r.Partial || s.Partial
}
