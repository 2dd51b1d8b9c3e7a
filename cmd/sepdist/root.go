package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/table"
)

// newRoot returns the command with all its verbs. To add one is to add a file, its help and a
// line here.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "sepdist",
		Short: "How far is a learned causal graph from a known one, and why?",
		Long: `How far is a learned causal graph from a known one, and why?

A graph is a file; - is standard input or output. Its class (dag, cpdag, mpdag, mag,
admg, pag, cyclic; ts-dag, ts-cpdag, ts-admg, ts-pag for time series) is inferred unless
given with --class.

Exit codes: 0 done, 1 failed, 2 wrong options, 3 a part failed and the rest was done.`,
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
		newFalsify(),
		newFormats(),
		newMan(),
		newMatrix(),
		newMembers(),
		newMerge(),
		newMetrics(),
		newPlot(),
		newReport(),
		newReproduce(),
		newROC(),
		newSeparated(),
		newSeparators(),
		newServe(),
		newSimulate(),
		newSummary(),
		newVersion(),
	)
	for _, cmd := range root.Commands() {
		cmd.Flags().SortFlags = false
		eitherNumber(cmd)
	}
	var quiet bool
	root.PersistentFlags().BoolVarP(&quiet, "quiet", "q", false, "print nothing but results and errors")
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		if quiet {
			cmd.SetErr(io.Discard)
		}
	}
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(usage)
	root.SetHelpCommand(newHelp())
	root.InitDefaultCompletionCmd()
	if cmd, _, err := root.Find([]string{"completion"}); err == nil { // it would show its help to any word
		cmd.Args, cmd.RunE = knownCommand, root.RunE
	}
	root.Version = versionLine()
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version")
	width := func() int {
		if s, ok := root.OutOrStdout().(table.Screen); ok {
			return min(s.Columns(), helpWidth)
		}
		return helpWidth
	}
	cobra.AddTemplateFunc("own", func(fs *pflag.FlagSet) string { return flagsIn(fs, "").FlagUsagesWrapped(width()) })
	cobra.AddTemplateFunc("roles", func(fs *pflag.FlagSet) string { return roleFlags(fs, width()) })
	cobra.AddTemplateFunc("input", func(fs *pflag.FlagSet) string { return flagsIn(fs, inputGroup).FlagUsagesWrapped(width()) })
	cobra.AddTemplateFunc("fill", func(text string) string { return table.Fill(text, width()) })
	root.SetHelpTemplate("{{with (or .Long .Short)}}{{fill .}}\n\n{{end}}{{if or .Runnable .HasSubCommands}}{{.UsageString}}{{end}}")
	return root
}

// eitherNumber lets a command with one of the flags --metric and --metrics take the other for it.
func eitherNumber(cmd *cobra.Command) {
	one, many := cmd.Flags().Lookup("metric"), cmd.Flags().Lookup("metrics")
	if (one == nil) == (many == nil) {
		return
	}
	own, other := "metric", "metrics"
	if one == nil {
		own, other = other, own
	}
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == other {
			name = own
		}
		return pflag.NormalizedName(name)
	})
}

// knownCommand refuses what is no command, and says which one was perhaps meant.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return misused("unknown command %q (did you mean %s?)", args[0], strings.Join(near, " or "))
	}
	return misused("unknown command %q", args[0])
}

// newHelp returns the command help, which is the same as --help.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:    "help [COMMAND]",
		Short:  "Show the help of a command",
		Hidden: true,
		Args:   takes(0, 1, "at most one command"),
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return knownCommand(cmd.Root(), args)
			}
			of.InitDefaultHelpFlag() // which is there only where a command is executed
			return of.Help()
		},
	}
}

// flagError returns what is wrong with a flag in our words, or in those of the flag itself
// where it is one of ours.
func flagError(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return &usageError{misspelt(cmd, unknown)}
	}
	var value *pflag.InvalidValueError
	if !errors.As(err, &value) {
		return &usageError{err}
	}
	flag := value.GetFlag()
	switch flag.Value.(type) {
	case *settingFlag: // the name of the setting is not that of the flag where it has a role
		return misused("%s", advice.Render(value.Unwrap(), func(_ string, values ...string) string { return advice.Flag(flag.Name, values...) }))
	case *optionFlag:
		if bad, ok := errors.AsType[*option.Error](err); ok {
			return misused("--%s: %s", flag.Name, bad.Reason())
		}
		return value.Unwrap() // about a file that the flag names
	case *metricFlag:
		return fmt.Errorf("--%s: %w", flag.Name, value.Unwrap())
	}
	expected := numbers[flag.Value.Type()]
	if expected == "" {
		return misused("--%s: %w", flag.Name, value.Unwrap())
	}
	if errors.Is(err, strconv.ErrRange) && flag.Value.Type() != "uint64" { // whose range is stated already
		return misused("--%s: %s is out of range: expected %s", flag.Name, value.GetValue(), expected)
	}
	return misused("--%s: %s is not %s", flag.Name, value.GetValue(), expected)
}

// misspelt says that there is no such flag, and which one was perhaps meant.
func misspelt(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return unknown
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	near := advice.Suggest(name, names)
	if near == nil {
		return fmt.Errorf("unknown flag: --%s", name)
	}
	return fmt.Errorf("unknown flag: --%s (did you mean --%s?)", name, strings.Join(near, " or --"))
}

// numbers describes the values of each type that pflag reads.
var numbers = map[string]string{
	"bool":         "true or false",
	"int":          "a whole number",
	"int64":        "a whole number",
	"uint64":       fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64)),
	"float64":      "a number",
	"float64Slice": "a list of numbers separated by commas",
}

// takes returns a check that a command has from least to most arguments, which are
// called as in its usage line.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > most {
			if err := noSymmetry(cmd, args); err != nil {
				return err
			}
		}
		if len(args) < least || len(args) > most {
			return misused("expected %s, got %d", what, len(args))
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
			return misused("%s cannot be combined: use one of them", strings.Join(given, " and "))
		}
		return nil
	}
}

// helpWidth is the width of the help, in columns, unless the terminal is narrower.
const helpWidth = 90

// The groups that flags are shown in; those without an annotation come first.
const (
	groupKey   = "group"
	inputGroup = "input"
	roleGroup  = "role" // those of the others for one of two files
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

// roleFlags names the flags for one of two files, which say what those without the role do.
func roleFlags(fs *pflag.FlagSet, width int) string {
	var b strings.Builder
	at, written := width, false
	fs.VisitAll(func(f *pflag.Flag) {
		g := f.Annotations[groupKey]
		if len(g) == 0 || g[0] != roleGroup {
			return
		}
		name := " --" + f.Name
		written = written || strings.HasPrefix(f.Name, toRole+"-")
		if at += len(name); at > width-6 {
			b.WriteString("\n ")
			at = 1 + len(name)
		}
		b.WriteString(name)
	})
	if b.Len() == 0 {
		return ""
	}
	if written {
		return "The same for the written file:" + b.String()
	}
	return "The same for one of the two files:" + b.String()
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
{{- with input .LocalFlags}}

Input options (for what the file does not specify):
{{. | trimTrailingWhitespaces}}
{{- end}}
{{- with roles .LocalFlags}}

{{.}}
{{- end}}
{{- end}}

`
