package distance

// A ROC shows a family of guesses, one for each setting of a method, against a truth:
// how many of the connections of the truth they find, and how many of its separations they
// take for connections (Hyttinen, Eberhardt and Järvisalo, Constraint-based causal
// discovery: conflict resolution with answer set programming, UAI 2014, 340–349).
type ROC struct {
	All    Curve   // made one of all orders, as the parameters say
	Orders []Curve // one for each order
	Notes  []string
}

// A Curve has a point for each guess, by false positive rate and then true positive
// rate.
type Curve struct {
	Points []Point
	Area   float64 // under the curve through the points, (0, 0) and (1, 1)
	Void   bool    // the truth has no connection or no separation: one of the rates is 0/0
}

// A Point is where a guess stands: it takes the share FPR of the truth's separations for
// connections (its s-metric) and finds the share TPR of its connections (1 minus its
// c-metric).
type Point struct {
	Guess    int // its place among the guesses
	FPR, TPR float64
	S, C     *Sample // where sampled: of the s-metric and of the c-metric
}
