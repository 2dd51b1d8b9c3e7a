package independence

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"github.com/sepdist/sepdist/internal/pool"
)

// A linear tests by correlations: fisher-z, rank and pillai. A column is a block of one or more
// features: the values of a continuous column, or the dummies of a categorical one.
type linear struct {
	method string
	rows   int
	first  []int32   // feature of each column, and the end
	corr   []float64 // correlations of all features, n by n
	n      int
}

// undetermined is the share of the variance of a feature that others must leave unexplained. With
// less, rounding in the correlations would show in the eighth digit of a p-value.
const undetermined = 1e-9

// maxFeatures bounds the memory of the correlations: 2 GB.
const maxFeatures = 1 << 14

func newLinear(ctx context.Context, t *Table, method string, workers int) (*linear, error) {
	l := &linear{method: method, rows: t.Rows, first: []int32{0}}
	n := 0
	for i := range t.Columns {
		n += max(1, t.Columns[i].Levels-1)
	}
	if n > maxFeatures {
		return nil, fmt.Errorf("the columns have %d values and dummies, at most %d are tested together: use fewer nodes, or columns with fewer levels", n, maxFeatures)
	}
	features := make([][]float64, 0, n)
	for i := range t.Columns {
		c := &t.Columns[i]
		if !c.Categorical() {
			values := c.Values
			if method == Rank {
				values = normalScores(values)
			}
			features = append(features, standardized(values))
		}
		for level := range int32(max(0, c.Levels-1)) {
			dummy := make([]float64, t.Rows)
			for row, code := range c.Codes {
				if code == level {
					dummy[row] = 1
				}
			}
			features = append(features, standardized(dummy))
		}
		if c.Levels == 1 {
			features = append(features, make([]float64, t.Rows))
		}
		l.first = append(l.first, int32(len(features)))
	}
	l.n = len(features)
	var err error
	l.corr, err = products(ctx, features, workers)
	return l, err
}

// standardized returns values with mean 0 and sum of squares 1, or zeros if all are equal.
func standardized(values []float64) []float64 {
	if len(values) == 0 {
		return nil
	}
	least, most := values[0], values[0]
	for _, x := range values {
		if x < least {
			least = x
		} else if x > most {
			most = x
		}
	}
	if least == most {
		return make([]float64, len(values))
	}
	out := slices.Clone(values)
	if scale := max(math.Abs(least), math.Abs(most)); scale <= 1e-100 || scale >= 1e100 {
		for i := range out {
			out[i] /= scale // squares neither overflow nor vanish
		}
	}
	for range 2 { // the second time for the rounding of the first mean
		floats.AddConst(-mean(out), out)
	}
	floats.Scale(1/math.Sqrt(dot(out, out)), out)
	return out
}

// normalScores returns the quantiles of the normal distribution at rank/(rows + 1), as van der
// Waerden defined them. Equal values get the mean of their ranks.
func normalScores(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case values[a] < values[b]:
			return -1
		case values[a] > values[b]:
			return 1
		}
		return 0
	})
	scores := make([]float64, len(values))
	for lo := 0; lo < len(order); {
		hi := lo
		for hi < len(order) && values[order[hi]] == values[order[lo]] {
			hi++
		}
		rank := float64(lo+1+hi) / 2
		score := math.Sqrt2 * math.Erfinv(2*rank/float64(len(values)+1)-1)
		for _, row := range order[lo:hi] {
			scores[row] = score
		}
		lo = hi
	}
	return scores
}

// products returns the products of all pairs of features.
func products(ctx context.Context, features [][]float64, workers int) ([]float64, error) {
	const (
		wide = 64  // features of a job
		deep = 512 // rows of these features that stay in the cache
	)
	n := len(features)
	corr := make([]float64, n*n)
	jobs := (n + wide - 1) / wide
	err := pool.Each(ctx, pool.Workers(workers), jobs, func(_, job int) {
		lo, hi := job*wide, min(n, (job+1)*wide)
		for row, rows := 0, len(features[0]); row < rows; row += deep {
			end := min(rows, row+deep)
			for j := range hi {
				other := features[j][row:end]
				for i := max(lo, j); i < hi; i++ {
					corr[i*n+j] += dot(features[i][row:end], other)
				}
			}
		}
	}, nil, nil)
	for i := range n {
		for j := range i {
			corr[j*n+i] = corr[i*n+j]
		}
	}
	return corr, err
}

