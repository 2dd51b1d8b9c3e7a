package independence_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"github.com/sepdist/sepdist/internal/independence"
)

// The naive twins test one claim from the definition, on the rows and not on correlations.

// orthonormal returns an orthonormal basis of what is left of columns beside the given basis.
func orthonormal(basis, columns [][]float64) (own [][]float64) {
	for _, column := range columns {
		v := slices.Clone(column)
		before := norm(v)
		for range 2 {
			for _, b := range slices.Concat(basis, own) {
				c := dot(b, v)
				for i := range v {
					v[i] -= c * b[i]
				}
			}
		}
		if left := norm(v); left > 1e-6*before {
			for i := range v {
				v[i] /= left
			}
			own = append(own, v)
		}
	}
	return own
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func norm(a []float64) float64 { return math.Sqrt(dot(a, a)) }

func ones(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = 1
	}
	return list
}

// features returns a column, or its dummies.
func features(c *independence.Column) (list [][]float64) {
	if !c.Categorical() {
		return [][]float64{c.Values}
	}
	for level := range int32(c.Levels - 1) {
		dummy := make([]float64, len(c.Codes))
		for i, code := range c.Codes {
			if code == level {
				dummy[i] = 1
			}
		}
		list = append(list, dummy)
	}
	return list
}

// naiveLinear is fisher-z or pillai by residuals of regressions.
func naiveLinear(data *independence.Table, method string, x, y int, given []int) (p float64, ok bool) {
	constant := orthonormal(nil, [][]float64{ones(data.Rows)})
	var set [][]float64
	for _, v := range given {
		set = append(set, features(&data.Columns[v])...)
	}
	left := orthonormal(constant, set)
	basis := slices.Concat(constant, left)
	qx, qy := orthonormal(basis, features(&data.Columns[x])), orthonormal(basis, features(&data.Columns[y]))
	if len(qx) == 0 || len(qy) == 0 {
		return 0, false
	}
	trace := 0.0
	for _, a := range qx {
		for _, b := range qy {
			trace += dot(a, b) * dot(a, b)
		}
	}
	trace = min(trace, float64(min(len(qx), len(qy)))*(1-1e-15))
	k, n := len(left), data.Rows
	if method == independence.FisherZ {
		if len(left) < len(set) || n-k-3 < 1 {
			return 0, false
		}
		return math.Erfc(math.Sqrt(float64(n-k-3)) * math.Atanh(math.Sqrt(trace)) / math.Sqrt2), true
	}
	s := min(len(qx), len(qy))
	df2 := s * (n - 1 - k + s - len(qx) - len(qy))
	if df2 < 1 {
		return 0, false
	}
	df1 := float64(len(qx) * len(qy))
	f := trace / df1 * float64(df2) / (float64(s) - trace)
	return mathext.RegIncBeta(float64(df2)/2, df1/2, float64(df2)/(float64(df2)+df1*f)), true
}

// naiveTables is chi-square or g-square, with a table for each stratum.
func naiveTables(data *independence.Table, method string, x, y int, given []int) float64 {
	strata := map[string]map[[2]int32]float64{}
	for row := range data.Rows {
		key := ""
		for _, v := range given {
			key += fmt.Sprint(data.Columns[v].Codes[row], " ")
		}
		if strata[key] == nil {
			strata[key] = map[[2]int32]float64{}
		}
		strata[key][[2]int32{data.Columns[x].Codes[row], data.Columns[y].Codes[row]}]++
	}
	statistic, df := 0.0, 0
	for _, cells := range strata {
		n, r, c := 0.0, map[int32]float64{}, map[int32]float64{}
		for at, count := range cells {
			n += count
			r[at[0]] += count
			c[at[1]] += count
		}
		for i, ri := range r {
			for j, cj := range c {
				expected, observed := ri*cj/n, cells[[2]int32{i, j}]
				if method == independence.ChiSquare {
					statistic += (observed - expected) * (observed - expected) / expected
				} else if observed > 0 {
					statistic += 2 * observed * math.Log(observed/expected)
				}
			}
		}
		df += (len(r) - 1) * (len(c) - 1)
	}
	if df == 0 {
		return 1
	}
	return mathext.GammaIncRegComp(float64(df)/2, max(0, statistic)/2)
}

