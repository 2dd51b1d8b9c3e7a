package independence

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mathext"
)

// Corrections lists the corrections for the number of tests.
var Corrections = []string{
	"bh",         // Benjamini and Hochberg: the expected share of wrong rejections is at most alpha
	"holm",       // the probability of any wrong rejection is at most alpha
	"bonferroni", // as holm, with less power
	"none",       // each p-value as it is
}

// CheckCorrection returns an error if no correction has this name.
func CheckCorrection(name string) error { return checkName("correction", name, Corrections) }

// checkName returns an error if a name is not in a list.
func checkName(what, name string, names []string) error {
	if !slices.Contains(names, name) {
		return fmt.Errorf("unknown %s %q: expected one of %s", what, name, strings.Join(names, ", "))
	}
	return nil
}

// Order returns the indices of p-values in ascending order. The values go into buckets first: most claims are right,
// so that their p-values are spread evenly.
func Order(p []float64) []int32 {
	order, starts := make([]int32, len(p)), make([]int32, len(p)+2)
	bucket := func(v float64) int { return max(0, min(len(p)-1, int(v*float64(len(p))))) }
	for _, v := range p {
		starts[bucket(v)+2]++
	}
	for b := range p {
		starts[b+2] += starts[b+1]
	}
	for i, v := range p {
		at := &starts[bucket(v)+1]
		order[*at] = int32(i)
		*at++
	}
	for b := range p {
		slices.SortFunc(order[starts[b]:starts[b+1]], func(i, k int32) int { return cmp.Or(cmp.Compare(p[i], p[k]), int(i-k)) })
	}
	return order
}

// Adjust returns adjusted p-values: a claim is rejected if its adjusted p-value is at most alpha. The order is that of
// [Order].
func Adjust(p []float64, order []int32, correction string) []float64 {
	m := len(p)
	adjusted := slices.Clone(p)
	switch correction {
	case "bonferroni":
		for i := range adjusted {
			adjusted[i] = min(1, p[i]*float64(m))
		}
	case "holm":
		most := 0.0
		for k, i := range order {
			most = max(most, min(1, p[i]*float64(m-k)))
			adjusted[i] = most
		}
	case "bh":
		least := 1.0
		for k := m - 1; k >= 0; k-- {
			i := order[k]
			least = min(least, p[i]*(float64(m)/float64(k+1))) // never less than p[i]
			adjusted[i] = least
		}
	}
	return adjusted
}

// Cauchy returns the Cauchy combination of p-values, which is valid, for small values, under any
// dependence between them. (Liu and Xie, Cauchy combination test, JASA 115:393–402.) The
// p-values are kept between 1e-300 and 1 - 1e-15, where their transform is finite.
func Cauchy(p []float64) float64 {
	mean := 0.0
	for _, v := range p {
		if v < 0.5 {
			mean += 1 / math.Tan(math.Pi*max(v, 1e-300))
		} else {
			mean -= 1 / math.Tan(math.Pi*max(1-v, 1e-15))
		}
	}
	return math.Atan2(1, mean/float64(len(p))) / math.Pi
}

// FisherC returns Fisher's C and the probability of a larger one if the p-values are independent
// and uniform. It has two degrees of freedom for each of them.
func FisherC(p []float64) (c, survival float64) {
	for _, v := range p {
		c -= 2 * math.Log(max(v, math.SmallestNonzeroFloat64))
	}
	c = max(c, 0) // not -0
	return c, mathext.GammaIncRegComp(float64(len(p)), c/2)
}

// KolmogorovSmirnov returns the p-value of the hypothesis that values, in ascending order, are independent draws from
// the uniform distribution on 0 to 1.
func KolmogorovSmirnov(sorted []float64) float64 {
	n := float64(len(sorted))
	d := 0.0
	for i, v := range sorted {
		d = max(d, v-float64(i)/n, float64(i+1)/n-v)
	}
	return ksSurvival(len(sorted), d)
}

