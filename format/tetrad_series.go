package format

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// Tetrad calls a variable at time t by its name and one earlier X:1, X:2.

// tetradMoment returns X or X:1.
func tetradMoment(variable string, lag int) string {
	if lag == 0 {
		return variable
	}
	return fmt.Sprintf("%s:%d", variable, lag)
}

// cutTetradLag takes X:1 apart.
func cutTetradLag(name string) (variable string, lag int, ok bool) {
	i := strings.LastIndexByte(name, ':')
	if i < 1 || i+1 == len(name) || len(name)-i > 6 || name[i+1] == '0' || !allNumbers([]string{name[i+1:]}) {
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
			return &AskError{File: file, Option: "class",
				Question: fmt.Sprintf("is %s the variable %s at an earlier time? then say --class ts, else", shown(name), shown(variable)),
				Values:   []string{"dag", "cpdag", "mag", "pag"}}
		}
	}
	return nil
}

// dropCopies drops edges that do not end at time t but repeat one that does, and
// returns how many they were.
func (b *builder) dropCopies() int {
	type moment struct {
		variable string
		lag      int
	}
	type link struct {
		x, y     moment
		atX, atY graph.Mark
	}
	shifted := func(e graph.Edge) (l link, by int) {
		at := func(v graph.Node) moment {
			variable, lag, _ := cutTetradLag(b.names[v])
			return moment{variable, lag}
		}
		x, y := at(e.X), at(e.Y)
		if x.variable > y.variable || x.variable == y.variable && x.lag < y.lag {
			x, y, e = y, x, e.Flip()
		}
		by = min(x.lag, y.lag)
		x.lag, y.lag = x.lag-by, y.lag-by
		return link{x, y, e.AtX, e.AtY}, by
	}
	now := make(map[link]bool)
	for _, e := range b.edges {
		if l, by := shifted(e); by == 0 {
			now[l] = true
		}
	}
	kept := 0
	for i, e := range b.edges {
		if l, by := shifted(e); by > 0 && now[l] {
			continue
		}
		b.edges[kept], b.edgeAt[kept] = e, b.edgeAt[i]
		kept++
	}
	dropped := len(b.edges) - kept
	b.edges, b.edgeAt = b.edges[:kept], b.edgeAt[:kept]
	return dropped
}

// tetradSeries reads a graph of moments as a series, whose nodes keep their names.
func tetradSeries(d *Document, file string) (*Document, error) {
	g := d.Graph
	s := &Series{At: make([]Moment, g.N())}
	index := make(map[string]graph.Node)
	for v := range graph.Node(g.N()) {
		if _, _, lagged := cutTetradLag(g.Name(v)); !lagged {
			index[g.Name(v)] = graph.Node(len(s.Variables))
			s.Variables = append(s.Variables, g.Name(v))
		}
	}
	order := make([]graph.Node, g.N())
	for v := range graph.Node(g.N()) {
		variable, lag, _ := cutTetradLag(g.Name(v))
		i, known := index[variable]
		if !known {
			return nil, &FileError{file, fmt.Sprintf("the series has %s and no %s", clipped(g.Name(v)), clipped(variable)), ""}
		}
		order[v], s.At[v] = v, Moment{i, lag}
		s.MaxLag = max(s.MaxLag, lag)
	}
	for e := range g.Edges() {
		if s.At[e.X].Lag > 0 && s.At[e.Y].Lag > 0 {
			return nil, &FileError{file, fmt.Sprintf("%s %s %s does not end at time t", shown(g.Name(e.X)), e.Arrow(), shown(g.Name(e.Y))),
				"say another --class if the names have no lags"}
		}
	}
	slices.SortFunc(order, func(a, b graph.Node) int {
		return cmp.Or(cmp.Compare(s.At[a].Lag, s.At[b].Lag), cmp.Compare(s.At[a].Variable, s.At[b].Variable))
	})
	at := make([]Moment, len(order))
	for i, v := range order {
		at[i] = s.At[v]
	}
	s.At = at
	d.Graph, d.Series = g.Keep(order), s
	return d, nil
}
