package compare

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/report"
)

// Where truth and guess are of different classes, few numbers are 0 even for the best guess there
// can be: a CPDAG leaves open what the true DAG has. What that guess would get is worth knowing up
// to here; it is a count of work, so that every machine decides alike.
var worthPerfect = perfectLimits{5000, 2 * time.Second}

type perfectLimits struct {
	nodes int
	time  time.Duration // of one metric on one worker, as estimated
}

// perfect returns the best guess there can be of the class of the guess, with what it is called and
// the class to compare both graphs as instead. It is false where the truth itself is one.
func (p *Pair) perfect(ctx context.Context) (best *class.Model, name string, as class.Kind, ok bool) {
	truth, guess := p.kinds()
	if as = EquivalenceOf(truth, guess); as == class.Unstated {
		return nil, "", 0, false
	}
	to := guess
	name = guess.Title() + " of the class that the truth draws"
	if guess.Several() {
		name = "the " + as.Noun() + " of the truth"
		to = as
	}
	if to != guess { // what is known besides is not known here
		name += "; background knowledge can make " + guess.Title() + " better"
	}
	m, err := p.Truth.As(ctx, to)
	if err != nil {
		return nil, "", 0, false
	}
	return m.Model(), name, as, true
}

// equivalence returns the class that draws the equivalence class of a graph of class k, which
// stands for several graphs.
func equivalence(k class.Kind) class.Kind {
	if narrower := k.Narrower(); narrower.Several() {
		return narrower
	}
	return k
}

// addPerfect adds to each result what a perfect guess would get, or a note where that is too much work.
func (p *Pair) addPerfect(ctx context.Context, c *report.Comparison, most perfectLimits) error {
	truth, guess := p.kinds()
	if p.Truth.N() > most.nodes {
		if as := EquivalenceOf(truth, guess); as != class.Unstated {
			c.Notes = append(c.Notes, fmt.Sprintf("the graphs are of different classes, and even a perfect guess may not be at 0: use option as=%v to compare equivalence classes", as))
		}
		return nil
	}
	best, name, as, ok := p.perfect(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if !ok {
		return nil
	}
	params := p.Params
	params.Options.Mistake, params.Options.Progress = nil, nil
	params.Options.Tables = new(distance.Tables)
	var long []string
	for i := range c.Results {
		e := &c.Results[i]
		alone := params
		alone.Options.Workers = 1
		if e.Metric.Estimate(p.Truth, best, alone) > most.time {
			long = append(long, e.Metric.Name)
			continue
		}
		r, err := e.Metric.Measure(ctx, p.Truth, best, params)
		if err != nil {
			return err
		}
		e.Perfect = &r
	}
	c.Perfect, c.PerfectDo = name, fmt.Sprintf("use option as=%v to compare equivalence classes", as)
	if len(long) > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("what a perfect guess would get was not computed for %s, which takes long", strings.Join(long, ", ")))
	}
	return nil
}

// EquivalenceOf returns the class as which graphs of these classes are best compared, where they
// are of different classes and one stands for several graphs. Else it returns [class.Unstated].
func EquivalenceOf(truth, guess class.Kind) class.Kind {
	switch {
	case truth == guess:
		return class.Unstated
	case guess.Several():
		return equivalence(guess)
	case truth.Several():
		return equivalence(truth)
	}
	return class.Unstated
}
