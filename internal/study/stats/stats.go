package stats

import (
	"cmp"
	"math"
	"slices"
)

// Mean returns the mean, which of no numbers is not a number.
func Mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Stderr returns the standard error of the mean; it takes two numbers.
func Stderr(x []float64) float64 {
	mean, squares := Mean(x), 0.0
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	n := float64(len(x))
	if n < 2 {
		return math.NaN()
	}
	return math.Sqrt(squares / (n - 1) / n)
}

// Quantile returns the q-quantile, or NaN for no numbers.
func Quantile(x []float64, q float64) float64 { return Quantiles(x, q)[0] }

// Quantiles returns quantiles, interpolated between neighbours as R and numpy do by default: type 7
// of Hyndman and Fan, Sample quantiles in statistical packages, Am. Stat. 50:361–365. They are NaN
// for no numbers.
func Quantiles(x []float64, q ...float64) []float64 {
	sorted := slices.Sorted(slices.Values(x))
	list := make([]float64, len(q))
	for i := range q {
		if list[i] = math.NaN(); len(x) > 0 {
			at := q[i] * float64(len(x)-1)
			lo := int(at)
			list[i] = sorted[lo] + float64((at-float64(lo))*(sorted[min(lo+1, len(x)-1)]-sorted[lo]))
		}
	}
	return list
}

// Pearson returns the correlation of two lists of the same length. It is not a number where
// one of them is constant.
func Pearson(x, y []float64) float64 {
	if len(x) != len(y) {
		panic("stats: lists of different lengths")
	}
	if constant(x) || constant(y) { // rounding would make a number of 0/0
		return math.NaN()
	}
	mx, my := Mean(x), Mean(y)
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}

func constant(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return v != x[0] })
}

// Spearman returns the correlation of the ranks, where equal numbers share the mean of
// theirs.
func Spearman(x, y []float64) float64 { return Pearson(ranks(x), ranks(y)) }

func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	r := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			r[k] = float64(i+j+1) / 2
		}
		i = j
	}
	return r
}

// Both returns the pairs of numbers of two lists that are numbers.
func Both(x, y []float64) (a, b []float64) {
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			a, b = append(a, x[i]), append(b, y[i])
		}
	}
	return a, b
}

// SignTest returns the two-sided p-value of the sign test: the probability that a fair coin gives
// counts at least as far apart. It is 1 if both counts are 0.
func SignTest(plus, minus int) float64 {
	n, k := plus+minus, min(plus, minus)
	if n == 0 {
		return 1
	}
	logChoose := func(i int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(i + 1))
		c, _ := math.Lgamma(float64(n - i + 1))
		return a - b - c
	}
	p := 0.0
	for i := range k + 1 {
		p += math.Exp(logChoose(i) - float64(n)*math.Ln2)
	}
	return min(1, 2*p)
}
