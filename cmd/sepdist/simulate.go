package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/simulate"
)

func newSimulate() *cobra.Command {
	var s simulation
	classes := each(simulate.Generators, func(g simulate.Generator) string { return fmt.Sprintf("  %-8s %s", g.Kind, g.Doc) })
	cmd := newCommand("simulate", takes(0, 1, "at most one graph (GRAPH)"), func(cmd *cobra.Command, args []string) error {
		s.in.none = len(args) == 0
		if cmd.Flags().Changed("count") {
			return s.pairs(cmd, args)
		}
		d, err := s.run(cmd, args)
		if err != nil {
			return err
		}
		return s.out.write(cmd, s.file, func(w io.Writer) error {
			_, err := s.in.write(w, d, s.to, false)
			return err
		})
	}, "{classes}", strings.Join(classes, "\n"))
	s.addFlags(cmd)
	return cmd
}

// A simulation has the flags of simulate.
type simulation struct {
	in    inputFlags
	out   output
	file  string
	to    string
	task  simulate.Task
	count int
}

func (s *simulation) addFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	addOptions(cmd, option.Simulation, &s.task, option.Simulate)
	fs.IntVar(&s.count, "count", 0, "number of pairs to write to the folder --out")
	fs.StringVarP(&s.file, "out", "o", "-", "`FILE` to write, or a folder with --count")
	fs.StringVar(&s.to, "to", "", "`FORMAT` to write")
	s.out.addFlags(cmd)
	s.in.addFlags(cmd, toRole)
	complete(cmd, "to", op.Written())
}

// run returns the graph, drawn or changed.
func (s *simulation) run(cmd *cobra.Command, args []string) (d *format.Document, err error) {
	if s.to, err = formatFor(s.to, s.file); err != nil {
		return nil, err
	}
	var g *sepdist.Graph
	if len(args) == 1 {
		if g, err = s.graph(cmd, args[0]); err != nil {
			return nil, err
		}
	} else {
		if err := refuse(cmd, optionsOf(true), "changes a graph: name the GRAPH to change"); err != nil {
			return nil, err
		}
		if err := s.class(cmd); err != nil {
			return nil, err
		}
	}
	d, note, err := op.Simulate(cmd.Context(), &s.task, g)
	if note != "" {
		warn(cmd, g.Name, note)
	}
	return d, err
}

// graph reads the graph to change.
func (s *simulation) graph(cmd *cobra.Command, file string) (*sepdist.Graph, error) {
	if err := refuse(cmd, optionsOf(false), "is for a new graph: omit GRAPH"); err != nil {
		return nil, err
	}
	return s.in.graph(cmd, "", file)
}

// class sets the class of the graphs to draw, and checks that nothing is missing.
func (s *simulation) class(cmd *cobra.Command) error {
	s.task.Class = s.in.options("").Class
	switch fs := cmd.Flags(); {
	case s.task.Class == class.Unstated:
		return misused("no class is given: use --class with one of %v", op.Convertible)
	case !fs.Changed("nodes"):
		return misused("no number of nodes is given: use --nodes N")
	case !fs.Changed("edges") && !fs.Changed("probability"):
		return misused("no number of edges is given: use --edges M or --probability P")
	}
	return checkUse(s.task.Options.Check(s.task.Class))
}

// optionsOf returns the names of the options of changes, or of drawing.
func optionsOf(changes bool) []string {
	return each(option.Simulating(changes), func(row option.Option) string { return row.Name })
}

// refuse returns an error if one of the flags was given.
func refuse(cmd *cobra.Command, flags []string, why string) error {
	for _, name := range flags {
		if cmd.Flags().Changed(name) {
			return misused("--%s %s", name, why)
		}
	}
	return nil
}
