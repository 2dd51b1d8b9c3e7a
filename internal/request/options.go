package request

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/try"
	"github.com/sepdist/sepdist/internal/wording"
)

// Options say how graphs are compared. They are named as on the command line, and the zero value
// is the default of each.
type Options struct {
	As          string            `json:"as,omitempty"`
	Latent      []string          `json:"latent,omitempty"`
	Selected    []string          `json:"selected,omitempty"`
	Project     bool              `json:"project,omitempty"`
	Invalid     string            `json:"invalid,omitempty"`
	Ambiguous   string            `json:"ambiguous,omitempty"`
	Unreadable  bool              `json:"unreadable-as-1,omitempty"`
	MaxReadings int               `json:"max-readings,omitempty"`
	Symmetric   string            `json:"symmetric,omitempty"`
	Sources     []string          `json:"sources,omitempty"`
	Targets     []string          `json:"targets,omitempty"`
	Weights     []PairWeight      `json:"weights,omitempty"`
	Rename      map[string]string `json:"rename,omitempty"`
	ByPosition  bool              `json:"by-position,omitempty"`
	Statements  [][]string        `json:"statements,omitempty"`
	Pairs       int64             `json:"pairs,omitempty"`
	MaxOrder    *int              `json:"max-order,omitempty"`
	OrderWeight []float64         `json:"order-weights,omitempty"`
	Ungraded    bool              `json:"ungraded,omitempty"`
	Samples     int64             `json:"samples,omitempty"`
	Precision   float64           `json:"precision,omitempty"`
	ExactLimit  int               `json:"exact-limit,omitempty"`
	MaxLag      *int              `json:"max-lag,omitempty"` // of time series, as the two below
	Window      *int              `json:"window,omitempty"`
	Links       []string          `json:"links,omitempty"`
	MaxSeconds  float64           `json:"max-seconds,omitempty"`
	Seed        *uint64           `json:"seed,omitempty"`
	Baseline    *int              `json:"baseline,omitempty"`
	Workers     int               `json:"workers,omitempty"`
}

// A PairWeight is the weight of an ordered pair of nodes, [x, y, weight] in JSON.
type PairWeight struct {
	X, Y   string
	Weight float64
}

// UnmarshalJSON reads [x, y, weight].
func (w *PairWeight) UnmarshalJSON(text []byte) error {
	return tuple(text, &w.X, &w.Y, &w.Weight)
}

// mostSeconds is thirty years.
const mostSeconds = 1_000_000_000

// options returns how to compare.
func (r *Request) options() compare.Options {
	o := &r.Options
	c := compare.Options{
		Metrics: r.Metrics, Reading: cmp.Or(o.Ambiguous, "all"), Unreadable: o.Unreadable, Latent: o.Latent, Selected: o.Selected, Project: o.Project,
		Sources: o.Sources, Targets: o.Targets, Pairs: o.Pairs, Rename: o.Rename, ByPosition: o.ByPosition, Statements: o.Statements, Seed: 1, Workers: o.Workers, Progress: r.progress,
		Limits: class.Limits{Readings: o.MaxReadings},
		Orders: distance.OrderParams{Weights: o.OrderWeight, Ungraded: o.Ungraded, Samples: o.Samples, Precision: o.Precision, Exact: o.ExactLimit},
	}
	if err := compare.CheckMetrics(r.Metrics); err != nil {
		try.Check(&metricError{err})
	}
	bad := func(option string, value any, expected string) {
		refuse(option, fmt.Sprint(value), fmt.Sprintf("%s%v: expected %s", wording.Keyword(option, ""), value, expected))
	}
	for _, n := range []struct {
		option string
		value  float64
	}{
		{"max-readings", float64(o.MaxReadings)}, {"pairs", float64(o.Pairs)}, {"samples", float64(o.Samples)}, {"precision", o.Precision},
		{"exact-limit", float64(o.ExactLimit)}, {"max-seconds", o.MaxSeconds}, {"workers", float64(o.Workers)},
	} {
		if n.value < 0 {
			bad(n.option, n.value, "a positive number")
		}
	}
	var err error
	if c.As, err = class.Parse(o.As); err != nil {
		bad("as", o.As, class.Any.String())
	}
	if c.Invalid, err = class.ParsePolicy(o.Invalid); err != nil {
		bad("invalid", o.Invalid, "one of the policies refuse, drop, undirected, bidirected, extend, maximize, nearest, as-mag")
	}
	switch c.Reading {
	case "min", "mean", "max", "all":
	default:
		bad("ambiguous", c.Reading, "min, mean, max or all")
	}
	if c.Symmetric, err = distance.ParseSymmetry(o.Symmetric); err != nil {
		bad("symmetric", o.Symmetric, "mean, geometric, harmonic, or a weight from 0 to 1")
	}
	if o.MaxOrder != nil {
		if *o.MaxOrder < 0 {
			bad("max-order", *o.MaxOrder, "a number from 0 up")
		}
		c.Orders.Max = min(*o.MaxOrder, math.MaxInt-1) + 1
	}
	for _, n := range []struct {
		option string
		value  *int
		to     *int
	}{{"max-lag", o.MaxLag, &c.Series.MaxLag}, {"window", o.Window, &c.Series.Window}} {
		if n.value == nil {
			continue
		}
		if *n.to = *n.value; *n.to < 1 {
			bad(n.option, *n.to, "a positive number")
		}
	}
	c.Series.Links = strings.Join(o.Links, ",")
	if err := c.Series.Check(); err != nil {
		bad("links", c.Series.Links, "kinds of pairs: contemporaneous, lagged, auto, cross")
	}
	if o.MaxSeconds > 0 {
		end := time.Now().Add(time.Duration(min(o.MaxSeconds, mostSeconds) * float64(time.Second)))
		c.Limits.Stop = func() bool { return time.Now().After(end) }
	}
	if err := c.Orders.Check(); err != nil {
		refuse("order-weights", "", wording.ForKeywords(err.Error()))
	}
	if o.Seed != nil {
		c.Seed = *o.Seed
	}
	if o.Baseline != nil {
		if c.Baseline = *o.Baseline; c.Baseline < 0 {
			bad("baseline", c.Baseline, "a positive number")
		}
	}
	if len(o.Weights) > 0 {
		if o.Pairs > 0 {
			bad("pairs", o.Pairs, "no weights beside it: pairs with weights cannot be sampled")
		}
		c.Weights = make(map[[2]string]float64, len(o.Weights))
		for _, w := range o.Weights {
			pair := [2]string{w.X, w.Y}
			if _, twice := c.Weights[pair]; twice || w.Weight < 0 {
				bad("weights", pair, "each pair once, with a weight of 0 or more")
			}
			c.Weights[pair] = w.Weight
		}
	}
	return c
}
