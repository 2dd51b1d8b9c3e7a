package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
)

func newMetrics() *cobra.Command {
	return newList("metrics", metricNames(), listMetrics, func(out io.Writer, name string) error {
		m, err := distance.Find(name)
		if err != nil {
			return err
		}
		describeMetric(out, m)
		return nil
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

// checkMetrics refuses names in a flag that are neither of a metric nor of a group. As elsewhere,
// it is the question that is at fault there, not how the command was called.
func checkMetrics(flag string, names []string) error {
	for _, name := range names {
		if name == "" {
			return misused("--%s: empty name in the list: remove the extra comma", flag)
		}
		if distance.IsGroup(name) {
			continue
		}
		if _, err := distance.Find(name); err != nil {
			return fmt.Errorf("--%s: %w", flag, err)
		}
	}
	return nil
}

func listMetrics(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "metric\tgroup\tguess\ttruth\tsymmetric\tpaper\tdescription")
	for i := range distance.Metrics {
		m := &distance.Metrics[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", m.Name, m.Group, classes(m.Guess), classes(m.Truth), yes(m.Symmetric), m.Paper, m.Doc)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	for _, g := range distance.Groups {
		fmt.Fprintf(w, "%s\t%s\n", g.Name, g.Doc)
	}
	return w.Flush()
}

func describeMetric(out io.Writer, m *distance.Metric) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, line := range [][2]string{
		{m.Name, m.Doc},
		{"definition", m.Definition},
		{"formula", m.Formula},
		{"range", m.Range},
		{"guess", classes(m.Guess)},
		{"truth", classes(m.Truth)},
		{"symmetric", yes(m.Symmetric)},
		{"paper", m.Paper},
	} {
		fmt.Fprintf(w, "%s\t%s\n", line[0], line[1])
	}
	w.Flush()
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// groupNames lists the groups for a sentence.
func groupNames() string {
	var names []string
	for _, g := range distance.Groups {
		names = append(names, g.Name)
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// classes lists a set of classes in a few words.
func classes(k class.Kinds) string {
	if k == class.Any {
		return "any"
	}
	return k.String()
}