// FromCovariance prepares fisher-z for a covariance matrix of data with the given number of rows.
func FromCovariance(names []string, cov [][]float64, rows int) (*Tester, error) {
	n := len(names)
	l := &linear{method: FisherZ, rows: rows, n: n, corr: make([]float64, n*n)}
	for i := range n {
		l.first = append(l.first, int32(i))
		if v := cov[i][i]; v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("the variance of %q is %v: expected a finite number that is not negative", names[i], v)
		}
	}
	l.first = append(l.first, int32(n))
	for i := range n {
		for j := range i {
			v, scale := cov[i][j], math.Sqrt(cov[i][i])*math.Sqrt(cov[j][j])
			switch {
			case math.IsNaN(v) || math.IsInf(v, 0) || math.IsNaN(cov[j][i]):
				return nil, fmt.Errorf("the covariance of %q and %q is not a finite number", names[i], names[j])
			case math.Abs(v-cov[j][i]) > 1e-8*scale:
				return nil, fmt.Errorf("the matrix is not symmetric: %v for %q and %q, %v the other way round", v, names[i], names[j], cov[j][i])
			case math.Abs(v) > scale*(1+1e-8):
				return nil, fmt.Errorf("the covariance of %q and %q is %v, more than their variances allow: expected a covariance matrix", names[i], names[j], v)
			case scale > 0:
				l.corr[i*n+j] = v / scale
				l.corr[j*n+i] = v / scale
			}
		}
		if cov[i][i] > 0 {
			l.corr[i*n+i] = 1
		}
	}
	return &Tester{Method: FisherZ, Rows: rows, engine: l}, nil
}

func (l *linear) worker() worker {
	return &linearWorker{linear: l, slot: make([]int32, l.n), epoch: make([]uint32, l.n)}
}

// A linearWorker holds the Cholesky factor of the set, and what is left of the features that
// were asked about.
type linearWorker struct {
	*linear
	failed Reason  // of every test with this set
	kept   []int32 // features of the set that are not determined by those before them
	factor []float64
	// whitened are the features asked about, in terms of the orthogonal parts of the set: two
	// of them have the product that the set explains.
	whitened []float64
	slot     []int32  // place in whitened by feature,
	epoch    []uint32 // if this is now
	now      uint32

	xx, yy, xy []float64 // of two blocks, given the set
}

func (w *linearWorker) given(set []int32) {
	w.now++
	w.failed, w.kept, w.factor, w.whitened = Tested, w.kept[:0], w.factor[:0], w.whitened[:0]
	if w.method != Pillai && w.rows-len(set)-3 < 1 { // also the reason why columns are constant
		w.failed = TooFewRows
		return
	}
	for _, column := range set {
		for f := w.first[column]; f < w.first[column+1]; f++ {
			w.append(f)
			if w.failed != Tested {
				return
			}
		}
	}
}

// append adds a feature to the set. If it is determined by those before it, pillai leaves it out
// and the others fail.
func (w *linearWorker) append(f int32) {
	at := len(w.factor)
	w.factor = w.solve(w.factor, f)
	row := w.factor[at:]
	left := w.corr[int(f)*w.n+int(f)]
	constant := left == 0
	for _, v := range row {
		left -= v * v
	}
	if left < undetermined {
		w.factor = w.factor[:at]
		if w.method != Pillai {
			w.failed = Collinear
			if constant {
				w.failed = ConstantSet
			}
		}
		return
	}
	w.factor = append(w.factor, math.Sqrt(left))
	w.kept = append(w.kept, f)
}

// solve appends a feature in terms of the orthogonal parts of the set. Row i of the factor begins
// at i(i+1)/2.
func (w *linearWorker) solve(to []float64, f int32) []float64 {
	at := len(to)
	row := w.corr[int(f)*w.n : (int(f)+1)*w.n]
	for i, g := range w.kept {
		of := w.factor[i*(i+1)/2 : (i+1)*(i+2)/2]
		v := row[g]
		for j, part := range to[at:] {
			v -= of[j] * part
		}
		to = append(to, v/of[i])
	}
	return to
}

// rest returns a feature in terms of the set.
func (w *linearWorker) rest(f int32) []float64 {
	k := len(w.kept)
	if w.epoch[f] != w.now {
		w.epoch[f], w.slot[f] = w.now, int32(len(w.whitened))
		w.whitened = w.solve(w.whitened, f)
	}
	at := w.slot[f]
	return w.whitened[at : at+int32(k)]
}

// left returns the product of two features that the set does not explain.
func (w *linearWorker) left(f, g int32) float64 {
	v := w.corr[int(f)*w.n+int(g)]
	w.rest(f) // which may move whitened
	of, other := w.rest(g), w.rest(f)
	for i := range of {
		v -= of[i] * other[i]
	}
	return v
}

func (w *linearWorker) test(x, y int32) Result {
	if w.failed != Tested {
		return Result{Untested: w.failed}
	}
	f, g := w.first[x], w.first[y]
	switch {
	case w.constant(x):
		return Result{Untested: ConstantX}
	case w.constant(y):
		return Result{Untested: ConstantY}
	case w.method == Pillai:
		return w.pillai(x, y)
	}
	r, failed := w.correlation(f, g)
	if failed != Tested {
		return Result{Untested: failed}
	}
	z := math.Sqrt(float64(w.rows-len(w.kept)-3)) * math.Atanh(r)
	return Result{P: math.Erfc(math.Abs(z) / math.Sqrt2), Statistic: z, Effect: r}
}

