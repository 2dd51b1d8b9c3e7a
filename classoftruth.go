package sepdist

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/report"
)

// If truth and guess are of different classes, few numbers are 0 even if the guess is the
// equivalence class of the truth: a CPDAG does not orient all edges of the true DAG. The numbers of that
// guess are computed up to these limits, which count work so that every machine decides alike.
var worthClassOfTruth = classOfTruthLimits{5000, 2 * time.Second}

type classOfTruthLimits struct {
	nodes int
	time  time.Duration // of one metric on one worker, as estimated
}

// A classOfTruth is the truth as a graph of the class of the guess.
type classOfTruth struct {
	graph       *model.Model
	title, note string     // "CPDAG of truth", and an explanation
	as          class.Kind // the class to compare both graphs as instead
}

// ClassOfTruth returns the equivalence class of the truth, a CPDAG or PAG, if the guess is one and the truth is not.
// Edges that the class leaves undetermined are not errors of the guess. It returns nil if the guess does not represent a
// class, or if the truth cannot be converted. The graphs are those of [Match].
func ClassOfTruth(ctx context.Context, truth, guess *Graph) (*Graph, error) {
	k := guess.Class
	if m, err := guess.Check(ctx); err == nil {
		k = m.Kind()
	}
	if k == class.Unstated || !k.RepresentsClass() {
		return nil, context.Cause(ctx)
	}
	m, err := truth.Check(ctx)
	if err != nil {
		return nil, context.Cause(ctx)
	}
	return equivalenceClass(ctx, m, k)
}

// ClassOfTruth is the function [ClassOfTruth] for the graphs of the pair.
func (p *Pair) ClassOfTruth(ctx context.Context) (*Graph, error) {
	_, k := p.Classes()
	if k == class.Unstated || !k.RepresentsClass() {
		return nil, nil
	}
	return equivalenceClass(ctx, p.truthMember, k)
}

// equivalenceClass returns the truth as a CPDAG or PAG if the guess, of class k, represents a class.
func equivalenceClass(ctx context.Context, truth class.Member, k class.Kind) (*Graph, error) {
	as := kind.CompareAs(truth.Kind(), k)
	if as == class.Unstated || truth.Model().N() > worthClassOfTruth.nodes {
		return nil, nil
	}
	m, err := truth.As(ctx, as)
	if err != nil {
		return nil, context.Cause(ctx)
	}
	return &Graph{Graph: m.Graph(), Series: m.Series(), Class: as}, nil
}

// classOfTruth returns the truth as a graph of the class of the guess, or nil if the truth is
// of that class or cannot be converted.
func (p *Pair) classOfTruth(ctx context.Context) *classOfTruth {
	truth, guess := p.Classes()
	c := &classOfTruth{as: kind.CompareAs(truth, guess)}
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
	m, err := p.truth.As(ctx, to)
	if err != nil {
		return nil
	}
	c.graph = m
	return c
}

// addClassOfTruth adds to each result the value of the truth's own class, or a note if that is too
// much work.
func (p *Pair) addClassOfTruth(ctx context.Context, c *report.Comparison, most classOfTruthLimits) error {
	truth, guess := p.Classes()
	if p.truth.N() > most.nodes {
		if as := kind.CompareAs(truth, guess); as != class.Unstated {
			c.Notes = append(c.Notes, kind.DifferNote(as).Render(p.params.Options.Spell))
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
	params := p.params
	params.Options.Mistake, params.Options.Progress = nil, nil
	params.Options.Tables = new(task.Tables)
	var long, arbitrary []string
	for i := range c.Results {
		e := &c.Results[i]
		if e.Metric == &distance.Recorded { // its claims are not those of a graph
			continue
		}
		if own.arbitrary(e.Metric, params) {
			arbitrary = append(arbitrary, e.Metric.Name)
			continue
		}
		alone := params
		alone.Options.Workers = 1
		if measure.Estimate(e.Metric, p.truth, own.graph, alone) > most.time {
			long = append(long, e.Metric.Name)
			continue
		}
		r, err := measure.Measure(ctx, e.Metric, p.truth, own.graph, params)
		if err != nil {
			return err
		}
		e.ClassOfTruth = &r
	}
	c.ClassOfTruth, c.ClassOfTruthNote = own.title, own.note
	c.ClassOfTruthDo = kind.CompareAsAdvice(own.as).Render(p.params.Options.Spell)
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