// randomTable returns columns that depend on those before them. At times one is determined by
// others, and at times one is constant.
func randomTable(t testing.TB, rng *rand.Rand, rows, n int, categorical func(column int) bool) *independence.Table {
	names, codes := make([]string, n), []string(nil)
	data := make([][]float64, rows)
	for j := range names {
		names[j] = fmt.Sprint("V", j)
		if categorical(j) {
			codes = append(codes, names[j])
		}
	}
	weights := make([][]float64, n)
	for j := range weights {
		for range j {
			weights[j] = append(weights[j], rng.NormFloat64()*float64(rng.IntN(2)))
		}
	}
	special := rng.IntN(4 * n)
	levels := 2 + rng.IntN(3)
	for i := range data {
		data[i] = make([]float64, n)
		for j := range n {
			v := rng.NormFloat64()
			if special == j && j > 0 {
				v = 0
			}
			for k, w := range weights[j] {
				v += w * data[i][k]
			}
			if special == n+j {
				v = 7
			}
			if categorical(j) {
				v = math.Max(0, math.Min(float64(levels-1), math.Floor(v+1)))
			}
			data[i][j] = v
		}
	}
	return table(t, names, data, codes, independence.Pillai)
}

// The fast tests agree with the definitions, many claims at once and in any order of sets.
func TestTwin(t *testing.T) {
	untested := 0
	for seed := range uint64(120) {
		rng := rand.New(rand.NewPCG(seed, 34))
		n := 3 + rng.IntN(4)
		kind := seed % 3
		data := randomTable(t, rng, []int{5, 12, 60, 300}[rng.IntN(4)], n, func(j int) bool { return kind == 1 || kind == 2 && j%2 == 0 })
		methods := [][]string{{independence.FisherZ, independence.Pillai}, {independence.ChiSquare, independence.GSquare, independence.Pillai}, {independence.Pillai}}[kind]
		var sets [][]int32
		var queries []independence.Query
		for set := range 1 << n {
			var list []int32
			for v := range n {
				if set>>v&1 == 1 {
					list = append(list, int32(v))
				}
			}
			rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			sets = append(sets, list)
			for x := range n {
				for y := range n {
					if x != y && set>>x&1 == 0 && set>>y&1 == 0 {
						queries = append(queries, independence.Query{X: int32(x), Y: int32(y), Set: int32(len(sets) - 1)})
					}
				}
			}
		}
		for _, method := range methods {
			tester, err := independence.New(context.Background(), data, method, 2)
			if err != nil {
				t.Fatal(err)
			}
			results, err := tester.Run(context.Background(), sets, queries, 2)
			if err != nil {
				t.Fatal(err)
			}
			for i, q := range queries {
				var given []int
				for _, v := range sets[q.Set] {
					given = append(given, int(v))
				}
				want, ok := 0.0, true
				if method == independence.ChiSquare || method == independence.GSquare {
					want = naiveTables(data, method, int(q.X), int(q.Y), given)
				} else {
					want, ok = naiveLinear(data, method, int(q.X), int(q.Y), given)
				}
				got := results[i]
				if !ok {
					untested++
				}
				if ok != (got.Untested == independence.Tested) || ok && !(math.Abs(got.P-want) <= 1e-7) {
					t.Fatalf("seed %d, %d rows, %s: %v given %v: %+v, by definition %v, %v", seed, data.Rows, method, q, given, got, want, ok)
				}
			}
		}
	}
	if untested < 100 {
		t.Errorf("only %d claims were not testable", untested)
	}
}
