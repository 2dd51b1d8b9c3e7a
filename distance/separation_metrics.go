package distance

import (
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/separation/separator"
)

const wrongClaims = "claims of the guess are wrong in the truth"

// separationMetrics are the separation distances: one a strategy, and one a strategy
// enhanced by Markov blankets.
var separationMetrics = func() []Metric {
	var plain, blanket []Metric
	for _, row := range []struct {
		strategy separator.Strategy
		sets     string // what fails, in one phrase
		guess    class.Kinds
		instead  string
		extra    string
	}{
		{separator.Parent, "parents in the guess do", class.KindsOf(class.DAG),
			"use pparent-sd for a CPDAG and ancestor-sd or zl-sd for the others",
			"In a DAG the parents of two nodes without an edge separate them; in a MAG they need not."},
		{separator.Ancestor, "ancestors in the guess do", class.KindsOf(class.DAG, class.MAG, class.ADMG, class.Cyclic),
			"use pancestor-sd or zl-sd",
			"Ancestors separate whenever any set does, on MAGs and ADMGs too. With lines, read anterior for ancestor; a cyclic graph is read through its acyclification."},
		{separator.PossibleParent, "possible parents in the guess do", class.KindsOf(class.DAG, class.CPDAG),
			"use zl-sd, or pancestor-sd for a MAG or PAG",
			"It depends on the equivalence class only: a DAG is read through its CPDAG, and its value is in general not that of parent-sd."},
		{separator.PossibleAncestor, "possible ancestors in the guess do", class.KindsOf(class.DAG, class.CPDAG, class.MAG, class.PAG),
			"use ancestor-sd or zl-sd",
			"It depends on the equivalence class only: a DAG is read through its CPDAG, a MAG through its PAG."},
		{separator.Nearest, "nearest separator in the guess does", class.Any, "",
			"It is defined for every class, depends on the equivalence class only, and is not symmetric: the set hugs x."},
	} {
		s, enhancedBy := row.strategy, separator.Enhanced(row.strategy)
		plain = append(plain, Metric{
			Name:    s.Name + "-sd",
			Doc:     "share of ordered pairs (x, y) whose separator in the guess, " + s.Doc + ", fails in the truth",
			Meaning: "non-adjacent pairs whose " + row.sets + " not separate them in the truth",
			Wrong:   wrongClaims, Claims: AboutPairs,
			Group:   "sd",
			Paper:   "wahl2025",
			Cheaper: enhancedBy.Name + "-sd", Sampling: []string{"pairs"},
			Truth: class.Any, Guess: row.guess, Instead: row.instead,
			Definition: fmt.Sprintf("For each ordered pair of nodes without an edge in the guess, take S(x, y) = %s, read off the guess. The claim that S(x, y) separates x and y is wrong if it does not hold in the truth. %s", s.Doc, row.extra),
			Formula:    "#{(x, y) not adjacent in the guess : S(x, y) does not separate x, y in the truth} / (n (n − 1))",
			Range:      "0 to 1; 0 to itself and to every graph that is Markov equivalent",
			measure:    separation(s),
			estimate: func(truth, guess *class.Model, p Params) float64 {
				return pairwiseSeconds(truth, guess, p, s)
			},
		})
		blanket = append(blanket, Metric{
			Name:    enhancedBy.Name + "-sd",
			Doc:     "share of ordered pairs (x, y) whose separator in the guess, " + enhancedBy.Doc + ", fails in the truth",
			Meaning: "non-adjacent pairs whose Markov blanket or (inside it) " + row.sets + " not separate them in the truth",
			Wrong:   wrongClaims, Claims: AboutPairs,
			Group: "mb",
			Paper: "wahl2025",
			Truth: class.Any, Guess: row.guess, Instead: "use mb-zl-sd",
			Definition: fmt.Sprintf("As %s-sd, but with S(x, y) = the Markov blanket of x in the guess wherever y is outside it: one query to the truth then answers for all such y, which is what makes it fast on large graphs. Where y is in the blanket of x, S(x, y) = %s.", s.Name, s.Doc),
			Formula:    "#{(x, y) not adjacent in the guess : S(x, y) does not separate x, y in the truth} / (n (n − 1))",
			Range:      "0 to 1; 0 to itself and to every graph that is Markov equivalent",
			measure:    enhanced(s),
		})
	}
	return append(plain, blanket...)
}()
