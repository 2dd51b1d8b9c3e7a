package reproduce

import (
	"fmt"
	"math"
)

// A plot is a curve of the authors' own plots, read off the pictures in their repository of
// experiments (github.com/JonasChoice/SDs_experiments, commit 711945a, folder Plots). A value
// that is hidden behind another curve is not a number.
type plot struct {
	panel, series string
	first, step   float64 // of x
	runs          int
	reading       float64 // error of reading it off: about a pixel
	y             []float64
}

var hidden = math.NaN()

// plots are the authors' curves, by figure. Their SHD counts a reversal twice.
var plots = map[string][]plot{
	"example2": {
		{"2M + 1 nodes, d(G, H)", "parent-sd (DAGs)", 3, 1, 1, 0.006, []float64{0.289, 0.227, 0.184, 0.156, 0.135, 0.122, 0.110, 0.098, 0.091, 0.085, 0.079, 0.073, 0.067, 0.064, 0.061, 0.058, 0.055, 0.052}},
		{"2M + 1 nodes, d(H, G)", "parent-aid (DAGs)", 3, 1, 1, 0.006, []float64{0.646, 0.670, 0.686, 0.695, 0.704, 0.711, 0.714, 0.717, 0.720, 0.723, 0.725, 0.727, 0.729, 0.729, 0.732, 0.732, 0.735, 0.735}},
		{"2M + 1 nodes, d(H, G)", "parent-sd (DAGs)", 3, 1, 1, 0.006, []float64{0.577, 0.614, 0.640, 0.657, 0.670, 0.680, 0.686, 0.693, 0.698, 0.703, 0.706, 0.711, 0.712, 0.715, 0.717, 0.719, 0.721, 0.723}},
	},
	"changes": {
		{"G(25, 0.25)", "parent-sd", 1, 1, 100, 0.002, []float64{0.048, hidden, 0.157, 0.201, 0.246, 0.290, 0.327, 0.363, 0.388, 0.413}},
		{"G(25, 0.25)", "mb-parent-sd", 1, 1, 100, 0.002, []float64{0.080, 0.158, hidden, 0.289, 0.338, hidden, 0.424, hidden, hidden, hidden}},
		{"G(25, 0.25)", "parent-aid", 1, 1, 100, 0.002, []float64{0.086, 0.162, 0.228, 0.286, 0.335, 0.384, 0.419, 0.454, 0.479, 0.503}},
		{"G(25, 0.25)", "shd-reversal2", 1, 1, 100, 0.002, []float64{0.010, 0.020, 0.029, 0.038, 0.046, 0.055, 0.062, 0.069, 0.075, 0.081}},
		{"G(25, 0.25)", "zl-sd", 1, 1, 100, 0.002, []float64{0.104, 0.192, 0.267, 0.327, 0.372, 0.417, 0.450, 0.481, 0.501, 0.521}},
	},
	"averages": {
		{"DAGs", "parent-sd", 0.05, 0.05, 100, 0.001, []float64{hidden, 0.020, 0.034, 0.048, 0.060, 0.061, 0.058, 0.052, 0.060, 0.054, hidden, 0.045, hidden, hidden, hidden, hidden, hidden, hidden, hidden}},
		{"DAGs", "mb-parent-sd", 0.05, 0.05, 100, 0.001, []float64{0.017, 0.045, 0.076, 0.092, 0.096, 0.086, 0.071, 0.059, 0.062, 0.056, 0.048, 0.044, 0.038, 0.033, 0.028, 0.024, 0.019, 0.014, 0.008}},
		{"DAGs", "parent-aid", 0.05, 0.05, 100, 0.001, []float64{0.016, 0.036, 0.062, 0.079, 0.087, 0.089, 0.090, hidden, 0.086, 0.085, 0.084, 0.081, 0.077, 0.073, 0.071, 0.068, 0.064, 0.061, 0.058}},
		{"DAGs", "shd-reversal2", 0.05, 0.05, 100, 0.001, []float64{0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, hidden}},
		{"DAGs", "zl-sd", 0.05, 0.05, 100, 0.001, []float64{0.022, 0.056, 0.090, 0.111, 0.118, 0.114, 0.102, 0.090, 0.087, 0.076, 0.068, 0.059, 0.049, 0.043, 0.035, 0.029, 0.023, 0.016, 0.010}},
		{"CPDAGs", "pparent-sd", 0.05, 0.05, 100, 0.001, []float64{0.011, 0.020, 0.032, 0.045, hidden, 0.049, 0.057, 0.058, 0.055, hidden, 0.051, hidden, hidden, hidden, hidden, hidden, hidden, hidden, hidden}},
		{"CPDAGs", "mb-pparent-sd", 0.05, 0.05, 100, 0.001, []float64{0.016, 0.047, 0.079, 0.084, 0.092, 0.074, 0.071, 0.064, 0.058, 0.053, 0.049, 0.045, 0.036, 0.033, 0.025, 0.024, 0.019, 0.014, 0.008}},
		{"CPDAGs", "parent-aid", 0.05, 0.05, 100, 0.001, []float64{0.025, hidden, 0.084, 0.096, 0.099, 0.095, 0.094, 0.092, 0.089, 0.086, 0.084, 0.079, 0.076, 0.071, 0.069, 0.068, 0.060, 0.058, 0.045}},
		{"CPDAGs", "zl-sd", 0.05, 0.05, 100, 0.001, []float64{0.021, 0.057, 0.090, 0.108, 0.119, 0.105, 0.098, 0.090, 0.087, 0.077, 0.069, 0.061, 0.047, 0.042, 0.033, 0.030, 0.023, 0.017, 0.010}},
		{"CPDAGs", "shd-reversal2", 0.05, 0.05, 100, 0.001, []float64{0.009, 0.011, 0.011, 0.012, 0.011, 0.010, 0.011, 0.011, 0.011, 0.010, 0.011, 0.011, 0.011, 0.011, 0.011, 0.012, 0.011, hidden, 0.019}},
		{"mixed graphs", "shd-reversal2", 0.05, 0.05, 100, 0.001, []float64{0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, 0.010, hidden, 0.010, hidden, 0.010, 0.010, 0.010}},
		{"mixed graphs", "zl-sd", 0.05, 0.05, 100, 0.001, []float64{0.021, 0.047, 0.093, 0.116, 0.124, 0.107, 0.086, 0.057, 0.046, 0.036, 0.027, 0.018, 0.014, 0.010, 0.006, 0.004, 0.003, 0.002, 0.001}},
	},
	"correlations": {
		{"DAGs", mbPair, 0.05, 0.05, 500, 0.005, []float64{hidden, 0.965, 0.927, 0.871, 0.868, 0.916, 0.960, 0.978, 0.990, 0.993, 0.996, 0.998, 0.998, 1, 1, 1, 1, 1, 1}},
		{"DAGs", aidPair, 0.05, 0.05, 500, 0.005, []float64{0.985, 0.978, 0.944, 0.850, 0.603, 0.292, 0.116, 0.152, 0.116, 0.147, 0.162, 0.078, 0.180, 0.160, 0.137, 0.155, 0.124, 0.078, 0.025}},
		{"DAGs", shdPair + "-reversal2", 0.05, 0.05, 500, 0.005, []float64{0.832, 0.812, 0.667, 0.402, -0.037, -0.408, -0.589, -0.541, -0.497, -0.386, -0.248, -0.286, -0.212, -0.113, -0.105, -0.006, -0.026, -0.034, -0.039}},
		{"DAGs", aidSHDPair + "-reversal2", 0.05, 0.05, 500, 0.005, []float64{0.796, 0.783, 0.697, 0.537, 0.407, 0.412, 0.410, 0.352, 0.455, 0.562, 0.659, 0.736, 0.751, 0.805, 0.862, 0.865, 0.876, 0.919, 0.934}},
		{"CPDAGs", mbPair, 0.05, 0.05, 500, 0.005, []float64{0.987, 0.967, 0.934, 0.865, 0.860, 0.924, 0.964, 0.975, 0.985, 0.990, 0.992, 0.997, 0.997, 0.998, 1, 1, 1, 1, 1}},
		{"CPDAGs", aidPair, 0.05, 0.05, 500, 0.005, []float64{0.888, 0.916, 0.901, 0.805, 0.528, 0.288, 0.144, 0.149, 0.038, 0.126, 0.137, 0.070, 0.098, 0.215, 0.078, 0.215, 0.131, 0.172, 0.291}},
		{"CPDAGs", shdPair + "-reversal2", 0.05, 0.05, 500, 0.005, []float64{0.840, 0.831, 0.696, 0.392, -0.091, -0.453, -0.552, -0.501, -0.526, -0.400, -0.209, -0.227, -0.186, -0.072, -0.092, -0.012, -0.041, -0.041, 0.030}},
		{"CPDAGs", aidSHDPair + "-reversal2", 0.05, 0.05, 500, 0.005, []float64{0.699, 0.744, 0.658, 0.529, 0.399, 0.340, 0.373, 0.411, 0.504, 0.523, 0.617, 0.658, 0.667, 0.680, 0.779, 0.769, 0.790, 0.795, 0.833}},
	},
	"mixed": {
		{"script, q = 0.2", "shd-reversal2", 0.05, 0.05, 500, 0.005, []float64{0.825, 0.746, 0.649, 0.404, -0.166, -0.413, -0.391, -0.283, -0.268, -0.204}},
		{"script, q = 0.7", "shd-reversal2", 0.05, 0.05, 500, 0.005, []float64{0.873, 0.754, 0.689, 0.508, 0.383, 0.002, -0.283, -0.239, -0.340, -0.268}},
		{"script, q = 0.9", "shd-reversal2", 0.05, 0.05, 500, 0.005, []float64{0.928, 0.831, 0.767, 0.616, 0.588, 0.518, 0.470, 0.309, 0.180, 0.158}},
	},
	"s-metric": {
		{"G(10, p)", "parent-sd", 0.05, 0.05, 100, 0.005, []float64{0.948, hidden, 0.926, hidden, 0.849, 0.776, hidden, 0.657, hidden, 0.589}},
		{"G(10, p)", "mb-parent-sd", 0.05, 0.05, 100, 0.005, []float64{0.967, 0.960, 0.943, 0.936, 0.892, hidden, 0.662, 0.730, 0.477, 0.601}},
		{"G(10, p)", "zl-sd", 0.05, 0.05, 100, 0.005, []float64{0.958, 0.944, 0.919, 0.899, 0.863, 0.793, 0.644, 0.686, 0.440, 0.562}},
	},
	"monte-carlo": {
		{"as in the script", "standard deviation of redraws", 100, 100, 50, 0.0001, []float64{0.0123, 0.0084, 0.0064, 0.0052, 0.0046}},
	},
}