// correlation returns the partial correlation of two features, or the reason why there is none.
func (w *linearWorker) correlation(f, g int32) (float64, Reason) {
	w.rest(f) // which may move whitened
	of := w.rest(g)
	other := w.rest(f)[:len(of)]
	vx, vy, v := w.corr[int(f)*w.n+int(f)], w.corr[int(g)*w.n+int(g)], w.corr[int(f)*w.n+int(g)]
	for i, a := range of {
		b := other[i]
		vx -= float64(b * b) // not fused
		vy -= float64(a * a)
		v -= float64(a * b)
	}
	switch {
	case vx < undetermined:
		return 0, DeterminedX
	case vy < undetermined:
		return 0, DeterminedY
	}
	return clamp(v / math.Sqrt(vx*vy)), Tested
}

// constant reports whether all features of a column are constant.
func (l *linear) constant(column int32) bool {
	for f := int(l.first[column]); f < int(l.first[column+1]); f++ {
		if l.corr[f*l.n+f] != 0 {
			return false
		}
	}
	return true
}

// clamp keeps a correlation inside the open interval from -1 to 1, so that its transform is finite.
func clamp(r float64) float64 {
	const most = 1 - 1.0/(1<<53)
	return max(-most, min(most, r))
}

// pillai is Pillai's trace: the sum of the squared canonical correlations of what the set leaves of
// x and y.
func (w *linearWorker) pillai(x, y int32) Result {
	xs, ys := w.first[x+1]-w.first[x], w.first[y+1]-w.first[y]
	if xs == 1 && ys == 1 {
		return w.partial(w.first[x], w.first[y])
	}
	w.xx, w.yy, w.xy = w.block(w.xx, x, x), w.block(w.yy, y, y), w.block(w.xy, x, y)
	keptX, keptY := factorize(w.xx, int(xs)), factorize(w.yy, int(ys))
	switch {
	case len(keptX) == 0:
		return Result{Untested: DeterminedX}
	case len(keptY) == 0:
		return Result{Untested: DeterminedY}
	}
	// Lx⁻¹ xy Ly⁻ᵀ, whose squares add up to the trace
	for _, c := range keptY {
		for a, i := range keptX {
			v := w.xy[i*int(ys)+c]
			for _, j := range keptX[:a] {
				v -= w.xx[i*int(xs)+j] * w.xy[j*int(ys)+c]
			}
			w.xy[i*int(ys)+c] = v / w.xx[i*int(xs)+i]
		}
	}
	trace := 0.0
	for _, i := range keptX {
		for b, c := range keptY {
			v := w.xy[i*int(ys)+c]
			for _, j := range keptY[:b] {
				v -= w.yy[c*int(ys)+j] * w.xy[i*int(ys)+j]
			}
			v /= w.yy[c*int(ys)+c]
			w.xy[i*int(ys)+c] = v
			trace += v * v
		}
	}
	return w.fromTrace(trace, len(keptX), len(keptY))
}

// partial is pillai for two features.
func (w *linearWorker) partial(f, g int32) Result {
	r, failed := w.correlation(f, g)
	if failed != Tested {
		return Result{Untested: failed}
	}
	result := w.fromTrace(r*r, 1, 1)
	result.Effect = r
	return result
}

// fromTrace returns the result of a trace, with p features of x and q of y.
func (w *linearWorker) fromTrace(trace float64, p, q int) Result {
	s := min(p, q)
	df2 := s * (w.rows - 1 - len(w.kept) + s - p - q)
	if df2 < 1 {
		return Result{Untested: TooFewRows}
	}
	df1, most := float64(p*q), float64(s)
	trace = min(trace, most*(1-1.0/(1<<53)))
	return Result{
		P:         mathext.RegIncBeta(float64(df2)/2, df1/2, (most-trace)/most), // that F is at least the statistic
		Statistic: trace / df1 * float64(df2) / (most - trace),
		Effect:    math.Sqrt(trace / most),
	}
}

// block puts what the set leaves of the products of two columns into to.
func (w *linearWorker) block(to []float64, x, y int32) []float64 {
	to = to[:0]
	for f := w.first[x]; f < w.first[x+1]; f++ {
		for g := w.first[y]; g < w.first[y+1]; g++ {
			to = append(to, w.left(f, g))
		}
	}
	return to
}

// factorize replaces a symmetric n by n matrix by its Cholesky factor, and returns the rows that
// are not determined by those before them.
func factorize(a []float64, n int) (kept []int) {
	for i := range n {
		left := a[i*n+i]
		for p, j := range kept {
			v := a[i*n+j]
			for _, k := range kept[:p] {
				v -= a[i*n+k] * a[j*n+k]
			}
			v /= a[j*n+j]
			a[i*n+j] = v
			left -= v * v
		}
		if left >= undetermined {
			a[i*n+i] = math.Sqrt(left)
			kept = append(kept, i)
		}
	}
	return kept
}
