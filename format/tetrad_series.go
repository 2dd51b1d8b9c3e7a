package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// In Tetrad, X is a variable at time t, and X:1, X:2 are its earlier moments.

// tetradMoment returns X or X:1.
func tetradMoment(variable string, lag int) string {
	if lag == 0 {
		return variable
	}
	return fmt.Sprintf("%s:%d", variable, lag)
}

// cutTetradLag splits X:1 into the variable and the lag.
func cutTetradLag(name string) (variable string, lag int, ok bool) {
	i := strings.LastIndexByte(name, ':')
	if i < 1 || i+1 == len(name) || len(name)-i > 10 || name[i+1] == '0' || !allNumbers([]string{name[i+1:]}) {
		return name, 0, false
	}
	lag, err := strconv.Atoi(name[i+1:])
	return name[:i], lag, err == nil
}

// askLags asks whether a node X:1 beside a node X is the same variable.
func askLags(file string, names []string, index map[string]graph.Node) error {
	for _, name := range names {
		variable, _, lagged := cutTetradLag(name)
		if _, known := index[variable]; lagged && known {
			return &AmbiguityError{File: file, Option: "class",
				Question: fmt.Sprintf("is %s the variable %s at an earlier time, so that the class is ts?", shown(name), shown(variable)),
				Values:   append([]string{"ts"}, tetradClasses.Names()...)}
		}
	}
	return nil
}

// tetradSeries reads a graph of moments as a series, whose nodes keep their names.
func tetradSeries(d *Document, file string) (*Document, error) {
	g := d.Graph
	s := &Series{At: make([]graph.LaggedNode, g.N())}
	index := make(map[string]graph.Node)
	for v := range graph.Node(g.N()) {
		if _, _, lagged := cutTetradLag(g.Name(v)); !lagged {
			index[g.Name(v)] = graph.Node(len(s.Variables))
			s.Variables = append(s.Variables, g.Name(v))
		}
	}
	for v := range graph.Node(g.N()) {
		variable, lag, _ := cutTetradLag(g.Name(v))
		i, known := index[variable]
		if !known {
			return nil, &FileError{File: file, Why: fmt.Sprintf("the series has %s and no %s", clipped(g.Name(v)), clipped(variable))}
		}
		s.At[v] = graph.LaggedNode{Variable: i, Lag: lag}
		s.MaxLag = max(s.MaxLag, lag)
	}
	_, copies, err := atTimeT(g, s.At)
	if err != nil {
		return nil, &FileError{File: file, Why: err.Error(), Do: "use another class if the names have no lags"}
	}
	d.noteCopies(copies)
	d.sortMoments(s)
	return d, nil
}

// sortMoments makes d a series: it sorts the nodes by lag and variable, and keeps the edges that end at
// time t.
func (d *Document) sortMoments(s *Series) {
	order := graph.AllNodes(len(s.At)).Nodes()
	slices.SortFunc(order, func(a, b graph.Node) int { return compareMoments(s.At[a], s.At[b]) })
	g := d.Graph.Induced(order)
	slices.SortFunc(s.At, compareMoments)
	var edges []graph.Edge
	for e := range g.Edges() {
		if min(s.At[e.X].Lag, s.At[e.Y].Lag) == 0 {
			edges = append(edges, e)
		}
	}
	now := g.With(edges)
	var triples []graph.Triple
	for _, t := range g.Triples() {
		if now.Adjacent(t.A, t.B) && now.Adjacent(t.B, t.C) {
			triples = append(triples, t)
		} else {
			d.note("a triple of earlier times dropped: %s, %s, %s", shown(g.Name(t.A)), shown(g.Name(t.B)), shown(g.Name(t.C)))
		}
	}
	d.Graph, d.Series = graph.MustNew(g.Names(), edges, triples...), s
}
