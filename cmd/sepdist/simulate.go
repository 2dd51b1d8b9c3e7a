package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/simulate"
)

func newSimulate() *cobra.Command {
	var s simulation
	cmd := newCommand("simulate", takes(0, 1, "at most one graph (GRAPH)"), func(cmd *cobra.Command, args []string) error {
		s.in.none = len(args) == 0
		if cmd.Flags().Changed("count") {
			return s.pairs(cmd, args)
		}
		g, kind, err := s.run(cmd, args)
		if err != nil {
			return err
		}
		return s.out.write(cmd, s.file, func(w io.Writer) error {
			_, err := s.in.write(w, (&sepdist.Graph{Graph: g.Graph, Series: g.Series, Class: kind}).Document(), s.to, false)
			return err
		})
	}, "{classes}", classLines())
	s.addFlags(cmd)
	return cmd
}

// classLines describes how graphs of each class are drawn.
func classLines() string {
	var lines []string
	for _, g := range simulate.Generators {
		lines = append(lines, fmt.Sprintf("  %-8s %s", g.Kind, g.Doc))
	}
	return strings.Join(lines, "\n")
}

// A simulation is what a call of simulate asks for.
type simulation struct {
	in      inputFlags
	out     output
	file    string
	to      string
	options simulate.Options
	changes simulate.Changes
	count   int
}

// The flags that are about drawing a graph only, and those about changing one only.
var (
	drawing  = []string{"nodes", "edges", "probability", "bows", "two-cycles", "known", "latent", "selected", "max-lag", "auto", "prefix"}
	changing = []string{"remove", "reverse", "add", "any"}
)

func (s *simulation) addFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	o, c := &s.options, &s.changes
	fs.IntVar(&o.Nodes, "nodes", 0, "number of nodes")
	fs.IntVar(&o.Edges, "edges", 0, "number of edges")
	fs.Float64Var(&o.Probability, "probability", 0, "probability that a pair of nodes has an edge")
	fs.Float64Var(&o.Bidirected, string(simulate.Bidirected), 0, "probability that an edge is bidirected")
	fs.Float64Var(&o.Bows, string(simulate.Bows), 0, "probability that a directed edge has a parallel bidirected edge")
	fs.Float64Var(&o.TwoCycles, string(simulate.TwoCycles), 0, "probability that a directed edge has a reverse edge (2-cycle)")
	fs.Float64Var(&o.Known, string(simulate.Known), 0, "probability that an edge left undirected by the CPDAG is oriented as background knowledge")
	fs.IntVar(&o.Latent, string(simulate.Latent), 0, "number of additional latent nodes")
	fs.IntVar(&o.Selected, string(simulate.Selected), 0, "number of additional selection nodes (conditioned on)")
	fs.IntVar(&o.MaxLag, string(simulate.MaxLag), 0, "time series: largest lag of a link")
	fs.Float64Var(&o.Auto, string(simulate.Auto), 0, "time series: share of the links that join a variable with itself")
	fs.StringVar(&o.Prefix, "prefix", "X", "prefix of the node names")
	fs.IntVar(&c.Remove, "remove", 0, "number of edges to remove")
	fs.IntVar(&c.Reverse, "reverse", 0, "number of directed edges to reverse")
	fs.IntVar(&c.Add, "add", 0, "number of edges to add")
	fs.IntVar(&c.Any, "any", 0, "number of further random changes of any of the three kinds")
	fs.Uint64Var(&o.Seed, "seed", 1, "seed of the random numbers")
	fs.IntVar(&s.count, "count", 0, "number of pairs to write to the folder --out")
	fs.StringVarP(&s.file, "out", "o", "-", "`FILE` to write, or a folder with --count")
	fs.StringVar(&s.to, "to", "", "`FORMAT` to write")
	s.out.addFlags(cmd)
	s.in.addFlags(cmd, toRole)
}

// run returns the graph that is asked for, and its class.
func (s *simulation) run(cmd *cobra.Command, args []string) (g simulate.Drawn, kind class.Kind, err error) {
	if s.to, err = formatFor(s.to, s.file); err != nil {
		return g, kind, err
	}
	if len(args) == 1 {
		return s.change(cmd, args[0])
	}
	if err := refuse(cmd, changing, "changes a graph: name the GRAPH to change"); err != nil {
		return g, kind, err
	}
	if kind, err = s.kind(cmd); err != nil {
		return g, kind, err
	}
	g, err = simulate.Draw(cmd.Context(), kind, s.options)
	return g, kind, err
}

// kind returns the class of the graphs to draw, where all is said that it takes.
func (s *simulation) kind(cmd *cobra.Command) (kind class.Kind, err error) {
	kind = s.in.options("").Class
	switch fs := cmd.Flags(); {
	case kind == class.Unstated:
		return kind, misused("no class is given: use --class with one of %v", op.Convertible)
	case !fs.Changed("nodes"):
		return kind, misused("no number of nodes is given: use --nodes N")
	case !fs.Changed("edges") && !fs.Changed("probability"):
		return kind, misused("no number of edges is given: use --edges M or --probability P")
	}
	return kind, checkUse(s.options.Check(kind))
}

// change returns the graph of the file with the changes, and its class.
func (s *simulation) change(cmd *cobra.Command, file string) (g simulate.Drawn, kind class.Kind, err error) {
	if err := refuse(cmd, drawing, "is for a new graph: omit GRAPH"); err != nil {
		return g, kind, err
	}
	m, name, err := s.changed(cmd, file)
	if err != nil {
		return g, kind, err
	}
	g, err = simulate.Changed(cmd.Context(), m, s.changes)
	return g, m.Kind(), checkIn(name, err)
}

// changed returns the graph to change, whose class the changes fit, and what to call it.
func (s *simulation) changed(cmd *cobra.Command, file string) (m class.Member, name string, err error) {
	s.changes.Seed, s.changes.Bidirected = s.options.Seed, s.options.Bidirected
	src, err := s.in.graph(cmd, "", file)
	if err != nil {
		return m, name, err
	}
	if m, err = member(cmd, src); err != nil {
		return m, name, err
	}
	if err := checkUse(s.changes.Check(m.Kind())); err != nil {
		return m, name, err
	}
	return m, src.Name, nil
}

// refuse ends the command if one of the flags was given.
func refuse(cmd *cobra.Command, flags []string, why string) error {
	for _, name := range flags {
		if cmd.Flags().Changed(name) {
			return misused("--%s %s", name, why)
		}
	}
	return nil
}
