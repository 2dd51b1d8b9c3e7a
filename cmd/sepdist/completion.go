package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/distance"
)

// complete lets the shell offer the values of a flag, for a list after each comma.
func complete(cmd *cobra.Command, flag string, values []string) {
	offer := func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		before := ""
		if isList(cmd.Flags().Lookup(flag)) {
			before = text[:strings.LastIndex(text, ",")+1]
		}
		var list []string
		for _, v := range values {
			list = append(list, before+v)
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	}
	// It fails only for a flag that does not exist or is complete already.
	_ = cmd.RegisterFlagCompletionFunc(flag, offer)
}

func isList(f *pflag.Flag) bool {
	if o, ok := f.Value.(*optionFlag); ok {
		return o.row.Type() == "strings"
	}
	return f.Value.Type() == "stringSlice"
}

// completeRest lets the shell offer names of metrics, and no files for values that are not files.
func completeRest(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch _, one := f.Value.(*metricFlag); {
		case one:
			complete(cmd, f.Name, singleMetrics())
		case f.Name == "metrics", f.Name == "metric", f.Name == "explain" && cmd.Name() == "report":
			complete(cmd, f.Name, metricNames())
		case !namesFile(f):
			complete(cmd, f.Name, nil)
		}
	})
}

// namesFile reports whether the value of a flag is a file or a folder.
func namesFile(f *pflag.Flag) bool {
	kind, _ := pflag.UnquoteUsage(f)
	return slices.Contains([]string{"FILE", "FILES", "FOLDER", "OLD=NEW,..."}, kind)
}

// metricNames lists the groups of metrics and the metrics.
func metricNames() []string {
	var names []string
	for _, g := range distance.Groups {
		names = append(names, g.Name)
	}
	return append(names, singleMetrics()...)
}

// singleMetrics lists the metrics.
func singleMetrics() (names []string) {
	for i := range distance.Metrics {
		names = append(names, distance.Metrics[i].Name)
	}
	return names
}
