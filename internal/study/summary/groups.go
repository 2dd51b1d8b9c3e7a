package summary

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/study/stats"
	"github.com/sepdist/sepdist/internal/study/store"
)

// A Query says what is asked of rows.
type Query struct {
	By      []string // columns whose values make a group
	Metrics []string // nil is all
	Value   string   // the column of the numbers; empty is value
	Seed    uint64   // of the bootstrap
	Paired  string   // a column of By whose values are compared on the same cases; may be empty
	Match   []string // columns that make a case, together with the truth
}

// ValueColumns lists the columns of numbers that can be summarised.
var ValueColumns = []string{"value", "lower", "upper", "wrong", store.Seconds}

// Groups are the numbers of rows by group.
type Groups struct {
	Query
	Pairs   int
	Metrics []string // in the order of the rows, or of the query
	List    []*Group

	found   []string // metrics of the rows
	outcome store.Outcome
	index   map[string]*Group
	value   store.Column
	by      []store.Column // of the rows that are being read
	match   []store.Column // of the rows that are being read
	more    int            // columns of their source
}

// A Group has the pairs with the same values in the columns of a query.
type Group struct {
	Key     []string // values of the columns
	Pairs   int
	Values  [][]float64     // by metric, then by pair; NaN if there is none
	Reasons []store.Reasons // why values are missing, by metric
	Lost    []Loss          // pairs that could not be compared

	cases  []string // by pair, if the query is paired
	failed []string // by pair: the code of why it could not be compared, empty if it was
}

// A Loss is a pair that could not be compared.
type Loss struct {
	ID     string
	Reason store.Reason
}

// New returns groups without rows.
func New(q Query) (*Groups, error) {
	q.Value = cmp.Or(q.Value, "value")
	if !slices.Contains(ValueColumns, q.Value) {
		return nil, fmt.Errorf("there is no column %q of numbers: use one of %s", q.Value, strings.Join(ValueColumns, ", "))
	}
	for i, name := range q.By {
		if slices.Contains(q.By[:i], name) {
			return nil, fmt.Errorf("the column %q is named twice", name)
		}
	}
	if q.Paired != "" && !slices.Contains(q.By, q.Paired) {
		q.By = append(slices.Clone(q.By), q.Paired)
	}
	value, _ := store.FindColumn(q.Value)
	return &Groups{Query: q, Metrics: slices.Clone(q.Metrics), index: make(map[string]*Group), value: value}, nil
}