// ksSurvival returns the probability that the largest distance of n values is at least d. As Simard
// and L'Ecuyer (2011) recommend: the one-sided probability twice where the value is small, else
// Durbin's matrix for few values and the series of Pelz and Good for many.
func ksSurvival(n int, d float64) float64 {
	const manyValues = 1000
	switch far := float64(n) * d * d; {
	case d >= 1:
		return 0
	case far > 4:
		return min(1, 2*smirnov(n, d))
	case n <= manyValues:
		return max(0, 1-durbin(n, d))
	default:
		return max(0, min(1, 1-pelzGood(n, d)))
	}
}

// smirnov returns the probability that the largest distance to one side is at least d.
func smirnov(n int, d float64) float64 {
	m := float64(n)
	if n > 1_000_000 { // the first term of its expansion, whose relative error is about 1/n
		t := 6*m*d + 1
		return math.Exp(-t * t / (18 * m))
	}
	sum := 0.0
	lm, _ := math.Lgamma(m + 1)
	for j := 0; j <= int(m*(1-d)); j++ {
		a, b := d+float64(j)/m, 1-d-float64(j)/m
		if b <= 0 {
			continue
		}
		lj, _ := math.Lgamma(float64(j) + 1)
		lr, _ := math.Lgamma(m - float64(j) + 1)
		sum += math.Exp(lm - lj - lr + float64(n-j)*math.Log(b) + float64(j-1)*math.Log(a))
	}
	return d * sum
}

// durbin returns the probability that the largest distance of n values is less than d, by powers of
// a matrix. (Marsaglia, Tsang and Wang, Evaluating Kolmogorov's distribution, JSS 8:18.)
func durbin(n int, d float64) float64 {
	k := int(float64(n)*d) + 1
	m := 2*k - 1
	h := float64(k) - float64(n)*d
	a := make([]float64, m*m)
	for i := range m {
		for j := range m {
			if i-j+1 >= 0 {
				a[i*m+j] = 1
			}
		}
	}
	for i := range m {
		a[i*m] -= math.Pow(h, float64(i+1))
		a[(m-1)*m+i] -= math.Pow(h, float64(m-i))
	}
	if 2*h > 1 {
		a[(m-1)*m] += math.Pow(2*h-1, float64(m))
	}
	for i := range m {
		for j := range m {
			for g := 2; g <= i-j+1; g++ {
				a[i*m+j] /= float64(g)
			}
		}
	}
	power, exponent := matrixPower(a, m, n)
	s := power[(k-1)*m+k-1]
	for i := 1; i <= n; i++ {
		if s *= float64(i) / float64(n); s < 1e-140 {
			s *= 1e140
			exponent -= 140
		}
	}
	return s * math.Pow(10, float64(exponent))
}

// matrixPower returns the n-th power of an m by m matrix, times a power of ten.
func matrixPower(a []float64, m, n int) (power []float64, exponent int) {
	if n == 1 {
		return a, 0
	}
	half, e := matrixPower(a, m, n/2)
	power, exponent = matrixProduct(half, half, m), 2*e
	if n%2 == 1 {
		power = matrixProduct(a, power, m)
	}
	if power[(m/2)*m+m/2] > 1e140 {
		for i := range power {
			power[i] *= 1e-140
		}
		exponent += 140
	}
	return power, exponent
}

func matrixProduct(a, b []float64, m int) []float64 {
	c := make([]float64, m*m)
	for i := range m {
		for k := range m {
			if v := a[i*m+k]; v != 0 {
				for j := range m {
					c[i*m+j] += v * b[k*m+j]
				}
			}
		}
	}
	return c
}

