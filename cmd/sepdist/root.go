package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRoot returns the command with all its verbs. To add one is to add a file and a
// line here.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "sepdist",
		Short: "How far is a learned causal graph from a known one, and why?",
		Long: `How far is a learned causal graph from a known one, and why?

A graph is a file; - is standard input or output. Its class (dag, cpdag, mpdag, mag,
admg, pag, cyclic) is found out unless it is stated with --class.`,
		Args:          knownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SilenceErrors: true,
		SilenceUsage:  true,

		SuggestionsMinimumDistance: 2,
	}
	root.AddCommand(
		newBatch(),
		newCheck(),
		newCompare(),
		newConvert(),
		newDraw(),
		newExperiment(),
		newExplain(),
		newFormats(),
		newMatrix(),
		newMerge(),
		newMetrics(),
		newReport(),
		newReproduce(),
		newROC(),
		newSimulate(),
		newVersion(),
	)
	for _, cmd := range root.Commands() {
		cmd.Flags().SortFlags = false
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{flagError(err)} })
	root.SetUsageTemplate(usage)
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	cobra.AddTemplateFunc("own", func(fs *pflag.FlagSet) string { return flagsIn(fs, "").FlagUsagesWrapped(width) })
	cobra.AddTemplateFunc("reading", func(fs *pflag.FlagSet) string { return flagsIn(fs, readingGroup).FlagUsagesWrapped(width) })
	return root
}

// knownCommand refuses what is no command, and says which one was perhaps meant.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return misused("no command is named %q: did you mean %s", args[0], strings.Join(near, " or "))
	}
	return misused("no command is named %q", args[0])
}

// flagError returns what is wrong with a flag without the frame that pflag puts around
// what our own flags say.
func flagError(err error) error {
	var value *pflag.InvalidValueError
	if !errors.As(err, &value) {
		return err
	}
	setting, ok := value.GetFlag().Value.(*settingFlag)
	if !ok {
		return fmt.Errorf("--%s: %w", value.GetFlag().Name, value.Unwrap())
	}
	// The name of the setting is not that of the flag where it has a role.
	return errors.New(strings.Replace(value.Unwrap().Error(), "--"+setting.setting.Name, "--"+value.GetFlag().Name, 1))
}

// takes returns a check that a command has from least to most arguments, which are
// called as in its usage line.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return misused("it takes %s, and %d %s given", what, len(args), map[bool]string{true: "was", false: "were"}[len(args) == 1])
		}
		return nil
	}
}

// exclusive lets one of the flags be given at most.
func exclusive(cmd *cobra.Command, names ...string) {
	cmd.MarkFlagsMutuallyExclusive(names...) // which shell completion knows, too
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		var given []string
		for _, name := range names {
			if cmd.Flags().Changed(name) {
				given = append(given, "--"+name)
			}
		}
		if len(given) > 1 {
			return misused("%s exclude each other: say one of them", strings.Join(given, " and "))
		}
		return nil
	}
}

// width is that of the help, in columns.
const width = 90

// The groups that flags are shown in; those without an annotation come first.
const (
	groupKey     = "group"
	readingGroup = "reading"
)

// flagsIn returns the flags of a group.
func flagsIn(fs *pflag.FlagSet, group string) *pflag.FlagSet {
	some := pflag.NewFlagSet("", pflag.ContinueOnError)
	some.SortFlags = false
	fs.VisitAll(func(f *pflag.Flag) {
		in := ""
		if g := f.Annotations[groupKey]; len(g) > 0 {
			in = g[0]
		}
		if in == group {
			some.AddFlag(f)
		}
	})
	return some
}

const usage = `Usage:
  {{if .HasAvailableSubCommands}}{{.CommandPath}} COMMAND{{else}}{{.UseLine}}{{end}}
{{- if .HasExample}}

Examples:
{{.Example}}
{{- end}}
{{- if .HasAvailableSubCommands}}

Commands:
{{- range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}
{{- end}}
{{- if .HasAvailableLocalFlags}}

Flags:
{{own .LocalFlags | trimTrailingWhitespaces}}
{{- with reading .LocalFlags}}

To say what a file does not:
{{. | trimTrailingWhitespaces}}
{{- end}}
{{- end}}

`
