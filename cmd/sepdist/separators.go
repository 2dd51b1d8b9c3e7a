package main

import (
	"github.com/spf13/cobra"
)

func newSeparators() *cobra.Command {
	var in inputFlags
	var metrics []string
	var form forms
	cmd := newCommand("separators", nodesOf("GRAPH [X Y]", 1), func(cmd *cobra.Command, args []string) error {
		g, err := in.graph(cmd, "", args[0])
		if err != nil {
			return err
		}
		if err := checkMetrics("metrics", metrics); err != nil {
			return err
		}
		args = append(args, "", "")
		s, err := g.Separators(cmd.Context(), args[1], args[2], metrics...)
		if err != nil {
			return err
		}
		return form.print(cmd, s)
	})
	cmd.Flags().StringSliceVar(&metrics, "metrics", nil, "separation distances whose sets are listed (default: all that are defined)")
	form.addFlags(cmd, "")
	in.addFlags(cmd)
	return cmd
}

func newSeparated() *cobra.Command {
	var in inputFlags
	var given []string
	var form forms
	cmd := newCommand("separated", takes(3, 3, "a graph and two nodes (GRAPH X Y), and the set as --given A,B"), func(cmd *cobra.Command, args []string) error {
		g, err := in.graph(cmd, "", args[0])
		if err != nil {
			return err
		}
		s, err := g.Separated(cmd.Context(), args[1], args[2], given...)
		if err != nil {
			return err
		}
		return form.print(cmd, s)
	})
	cmd.Flags().StringSliceVar(&given, "given", nil, "nodes of the set, separated by commas (default: the empty set)")
	form.addFlags(cmd, "")
	in.addFlags(cmd)
	return cmd
}

// nodesOf returns a check that the arguments are a number of graphs and then two nodes or none.
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
