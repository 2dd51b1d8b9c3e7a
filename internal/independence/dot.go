package independence

// dotInOrder returns the sum of the products of two slices of the same length, in the order of the vector instructions that
// [dot] uses where it can: four sums of every fourth product. All platforms then give the same bits. The conversions keep
// compilers from fusing a product and a sum.
func dotInOrder(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	for len(x) >= 4 && len(y) >= 4 {
		s0 += float64(x[0] * y[0])
		s1 += float64(x[1] * y[1])
		s2 += float64(x[2] * y[2])
		s3 += float64(x[3] * y[3])
		x, y = x[4:], y[4:]
	}
	for i := range x {
		s0 += float64(x[i] * y[i])
	}
	return (s0 + s2) + (s1 + s3)
}

// mean returns the mean of values.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
