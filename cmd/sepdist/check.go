package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/try"
	"github.com/sepdist/sepdist/internal/wording"
)

func newCheck() *cobra.Command {
	var in inputFlags
	var form forms
	cmd := &cobra.Command{
		Use:   "check [flags] GRAPH",
		Short: "Determine the class of a graph, or what it violates",
		Long: `Determine the class of a graph, or what it violates.

The class is the first that fits of dag, cpdag, mpdag, mag without undirected edges, admg,
pag and cyclic; of a time series, ts-dag, ts-cpdag, ts-admg and ts-pag. With --class the graph is checked against that class only. A violation is
reported with the nodes involved, and the exit code is 1.`,
		Example: `  sepdist check examples/asia-pc.txt
  sepdist check --class dag --json graph.txt`,
		Args: takes(1, 1, "one graph"),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			src := in.graph(cmd, "", args[0])
			check, bad := compare.Check(cmd.Context(), src)
			if cmd.Context().Err() != nil {
				try.Check(bad)
				return
			}
			for i, p := range check.Policies {
				check.Policies[i][0] = "as it is"
				if p[0] != "" {
					check.Policies[i][0] = "--invalid " + p[0]
				}
			}
			compare.RewordCheck(&check, wording.ForFlags)
			form.print(cmd, &check)
			var fault *class.Error
			if errors.As(bad, &fault) { // the whole of it stands on stdout
				fail("%s: not %s (%s)", src.Name, fault.Kind.Title(), fault.Err.Code)
			}
			try.Check(bad)
		}),
	}
	form.addFlags(cmd, "")
	in.addFlags(cmd)
	return cmd
}
