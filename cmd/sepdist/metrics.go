package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/table"
)

func newMetrics() *cobra.Command {
	return newList("metrics", metricNames(), listMetrics, func(out io.Writer, name string) error {
		m, err := distance.Find(name)
		if err != nil {
			return err
		}
		return describeMetric(out, m)
	})
}

// A metricFlag is a flag that names one metric.
type metricFlag struct{ *distance.Metric }

func (f *metricFlag) String() string {
	if f.Metric == nil {
		return ""
	}
	return f.Name
}

func (f *metricFlag) Type() string { return "string" }

func (f *metricFlag) Set(name string) (err error) {
	f.Metric, err = distance.Find(name)
	return err
}

// addMetric gives cmd the flag --metric, which is called name unless it is given.
func (f *metricFlag) addMetric(cmd *cobra.Command, name, usage string) {
	if err := f.Set(name); err != nil {
		panic(err)
	}
	cmd.Flags().Var(f, "metric", usage)
}

// checkNames returns an error for a list with an empty name.
func checkNames(flag string, names []string) error {
	if slices.Contains(names, "") {
		return misused("--%s: empty name in the list: remove the extra comma", flag)
	}
	return nil
}

// checkMetrics returns an error for a name in a flag that is neither a metric nor a group.
func checkMetrics(flag string, names []string) error {
	if err := checkNames(flag, names); err != nil {
		return err
	}
	if err := (&sepdist.Options{Metrics: names}).CheckMetrics(); err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	return nil
}

// listMetrics writes a table for each group, scores apart from distances.
func listMetrics(out io.Writer) error {
	b := table.NewPage(out)
	for _, g := range distance.Groups {
		for _, score := range []bool{false, true} {
			t := table.Table{Head: []string{"metric", "guess", "what is counted"}}
			for i := range distance.Metrics {
				if m := &distance.Metrics[i]; m.Group == g.Name && m.Score == score {
					t.Rows = append(t.Rows, []string{m.Name, classes(m.Guess), m.Meaning})
				}
			}
			if t.Rows == nil {
				continue
			}
			b.Line("%s: %s; %s", g.Name, g.Doc, direction(score))
			t.Write(b)
			b.WriteByte('\n')
		}
	}
	t := table.Table{Head: []string{"group", "metrics"}}
	for _, g := range distance.Groups {
		t.Rows = append(t.Rows, []string{g.Name, g.Doc})
	}
	t.Write(b)
	b.WriteByte('\n')
	b.Line("%s, for sets that a method recorded, needs `--separators` and is in no group.", distance.Recorded.Name)
	b.Line("`sepdist metrics NAME` shows the definition, the formula, the classes and the paper of a metric.")
	return b.Flush(out)
}

// direction says which values are good.
func direction(score bool) string {
	if score {
		return "higher is better"
	}
	return "lower is better"
}

func describeMetric(out io.Writer, m *distance.Metric) error {
	b := table.NewPage(out)
	(&table.Table{Rows: [][]string{
		{m.Name, m.Doc},
		{"definition", m.Definition},
		{"counts", m.Meaning},
		{"formula", m.Formula},
		{"range", m.Range + "; " + direction(m.Score)},
		{"guess", classes(m.Guess)},
		{"truth", classes(m.Truth)},
		{"symmetric", yes(m.Symmetric)},
		{"paper", m.Paper},
	}}).Write(b)
	return b.Flush(out)
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// groupNames lists the groups for a sentence.
func groupNames() string {
	names := metricNames()[:len(distance.Groups)]
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// classes lists a set of classes in a few words.
func classes(k graph.Kinds) string {
	if k == kind.Any {
		return "any"
	}
	return k.String()
}
