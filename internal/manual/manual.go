// Package manual writes the man pages and the shell completions of a command and of all commands
// below it. They have no date and no version, so that they change only with the commands.
package manual

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ExitStatus describes the exit codes of the command, one on each line.
const ExitStatus = `0  success
1  the input is not valid or cannot be compared; one line on standard error says why
2  the command was called in a wrong way
3  some of many pairs could not be compared
`

// Write writes man/man1/*.1 and completions/* into a folder.
func Write(folder string, root *cobra.Command) error {
	files := map[string][]byte{}
	add := func(cmd *cobra.Command) {
		files["man/man1/"+strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1"] = Page(cmd)
	}
	add(root)
	for _, cmd := range commands(root) {
		add(cmd)
	}
	name := root.Name()
	for file, write := range map[string]func(*bytes.Buffer) error{
		name + ".bash": func(b *bytes.Buffer) error { return root.GenBashCompletionV2(b, true) },
		"_" + name:     func(b *bytes.Buffer) error { return root.GenZshCompletion(b) },
		name + ".fish": func(b *bytes.Buffer) error { return root.GenFishCompletion(b, true) },
		name + ".ps1":  func(b *bytes.Buffer) error { return root.GenPowerShellCompletionWithDesc(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return err
		}
		files["completions/"+file] = b.Bytes()
	}
	for path, data := range files {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// commands returns the commands that help lists.
func commands(root *cobra.Command) []*cobra.Command {
	list := slices.Clone(root.Commands())
	return slices.DeleteFunc(list, func(cmd *cobra.Command) bool { return !cmd.IsAvailableCommand() })
}

// Page returns the man page of a command in the macros of man(7).
func Page(cmd *cobra.Command) []byte {
	var b bytes.Buffer
	cmd.InitDefaultHelpFlag()
	root := cmd.Root().Name()
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s \"User commands\"\n", quoted(strings.ToUpper(name)), quoted(root))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", plain(name), plain(cmd.Short))
	line := cmd.UseLine()
	if !cmd.HasParent() {
		line = root + " COMMAND [flags]"
	}
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n%s\n", plain(cmd.CommandPath()), plain(strings.TrimSpace(strings.TrimPrefix(line, cmd.CommandPath()))))
	if cmd.Long != "" {
		b.WriteString(".SH DESCRIPTION\n")
		paragraphs(&b, cmd.Long)
	}
	if below := commands(cmd); len(below) > 0 {
		b.WriteString(".SH COMMANDS\n")
		for _, c := range below {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", plain(c.Name()), plain(c.Short))
		}
	}
	options(&b, cmd.NonInheritedFlags())
	if cmd.Example != "" {
		b.WriteString(".SH EXAMPLES\n")
		asIs(&b, strings.Split(strings.Trim(cmd.Example, "\n"), "\n"))
	}
	if cmd.HasParent() {
		fmt.Fprintf(&b, ".SH SEE ALSO\n.BR %s (1)\n", plain(root))
		return b.Bytes()
	}
	b.WriteString(".SH EXIT STATUS\n")
	for line := range strings.Lines(ExitStatus) {
		code, text, _ := strings.Cut(strings.TrimSpace(line), "  ")
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", code, plain(text))
	}
	b.WriteString(".SH SEE ALSO\n")
	for i, c := range commands(cmd) {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, ".BR %s (1)", plain(root+"-"+c.Name()))
	}
	return append(b.Bytes(), '\n')
}

// paragraphs writes a help text: indented lines stay as they are, others are filled.
func paragraphs(b *bytes.Buffer, text string) {
	for i, part := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		lines := strings.Split(part, "\n")
		for len(lines) > 0 {
			end := 1
			for end < len(lines) && indented(lines[end]) == indented(lines[0]) {
				end++
			}
			if indented(lines[0]) {
				asIs(b, lines[:end])
			} else {
				for _, line := range lines[:end] {
					b.WriteString(plain(line) + "\n")
				}
			}
			lines = lines[end:]
		}
	}
}

func indented(line string) bool { return strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") }

// asIs writes lines that are not filled.
func asIs(b *bytes.Buffer, lines []string) {
	b.WriteString(".PP\n.nf\n")
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			b.WriteString(".sp\n")
			continue
		}
		b.WriteString(plain(line) + "\n")
	}
	b.WriteString(".fi\n")
}

// options writes a list of flags.
func options(b *bytes.Buffer, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	b.WriteString(".SH OPTIONS\n")
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(b, "\\fB%s\\fR, ", plain("-"+f.Shorthand))
		}
		fmt.Fprintf(b, "\\fB%s\\fR", plain("--"+f.Name))
		switch {
		case value != "" && f.NoOptDefVal != "":
			fmt.Fprintf(b, "[=\\fI%s\\fR]", plain(value))
		case value != "":
			fmt.Fprintf(b, " \\fI%s\\fR", plain(value))
		}
		b.WriteString("\n" + plain(usage))
		switch f.DefValue {
		case "", "0", "false", "[]", "0s":
		default:
			b.WriteString(" " + plain("(default "+f.DefValue+")"))
		}
		b.WriteString("\n")
	})
}

// plain returns text in which roff sees no command: names may begin with a dot, and a hyphen is
// one that can be copied to a terminal.
func plain(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}

func quoted(text string) string { return `"` + plain(text) + `"` }
