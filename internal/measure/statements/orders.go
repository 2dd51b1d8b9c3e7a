package statements

import (
	"fmt"
	"math/big"
	"math/bits"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/frontier"
)

// An order holds the counts of the statements (x, y, S) with |S| = Order, see [distance.Order].
type order struct {
	Order          int
	Statements     counter
	ConnectedTruth counter
	ConnectedGuess counter
	ConnectedBoth  counter
	Value          float64
	Void           bool
	Sample         *distance.Sample
}

// resultOrders returns the orders as a result reports them.
func resultOrders(orders []order) []distance.Order {
	list, ints := make([]distance.Order, len(orders)), make([]big.Int, 4*len(orders))
	for k, o := range orders {
		own := ints[4*k : 4*k+4]
		for i, c := range [...]counter{o.Statements, o.ConnectedTruth, o.ConnectedGuess, o.ConnectedBoth} {
			c.setInt(&own[i])
		}
		list[k] = distance.Order{
			Order: o.Order, Statements: &own[0], ConnectedTruth: &own[1], ConnectedGuess: &own[2], ConnectedBoth: &own[3],
			Value: o.Value, Void: o.Void, Sample: o.Sample,
		}
	}
	return list
}

// looked returns the number of statements that were evaluated.
func looked(o *order) counter {
	if o.Sample != nil {
		return counterOf(uint64(o.Sample.Samples))
	}
	return o.Statements
}

// A portion is the number of statements that an s/c-metric counts as wrong, and the number of all
// that it counts.
type portion struct{ wrong, of counter }

// A statistic is the count of an s/c-metric.
type statistic struct {
	kinds []string // of statements that are wrong
	of    func(*order) portion
	// never reports whether there is nothing to count in any order.
	never func(truth *model.Model) bool
}

// The s/c-metrics (Wahl and Runge, Separation-based distance measures for causal graphs,
// section on s/c-metrics and the appendix on the Markov and the faithfulness metric).
var (
	// Statements that are separated in one graph and connected in the other.
	differing = statistic{
		kinds: []string{claim.ConnectedInTruth, claim.SeparatedInTruth},
		of: func(o *order) portion {
			return portion{
				o.ConnectedTruth.minus(o.ConnectedBoth).plus(o.ConnectedGuess.minus(o.ConnectedBoth)),
				looked(o),
			}
		},
		never: func(*model.Model) bool { return false },
	}
	// Of the statements that are connected in the truth, those that are separated in the guess. An
	// edge connects for every set.
	missed = statistic{
		kinds: []string{claim.ConnectedInTruth},
		of: func(o *order) portion {
			return portion{o.ConnectedTruth.minus(o.ConnectedBoth), o.ConnectedTruth}
		},
		never: func(truth *model.Model) bool { return truth.Drawn().M() == 0 },
	}
	// Of those separated in the truth, those connected in the guess.
	invented = statistic{
		kinds: []string{claim.SeparatedInTruth},
		of: func(o *order) portion {
			return portion{o.ConnectedGuess.minus(o.ConnectedBoth), looked(o).minus(o.ConnectedTruth)}
		},
		never: complete,
	}
)

// statistics are the counts of the metrics, by name.
var statistics = map[string]statistic{"sc-metric": differing, "c-metric": missed, "s-metric": invented}

// Totals returns the number of statements that an s/c-metric counts as wrong in all orders, and the
// number of all that it counts.
func Totals(m *distance.Metric, orders []distance.Order) (wrong, of *big.Int) {
	var sum portion
	for _, o := range orders {
		p := statistics[m.Name].of(&order{
			Statements: counterOfInt(o.Statements), Sample: o.Sample,
			ConnectedTruth: counterOfInt(o.ConnectedTruth), ConnectedGuess: counterOfInt(o.ConnectedGuess), ConnectedBoth: counterOfInt(o.ConnectedBoth),
		})
		sum = portion{sum.wrong.plus(p.wrong), sum.of.plus(p.of)}
	}
	return sum.wrong.Int(), sum.of.Int()
}

// complete reports whether every two nodes are adjacent, so that nothing separates them.
func complete(m *model.Model) bool {
	g, n := m.Drawn(), m.N()
	if g.M() < n*(n-1)/2 {
		return false
	}
	for y := range graph.Node(n) {
		for x := range y {
			if !g.Adjacent(x, y) {
				return false
			}
		}
	}
	return true
}

// void reports whether there is nothing to count.
func (s portion) void() bool { return s.of.isZero() }

// value returns the portion as a number, 0 if it is void.
func (s portion) value() float64 {
	if s.void() {
		return 0
	}
	return s.wrong.over(s.of)
}

