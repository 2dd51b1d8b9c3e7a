package compare

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/report"
)

// If truth and guess are of different classes, few numbers are 0 even if the guess is the
// equivalence class of the truth: a CPDAG leaves open what the true DAG has. The numbers of that
// guess are computed up to these limits, which count work so that every machine decides alike.
var worthClassOfTruth = classOfTruthLimits{5000, 2 * time.Second}

type classOfTruthLimits struct {
	nodes int
	time  time.Duration // of one metric on one worker, as estimated
}

// A classOfTruth is the truth drawn as a graph of the class of the guess.
type classOfTruth struct {
	graph       *model.Model
	title, note string     // "CPDAG of truth", and what that is
	as          class.Kind // the class to compare both graphs as instead
}

// classOfTruth draws the truth as a graph of the class of the guess. It returns nil if the truth is
// of that class or cannot be drawn so.
func (p *Pair) classOfTruth(ctx context.Context) *classOfTruth {
	truth, guess := p.kinds()
	c := &classOfTruth{as: EquivalenceOf(truth, guess)}
	if c.as == class.Unstated {
		return nil
	}
	to := guess
	c.note = guess.Title() + " of the equivalence class that is the truth"
	if guess.RepresentsClass() {
		to = c.as
		c.note = "the equivalence class of the truth"
	}
	c.title = to.Noun() + " of truth"
	if c.note += ", taken as the guess"; to != guess {
		c.note += "; " + guess.Title() + " with background knowledge can be nearer"
	}
	m, err := p.Truth.As(ctx, to)
	if err != nil {
		return nil
	}
	c.graph = m
	return c
}

// equivalence returns the class that draws the equivalence class of a graph of class k, which
// stands for several graphs.
func equivalence(k class.Kind) class.Kind {
	if narrower := k.Narrower(); narrower.RepresentsClass() {
		return narrower
	}
	return k
}

// addClassOfTruth adds to each result the value of the truth's own class, or a note if that is too
// much work.
func (p *Pair) addClassOfTruth(ctx context.Context, c *report.Comparison, most classOfTruthLimits) error {
	truth, guess := p.kinds()
	if p.Truth.N() > most.nodes {
		if as := EquivalenceOf(truth, guess); as != class.Unstated {
			c.Notes = append(c.Notes, ClassesDiffer(as).Render(p.Params.Options.Spell))
		}
		return nil
	}
	own := p.classOfTruth(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if own == nil {
		return nil
	}
	params := p.Params
	params.Options.Mistake, params.Options.Progress = nil, nil
	params.Options.Tables = new(task.Tables)
	var long, arbitrary []string
	for i := range c.Results {
		e := &c.Results[i]
		if own.arbitrary(e.Metric, params) {
			arbitrary = append(arbitrary, e.Metric.Name)
			continue
		}
		alone := params
		alone.Options.Workers = 1
		if measure.Estimate(e.Metric, p.Truth, own.graph, alone) > most.time {
			long = append(long, e.Metric.Name)
			continue
		}
		r, err := measure.Measure(ctx, e.Metric, p.Truth, own.graph, params)
		if err != nil {
			return err
		}
		e.ClassOfTruth = &r
	}
	c.ClassOfTruth, c.ClassOfTruthNote = own.title, own.note
	c.ClassOfTruthDo = compareAs(own.as).Render(p.Params.Options.Spell)
	if len(long) > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%s was not computed for %s, which takes long", own.title, strings.Join(long, ", ")))
	}
	if len(arbitrary) > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%s was not computed for %s: the value depends on the graph chosen from the equivalence class",
			own.title, strings.Join(arbitrary, ", ")))
	}
	return nil
}

// arbitrary reports whether the value depends on which graph was chosen from the equivalence class of
// the truth, and so on the order of the nodes. Scores of arrowheads and tails do if only one end of an
// edge counts: with x as the source, x --> y has its arrowhead at a counted end, x <-- y does not. Claims about effects do if
// edges may be invisible: for x o-o y in the truth, x --> y leaves the effect of x unidentified, and x <-> y misses it.
func (c *classOfTruth) arbitrary(m *distance.Metric, p task.Params) bool {
	switch {
	case c.graph.Kind().RepresentsClass():
		return false
	case m.Claims == distance.AboutEffects:
		return c.graph.Kind().Latent()
	}
	return (p.Sources != nil || p.Targets != nil) && m.Claims == distance.NoClaims
}

// ClassesDiffer returns the note about graphs of different classes.
func ClassesDiffer(as class.Kind) advice.Text {
	return advice.Textf("truth and guess are of different classes, and even the %s of the truth may not be at 0: %v", as.Noun(), compareAs(as))
}

func compareAs(as class.Kind) advice.Text {
	return advice.Textf("use %v to compare equivalence classes", advice.Option("as", as.String()))
}

// EquivalenceOf returns the class to compare graphs of these classes as, if they are of different
// classes and one stands for several graphs. Otherwise it returns [class.Unstated].
func EquivalenceOf(truth, guess class.Kind) class.Kind {
	switch {
	case truth == guess:
		return class.Unstated
	case guess.RepresentsClass():
		return equivalence(guess)
	case truth.RepresentsClass():
		return equivalence(truth)
	}
	return class.Unstated
}
