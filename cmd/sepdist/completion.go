package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/distance"
)

// valuesKey is the annotation of a flag with the values that the shell offers.
const valuesKey = "values"

// complete lets the shell offer the values of a flag.
func complete(cmd *cobra.Command, flag string, values []string) {
	if err := cmd.Flags().SetAnnotation(flag, valuesKey, values); err != nil {
		panic(err) // there is no such flag
	}
}

// registerCompletions registers what the shell offers for every flag. That takes a quarter of [newRoot], so it is
// done only if the shell asks.
func registerCompletions(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			values, closed := f.Annotations[valuesKey]
			switch _, one := f.Value.(*metricFlag); {
			case closed:
			case one:
				values = singleMetrics()
			case f.Name == "metrics", f.Name == "metric", f.Name == "explain" && cmd.Name() == "report":
				values = metricNames()
			case namesFile(f):
				return
			}
			register(cmd, f, values)
		})
	}
}

// register lets the shell offer values, for a list after each comma, and no files.
func register(cmd *cobra.Command, f *pflag.Flag, values []string) {
	offer := func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		before := ""
		if isList(f) {
			before = text[:strings.LastIndex(text, ",")+1]
		}
		var list []string
		for _, v := range values {
			list = append(list, before+v)
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	}
	// It fails only for a flag that does not exist or is complete already.
	_ = cmd.RegisterFlagCompletionFunc(f.Name, offer)
}

func isList(f *pflag.Flag) bool {
	if o, ok := f.Value.(*optionFlag); ok {
		return o.row.Type() == "strings"
	}
	return f.Value.Type() == "stringSlice"
}

// namesFile reports whether the value of a flag is a file or a folder.
func namesFile(f *pflag.Flag) bool {
	kind, _ := pflag.UnquoteUsage(f)
	return slices.Contains([]string{"FILE", "FILES", "FOLDER", "OLD=NEW,..."}, kind)
}

// metricNames lists the groups of metrics and the metrics.
func metricNames() []string {
	return append(each(distance.Groups, func(g distance.Group) string { return g.Name }), singleMetrics()...)
}

// singleMetrics lists the metrics.
func singleMetrics() []string {
	return each(distance.Metrics, func(m distance.Metric) string { return m.Name })
}
