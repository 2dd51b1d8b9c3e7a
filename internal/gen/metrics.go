package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/measure"
	"github.com/sepdist/sepdist/internal/measure/task"
)

// metrics returns the page on metrics.
func metrics() (string, error) {
	var b strings.Builder
	b.WriteString(`# Metrics

This page is generated from the table in package distance; ` + "`sepdist metrics`" + ` prints the same.
[Which number should I report?](which-metric.md) helps to choose; terms are in the [glossary](glossary.md).

` + "`d(truth, guess)`" + ` takes claims from the guess and verifies them in the truth. Separation and
adjustment distances count ordered node pairs; Hamming distances count unordered ones. n is the
number of nodes. Both graphs need the same nodes, and at least two of them; smaller graphs are
rejected.

**Without a separator.** In a graph that is not maximal (some ADMGs and cyclic graphs) a non-adjacent pair may
have no separator at all. Such a pair of the guess makes no claim: it adds nothing to the count and
stays in the denominator.

**Both directions.** Every metric that is not symmetric has a symmetrised form, if it is defined in both directions:
` + "`--symmetric mean`" + ` (the default), ` + "`geometric`, `harmonic`" + ` or a weight w, that is w d(truth, guess) +
(1 − w) d(guess, truth). The mean is the formula of the paper, although its text calls it geometric. The mean
and weights strictly between 0 and 1 are 0 if and only if both directions are 0; the geometric and the
harmonic mean are 0 as soon as one of them is.

| metric | guess | truth | symmetric | description |
|---|---|---|---|---|
`)
	for i := range distance.Metrics {
		m := &distance.Metrics[i]
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s | %s | %s |\n", m.Name, m.Name, kinds(m.Guess), kinds(m.Truth), yes(m.Symmetric), m.Doc)
	}
	b.WriteString("\n## Groups\n\n| group | contains |\n|---|---|\n")
	for _, g := range distance.Groups {
		fmt.Fprintf(&b, "| `%s` | %s |\n", g.Name, g.Doc)
	}
	b.WriteString("\n[`given-sd`](explaining.md#sets-that-a-method-recorded), for sets that a method recorded, needs `--separators` and is in no group.\n")
	b.WriteString(`
## The worked example

Every metric below comes with its value for two graphs of four nodes. The truth is the chain a → b → c → d; in
the guess the last edge is reversed. Metrics that are not defined for DAGs use their CPDAGs.

` + "```text" + `
truth   a --> b    b --> c    c --> d
guess   a --> b    b --> c    d --> c
` + "```\n")
	for i := range distance.Metrics {
		if err := metric(&b, &distance.Metrics[i]); err != nil {
			return "", err
		}
	}
	b.WriteString(`
## Other programs

Which metric here gives the count that another program reports under its own name.

| program | its name | our name | note |
|---|---|---|---|
`)
	for _, c := range conventions {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.Tool, c.Call, c.Metric, c.Note)
	}
	b.WriteString("\nPapers: see [references.bib](references.bib).\n")
	return b.String(), nil
}

func metric(b *strings.Builder, m *distance.Metric) error {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", m.Name, m.Definition)
	fmt.Fprintf(b, "```math\n%s\n```\n\n", tex(m.Formula))
	example, err := worked(m)
	if err != nil {
		return fmt.Errorf("%s: %w", m.Name, err)
	}
	fmt.Fprintf(b, "- range: %s\n- guess: %s; truth: %s\n- symmetric: %s\n- paper: %s\n- example: %s\n",
		m.Range, kinds(m.Guess), kinds(m.Truth), yes(m.Symmetric), m.Paper, example)
	return nil
}

// worked returns the values of the metric for the worked example, in both directions.
func worked(m *distance.Metric) (string, error) {
	names, err := graph.NewNames([]string{"a", "b", "c", "d"})
	if err != nil {
		return "", err
	}
	var graphs [2]class.Member
	for i, last := range []graph.Edge{graph.Directed(2, 3), graph.Directed(3, 2)} {
		edges := []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 2), last}
		if graphs[i], err = class.Infer(context.Background(), graph.MustNew(names, edges)); err != nil {
			return "", err
		}
	}
	var values [2]string
	for i := range values {
		r, err := measure.Measure(context.Background(), m, graphs[i].Model(), graphs[1-i].Model(), task.Params{})
		if err != nil {
			return "", err
		}
		values[i] = number(r)
	}
	if m.Symmetric {
		return values[0], nil
	}
	return fmt.Sprintf("d(truth, guess) = %s, d(guess, truth) = %s", values[0], values[1]), nil
}

func number(r distance.Result) string {
	switch {
	case !r.Defined():
		return "undefined: " + r.Why
	case r.Counted:
		return fmt.Sprintf("%v/%v", r.Count.Wrong, r.Count.Of)
	}
	s := strconv.FormatFloat(r.Value, 'f', 4, 64)
	if c := r.Confusion; c != nil {
		s += fmt.Sprintf(" (tp %d, fp %d, fn %d)", c.TP, c.FP, c.FN)
	}
	return s
}

func kinds(k graph.Kinds) string {
	if k == kind.Any {
		return "any"
	}
	return k.String()
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
