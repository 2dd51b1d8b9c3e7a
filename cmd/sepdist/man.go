package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/internal/manual"
	"github.com/sepdist/sepdist/internal/table"
)

func newMan() *cobra.Command {
	var folder string
	cmd := newCommand("man", takes(0, 1, "at most one command"), func(cmd *cobra.Command, args []string) error {
		of, rest, err := cmd.Root().Find(args)
		switch {
		case err != nil || len(rest) > 0:
			return knownCommand(cmd.Root(), args)
		case folder != "" && len(args) > 0:
			return misused("--dir writes the pages of all commands: omit %s", args[0])
		case folder != "":
			return fileError(folder, manual.Write(folder, cmd.Root()))
		}
		return new(output).write(cmd, "-", func(w io.Writer) error { return manualText(w, of) })
	})
	cmd.Flags().StringVar(&folder, "dir", "", "`FOLDER` to write all pages and completions to")
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
		for _, c := range cmd.Root().Commands() {
			if len(args) == 0 && c.IsAvailableCommand() {
				names = append(names, c.Name()+"\t"+c.Short)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// manualText writes the manual page of a command for a terminal.
func manualText(w io.Writer, cmd *cobra.Command) error {
	const indent = "    "
	width := table.DefaultColumns
	if s, ok := w.(table.Screen); ok {
		width = min(width, s.Columns())
	}
	var b strings.Builder
	section := func(title, text string) {
		if text = strings.TrimRight(text, "\n "); text == "" {
			return
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(title + "\n")
		for line := range strings.Lines(text) {
			if line = strings.TrimRight(line, "\n "); line != "" {
				line = indent + line
			}
			b.WriteString(line + "\n")
		}
	}
	fill := func(text string) string { return table.Fill(text, width-len(indent)) }
	flags := func(fs *pflag.FlagSet) string { return fs.FlagUsagesWrapped(width - len(indent)) }
	cmd.InitDefaultHelpFlag()
	own := cmd.NonInheritedFlags()
	section("NAME", fill(cmd.CommandPath()+" - "+cmd.Short))
	use := cmd.UseLine()
	if !cmd.HasParent() {
		use = cmd.Name() + " COMMAND [flags]"
	}
	section("SYNOPSIS", fill(use))
	section("DESCRIPTION", fill(cmd.Long))
	var list strings.Builder
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(&list, "%-12s %s\n", c.Name(), c.Short)
		}
	}
	section("COMMANDS", list.String())
	section("OPTIONS", flags(flagsIn(own, "")))
	section("INPUT OPTIONS", flags(flagsIn(own, inputGroup))+"\n"+roleFlags(own, width-len(indent)))
	section("EXAMPLES", cmd.Example)
	if !cmd.HasParent() {
		section("EXIT STATUS", manual.ExitStatus)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
