package distance

import (
	"fmt"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
)

const unseparated = "A non-adjacent pair that no set separates, as graphs that are not maximal can have, makes no claim: it adds nothing to the count and stays in the denominator. "

// zeroOfSeparation is the meaning of 0: the theorem of Wahl and Runge on d_sym, and the meaning in one
// direction. A complete graph makes no claims.
const zeroOfSeparation = "0 to 1; 0 in one direction means that every claim of the guess is true, so a complete guess is at 0 from any truth; the symmetrised distance is 0 if and only if the graphs are Markov equivalent (over all pairs, with positive weights)"

// separationMetrics are the separation distances: one for each strategy, and one for each strategy
// enhanced by Markov blankets.
var separationMetrics = func() []Metric {
	var plain, blanket []Metric
	for _, row := range []struct {
		name    string // of the strategy
		doc     string // the set S(x, y)
		sets    string // what fails, in one phrase
		guess   graph.Kinds
		series  graph.Kinds // that the guess may be
		instead string
		extra   string
		paper   string
	}{
		{"parent", "the parents of x and y", "parents in the guess do", kind.Of(class.DAG), kind.Of(class.TSDAG),
			"use pparent-sd for a CPDAG and ancestor-sd or zl-sd for the others",
			"In a DAG the parents of two non-adjacent nodes separate them; in a MAG they need not.", "wahl2025"},
		{"ancestor", "the ancestors of x and y", "ancestors in the guess do", kind.Of(class.DAG, class.MAG, class.ADMG, class.Cyclic), 0,
			"use pancestor-sd or zl-sd",
			"If any set separates two nodes, their ancestors do. The paper defines this strategy for DAGs; it is valid on MAGs and ADMGs as well, although the paper says otherwise. In graphs with undirected edges, ancestors are anterior nodes; a cyclic graph is replaced by its acyclification.", "wahl2025"},
		{"pparent", "the possible parents of x and y (their parents in any member of the equivalence class)", "possible parents in the guess do", kind.Of(class.DAG, class.CPDAG), kind.Of(class.TSDAG, class.TSCPDAG),
			"use zl-sd, or pancestor-sd for a MAG or PAG",
			"It depends on the equivalence class only: a DAG is replaced by its CPDAG, so the value generally differs from parent-sd.", "wahl2025"},
		{"pancestor", "the possible ancestors of x and y (their ancestors in any member of the equivalence class)", "possible ancestors in the guess do", kind.Of(class.DAG, class.CPDAG, class.MAG, class.PAG), kind.Of(class.TSPAG),
			"use ancestor-sd or zl-sd",
			"It depends on the equivalence class only: a DAG is replaced by its CPDAG, a MAG by its PAG. The strategy is not in the paper; the authors' code has it for CPDAGs.", "wahlcode"},
		{"zl", "the minimal separator nearest to x", "nearest separator in the guess does", kind.Any, kind.SeparatingSeries | kind.Of(class.TSPAG), "",
			"It is defined for every class and depends on the equivalence class only. The separator stays close to x, so that S(x, y) and S(y, x) may differ. The algorithm is that of van der Zander and Liśkiewicz (2020).", "wahl2025"},
	} {
		name, enhanced := row.name+"-sd", "mb-"+row.name+"-sd"
		metric := Metric{
			Unit: "pairs", Claims: AboutSeparation,
			Paper: row.paper,
			Truth: kind.Any, Guess: row.guess, Series: separatingSeries(row.series),
			Formula: "#{(x, y) not adjacent in the guess : S(x, y) does not separate x, y in the truth} / (n (n − 1))",
			Range:   zeroOfSeparation,
		}
		const doc = "share of ordered pairs (x, y) that are not separated in the truth by their separator in the guess: "

		m := metric
		m.Name, m.Group, m.Doc = name, "sd", doc+row.doc
		m.Meaning = "non-adjacent pairs whose " + row.sets + " not separate them in the truth"
		m.Cheaper, m.Sampling, m.Instead = enhanced, []string{"pairs"}, row.instead
		m.Definition = fmt.Sprintf("For each ordered pair of non-adjacent nodes (x, y) of the guess, let S(x, y) = %s, in the guess. The guess claims that S(x, y) separates x and y; the claim is wrong if this is not true in the truth. "+unseparated+"%s", row.doc, row.extra)
		plain = append(plain, m)

		m = metric
		m.Name, m.Group, m.Doc = enhanced, "mb", doc+"the Markov blanket of x or, for y inside it, "+row.doc
		m.Meaning = "non-adjacent pairs whose Markov blanket or (inside it) " + row.sets + " not separate them in the truth"
		m.Instead = "use mb-zl-sd"
		if row.name == "pancestor" {
			m.Series = seriesKinds{}
		}
		m.Definition = fmt.Sprintf("As %s-sd, but S(x, y) is the Markov blanket of x in the guess if y is outside it, and %s otherwise. "+unseparated+"One query then verifies the claims about x and all y outside its blanket, which is fast on sparse DAGs and CPDAGs of any size. In a MAG blankets can be large: on a chain of 1000 bidirected edges mb-zl-sd takes as long as zl-sd.", row.name, row.doc)
		blanket = append(blanket, m)
	}
	return append(plain, blanket...)
}()

// Recorded is given-sd, the separation distance of sets that a method recorded, such as those by which PC
// removed edges. It is not one of [Metrics], since its claims do not follow from the guess.
var Recorded = recorded

var recorded = Metric{
	Name: "given-sd", Group: "sd", Paper: "wahl2025",
	Doc:     "share of ordered pairs (x, y) that are not separated in the truth by the set that was recorded for them",
	Meaning: "pairs whose recorded set does not separate them in the truth",
	Unit:    "pairs", Claims: AboutSeparation,
	Truth: kind.Any, Guess: kind.Any, Series: separatingSeries(kind.SeparatingSeries),
	Definition: "For each recorded set S of a pair (x, y) that is not adjacent in the guess, the claim is that S separates x and y; it is wrong if this is not true in the truth. If several sets are recorded for a pair, it counts once if one of them is wrong. Pairs without a set make no claim and stay in the denominator.",
	Formula:    "#{(x, y) with a recorded set that does not separate x, y in the truth} / (n (n − 1))",
	Range:      "0 to 1; 0 means that every recorded claim is true",
}
