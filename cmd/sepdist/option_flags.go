package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/option"
)

// flagDocs are what the help adds to the options whose flags have values of a special form.
var flagDocs = map[option.Type]string{
	option.Mapping:    ": OLD=NEW,..., or a file with a line old,new for each",
	option.PairTable:  " (CSV file)",
	option.Statements: " (CSV file)",
}

// addOptions gives cmd a flag for each option of an operation, and sets their defaults in to.
func addOptions(cmd *cobra.Command, list option.List, to any, op option.Ops) {
	list = list.For(op)
	list.SetDefaults(to)
	for i := range list {
		addOption(cmd, to, &list[i])
	}
}

// addOption gives cmd the flag of an option.
func addOption(cmd *cobra.Command, to any, row *option.Option) {
	flag := cmd.Flags().VarPF(&optionFlag{row: row, to: to}, row.Name, row.Short, row.Doc+flagDocs[row.Type()])
	if flag.NoOptDefVal = row.Bare; row.Type() == option.Switch {
		flag.NoOptDefVal = "true"
	}
	if row.Values != nil {
		complete(cmd, row.Name, row.Values)
	}
}

// addNamed gives cmd the flag of one option of a comparison.
func addNamed(cmd *cobra.Command, to *option.Options, name string) {
	row, err := option.Find(name)
	if err != nil {
		panic(err)
	}
	addOption(cmd, to, row)
}

// An optionFlag is the flag of a row of the table of options.
type optionFlag struct {
	row  *option.Option
	to   any
	text []string // as it was given
}

func (f *optionFlag) Set(text string) error {
	f.text = append(f.text, text)
	return f.row.Parse(f.to, text)
}

// String returns the default before the flag is given, and its last value after, or all values of a
// list.
func (f *optionFlag) String() string {
	switch {
	case f.row == nil: // the zero value, which package pflag makes
		return ""
	case len(f.text) == 0:
		return f.row.Default
	}
	switch f.row.Type() {
	case option.Names, option.Numbers, option.Mapping:
		return strings.Join(f.text, ",")
	}
	return f.text[len(f.text)-1]
}

func (f *optionFlag) Type() string {
	switch kind := f.row.Type(); {
	case f.row.Hint != "":
		return f.row.Hint
	case kind.File():
		return "FILE"
	default:
		return string(kind)
	}
}