// at returns the value of a plot at x, or NaN if there is none.
func (p *plot) at(x float64) float64 {
	i := int(math.Round((x - p.first) / p.step))
	if i < 0 || i >= len(p.y) || math.Abs(p.first+float64(i)*p.step-x) > 1e-9 {
		return math.NaN()
	}
	return p.y[i]
}

// authors returns the authors' plot of a curve.
func (c *Curve) authors(figure string) *plot {
	for i := range plots[figure] {
		if p := &plots[figure][i]; p.panel == c.Panel && p.series == c.Series {
			return p
		}
	}
	return nil
}

// beside returns the row that compares a curve with the authors': how many values differ by at most
// the error of reading and two standard errors of the difference, which depend on their number of
// runs and ours; and the value that differs most, relative to that.
func (c *Curve) beside(p *plot) string {
	inside, of := 0, 0
	worst := struct{ gap, x, room float64 }{room: 1}
	for i, x := range c.X {
		theirs := p.at(x)
		if math.IsNaN(theirs) || math.IsNaN(c.Y[i]) {
			continue
		}
		of++
		own := 0.0
		if c.Runs > 1 {
			own = c.Mean[i].stderr()
		}
		room := p.reading + 2*own*math.Sqrt(1+float64(c.Runs)/float64(p.runs))
		gap := math.Abs(c.Y[i] - theirs)
		if gap <= room {
			inside++
		}
		if gap/room > worst.gap/worst.room {
			worst.gap, worst.x, worst.room = gap, x, room
		}
	}
	count := fmt.Sprintf("%d of %d", inside, of)
	if chance(of-inside, of) < 0.05 {
		count += ", **more outside than chance explains**"
	}
	return fmt.Sprintf("| %s | %s | %s | %.3f at %g (allowed %.3f) |\n", c.Panel, c.Series, count, worst.gap, worst.x, worst.room)
}

// chance returns the probability that at least the given number of n values are outside two standard
// errors, if each is with probability 1/20.
func chance(outside, n int) float64 {
	const p = 0.05
	all := 0.0
	term := math.Pow(1-p, float64(n)) // of k outside
	for k := 0; k <= n; k++ {
		if k >= outside {
			all += term
		}
		term *= float64(n-k) / float64(k+1) * p / (1 - p)
	}
	return all
}

// besideAuthors returns the table that compares the curves with the authors'.
func (r *Result) besideAuthors(figure string) string {
	rows := ""
	for i := range r.Curves {
		if p := r.Curves[i].authors(figure); p != nil {
			rows += r.Curves[i].beside(p)
		}
	}
	if rows == "" {
		return ""
	}
	return "Beside the authors' plots:\n\n| panel | series | values within two standard errors | farthest value, by what is allowed |\n|---|---|---|---|\n" + rows + "\n"
}
