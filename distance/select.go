package distance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
)

// A Group is a name for several metrics.
type Group struct {
	Name, Doc string
	has       func(m *Metric) bool
	quiet     bool // it takes the metrics that fit: those that are not defined were not requested

	// omits reports whether a metric of the group is left out for a class of guesses; nil means never.
	omits func(m *Metric, guess class.Kind) bool
}

func in(group string) func(*Metric) bool {
	return func(m *Metric) bool { return m.Group == group }
}

// Groups lists the groups of metrics.
var Groups = groups[:]

var groups = [...]Group{
	{Name: "default", Doc: "the metrics that fit the classes of the two graphs: shd, separation distances, adjustment distances", quiet: true,
		has: func(m *Metric) bool {
			return m.Group == "sd" || m.Group == "aid" || m.Name == "shd"
		},
		// The other adjustment distances are for guesses without latent confounders.
		omits: func(m *Metric, guess class.Kind) bool {
			return m.Name == "canonical-aid" && (kind.Sufficient.Has(guess) || !m.Guess.Has(guess))
		}},
	{Name: "sd", Doc: "the separation distances, one for each strategy", has: in("sd")},
	{Name: "mb", Doc: "the separation distances with Markov blankets", has: in("mb")},
	{Name: "sc", Doc: "the metrics over all separation statements", has: in("sc")},
	{Name: "aid", Doc: "the adjustment identification distances and sid", has: in("aid")},
	{Name: "structure", Doc: "the Hamming distances and the confusion measures", has: in("structure")},
	{Name: "all", Doc: "every metric", has: func(*Metric) bool { return true }},
}

// Has reports whether m is in the group.
func (g *Group) Has(m *Metric) bool { return g.has(m) }

// Owns reports whether m is listed under the group: each metric is under one.
func (g *Group) Owns(m *Metric) bool { return m.Group == g.Name }

// A Skipped is a metric of a group that is not defined for the given graphs.
type Skipped struct {
	Metric *Metric
	Why    error
	Quiet  bool // only a group that takes the metrics that fit has it
}

// ShortReason returns the reason in a few words, such as "the guess is a CPDAG", for a metric that was not
// asked for by name. Otherwise it is empty.
func (s *Skipped) ShortReason() string {
	of, plain := s.Why.(*ClassError) // not an error about the other direction, which has the roles exchanged
	if !s.Quiet || !plain {
		return ""
	}
	return fmt.Sprintf("the %s is %s", of.Role, of.Kind.Title())
}

// Select returns the metrics with the given names or in the given groups, each once, in this order. A metric
// that is named itself must be defined for the two classes and, if symmetrised, for the classes
// exchanged. A metric of a group that is not defined is skipped.
func Select(names []string, truth, guess class.Kind, s Symmetry) (chosen []*Metric, skipped []Skipped, err error) {
	var seen []*Metric
	take := func(m *Metric, why error, quiet bool) {
		if slices.Contains(seen, m) {
			for i := range skipped {
				if skipped[i].Metric == m {
					skipped[i].Quiet = skipped[i].Quiet && quiet
				}
			}
			return
		}
		seen = append(seen, m)
		switch {
		case why == nil:
			chosen = append(chosen, m)
		default:
			skipped = append(skipped, Skipped{m, why, quiet})
		}
	}
	for _, name := range names {
		if i := slices.IndexFunc(Groups, func(g Group) bool { return strings.EqualFold(g.Name, name) }); i >= 0 {
			for k := range Metrics {
				if m := &Metrics[k]; Groups[i].has(m) && (Groups[i].omits == nil || !Groups[i].omits(m, guess)) {
					take(m, m.DefinedWith(truth, guess, s), Groups[i].quiet)
				}
			}
			continue
		}
		m, err := Find(name)
		if err != nil {
			return nil, nil, err
		}
		if err := m.DefinedWith(truth, guess, s); err != nil {
			return nil, nil, err
		}
		take(m, nil, false)
	}
	return chosen, skipped, nil
}

func isGroup(name string) bool {
	return slices.ContainsFunc(Groups, func(g Group) bool { return strings.EqualFold(g.Name, name) })
}

// A NameError is the error for a name that is not the name of a metric.
type NameError struct {
	Name    string
	IsGroup bool     // it is the name of a group, and one metric is needed
	Near    []string // similar names of metrics and groups
}

func (e *NameError) Error() string {
	switch {
	case e.IsGroup:
		return fmt.Sprintf("%q is a group of metrics: use a single metric", e.Name)
	case len(e.Near) > 0:
		return fmt.Sprintf("unknown metric %q (did you mean %s?)", e.Name, strings.Join(e.Near, " or "))
	}
	return fmt.Sprintf("unknown metric %q", e.Name)
}

// Find returns the metric of the given name, ignoring case, or a [*NameError].
func Find(name string) (*Metric, error) {
	for i := range Metrics {
		if strings.EqualFold(Metrics[i].Name, name) {
			return &Metrics[i], nil
		}
	}
	if strings.EqualFold(Recorded.Name, name) {
		return &Recorded, nil
	}
	if isGroup(name) {
		return nil, &NameError{Name: name, IsGroup: true}
	}
	return nil, &NameError{Name: name, Near: similar(name)}
}

// similar returns metrics that have name as a part, such as adjacency-f1 for f1, or at most three
// metrics or groups that are spelled almost like it.
func similar(name string) []string {
	var all, parts []string
	for i := range Metrics {
		if strings.HasSuffix(Metrics[i].Name, "-"+strings.ToLower(name)) && !strings.Contains(Metrics[i].Name, "-shared-") {
			parts = append(parts, Metrics[i].Name)
		}
	}
	if len(parts) > 0 && len(parts) <= 5 {
		return parts
	}
	for i := range Metrics {
		all = append(all, Metrics[i].Name)
	}
	for _, g := range Groups {
		all = append(all, g.Name)
	}
	near := advice.Near(name, all)
	if len(near) == 0 {
		for _, a := range all {
			if strings.HasPrefix(a, name+"-") {
				near = append(near, a)
			}
		}
	}
	if len(near) > 3 {
		return nil
	}
	return near
}
