package distance

// An Order is what the s/c-metrics count among the statements (x, y, S) with |S| = Order.
// All variants of the metrics follow from it. Where the order was sampled, the
// connected ones are those in the sample.
type Order struct {
	Order          int
	Statements     Counter // how many there are
	ConnectedTruth Counter
	ConnectedGuess Counter
	ConnectedBoth  Counter
	Value          float64
	Void           bool    // 0/0: counts as 0 in the mean
	Sample         *Sample // where the order was sampled
}
