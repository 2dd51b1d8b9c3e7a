package distance

import "github.com/sepdist/sepdist/internal/kind"

// orderMetrics are the metrics over all separation statements, order by order.
var orderMetrics = func() []Metric {
	rows := []Metric{
		{
			Name:       "sc-metric",
			Doc:        "share of statements (x, y, S) that are separated in one graph and connected in the other: the mean of the shares for each order |S|",
			Meaning:    "separation statements on which the graphs differ",
			Symmetric:  true,
			Definition: "A statement is an unordered pair of nodes x, y and a set S of other nodes; its order is |S|. In each graph S either separates x and y or connects them. The metric is the mean over the orders 0 to n − 2 of the share of statements of that order on which the two graphs differ. " + commonDefinition,
			Formula:    "mean over k = 0, …, n − 2 of #{(x, y, S) : |S| = k, separated in one graph and connected in the other} / (C(n, 2) C(n − 2, k))",
			Range:      "0 to 1; 0 if and only if the graphs are Markov equivalent; 1 between the empty and the complete graph; a metric on Markov equivalence classes and, up to order K, on the K-th order equivalence classes of Kocaoglu (2023); a single order is only a pseudometric; " + zeroOfOrders,
		},
		{
			Name:       "c-metric",
			Doc:        "false negative rate of connections: the mean over the orders of the share of connections of the truth that are separations in the guess (Markov metric)",
			Meaning:    "connections of the truth that the guess misses",
			Definition: "The Markov metric: with statements as for the sc-metric, the mean over the orders of a false negative rate, the share of the connections of the truth of that order that are separations in the guess. It is not the share of all connections: use ungraded statements for that. Without the grading by order, Hyttinen, Eberhardt and Järvisalo (2014) evaluate with the same rates. " + commonDefinition,
			Formula:    "mean over k of #{|S| = k, connected in the truth, separated in the guess} / #{|S| = k, connected in the truth}",
			Range:      "0 to 1; 0 if and only if every separation of the guess holds in the truth, so that a distribution that is Markov and faithful to the truth is Markov to the guess; " + zeroOfOrders,
		},
		{
			Name:       "s-metric",
			Doc:        "false positive rate of connections: the mean over the orders of the share of separations of the truth that are connections in the guess (faithfulness metric)",
			Meaning:    "separations of the truth that the guess misses",
			Definition: "The faithfulness metric: with statements as for the sc-metric, the mean over the orders of a false positive rate, the share of the separations of the truth of that order that are connections in the guess. It is not the share of all separations: use ungraded statements for that. For each order d(truth, guess) has the same numerator as the c-metric of (guess, truth), but another denominator. " + commonDefinition,
			Formula:    "mean over k of #{|S| = k, separated in the truth, connected in the guess} / #{|S| = k, separated in the truth}",
			Range:      "0 to 1; 0 if and only if every separation of the truth holds in the guess, so that a distribution that is Markov and faithful to the truth is faithful to the guess; " + zeroOfOrders,
		},
	}
	for i := range rows {
		m := &rows[i]
		m.Group, m.Paper, m.Claims = "sc", "wahl2025", AboutStatements
		m.Truth, m.Guess, m.Series = kind.Any, kind.Any, separatingSeries(kind.SeparatingSeries)
		m.Sampling, m.Slow = []string{"samples", "precision"}, true
	}
	return rows
}()

const commonDefinition = "An order without such statements (0/0) counts as 0 and is reported as void. The orders can be limited to a highest one, weighted, or ignored (ungraded: every statement has the same weight). The value is exact if counting takes about a second, or if more time is allowed; otherwise it is estimated from a sample, with a confidence interval. Near that limit the order of the nodes in the file can decide which of the two it is, since the search for a fast way to count starts from it. With a list of statements only these are counted, and the mean is over the orders that have one (as algorithm 3 of the paper, which divides by n − 1)."

// zeroOfOrders is the condition for the statements about 0.
const zeroOfOrders = "this assumes all orders, positive weights and no sampling"