// exactOrders returns the table of an exact count on n nodes.
func exactOrders(n int, c *frontier.Counts) []order {
	orders := make([]order, c.G.Len())
	all := statements(n, len(orders))
	for k := range orders {
		orders[k] = order{
			Order:          k,
			Statements:     all[k],
			ConnectedTruth: coefficient(c.G, k),
			ConnectedGuess: coefficient(c.H, k),
			ConnectedBoth:  coefficient(c.Both, k),
		}
	}
	return orders
}

// statements returns the numbers of statements on n nodes: C(n,2) C(n-2,k) for each
// order k.
func statements(n, orders int) []counter {
	all := make([]counter, orders)
	all[0] = counterOf(uint64(n) * uint64(n-1) / 2)
	for k := 1; k < orders; k++ {
		// The product of the one before with n-1-k can be divided by k.
		times, by := uint64(n-1-k), uint64(k)
		if hi, lo := bits.Mul64(all[k-1].low, times); all[k-1].big == nil && hi < by {
			q, _ := bits.Div64(hi, lo, by)
			all[k] = counterOf(q)
			continue
		}
		x := all[k-1].Int()
		x.Mul(x, new(big.Int).SetUint64(times))
		all[k] = counterOfInt(x.Quo(x, new(big.Int).SetUint64(by)))
	}
	return all
}

func coefficient(p *frontier.Polynomial, k int) counter {
	if x, ok := p.Uint64(k); ok {
		return counterOf(x)
	}
	return counterOfInt(p.Int(k))
}

// exchanged returns the orders with the truth and the guess exchanged.
func exchanged(orders []order) []order {
	back := make([]order, len(orders))
	for i, o := range orders {
		o.ConnectedTruth, o.ConnectedGuess = o.ConnectedGuess, o.ConnectedTruth
		back[i] = o
	}
	return back
}

// A grading combines the orders into one number.
type grading struct {
	weights  []float64 // of the orders
	sum      float64   // of the weights
	ungraded bool
}

// mean returns the weighted mean of the values of the orders. Products are converted to float64
// explicitly, here and wherever all bits are printed, since some processors would otherwise fuse
// multiplication and addition.
func (g grading) mean(orders []order) float64 {
	sum := 0.0
	for k := range orders {
		sum += float64(g.weights[k] * orders[k].Value)
	}
	return sum / g.sum
}

// ordersUpTo returns the number of orders on n nodes, at most those up to the highest one.
func ordersUpTo(highest *int, n int) int {
	if highest == nil {
		return n - 1
	}
	return min(*highest, n-2) + 1
}

// gradingOf returns the grading of checked parameters between graphs of n >= 2 nodes, and notes about it.
func gradingOf(p *task.OrderParams, n int) (g grading, orders int, notes []string, err error) {
	orders = ordersUpTo(p.MaxOrder, n)
	if p.MaxOrder != nil && *p.MaxOrder >= orders {
		notes = append(notes, fmt.Sprintf("the highest order of %d nodes is %d, not %d", n, orders-1, *p.MaxOrder))
	}
	if p.Weights == nil {
		g.ungraded, g.sum = p.Ungraded, float64(orders)
		g.weights = make([]float64, orders)
		for k := range g.weights {
			g.weights[k] = 1
		}
		return g, orders, notes, nil
	}
	switch given := len(p.Weights); {
	case given == orders, p.MaxOrder != nil && given == *p.MaxOrder+1:
	case orders == 1:
		return g, 0, nil, fmt.Errorf("got %d order weights for order 0 alone: expected one", given)
	default:
		return g, 0, nil, fmt.Errorf("got %d order weights for the %d orders 0 to %d: expected one for each", len(p.Weights), orders, orders-1)
	}
	g.weights = p.Weights[:orders]
	for _, w := range g.weights {
		g.sum += w
	}
	return g, orders, notes, (&task.OrderParams{Weights: g.weights}).Check()
}

// exact returns the value of an exact table, whose orders it fills in.
func (g grading) exact(orders []order, count statistic) (value float64, void int) {
	var sum portion
	for k := range orders {
		o := &orders[k]
		s := count.of(o)
		o.Value, o.Void = s.value(), s.void()
		if o.Void {
			void++
		}
		if g.ungraded {
			sum = portion{sum.wrong.plus(s.wrong), sum.of.plus(s.of)}
		}
	}
	if g.ungraded {
		return sum.value(), void
	}
	return g.mean(orders), void
}

// masses returns the weights of the orders for ungraded statements: the share of each order among
// all statements.
func masses(orders []order) []float64 {
	sum := new(big.Int)
	for k := range orders {
		sum.Add(sum, orders[k].Statements.Int())
	}
	of := counterOfInt(sum)
	w := make([]float64, len(orders))
	for k := range w {
		w[k] = orders[k].Statements.over(of)
	}
	return w
}
