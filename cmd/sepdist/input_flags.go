package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/input"
	"github.com/sepdist/sepdist/internal/op"
)

// An inputFlags holds what the user says of the files of a command. Commands with one file
// use it as it is; those with two let each file say more with --truth-... and
// --guess-....
type inputFlags struct {
	stated []flagValue
	roles  []string // that flags can be about
	none   bool     // no file is read: all flags are about the one that is written
	many   bool     // there are several guesses: an option may apply to some of them only
	scores bool     // the guess is scores, which are read at several thresholds
}

// A flagValue is a flag as it was given: about all files, or about that of a role.
type flagValue struct{ role, name, value string }

// addFlags gives cmd the flags of [format.Settings] that matter for reading. With roles,
// such as "truth" and "guess", there is one more of each for each role, which the help
// lists by name only.
func (r *inputFlags) addFlags(cmd *cobra.Command, roles ...string) {
	r.roles = roles
	for _, s := range format.Settings {
		if s.Name != lossy {
			r.addFlag(cmd, "", s)
			for _, role := range roles {
				r.addFlag(cmd, role, s)
			}
		}
	}
}

// lossy is the one setting that is about writing.
const lossy = "lossy"

func (r *inputFlags) addFlag(cmd *cobra.Command, role string, s format.Setting) {
	values, usage := s.Values, s.Doc
	if len(values) > 0 && !s.Switch {
		usage += ": " + strings.Join(values, ", ")
	}
	if s.Name == "format" { // too many for the help
		values = formatNames()
	}
	name := flagOf(role, s.Name)
	flag := cmd.Flags().VarPF(&settingFlag{r, role, s}, name, "", usage)
	if s.Switch {
		flag.NoOptDefVal = "true"
	}
	grouped(flag)
	if role != "" {
		flag.Annotations[groupKey] = []string{roleGroup}
	}
	complete(cmd, name, values)
}

// flagOf returns the flag of a setting for a role.
func flagOf(role, name string) string {
	if role == "" {
		return name
	}
	return role + "-" + name
}

// grouped shows the flag among those that say what a file does not.
func grouped(f *pflag.Flag) { f.Annotations = map[string][]string{groupKey: {inputGroup}} }

// A settingFlag is a flag that keeps what is said of a role.
type settingFlag struct {
	to      *inputFlags
	role    string
	setting format.Setting
}

func (f *settingFlag) String() string { return "" }

func (f *settingFlag) Type() string {
	if f.setting.Switch {
		return "bool"
	}
	return "VALUE"
}

func (f *settingFlag) Set(value string) error {
	var scratch format.Options
	if err := scratch.Set(f.setting.Name, value); err != nil {
		return err
	}
	f.to.stated = append(f.to.stated, flagValue{f.role, f.setting.Name, value})
	return nil
}

// options returns what was said of the file with the given role. What is said of it
// alone counts more than what is said of all.
func (r *inputFlags) options(role string) (o format.Options) {
	for _, about := range slices.Compact([]string{"", role}) {
		for _, s := range r.stated {
			if s.role == about {
				if err := o.Set(s.name, s.value); err != nil {
					panic(err) // it was accepted before
				}
			}
		}
	}
	return o
}

// how returns how the file with the given role is read.
func (r *inputFlags) how(role string) *input.Rules {
	how := &input.Rules{Options: r.options(role), Role: role, Many: r.many && role == "guess", Written: slices.Contains(r.roles, toRole)}
	for _, s := range r.stated {
		if role != "" && s.role == "" && !r.states(role, s.name) {
			how.Shared = append(how.Shared, s.name)
		}
	}
	return how
}

// document reads a file, or standard input for "-", and returns its name in messages. Warnings
// go to stderr. Errors name the file.
func (r *inputFlags) document(cmd *cobra.Command, role, file string) (d *format.Document, name string, err error) {
	if err := r.checkMarkAt(role); err != nil {
		return nil, name, err
	}
	if name = file; file == "-" {
		name = "stdin"
		d, err = r.how(role).Read(cmd.InOrStdin(), name)
	} else {
		d, err = r.how(role).ReadFile(file)
	}
	if err := r.inRole(role, err); err != nil {
		if r.scores && role == "guess" {
			err = askForCycles(err)
		}
		return nil, name, err
	}
	for _, note := range d.Notes {
		warn(cmd, name, note)
	}
	return d, name, nil
}

// graph returns the graph in a file.
func (r *inputFlags) graph(cmd *cobra.Command, role, file string) (*sepdist.Graph, error) {
	d, name, err := r.document(cmd, role, file)
	if err != nil {
		return nil, err
	}
	return sepdist.FromDocument(d, name), nil
}

// graphs returns the graphs in several files with these roles. If some have several meanings, the error
// asks all questions. Graphs are matched by the names of their nodes if byName is set.
func (r *inputFlags) graphs(cmd *cobra.Command, roles, files []string, byName bool) (list []*sepdist.Graph, err error) {
	var read []input.Reading
	for i, file := range files {
		g, err := r.graph(cmd, roles[i], file)
		list = append(list, g)
		one := input.Reading{Role: roles[i], Err: err}
		if err == nil {
			one.Graph = g.Graph
		}
		read = append(read, one)
	}
	return list, input.Ask(read, byName)
}

// member checks the class of the graph and prints the note about it.
func member(cmd *cobra.Command, g *sepdist.Graph) (class.Member, error) {
	m, note, err := op.Member(cmd.Context(), g)
	if note != "" {
		warn(cmd, g.Name, note)
	}
	return m, err
}

// warn prints a line about a file on stderr.
func warn(cmd *cobra.Command, file, note string) {
	say(cmd, "%s: note: %s", file, note)
}