// Read adds rows.
func (g *Groups) Read(rows store.Table) error {
	g.by = nil
	for pair, err := range rows {
		if err == nil {
			err = g.add(pair)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *Groups) add(pair store.Pair) error {
	if g.by == nil || len(pair.More) != g.more {
		g.more = len(pair.More)
		var err error
		if g.by, err = columns(pair, g.By); err != nil {
			return err
		}
		if g.match, err = columns(pair, g.Match); err != nil {
			return err
		}
	}
	var key []string
	for i := range g.by {
		key = append(key, *g.by[i].Text(&pair.Rows[0]))
	}
	text := strings.Join(key, "\x00")
	group := g.index[text]
	if group == nil {
		group = &Group{Key: key}
		g.index[text] = group
		g.List = append(g.List, group)
	}
	for i := range pair.Rows {
		r := &pair.Rows[i]
		if r.Metric != "" && !slices.Contains(g.found, r.Metric) {
			g.found = append(g.found, r.Metric)
		}
		k := slices.Index(g.Metrics, r.Metric)
		if k < 0 && g.Query.Metrics == nil && r.Metric != "" {
			k = len(g.Metrics)
			g.Metrics = append(g.Metrics, r.Metric)
		}
		if k >= 0 {
			group.put(k, g.number(r), r.Reason.Code)
		}
	}
	outcome := store.OutcomeOf(pair.Rows)
	if asked := g.Query.Metrics; asked != nil { // the note is about these
		rows := slices.DeleteFunc(slices.Clone(pair.Rows), func(r store.Row) bool { return !slices.Contains(asked, r.Metric) })
		outcome.As = store.OutcomeOf(rows).As
	}
	g.outcome.Count(outcome)
	if group.failed = append(group.failed, outcome.Reason.Code); outcome.Reason.Code != "" {
		group.Lost = append(group.Lost, Loss{pair.Rows[0].ID, outcome.Reason})
	}
	if g.Paired != "" {
		name := pair.Rows[0].Truth
		for i := range g.match {
			name += "\x00" + *g.match[i].Text(&pair.Rows[0])
		}
		group.cases = append(group.cases, name)
	}
	group.Pairs++
	g.Pairs++
	group.fill(len(g.Metrics), group.Pairs)
	return nil
}

// number returns the number of a row. An exact value is its own lower and upper bound.
func (g *Groups) number(r *store.Row) float64 {
	if bound := g.Value == "lower" || g.Value == "upper"; bound && math.IsNaN(r.Lower) && math.IsNaN(r.Upper) {
		return r.Value
	}
	return *g.value.Number(r)
}

// CheckMetrics returns an error if no row has a metric of the query.
func (g *Groups) CheckMetrics() error {
	for _, name := range g.Query.Metrics {
		if len(g.found) > 0 && !slices.Contains(g.found, name) {
			return fmt.Errorf("no row has the metric %s: the rows have %s", name, strings.Join(g.found, ", "))
		}
	}
	return nil
}

// columns returns the columns of the names, which rows can be grouped by.
func columns(pair store.Pair, names []string) ([]store.Column, error) {
	list := make([]store.Column, len(names))
	for i, name := range names {
		if err := CheckColumn(name, pair.More); err != nil {
			return nil, err
		}
		list[i], _ = pair.Column(name)
	}
	return list, nil
}

// put sets the number of a metric for the pair that is being read.
func (g *Group) put(k int, x float64, code string) {
	g.fill(k+1, g.Pairs)
	if len(g.Values[k]) > g.Pairs { // a metric that occurs twice
		return
	}
	if g.Values[k] = append(g.Values[k], x); math.IsNaN(x) {
		g.miss(k, code)
	}
}

// fill extends the lists to a number of metrics and of pairs, with gaps if a metric has no row.
func (g *Group) fill(metrics, pairs int) {
	for len(g.Values) < metrics {
		g.Values, g.Reasons = append(g.Values, nil), append(g.Reasons, nil)
	}
	for k := range g.Values {
		for i := len(g.Values[k]); i < pairs; i++ {
			g.Values[k] = append(g.Values[k], math.NaN())
			g.miss(k, g.failed[i])
		}
	}
}

// miss counts why a number is missing.
func (g *Group) miss(k int, code string) {
	g.Reasons[k].Count(cmp.Or(code, "no-row"))
}

// fixed are the columns of every row that groups can be made by.
var fixed = []string{"id", "truth", "guess", "truth_class", "guess_class"}

// CheckColumn returns an error if groups cannot be made by the column of a name. More are the columns
// that come from the source.
func CheckColumn(name string, more []string) error {
	if slices.Contains(fixed, name) || slices.Contains(more, name) {
		return nil
	}
	known := slices.Concat(more, fixed[1:])
	return fmt.Errorf("there is no column %q: the rows have %s", name, strings.Join(known, ", "))
}

// Sort sorts the groups by the columns of the query: numbers ascending, texts in the order of the
// rows. It ends the reading.
func (g *Groups) Sort() {
	g.fill()
	orders := make([]map[string]float64, len(g.By))
	for i := range g.By {
		orders[i] = g.order(i)
	}
	slices.SortStableFunc(g.List, func(a, b *Group) int {
		for i := range g.By {
			if c := cmp.Compare(orders[i][a.Key[i]], orders[i][b.Key[i]]); c != 0 {
				return c
			}
		}
		return 0
	})
}

// fill makes all groups have all metrics.
func (g *Groups) fill() {
	for _, group := range g.List {
		group.fill(len(g.Metrics), group.Pairs)
		for _, list := range group.Reasons {
			list.Sort()
		}
	}
}

// order returns the places of the values of a column: the numbers themselves where all are
// numbers, else the order in which they occur.
func (g *Groups) order(column int) map[string]float64 {
	order, numbers := make(map[string]float64), true
	for _, group := range g.List {
		text := group.Key[column]
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(x) {
			numbers = false
		}
		order[text] = x
	}
	if numbers {
		return order
	}
	clear(order)
	for _, group := range g.List {
		if _, known := order[group.Key[column]]; !known {
			order[group.Key[column]] = float64(len(order))
		}
	}
	return order
}

// A Line has the statistics of one metric in one group.
type Line struct {
	Metric  string
	Key     []string
	Pairs   int
	Values  int // pairs that have a number: the statistics are over these
	Mean    float64
	Lower   float64 // of the 95 % interval of the mean
	Upper   float64
	Min     float64
	Q25     float64
	Median  float64
	Q75     float64
	Max     float64
	Missing store.Reasons
}

// Lines returns the statistics, by metric and then by group.
func (g *Groups) Lines() (lines []Line) {
	for k, metric := range g.Metrics {
		for _, group := range g.List {
			lines = append(lines, g.line(k, metric, group))
		}
	}
	return lines
}

func (g *Groups) line(k int, metric string, group *Group) Line {
	x := group.numbers(k)
	interval := stats.Bootstrap(x, g.seed(metric, group))
	q := stats.Quantiles(x, 0, 0.25, 0.5, 0.75, 1)
	return Line{
		Metric: metric, Key: group.Key, Pairs: group.Pairs, Values: len(x), Mean: stats.Mean(x),
		Lower: interval.Lower, Upper: interval.Upper,
		Min: q[0], Q25: q[1], Median: q[2], Q75: q[3], Max: q[4],
		Missing: group.Reasons[k],
	}
}

// numbers returns the numbers of a metric, without gaps.
func (g *Group) numbers(k int) []float64 {
	x, _ := stats.Both(g.Values[k], g.Values[k])
	return x
}

// seed returns that of the bootstrap for a metric in a group, so that its interval does not
// depend on the other groups.
func (g *Groups) seed(metric string, group *Group) uint64 {
	h := fnv.New64a()
	io.WriteString(h, metric+"\x00"+strings.Join(group.Key, "\x00"))
	return h.Sum64() ^ g.Seed
}
