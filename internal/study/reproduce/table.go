package reproduce

import (
	"context"
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
)

// table is table 1 of the paper with all its rows, followed by a table of our metrics and classes.
func table(context.Context, Options) (*Result, error) {
	r := &Result{Text: `What the paper says (its words, shortened):

| | s/c-metric | SD | AID | SHD |
|---|---|---|---|---|
| compares | all separation statements | selected separation statements | selected adjustment sets | edges (presence and orientation) |
| local | no | no | no | yes |
| variants | FP and FN rates; random statements | symmetrisation; other strategies | symmetrisation; other strategies | FP and FN rates of edges or orientations |
| applicable to | DAGs, MAGs, CPDAGs, PAGs, cyclic graphs | DAGs, MAGs, CPDAGs, PAGs, cyclic graphs | DAGs, CPDAGs | all graphs |
| scales to large graphs | no | yes | yes | yes |
| particularly advised for | small graphs | equivalence classes, classes beyond DAGs | downstream effect estimation | all graphs |

What we have:

| | s/c-metric | SD | AID | SHD |
|---|---|---|---|---|
| metrics | ` + strings.Join([]string{metricsOf("sc", ""), metricsOf("sd", "") + "; with Markov blankets " + metricsOf("mb", ""), metricsOf("aid", ""), metricsOf("structure", "shd") + ", `mark-distance`"}, " | ") + ` |
| variants | ` + "`c-metric` and `s-metric` are the FN and FP rates; samples, listed statements | symmetrised forms, five strategies, each with Markov blankets | symmetrised forms, four strategies, `sid` | `-recall` (1 − FN rate), `-precision` and `-fpr` of adjacencies, arrowheads, tails and colliders" + ` |
| guess may be | ` + kindsOf("sc-metric") + " | " + kindsOf("zl-sd") + " | " + kindsOf("canonical-aid") + " (`canonical-aid`)" + " | " + kindsOf("shd") + ` |
| scales to large graphs | ` + "exact counts up to about 25 nodes, sparse graphs up to 60; samples beyond | see scaling | see scaling | yes" + ` |
`}
	covers := func(name string, kinds ...class.Kind) Verdict {
		m, err := distance.Find(name)
		for _, k := range kinds {
			if err != nil || m.Defined(k, k) != nil {
				return NotSeen
			}
		}
		return Seen
	}
	most := []class.Kind{class.DAG, class.MAG, class.CPDAG, class.PAG, class.Cyclic}
	const rule = "the metric is defined between two graphs of each class"
	r.state(covers("sc-metric", most...), "the s/c-metric applies to DAGs, MAGs, CPDAGs, PAGs and cyclic graphs", rule, "and to MPDAGs and ADMGs")
	r.state(covers("zl-sd", most...), "SDs apply to DAGs, MAGs, CPDAGs, PAGs and cyclic graphs", rule, "the ZL-SD does, and to MPDAGs and ADMGs; other strategies apply to fewer classes")
	var others []string
	for _, name := range []string{"mb-zl-sd", "sc-metric", "c-metric", "s-metric"} {
		if covers(name, class.MAG, class.ADMG) == Seen {
			others = append(others, name)
		}
	}
	r.state(sure(len(others) == 0), "for mixed graphs and MAGs the only available distances are the SHD and the ZL-SD (section 5, the caption of figure 5, appendix H.2)",
		"no other distance of the paper is defined between two MAGs and between two ADMGs", "the paper's own table has the s/c-metric for MAGs, and its appendix C the MB-enhanced ZL-SD: %s", strings.Join(others, ", "))
	r.state(covers("parent-aid", class.DAG, class.CPDAG), "AIDs apply to DAGs and CPDAGs", rule, "as in the paper")
	r.state(covers("shd", class.All()...), "the SHD applies to all graphs", rule, "to all classes")
	return r, nil
}

// metricsOf lists the distances of a group whose names contain a word.
func metricsOf(group, word string) string {
	var names []string
	for i := range distance.Metrics {
		if m := &distance.Metrics[i]; m.Group == group && strings.Contains(m.Name, word) {
			names = append(names, "`"+m.Name+"`")
		}
	}
	return strings.Join(names, ", ")
}

// kindsOf lists the classes that the guess may be of.
func kindsOf(metric string) string {
	m, err := distance.Find(metric)
	if err != nil {
		return ""
	}
	return fmt.Sprint(m.Guess)
}
