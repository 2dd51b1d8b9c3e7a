package main

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/try"
)

//go:embed help
var helpTexts embed.FS

// newCommand returns the command that help/NAME.txt describes: the usage line, what it does in a few
// words, the text, and examples. Insert has words in braces and what stands in their place.
func newCommand(name string, args cobra.PositionalArgs, run func(cmd *cobra.Command, args []string), insert ...string) *cobra.Command {
	text, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err) // every command has one
	}
	use, rest, _ := strings.Cut(strings.TrimSuffix(string(text), "\n"), "\n")
	short, rest, _ := strings.Cut(rest, "\n")
	long, examples, _ := strings.Cut(rest, "\nExamples:\n")
	long = strings.NewReplacer(insert...).Replace(strings.Trim(long, "\n"))
	return &cobra.Command{Use: use, Short: short, Long: long, Example: examples, Args: args, RunE: steps(run)}
}

// steps returns what a command runs. It ends where a step fails: see package try.
func steps(run func(cmd *cobra.Command, args []string)) func(cmd *cobra.Command, args []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		defer try.Catch(&err)
		try.Check(keepInputs(cmd, args))
		run(cmd, args)
		return nil
	}
}

// newList returns a command that lists the rows of a table, or describes those that are named.
func newList(name string, names []string, list func(out io.Writer) error, describe func(out io.Writer, name string)) *cobra.Command {
	cmd := newCommand(name, nil, func(cmd *cobra.Command, args []string) {
		if len(args) == 0 {
			try.Check(list(cmd.OutOrStdout()))
		}
		for i, name := range args {
			var b bytes.Buffer
			if describe(&b, name); i > 0 {
				fmt.Fprintln(cmd.OutOrStdout())
			}
			try.Get(cmd.OutOrStdout().Write(b.Bytes()))
		}
	})
	cmd.ValidArgs = names
	return cmd
}
