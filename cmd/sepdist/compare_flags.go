package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/try"
)

// A compareFlags holds what the user says of how two graphs are compared. Every command
// that compares has its flags.
type compareFlags struct {
	in        inputFlags
	options   compare.Options
	as        string
	symmetric string
	weights   string
	listed    string
	rename    []string
	maxOrder  int
	invalid   string
	seconds   float64
	yes       bool
}

// addMatching adds the flags that say which nodes of the two graphs belong together and as what
// they are compared.
func (c *compareFlags) addMatching(cmd *cobra.Command) {
	f := cmd.Flags()
	s := &c.options
	f.StringVar(&c.as, "as", "", "convert both graphs to this class first: cpdag or pag to compare equivalence classes (mag, dag)")
	f.StringSliceVar(&s.Latent, "latent", nil, "unobserved nodes of the truth, which the guess does not have")
	f.StringSliceVar(&s.Selected, "selected", nil, "nodes of the truth that are always conditioned on (selection)")
	f.BoolVar(&s.Project, "project", false, "treat all nodes missing from the guess as latent")
	f.StringArrayVar(&c.rename, "rename", nil, "rename nodes of the guess: `OLD=NEW,...`, or a file with a line old,new for each")
	f.BoolVar(&s.ByPosition, "by-position", false, "match nodes by their position, not by their names")
}

// finishMatching makes settings of these flags.
func (c *compareFlags) finishMatching() {
	var err error
	if c.options.As, err = class.Parse(c.as); err != nil {
		misuse("--as: %v", err)
	}
	c.options.Rename = parseRename(c.rename)
}

func (c *compareFlags) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	s := &c.options
	c.addMatching(cmd)
	f.StringVar(&c.invalid, "invalid", "", "what to do with a guess that violates its class: "+policyNames())
	f.StringVar(&s.Reading, "ambiguous", "all", "value for a guess with ambiguous triples: min, mean or max over its readings, or all three with the mean as value")
	f.BoolVar(&s.Unreadable, "unreadable-as-1", false, "set the distance of a guess without a valid reading to 1")
	f.IntVar(&s.Limits.Readings, "max-readings", 1000, "maximum number of readings of a guess to examine")
	f.Float64Var(&c.seconds, "max-seconds", 0, "stop searching for readings after this time and mark the result as partial")
	f.StringVar(&c.symmetric, "symmetric", "", "combine both directions: mean, geometric, harmonic, or a weight for the forward one")
	f.Lookup("symmetric").NoOptDefVal = "mean"
	f.StringSliceVar(&s.Sources, "sources", nil, "count only pairs (x, y) with x among these nodes (treatments)")
	f.StringSliceVar(&s.Targets, "targets", nil, "count only pairs (x, y) with y among these nodes (outcomes)")
	f.StringVar(&c.weights, "weights", "", "CSV file of x, y, weight for ordered pairs")
	f.Int64Var(&s.Pairs, "pairs", 0, "sample this many ordered pairs instead of counting all, and give an interval")
	f.IntVar(&c.maxOrder, "max-order", -1, "highest order of s/c-metrics (-1: all)")
	f.Float64SliceVar(&s.Orders.Weights, "order-weights", nil, "weights of the orders 0, 1, ... of s/c-metrics")
	f.BoolVar(&s.Orders.Ungraded, "ungraded", false, "weight all statements of s/c-metrics equally, whatever their order")
	f.StringVar(&c.listed, "statements", "", "CSV file of x, y and then the nodes of the set: the statements that s/c-metrics count instead of all")
	f.Int64Var(&s.Orders.Samples, "samples", 0, "sample this many statements of each order of s/c-metrics")
	f.Float64Var(&s.Orders.Precision, "precision", 0, "sample statements of s/c-metrics until the interval has this half-width")
	f.IntVar(&s.Orders.Exact, "exact-limit", 0, "compute s/c-metrics exactly up to this many nodes, however long it takes")
	f.IntVar(&s.Series.MaxLag, "max-lag", 0, "time series: count pairs of moments at most this far apart (default: the largest lag of both graphs)")
	f.IntVar(&s.Series.Window, "window", 0, "time series: number of slices of the s/c-metrics (default: one more than --max-lag)")
	f.StringVar(&s.Series.Links, "links", "", "time series: count only these `KINDS` of pairs: contemporaneous, lagged, auto, cross")
	f.Uint64Var(&s.Seed, "seed", 1, "seed of the random numbers")
	f.IntVar(&s.Workers, "workers", 0, "number of parallel workers (default: one per processor)")
	c.in.addFlags(cmd, "truth", "guess")
}

