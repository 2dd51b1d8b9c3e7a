package main

import (
	"embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

//go:embed help
var helpTexts embed.FS

// newCommand returns the command that help/NAME.txt describes: the usage line, a short description, the
// text, and examples. Insert alternates words in the text and their replacements.
func newCommand(name string, args cobra.PositionalArgs, run func(cmd *cobra.Command, args []string) error, insert ...string) *cobra.Command {
	text, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err) // every command has one
	}
	use, rest, _ := strings.Cut(strings.TrimSuffix(string(text), "\n"), "\n")
	short, rest, _ := strings.Cut(rest, "\n")
	long, examples, _ := strings.Cut(rest, "\nExamples:\n")
	long = strings.NewReplacer(insert...).Replace(strings.Trim(long, "\n"))
	return &cobra.Command{
		Use: use, Short: short, Long: long, Example: examples, Args: args,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := keepInputs(cmd, args); err != nil {
				return err
			}
			return withExample(cmd, args, run(cmd, args))
		},
	}
}

// each returns a text for each row of a table.
func each[T any](table []T, text func(row T) string) []string {
	list := make([]string, len(table))
	for i, row := range table {
		list[i] = text(row)
	}
	return list
}

// newList returns a command that lists the rows of a table, or describes those that are named.
func newList(name string, names []string, list func(out io.Writer) error, describe func(out io.Writer, name string) error) *cobra.Command {
	cmd := newCommand(name, nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return list(cmd.OutOrStdout())
		}
		for i, name := range args {
			if i > 0 {
				fmt.Fprintln(cmd.OutOrStdout())
			}
			if err := describe(cmd.OutOrStdout(), name); err != nil {
				return err
			}
		}
		return nil
	})
	cmd.ValidArgs = names
	return cmd
}
