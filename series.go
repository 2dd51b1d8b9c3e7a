package sepdist

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/series"
)

// maxLag returns the largest lag between two moments of a pair.
func (p *Pair) maxLag() int {
	if p.options.MaxLag > 0 || p.guess == nil {
		return max(1, p.options.MaxLag)
	}
	return max(1, p.truth.Series().Drawn().MaxLag(), p.guess.Series().Drawn().MaxLag())
}

// MistakeRows returns the rows of a table of mistakes by a metric: the nodes of the graphs, or the moments of time series
// up to the largest lag. Row returns the row of a node of a [distance.Mistake]. Silent reports whether the guess
// claims nothing about two rows; nil means that it claims something about all. The guess must have one reading.
func (p *Pair) MistakeRows(metric *distance.Metric) (names []string, row func(graph.Node) int, silent func(x, y int) bool) {
	if !p.truth.Kind().IsSeries() {
		return p.truth.Names().List(), func(v graph.Node) int { return int(v) }, measure.Unclaimed(metric, p.guess)
	}
	mistakes, own := task.Moments(p.truth, p.guess), series.MomentIndex{Variables: p.truth.Names()}
	for v := range own.Node(graph.LaggedNode{Lag: p.maxLag() + 1}) {
		names = append(names, own.Name(v))
	}
	variable := make([]graph.Node, mistakes.Variables.Len()) // by position among the measured ones
	for i, v := range p.truth.Series().Measured() {
		variable[v] = graph.Node(i)
	}
	row = func(v graph.Node) int {
		m := mistakes.Moment(v)
		m.Variable = variable[m.Variable]
		return int(own.Node(m))
	}
	if metric.Claims != distance.AboutSeparation {
		return names, row, nil
	}
	guess := p.guess.Series().Drawn()
	silent = func(x, y int) bool {
		u, v := own.Moment(graph.Node(x)), own.Moment(graph.Node(y))
		return x != y && (min(u.Lag, v.Lag) > 0 || guess.Adjacent(u, v))
	}
	return names, row, silent
}

// momentWeights returns the weights of ordered pairs of moments that are at most maxLag apart.
// The weight of two variables holds for all their moments, unless two moments have their own.
func momentWeights(variables *graph.Names, byName map[[2]string]float64, maxLag int) (task.Weights, error) {
	frame := series.MomentIndex{Variables: variables}
	ofMoments, ofVariables := make(task.Weights), make(task.Weights)
	var wrong []string // the first of them in alphabetical order is returned
	for pair, w := range byName {
		x, lagged, err := momentOrVariable(variables, pair[0])
		y, both, errY := momentOrVariable(variables, pair[1])
		if err == nil {
			err = errY
		}
		to := ofMoments
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Sprintf("%q and %q: %v", pair[0], pair[1], err))
			continue
		case lagged != both:
			wrong = append(wrong, fmt.Sprintf("%q and %q: expected two variables or two moments", pair[0], pair[1]))
			continue
		case lagged && x == y:
			wrong = append(wrong, fmt.Sprintf("%q and itself: a pair has two moments", pair[0]))
			continue
		case !lagged:
			to = ofVariables
		}
		later := min(x.Lag, y.Lag)
		x, y = x.Shift(-later), y.Shift(-later)
		to[[2]graph.Node{frame.Node(x), frame.Node(y)}] = w
	}
	if len(wrong) > 0 {
		return nil, fmt.Errorf("weights: one is given to %s", slices.Min(wrong))
	}
	for pair, w := range ofVariables {
		for lag := range maxLag + 1 {
			for _, m := range [][2]graph.LaggedNode{{{Variable: pair[0], Lag: lag}, {Variable: pair[1]}}, {{Variable: pair[0]}, {Variable: pair[1], Lag: lag}}} {
				key := [2]graph.Node{frame.Node(m[0]), frame.Node(m[1])}
				if _, known := ofMoments[key]; !known && m[0] != m[1] {
					ofMoments[key] = w
				}
			}
		}
	}
	return ofMoments, nil
}

// momentOrVariable returns the moment that is named X(t-1), or a variable at t and false.
func momentOrVariable(variables *graph.Names, name string) (m graph.LaggedNode, moment bool, err error) {
	if v, ok := variables.Node(name); ok {
		return graph.LaggedNode{Variable: v}, false, nil
	}
	variable, lag, ok := graph.ParseMoment(name)
	if !ok {
		return m, false, fmt.Errorf("no variable is named %q", name)
	}
	v, ok := variables.Node(variable)
	if !ok {
		return m, true, fmt.Errorf("no variable is named %q", variable)
	}
	return graph.LaggedNode{Variable: v, Lag: lag}, true, nil
}

// recordedMoments returns recorded sets of moments, the later of the two moments at t.
func recordedMoments(variables *graph.Names, rows [][]string) ([]task.Statement, error) {
	frame := series.MomentIndex{Variables: variables}
	list := make([]task.Statement, len(rows))
	for i, row := range rows {
		if len(row) < 2 {
			return nil, fmt.Errorf("row %d: two moments are needed, and then those of the set", i+1)
		}
		moments := make([]graph.LaggedNode, len(row))
		for k, name := range row {
			m, moment, err := momentOrVariable(variables, name)
			if err == nil && !moment {
				err = fmt.Errorf("%q is a variable: name one of its moments, such as %[1]s(t)", name)
			}
			if err != nil {
				return nil, fmt.Errorf("row %d: %w", i+1, err)
			}
			moments[k] = m
		}
		later := min(moments[0].Lag, moments[1].Lag)
		nodes := make([]graph.Node, len(row))
		for k, m := range moments {
			m = m.Shift(-later)
			if m.Lag < 0 {
				return nil, fmt.Errorf("row %d: %s is later than both moments of the pair", i+1, row[k])
			}
			if nodes[k] = frame.Node(m); slices.Contains(nodes[:k], nodes[k]) {
				return nil, fmt.Errorf("row %d: %s is in it twice", i+1, row[k])
			}
		}
		list[i] = task.Statement{X: nodes[0], Y: nodes[1], Given: nodes[2:]}
	}
	return list, nil
}

// lagsOnly reports whether no metric depends on links at lag 0: metrics of the group structure that count lagged
// pairs only. Then these links are neither checked nor compared.
func (o *Options) lagsOnly() bool {
	if !o.laggedPairs() {
		return false
	}
	structure := func(name string) bool {
		m, err := distance.Find(name)
		return name == "structure" || err == nil && m.Group == "structure"
	}
	return len(o.Metrics) > 0 && !slices.ContainsFunc(o.Metrics, func(name string) bool { return !structure(name) })
}

// laggedPairs reports whether only lagged pairs are counted.
func (o *Options) laggedPairs() bool {
	links := strings.Split(o.Links, ",")
	return o.Links == "auto" || slices.Contains(links, "lagged") && !slices.Contains(links, "contemporaneous")
}

// lagged returns a time series without its links at lag 0.
func (g *Graph) lagged() *Graph {
	s := g.Series
	links := slices.DeleteFunc(slices.Clone(s.Links()), func(l graph.Link) bool { return l.Lag == 0 })
	triples := slices.DeleteFunc(slices.Clone(s.Triples()), func(t graph.LaggedTriple) bool {
		return t.A.Lag == t.B.Lag || t.B.Lag == t.C.Lag
	})
	if len(links) == s.M() && len(triples) == len(s.Triples()) {
		return g
	}
	own := *g
	own.Series = graph.MustSeries(s.Names(), links, triples...)
	return &own
}
