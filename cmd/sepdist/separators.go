package main

import (
	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/try"
)

func newSeparators() *cobra.Command {
	var in inputFlags
	var metrics []string
	var form forms
	cmd := &cobra.Command{
		Use:   "separators [flags] GRAPH [X Y]",
		Short: "List the sets that separate two nodes, by each strategy",
		Long: `List the sets that separate two nodes, by each strategy.

These are the sets that the separation distances read off the guess: for X and Y, or for all
ordered pairs of non-adjacent nodes. The Markov blanket of each node is listed too, and for a
DAG or CPDAG its possible parents: its parents in some DAG of the equivalence class.`,
		Example: `  sepdist separators examples/asia.txt smoke dysp
  sepdist separators --metrics zl-sd --json examples/asia-pc.txt`,
		Args: nodesOf("GRAPH [X Y]", 1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			g := in.graph(cmd, "", args[0])
			checkMetrics("metrics", metrics)
			args = append(args, "", "")
			form.print(cmd, try.Get(compare.Separators(cmd.Context(), g, metrics, args[1], args[2])))
		}),
	}
	cmd.Flags().StringSliceVar(&metrics, "metrics", nil, "separation distances whose sets are listed (default: all that are defined)")
	form.addFlags(cmd, "")
	in.addFlags(cmd)
	return cmd
}

func newSeparated() *cobra.Command {
	var in inputFlags
	var given []string
	var form forms
	cmd := &cobra.Command{
		Use:   "separated [flags] GRAPH X Y",
		Short: "Tell whether a set separates two nodes, or show an open path",
		Long: `Tell whether a set separates two nodes, or show an open path.

This is d-separation in a DAG, m-separation in a MAG or ADMG, sigma-separation in a cyclic
graph, and in a CPDAG, MPDAG or PAG separation in every graph that it represents. The exit code
is 0 in either case.`,
		Example: `  sepdist separated examples/asia.txt smoke dysp --given bronc,either
  sepdist separated --json examples/asia-pc.txt asia xray`,
		Args: takes(3, 3, "a graph and two nodes (GRAPH X Y)"),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			g := in.graph(cmd, "", args[0])
			form.print(cmd, try.Get(compare.Separated(cmd.Context(), g, args[1], args[2], given)))
		}),
	}
	cmd.Flags().StringSliceVar(&given, "given", nil, "nodes of the set, separated by commas (default: the empty set)")
	form.addFlags(cmd, "")
	in.addFlags(cmd)
	return cmd
}

// nodesOf returns a check that a command has so many graphs, and after them two nodes or none.
func nodesOf(what string, graphs int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == graphs+1 {
			return misused("expected %s, got one node only: name the second one", what)
		}
		if err := takes(graphs, graphs+2, what)(cmd, args); err != nil {
			return err
		}
		for i := range args[graphs:] {
			if args[graphs+i] == "" {
				return misused("%s is empty: name two nodes, or none", []string{"X", "Y"}[i])
			}
		}
		return nil
	}
}