// pelzGood returns the probability that the largest distance of n values is less than d, for large
// n. (Pelz and Good, Approximating the lower tail areas of the Kolmogorov–Smirnov one-sample
// statistic, JRSS B 38:152–156.)
func pelzGood(n int, d float64) float64 {
	root := math.Sqrt(float64(n))
	z := root * d
	z2 := z * z
	z4, z6, z8 := z2*z2, z2*z2*z2, z2*z2*z2*z2
	pi2 := math.Pi * math.Pi
	var k0, k1, k2, k2b, k3, k3b float64
	for k := -20; k <= 20; k++ {
		q := pi2 * (float64(k) + 0.5) * (float64(k) + 0.5)
		e := math.Exp(-q / (2 * z2))
		k0 += e
		k1 += (q - z2) * e
		k2 += (6*z6 + 2*z4 + (2*z4-5*z2)*q + (1-2*z2)*q*q) * e
		k3 += (q*q*q*(5-30*z2) + q*q*(-60*z2+212*z4) + q*(135*z4-96*z6) - 30*z6 - 90*z8) * e
		q = pi2 * float64(k) * float64(k)
		e = math.Exp(-q / (2 * z2))
		k2b += q * e
		k3b += (-q*q + 3*q*z2) * e
	}
	c := math.Sqrt(math.Pi / 2)
	return c/z*k0 +
		c/(6*z4)*k1/root +
		(c/(72*z6*z)*k2-c/(36*z2*z)*k2b)/float64(n) +
		(c/(6480*z8*z2)*k3+c/(216*z6)*k3b)/(float64(n)*root)
}

// FewestAD is the number of values from which on [AndersonDarling] is exact to four digits.
const FewestAD = 8

// AndersonDarling returns the p-value of the hypothesis that values, in ascending order, are independent draws from the
// uniform distribution on 0 to 1, exact to about 1e-4 for few values and 1e-6 for many, and never less than 1e-6.
// (Marsaglia and Marsaglia, Evaluating the Anderson–Darling distribution, JSS 9:2.)
func AndersonDarling(sorted []float64) float64 {
	const exact = 1e-6
	n := len(sorted)
	sum := 0.0
	for i, v := range sorted {
		low, high := max(v, 1e-300), max(1-sorted[n-1-i], 1e-16)
		sum += float64(2*i+1) * (math.Log(low) + math.Log(high))
	}
	z := -float64(n) - sum/float64(n)
	x := adLimit(z)
	fix := adFix(float64(n), x)
	if math.Abs(fix) > (1-x)/2 { // in the tail, where it says nothing
		fix = 0
	}
	return max(exact, min(1, 1-x-fix))
}

// adLimit returns the limit of the distribution for many values.
func adLimit(z float64) float64 {
	switch {
	case z < .01:
		return 0
	case z > 30: // where 1 - 1e-13 is left
		return 1
	}
	r := 1 / z
	sum := r * adTerm(z, 0)
	for j := 1.0; j < 100; j++ {
		r *= (.5 - j) / j
		more := sum + (4*j+1)*r*adTerm(z, j)
		if more == sum {
			break
		}
		sum = more
	}
	return sum
}

// adTerm returns an integral of the series of the limit, by the recursion in the paper.
func adTerm(z, j float64) float64 {
	t := (4*j + 1) * (4*j + 1) * math.Pi * math.Pi / 8 / z
	if t > 150 {
		return 0
	}
	a := math.Pi / math.Sqrt2 * math.Exp(-t) / math.Sqrt(t)
	b := math.Pow(math.Pi, 1.5) / math.Sqrt2 * math.Erfc(math.Sqrt(t))
	r := z / 8
	sum := a + b*r
	for i := 1.0; i < 200; i++ {
		a, b = b, ((i-.5-t)*b+t*a)/i
		r *= z / (8*i + 8)
		more := sum + b*r
		if more == sum {
			break
		}
		sum = more
	}
	return sum
}

// adFix returns what the distribution for n values has more than the limit x.
func adFix(n, x float64) float64 {
	if x > .8 {
		return (-130.2137 + (745.2337-(1705.091-(1950.646-(1116.360-255.7844*x)*x)*x)*x)*x) / n
	}
	c := .01265 + .1757/n
	if x < c {
		t := x / c
		return math.Sqrt(t) * (1 - t) * (49*t - 102) * (.0037/(n*n) + .00078/n + .00006) / n
	}
	t := (x - c) / (.8 - c)
	return (-.00022633 + (6.54034-(14.6538-(14.458-(8.259-1.91864*t)*t)*t)*t)*t) * (.04213 + .01365/n) / n
}
