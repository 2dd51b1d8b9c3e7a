package naive

import "github.com/sepdist/sepdist/graph"

// An Order counts the statements with k nodes in the separating set.
type Order struct {
	Statements     int
	ConnectedTruth int
	ConnectedGuess int
	ConnectedBoth  int
}

// Orders counts the statements of two graphs by k = 0 to n-2.
func Orders(truth, guess *Statements) []Order {
	return OrdersAbout(truth, guess, func(x, y graph.Node) bool { return true })
}

// OrdersAbout counts the statements about some pairs.
func OrdersAbout(truth, guess *Statements, counts func(x, y graph.Node) bool) []Order {
	n := truth.N()
	orders := make([]Order, max(n-1, 0))
	for given := range Subsets(graph.AllNodes(n)) {
		for x, y := range pairsOutside(n, given) {
			if !counts(x, y) {
				continue
			}
			o := &orders[given.Len()]
			inTruth, inGuess := !truth.Separated(x, y, given), !guess.Separated(x, y, given)
			o.Statements++
			if inTruth {
				o.ConnectedTruth++
			}
			if inGuess {
				o.ConnectedGuess++
			}
			if inTruth && inGuess {
				o.ConnectedBoth++
			}
		}
	}
	return orders
}

// SC is the share of statements on which the two graphs differ, averaged over the
// orders.
func SC(orders []Order) float64 {
	return mean(orders, func(o Order) (int, int) {
		return o.ConnectedTruth + o.ConnectedGuess - 2*o.ConnectedBoth, o.Statements
	})
}

// Markov is the c-metric: the share of the statements connected in the truth that are
// separated in the guess. An order without any counts 0.
func Markov(orders []Order) float64 {
	return mean(orders, func(o Order) (int, int) { return o.ConnectedTruth - o.ConnectedBoth, o.ConnectedTruth })
}

// Faithfulness is the s-metric: the share of the statements separated in the truth
// that are connected in the guess. An order without any counts 0.
func Faithfulness(orders []Order) float64 {
	return mean(orders, func(o Order) (int, int) { return o.ConnectedGuess - o.ConnectedBoth, o.Statements - o.ConnectedTruth })
}

func mean(orders []Order, share func(Order) (wrong, of int)) float64 {
	sum := 0.0
	for _, o := range orders {
		if wrong, of := share(o); of > 0 {
			sum += float64(wrong) / float64(of)
		}
	}
	return sum / float64(max(len(orders), 1))
}
