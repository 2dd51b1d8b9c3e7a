package summary

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/study/stats"
	"github.com/sepdist/sepdist/internal/study/store"
	"github.com/sepdist/sepdist/internal/table"
)

// Method says how the intervals were made.
func (g *Groups) Method() string {
	few, many := 0, 0 // groups
	for _, group := range g.List {
		for k := range group.Values {
			if n := len(group.numbers(k)); n >= stats.Many {
				many++
			} else if n > 1 {
				few++
			}
		}
	}
	bootstrap := fmt.Sprintf("percentile bootstrap, %d resamples, seed %d", stats.Resamples, g.Seed)
	method := bootstrap
	switch errors := "mean ± 1.96 standard errors"; {
	case many > 0 && few == 0:
		method = errors
	case many > 0:
		method = fmt.Sprintf("%s; from %d values on %s", bootstrap, stats.Many, errors)
	}
	return "95 % interval of the mean: " + method
}

// Text writes a table for each metric, for people.
func (g *Groups) Text(w io.Writer) error {
	b := table.NewPage(w)
	b.Line("%s, %s", numeral.Count(g.Pairs, "pair"), numeral.Count(len(g.List), "group"))
	missing := false
	lines := g.Lines()
	for k, metric := range g.Metrics {
		b.WriteByte('\n')
		b.Line("%s", g.title(metric))
		t := table.Table{Head: slices.Concat(g.By, []string{"pairs", "values", "mean", "95 % interval", "q25", "median", "q75", "failed"})}
		for _, l := range lines[k*len(g.List) : (k+1)*len(g.List)] {
			interval := "-"
			if !math.IsNaN(l.Lower) {
				interval = digits(l.Lower) + " to " + digits(l.Upper)
			}
			t.Rows = append(t.Rows, slices.Concat(l.Key, []string{strconv.Itoa(l.Pairs), strconv.Itoa(l.Values), digits(l.Mean), interval,
				digits(l.Q25), digits(l.Median), digits(l.Q75), failed(l.Missing)}))
			missing = missing || l.Values < l.Pairs
		}
		t.Write(b)
	}
	b.WriteByte('\n')
	b.Line("%s", g.Method())
	if g.Paired != "" {
		g.writeDifferences(b)
	}
	if missing {
		b.Paragraph("Statistics are over the pairs that have a value (column values), which differ between rows of a table; compare rows with the same pairs only.")
	}
	if note := g.outcome.Note(); note != "" {
		b.Line("Note: %s", note)
	}
	return b.Flush(w)
}

// CSV writes a row for each metric and group, or for each difference if they are asked for.
func (g *Groups) CSV(w io.Writer, raw bool) error {
	if g.Paired != "" {
		return g.differenceTable(g.Differences(), "", number).CSV(w, raw)
	}
	out := csv.NewWriter(w)
	head := append([]string{"metric"}, g.By...)
	rows := [][]string{append(head, "pairs", "values", "mean", "mean_lower", "mean_upper", "min", "q25", "median", "q75", "max", "failed", "reasons")}
	for _, l := range g.Lines() {
		row := append([]string{l.Metric}, l.Key...)
		for i := range row {
			if !raw { // a spreadsheet could take it for a formula
				row[i] = plain.Cell(row[i])
			}
		}
		row = append(row, strconv.Itoa(l.Pairs), strconv.Itoa(l.Values))
		for _, x := range []float64{l.Mean, l.Lower, l.Upper, l.Min, l.Q25, l.Median, l.Q75, l.Max} {
			row = append(row, number(x))
		}
		rows = append(rows, append(row, strconv.Itoa(l.Pairs-l.Values), l.Missing.String()))
	}
	return out.WriteAll(rows)
}

// JSON writes the same as one object.
func (g *Groups) JSON(w io.Writer) error {
	type entry struct {
		Metric  string            `json:"metric"`
		Group   map[string]string `json:"group"`
		Pairs   int               `json:"pairs"`
		Values  int               `json:"values"`
		Mean    *float64          `json:"mean"`
		Lower   *float64          `json:"mean_lower"`
		Upper   *float64          `json:"mean_upper"`
		Min     *float64          `json:"min"`
		Q25     *float64          `json:"q25"`
		Median  *float64          `json:"median"`
		Q75     *float64          `json:"q75"`
		Max     *float64          `json:"max"`
		Failed  int               `json:"failed"`
		Reasons store.Reasons     `json:"reasons"`
	}
	all := struct {
		Pairs     int      `json:"pairs"`
		By        []string `json:"by"`
		Value     string   `json:"value"`
		Interval  string   `json:"interval"`
		Resamples int      `json:"resamples"`
		Seed      uint64   `json:"seed"`
		Groups    []entry  `json:"groups"`

		Differences []any `json:"differences,omitempty"`
	}{g.Pairs, g.By, g.Value, g.Method(), stats.Resamples, g.Seed, []entry{}, nil}
	if all.By == nil {
		all.By = []string{}
	}
	for _, l := range g.Lines() {
		all.Groups = append(all.Groups, entry{
			l.Metric, groupJSON(g.By, l.Key), l.Pairs, l.Values, known(l.Mean), known(l.Lower), known(l.Upper),
			known(l.Min), known(l.Q25), known(l.Median), known(l.Q75), known(l.Max),
			l.Pairs - l.Values, append(store.Reasons{}, l.Missing...),
		})
	}
	if g.Paired != "" {
		all.Differences = g.differencesJSON()
	}
	return writeJSON(w, all)
}

// groupJSON returns the values of columns by their names.
func groupJSON(names, key []string) map[string]string {
	group := make(map[string]string)
	for i, name := range names {
		group[name] = key[i]
	}
	return group
}

// known returns a number of JSON, which is null if there is none.
func known(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

func writeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// failed counts the pairs without a number, with their reasons.
func failed(list store.Reasons) string {
	if len(list) == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%s)", list.Pairs(""), list)
}

func number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// digits writes a number for people.
func digits(x float64) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case math.Abs(x) >= 1000 || x != 0 && math.Abs(x) < 0.001:
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	return strconv.FormatFloat(x, 'f', 4, 64)
}