// finish makes settings of the flags that are more than a value.
func (c *compareFlags) finish(cmd *cobra.Command) {
	s := &c.options
	if cmd.Flags().Changed("metrics") && len(s.Metrics) == 0 {
		misuse("--metrics: the list is empty: name a metric, or omit the flag")
	}
	checkMetrics("metrics", s.Metrics)
	c.finishMatching()
	var err error
	if s.Invalid, err = class.ParsePolicy(c.invalid); err != nil {
		misuse("--invalid: %v", err)
	}
	switch s.Reading {
	case "min", "mean", "max", "all":
	default:
		misuse("--ambiguous: unknown value %q: use min, mean, max or all", s.Reading)
	}
	if s.Symmetric, err = distance.ParseSymmetry(c.symmetric); err != nil {
		misuse("--symmetric: %v", err)
	}
	checkWorkers(s.Workers)
	for _, positive := range []struct {
		flag string
		ok   bool
	}{
		{"max-readings", s.Limits.Readings > 0},
		{"max-seconds", c.seconds > 0},
		{"baseline", s.Baseline > 0},
		{"pairs", s.Pairs > 0},
		{"samples", s.Orders.Samples > 0},
		{"precision", s.Orders.Precision > 0},
		{"exact-limit", s.Orders.Exact > 0},
		{"max-lag", s.Series.MaxLag > 0},
		{"window", s.Series.Window > 0},
		{"max-order", c.maxOrder >= 0},
	} {
		if f := cmd.Flags().Lookup(positive.flag); f != nil && f.Changed && !positive.ok {
			least := "a positive number"
			if positive.flag == "max-order" {
				least = "a number from 0 up"
			}
			misuse("--%s: %s is not %s", positive.flag, f.Value, least)
		}
	}
	checkUse(s.Check())
	if c.seconds > mostSeconds {
		misuse("--max-seconds: %v is too large: use at most %d", c.seconds, mostSeconds)
	}
	if err := s.Series.Check(); err != nil {
		misuse("--links: %v", err)
	}
	s.Orders.Max = min(c.maxOrder, math.MaxInt-1) + 1
	checkUse(s.Orders.Check())
	if s.Pairs > 0 && c.weights != "" {
		misuse("--pairs and --weights cannot be combined: pairs with weights cannot be sampled")
	}
	if c.seconds > 0 {
		end := time.Now().Add(time.Duration(c.seconds * float64(time.Second)))
		s.Limits.Stop = func() bool { return time.Now().After(end) }
	}
	if c.listed != "" {
		for _, other := range []string{"samples", "precision"} {
			if cmd.Flags().Changed(other) {
				misuse("--statements and --%s cannot be combined: listed statements are all counted", other)
			}
		}
		s.Statements = readStatements(c.listed)
	}
	if c.weights != "" {
		s.Weights = readWeights(c.weights)
	}
}

// watch returns a progress that shows how far a comparison is, and lets it say how long it takes.
func (c *compareFlags) watch(cmd *cobra.Command, what string) *progress {
	bar := newProgress(cmd, what)
	c.options.Progress, c.options.Estimate = bar.tell, c.patient(cmd)
	return bar
}

// mostSeconds is thirty years.
const mostSeconds = 1_000_000_000

// checkUse ends with an error that is about how the command was called, if there is one.
func checkUse(err error) {
	if err != nil {
		try.Check(&usageError{err})
	}
}

// checkWorkers refuses a number of goroutines that cannot be.
func checkWorkers(n int) {
	if n < 0 {
		misuse("--workers: %d is not a positive number", n)
	}
	checkUse((&compare.Options{Workers: n}).Check())
}

// checkLimit refuses a number of things to show that cannot be.
func checkLimit(n int) {
	const most = 10_000_000
	switch {
	case n < 0:
		misuse("--limit: %d is not a number from 0 up", n)
	case n > most:
		misuse("--limit: %d is too large: use at most %d", n, most)
	}
}

// policyNames lists the policies for a sentence.
func policyNames() string {
	var names []string
	for _, p := range class.Policies {
		names = append(names, string(p.Policy))
	}
	return strings.Join(names, ", ")
}

// read reads the two files.
func (c *compareFlags) read(cmd *cobra.Command, truth, guess string) (t, g *compare.Graph) {
	if truth == "-" && guess == "-" {
		misuse("standard input can be only one of the two graphs")
	}
	t, g = c.in.graph(cmd, "truth", truth), c.in.graph(cmd, "guess", guess)
	try.Check(compare.CheckMarks(t, g, c.in.how("truth"), c.in.how("guess")))
	try.Check(compare.CheckFormats(t, g, c.in.how("guess")))
	return t, g
}

// readWeights reads a CSV of x, y, weight. The first line may be a heading: it says weight,
// or w, where the numbers are.
func readWeights(file string) map[[2]string]float64 {
	in := open(file)
	defer in.Close()
	return try.Get(parseWeights(in, file))
}

// readFile returns what is in a file.
func readFile(file string) []byte {
	data, err := os.ReadFile(file)
	try.Check(fileError(file, err))
	return data
}

// open opens a file to read.
func open(file string) *os.File {
	in, err := os.Open(file)
	try.Check(fileError(file, err))
	return in
}

// parseWeights is readWeights for a file that is open.
func parseWeights(in io.Reader, file string) (map[[2]string]float64, error) {
	r := csv.NewReader(in)
	r.FieldsPerRecord = 3
	r.TrimLeadingSpace = true
	weights := make(map[[2]string]float64)
	for first := true; ; first = false {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return weights, nil
		}
		if err != nil {
			return nil, weightsError(file, err)
		}
		line, column := r.FieldPos(2)
		number := strings.TrimSpace(row[2])
		if word := strings.ToLower(number); first && (word == "weight" || word == "w") {
			continue
		}
		w, err := strconv.ParseFloat(number, 64)
		if err != nil || !(w >= 0) || math.IsInf(w, 0) {
			return nil, fmt.Errorf("%s:%d:%d: unexpected %q, expected a weight of 0 or more", file, line, column, number)
		}
		pair := [2]string{row[0], row[1]}
		if _, twice := weights[pair]; twice {
			return nil, fmt.Errorf("%s:%d: duplicate weight for %q and %q", file, line, row[0], row[1])
		}
		weights[pair] = w
	}
}

// weightsError says where a file of weights is no CSV of three columns.
func weightsError(file string, err error) error {
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return fileError(file, err)
	}
	if errors.Is(err, csv.ErrFieldCount) {
		return fmt.Errorf("%s:%d: expected three fields: x, y, weight", file, at.Line)
	}
	return fmt.Errorf("%s:%d:%d: %w: expected x, y, weight", file, at.Line, at.Column, at.Err)
}
