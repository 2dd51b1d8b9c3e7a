package distance

// An Order is what the s/c-metrics count among the statements (x, y, S) with |S| = Order.
// All variants of the metrics follow from it.
type Order struct {
	Order          int
	Statements     Counter
	ConnectedTruth Counter
	ConnectedGuess Counter
	ConnectedBoth  Counter
	Value          float64
	Void           bool    // 0/0: counts as 0 in the mean
	Sample         *Sample // where the order was sampled
}

// A Counter is an exact count that may pass 64 bits, or a count in a sample.
type Counter struct {
	Hi, Lo uint64
}
