package main

import (
	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/request"
)

func newServe() *cobra.Command {
	var stdio bool
	cmd := &cobra.Command{
		Use:   "serve --stdio",
		Short: "Answer requests of other programs",
		Long: `Answer requests of other programs on standard input and output, until the input ends.

A request is a frame of JSON with arrays beside it: docs/schema/request-v1.schema.json describes
it. The Python package uses this where it cannot load its library.`,
		Example: `  sepdist serve --stdio`,
		Args:    takes(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !stdio {
				return misused("use --stdio: there is no other way to serve yet")
			}
			return request.Serve(cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&stdio, "stdio", false, "read requests from standard input and write responses to standard output")
	return cmd
}
