package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/picture/page"
	"github.com/sepdist/sepdist/report"
)

func newReport() *cobra.Command {
	var c compareFlags
	var out output
	r := reporting{compareFlags: &c}
	var file string
	cmd := &cobra.Command{
		Use:   "report [flags] TRUTH GUESS",
		Short: "Write a report on a guess as one HTML file",
		Long: `Write a report on a guess as one HTML file: both graphs and their differences, all metrics,
where the wrong claims are, the most informative of them with an open path each, how the guess
compares to random ones, and how each number was computed. The file is self-contained and
loads nothing from the network.`,
		Example: `  sepdist report examples/asia.txt examples/asia-pc.txt -o report.html
  sepdist report --explain oset-aid --baseline 1000 truth.txt guess.txt -o report.html`,
		Args: takes(2, 2, "two graphs (TRUTH GUESS)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.finish(cmd); err != nil {
				return err
			}
			for _, name := range r.explain {
				if _, err := distance.Find(name); err != nil {
					return fmt.Errorf("--explain: %w", err)
				}
			}
			if err := checkLimit(r.limit); err != nil {
				return err
			}
			if err := out.free(file); err != nil {
				return err
			}
			truth, guess, err := c.read(cmd, args[0], args[1])
			if err != nil {
				return err
			}
			p, err := r.page(cmd, truth, guess)
			if err != nil {
				return err
			}
			return out.write(cmd, file, func(w io.Writer) error { return page.Write(w, *p) })
		},
	}
	f := cmd.Flags()
	f.StringVarP(&file, "out", "o", "-", "`FILE` to write")
	f.StringVar(&r.title, "title", "", "`TEXT` above the report")
	f.StringSliceVar(&c.options.Metrics, "metrics", []string{"all"}, "metrics and groups of metrics, separated by commas")
	f.StringSliceVar(&r.explain, "explain", nil, "metrics whose wrong claims are shown (default: zl-sd and, where defined, parent-aid)")
	f.IntVar(&r.limit, "limit", 12, "number of wrong claims to show for each metric")
	f.IntVar(&c.options.Baseline, "baseline", 0, "compare with this many random guesses (default 1000, fewer or none above 30 nodes)")
	out.addFlags(cmd)
	c.addFlags(cmd)
	c.addYes(cmd)
	_ = cmd.RegisterFlagCompletionFunc("metrics", cobra.FixedCompletions(metricNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// A reporting finds out what a report tells.
type reporting struct {
	*compareFlags
	title   string
	explain []string
	limit   int
}

func (r *reporting) page(cmd *cobra.Command, truth, guess *compare.Graph) (*page.Page, error) {
	o := r.options
	pair, err := compare.Prepare(cmd.Context(), truth, guess, &o)
	if err != nil {
		return nil, err
	}
	names := pair.Truth.Drawn().Names()
	p := &page.Page{Title: r.title, Truth: pair.Truth.Drawn()}
	if p.Title == "" {
		p.Title = fmt.Sprintf("How far is %s from %s?", filepath.Base(guess.Name), filepath.Base(truth.Name))
	}
	switch {
	case pair.Readings.Several:
		p.Guess = pair.Aligned
	default:
		p.Guess = pair.Guess.Drawn()
	}
	bar := newProgress(cmd, "comparing")
	defer bar.end()
	o.Progress, o.Estimate = bar.tell, r.patient(cmd)
	if p.Comparison, err = r.compare(cmd, truth, guess, o, names.Len()); err != nil {
		return nil, err
	}
	o.Progress, o.Estimate = nil, nil
	if !pair.Readings.Several {
		if p.Explained, err = r.explained(cmd, truth, guess, o, pair); err != nil {
			return nil, err
		}
	}
	p.Made = r.made(cmd, truth, guess)
	return p, nil
}

// compare compares by all metrics, and holds the quicker ones against random guesses.
func (r *reporting) compare(cmd *cobra.Command, truth, guess *compare.Graph, o compare.Options, n int) (*report.Comparison, error) {
	samples := o.Baseline
	if !cmd.Flags().Changed("baseline") {
		samples = usualBaseline(n)
	}
	o.Baseline = 0
	c, err := compare.Compare(cmd.Context(), truth, guess, o)
	if err != nil {
		return nil, err
	}
	comparisonInFlags(c)
	if samples == 0 {
		return c, nil
	}
	o.Metrics, o.Baseline = nil, samples
	for _, e := range c.Results {
		if !e.Metric.Slow {
			o.Metrics = append(o.Metrics, e.Metric.Name)
		}
	}
	if len(o.Metrics) == 0 {
		return c, nil
	}
	held, err := compare.Compare(cmd.Context(), truth, guess, o)
	if err != nil {
		return nil, err
	}
	c.Random = held.Random
	for i := range c.Results {
		for _, e := range held.Results {
			if e.Metric == c.Results[i].Metric {
				c.Results[i].Baseline = e.Baseline
			}
		}
	}
	return c, nil
}

// usualBaseline is the number of random guesses that a report has unless it is said: so many
// that they take some seconds.
func usualBaseline(n int) int {
	samples := min(1000, 30_000_000/(n*n*n))
	if samples < 20 {
		return 0
	}
	return samples
}

// explained explains the metrics that were asked for.
func (r *reporting) explained(cmd *cobra.Command, truth, guess *compare.Graph, o compare.Options, pair *compare.Pair) (list []page.Explained, err error) {
	names := r.explain
	if names == nil {
		names = []string{"zl-sd"}
		if m, err := distance.Find("parent-aid"); err == nil && m.Defined(pair.Truth.Kind(), pair.Guess.Kind()) == nil {
			names = append(names, m.Name)
		}
	}
	for _, name := range names {
		m, err := distance.Find(name)
		if err != nil {
			return nil, err
		}
		e := page.Explained{}
		if m.Claims != distance.AboutStatements {
			e.Tally = report.NewTally(pair.Truth.Drawn().Names().List())
			e.Silent = m.Silent(pair.Guess)
			if o.Mistake, err = tallying(e.Tally, m); err != nil {
				return nil, err
			}
		}
		if e.Explanation, err = compare.Explain(cmd.Context(), m, truth, guess, compare.ExplainOptions{Options: o, Limit: r.limit}); err != nil {
			return nil, err
		}
		inFlags(e.Explanation.Notes)
		list = append(list, e)
	}
	return list, nil
}

// made says how the report was made.
func (r *reporting) made(cmd *cobra.Command, truth, guess *compare.Graph) []page.Setting {
	command := []string{"sepdist", cmd.Name()}
	var options []page.Setting
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name == "out" || f.Name == "force" || f.Name == "workers" || f.Name == "yes" { // they change nothing in it
			return
		}
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ",")
		}
		if value == "" { // of a setting, which has several
			return
		}
		options = append(options, page.Setting{Name: "--" + f.Name, Value: value})
	})
	for _, s := range r.in.stated {
		options = append(options, page.Setting{Name: "--" + flagOf(s.role, s.name), Value: s.value})
	}
	for _, o := range options {
		command = append(command, o.Name+"="+quoted(o.Value))
	}
	command = append(command, quoted(truth.Name), quoted(guess.Name))
	return []page.Setting{
		{Name: "Version", Value: "sepdist " + version()},
		{Name: "Command", Value: strings.Join(command, " ")},
		{Name: "Seed", Value: strconv.FormatUint(r.options.Seed, 10)},
		{Name: "Classes", Value: "those stated, else the first that fits: dag, cpdag, mpdag, mag without lines, admg, pag, cyclic"},
	}
}

// quoted puts a word of a command line into quotes where it needs them.
func quoted(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t\n'\"\\$&;|<>()*?[]#~`!{}") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
