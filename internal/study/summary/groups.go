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

	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/stats"
)

// A Query says what is asked of rows.
type Query struct {
	By      []string // columns whose values make a group
	Metrics []string // nil is all
	Value   string   // the column of the numbers; empty is value
	Seed    uint64   // of the bootstrap
}

// values returns the number of a row in the column that is asked for.
var values = map[string]func(*batch.Row) float64{
	"":            func(r *batch.Row) float64 { return r.Value },
	"value":       func(r *batch.Row) float64 { return r.Value },
	"lower":       func(r *batch.Row) float64 { return r.Lower },
	"upper":       func(r *batch.Row) float64 { return r.Upper },
	"wrong":       func(r *batch.Row) float64 { return r.Wrong },
	batch.Seconds: func(r *batch.Row) float64 { return r.Seconds },
}

// ValueColumns lists the columns of numbers that can be asked for.
func ValueColumns() []string {
	return []string{"value", "lower", "upper", "wrong", batch.Seconds}
}

// Groups are the numbers of rows by group.
type Groups struct {
	Query
	Pairs   int
	Metrics []string // in the order in which they occur, or as asked for
	List    []*Group // by their values: numbers rise, texts as they occur

	outcome batch.Outcome
	index   map[string]*Group
	rows    []batch.Row // of the pair that is being read
	more    []string
}

// A Group has the pairs with the same values in the columns of a query.
type Group struct {
	Key    []string // values of the columns
	Pairs  int
	Values [][]float64 // by metric, then by pair; not a number where there is none
	// Reasons say why values are missing, by metric, most first.
	Reasons [][]batch.ReasonCount

	failed []string // by pair: why it could not be compared; empty where it was
}

// New returns groups without rows.
func New(q Query) (*Groups, error) {
	if values[q.Value] == nil {
		return nil, fmt.Errorf("there is no column %q of numbers: use one of %s", q.Value, strings.Join(ValueColumns(), ", "))
	}
	for i, name := range q.By {
		if slices.Contains(q.By[:i], name) {
			return nil, fmt.Errorf("the column %q is named twice", name)
		}
	}
	return &Groups{Query: q, Metrics: slices.Clone(q.Metrics), index: make(map[string]*Group)}, nil
}

// Read adds the rows of a file.
func (g *Groups) Read(rows io.Reader, form batch.Form) error {
	err := batch.EachRow(rows, form, g.Add)
	if err != nil {
		return err
	}
	return g.End()
}

// Add adds a row. Rows of one pair follow each other.
func (g *Groups) Add(r *batch.Row, more []string) error {
	if len(g.rows) > 0 && g.rows[0].ID != r.ID {
		if err := g.End(); err != nil {
			return err
		}
	}
	g.rows, g.more = append(g.rows, *r), more
	return nil
}

// End ends a file: what follows is another pair.
func (g *Groups) End() error {
	if len(g.rows) == 0 {
		return nil
	}
	first := &g.rows[0]
	var key []string
	for _, name := range g.By {
		value, err := column(first, g.more, name)
		if err != nil {
			return err
		}
		key = append(key, value)
	}
	text := strings.Join(key, "\x00")
	group := g.index[text]
	if group == nil {
		group = &Group{Key: key}
		g.index[text] = group
		g.List = append(g.List, group)
	}
	for i := range g.rows {
		r := &g.rows[i]
		k := slices.Index(g.Metrics, r.Metric)
		if k < 0 && g.Query.Metrics == nil && r.Metric != "" {
			k = len(g.Metrics)
			g.Metrics = append(g.Metrics, r.Metric)
		}
		if k >= 0 {
			group.put(k, values[g.Value](r), r.Reason)
		}
	}
	outcome := batch.OutcomeOf(g.rows)
	if asked := g.Query.Metrics; asked != nil { // the note is about these
		rows := slices.DeleteFunc(slices.Clone(g.rows), func(r batch.Row) bool { return !slices.Contains(asked, r.Metric) })
		outcome.As = batch.OutcomeOf(rows).As
	}
	g.outcome.Count(outcome)
	group.failed = append(group.failed, outcome.Reason)
	group.Pairs++
	g.Pairs++
	group.fill(len(g.Metrics), group.Pairs)
	g.rows = g.rows[:0]
	return nil
}

// put sets the number of a metric for the pair that is being read.
func (g *Group) put(k int, x float64, reason string) {
	g.fill(k+1, g.Pairs)
	if len(g.Values[k]) > g.Pairs { // a metric that occurs twice
		return
	}
	if g.Values[k] = append(g.Values[k], x); math.IsNaN(x) {
		g.miss(k, reason)
	}
}

// fill makes lists for so many metrics, and puts gaps where a metric has no row.
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

// miss counts a reason why a number is missing.
func (g *Group) miss(k int, reason string) {
	if reason == "" {
		reason = "no-row"
	}
	g.Reasons[k] = batch.CountReason(g.Reasons[k], reason)
}

// fixed are the columns of every row that groups can be made by.
var fixed = map[string]func(*batch.Row) string{
	"id":          func(r *batch.Row) string { return r.ID },
	"truth":       func(r *batch.Row) string { return r.Truth },
	"guess":       func(r *batch.Row) string { return r.Guess },
	"truth_class": func(r *batch.Row) string { return r.TruthClass },
	"guess_class": func(r *batch.Row) string { return r.GuessClass },
}

// CheckColumn refuses a name that is not that of a column that groups can be made by. More are the
// columns that come from the source.
func CheckColumn(name string, more []string) error {
	if fixed[name] != nil || slices.Contains(more, name) {
		return nil
	}
	known := slices.Concat(more, []string{"truth", "guess", "truth_class", "guess_class"})
	return fmt.Errorf("there is no column %q: the rows have %s", name, strings.Join(known, ", "))
}

// column returns the value of a row in a column that groups can be made by.
func column(r *batch.Row, more []string, name string) (string, error) {
	if of := fixed[name]; of != nil {
		return of(r), nil
	}
	i := slices.Index(more, name)
	switch {
	case i < 0:
		return "", CheckColumn(name, more)
	case i >= len(r.More):
		return "", nil
	}
	return r.More[i], nil
}

// Sort brings the groups into order: by the columns of the query, numbers rising, texts as they
// occur first. It ends the reading.
func (g *Groups) Sort() {
	for _, group := range g.List {
		group.fill(len(g.Metrics), group.Pairs)
		for _, list := range group.Reasons {
			batch.SortReasons(list)
		}
	}
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
	Missing []batch.ReasonCount
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
	return Line{
		Metric: metric, Key: group.Key, Pairs: group.Pairs, Values: len(x), Mean: stats.Mean(x),
		Lower: interval.Lower, Upper: interval.Upper,
		Min: stats.Quantile(x, 0), Q25: stats.Quantile(x, 0.25), Median: stats.Quantile(x, 0.5), Q75: stats.Quantile(x, 0.75), Max: stats.Quantile(x, 1),
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
