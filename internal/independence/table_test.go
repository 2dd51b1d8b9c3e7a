package independence_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/independence"
)

func texts(name string, cells ...string) independence.Source {
	return independence.Source{Name: name, Texts: cells}
}

func numbers(name string, cells ...float64) independence.Source {
	return independence.Source{Name: name, Numbers: cells}
}

// Bad data gives a message that names the place.
func TestBadTables(t *testing.T) {
	x := numbers("x", 0.5, 1.5, 2.5)
	for _, c := range []struct {
		why     string
		sources []independence.Source
		o       independence.Options
		want    string
	}{
		{"missing column", []independence.Source{x}, independence.Options{}, `there is no column for "y"`},
		{"same name", []independence.Source{x, x}, independence.Options{}, `columns 1 and 2 have the same name "x"`},
		{"lengths", []independence.Source{x, numbers("y", 1)}, independence.Options{}, `has 1 rows`},
		{"no rows", []independence.Source{numbers("x"), numbers("y")}, independence.Options{}, "no rows"},
		{"a word among numbers", []independence.Source{x, texts("y", "1", "two", "3")}, independence.Options{}, `column "y", row 2: "two" is not a number, though`},
		{"a word in a continuous column", []independence.Source{x, texts("y", "a", "b", "c")}, independence.Options{Continuous: []string{"y"}}, `row 1: "a" is not a number`},
		{"infinite", []independence.Source{x, texts("y", "1", "inf", "3")}, independence.Options{}, `column "y", row 2: an infinite value`},
		{"too large", []independence.Source{x, texts("y", "1", "1e999", "3")}, independence.Options{}, `column "y", row 2: "1e999" is out of range`},
		{"infinite number", []independence.Source{x, numbers("y", 1, math.Inf(1), 3)}, independence.Options{}, `column "y", row 2: an infinite value`},
		{"missing values", []independence.Source{x, texts("y", "1.5", "NA", "")}, independence.Options{}, `2 of 3 rows have missing values, first row 2 in column "y"`},
		{"missing moments", []independence.Source{x, texts("y", "1.5", "NA", "")}, independence.Options{DropMissing: true, Ordered: true}, "time series"},
		{"all missing", []independence.Source{x, texts("y", "NA", "NA", "")}, independence.Options{DropMissing: true}, "all 3 rows"},
		{"codes or counts", []independence.Source{x, texts("y", "1", "0", "1")}, independence.Options{Method: "auto"}, "--categorical or --continuous (y)"},
		{"unknown column", []independence.Source{x, numbers("y", 1.5, 2, 3)}, independence.Options{Categorical: []string{"q"}}, `no column "q"`},
		{"both", []independence.Source{x, numbers("y", 1.5, 2, 3)}, independence.Options{Categorical: []string{"y"}, Continuous: []string{"y"}}, `"y" is listed as categorical and as continuous`},
	} {
		_, err := independence.NewTable(c.sources, []string{"x", "y"}, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.why, err, c.want)
		}
	}
}

func TestKinds(t *testing.T) {
	sources := []independence.Source{texts("x", "a", "b", " a"), texts("y", "1.5", " 2", "3"), texts("z", "0", "1", "1"), texts("w", "", "NA", "u")}
	data, err := independence.NewTable(sources, []string{"y", "z", "x"}, independence.Options{Method: "auto", Categorical: []string{"z"}})
	if err != nil {
		t.Fatal(err)
	}
	if data.Ignored != 1 || data.Rows != 3 || data.Columns[0].Categorical() || data.Columns[1].Levels != 2 || data.Columns[2].Levels != 2 {
		t.Errorf("%+v", data)
	}
	for method, want := range map[string]string{"fisher-z": "needs continuous columns", "chi-square": "needs categorical columns", "t-test": "unknown test"} {
		if _, err := independence.New(context.Background(), data, method, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", method, err)
		}
	}
	auto, err := independence.New(context.Background(), data, independence.Auto, 1)
	if err != nil || auto.Method != independence.Pillai {
		t.Errorf("auto is %v, %v", auto, err)
	}
}

// Claims that no test can decide are untested, with the reason.
func TestUntested(t *testing.T) {
	var rows [][]float64
	for i := range 20 {
		x, y := math.Sin(float64(7*i)), math.Cos(float64(5*i*i))
		rows = append(rows, []float64{x, y, 3, 2*x + y, x, math.Sin(float64(11 * i))})
	}
	names := []string{"x", "y", "constant", "sum", "copy", "z"}
	data := table(t, names, rows, nil, "fisher-z")
	for _, c := range []struct {
		x, y  int
		given []int
		fz, p independence.Reason
	}{
		{0, 2, nil, independence.ConstantY, independence.ConstantY},
		{2, 0, nil, independence.ConstantX, independence.ConstantX},
		{0, 5, []int{2}, independence.ConstantSet, independence.Tested},
		{3, 5, []int{0, 1}, independence.DeterminedX, independence.DeterminedX},
		{5, 3, []int{0, 1}, independence.DeterminedY, independence.DeterminedY},
		{1, 5, []int{0, 4}, independence.Collinear, independence.Tested},
		{0, 4, nil, independence.Tested, independence.Tested},
	} {
		for method, want := range map[string]independence.Reason{"fisher-z": c.fz, "pillai": c.p} {
			got := single(t, data, method, c.x, c.y, c.given...)
			if got.Untested != want {
				t.Errorf("%s: %s, %s given %v: %+v, expected reason %d", method, names[c.x], names[c.y], c.given, got, want)
			}
			if math.IsInf(got.Statistic, 0) || math.IsNaN(got.P) {
				t.Errorf("%s: %s, %s given %v: %+v", method, names[c.x], names[c.y], c.given, got)
			}
		}
	}
	few := table(t, names, rows[:4], nil, "fisher-z")
	for rows, want := range map[*independence.Table]independence.Reason{few: independence.TooFewRows, data: independence.Tested} {
		if got := single(t, rows, "fisher-z", 0, 1, 5); got.Untested != want {
			t.Errorf("%d rows: %+v", rows.Rows, got)
		}
	}
	one := table(t, names, rows[:1], nil, "fisher-z")
	for _, method := range []string{"fisher-z", "pillai", "rank"} {
		if got := single(t, one, method, 0, 1); got.Untested == independence.Tested {
			t.Errorf("one row, %s: %+v", method, got)
		}
	}
}

// Shifting and scaling columns, and values near the limits of floating point, do not matter.
func TestScale(t *testing.T) {
	var rows, moved [][]float64
	for i := range 50 {
		x, y, z := math.Sin(float64(7*i)), math.Cos(float64(5*i*i)), math.Sin(float64(3*i*i))
		rows = append(rows, []float64{x + z, y + z, z})
		moved = append(moved, []float64{1e300 * (x + z), 1e6 + y + z, -1e-200 * z})
	}
	names := []string{"x", "y", "z"}
	for _, method := range []string{"fisher-z", "pillai", "rank"} {
		a := single(t, table(t, names, rows, nil, method), method, 0, 1, 2)
		b := single(t, table(t, names, moved, nil, method), method, 0, 1, 2)
		if math.Abs(a.P-b.P) > 1e-8 || a.Untested != b.Untested {
			t.Errorf("%s: %+v and %+v", method, a, b)
		}
	}
}

// A covariance matrix gives what its data give.
func TestCovariance(t *testing.T) {
	var rows [][]float64
	for i := range 50 {
		x, y, z := math.Sin(float64(7*i)), math.Cos(float64(5*i*i)), math.Sin(float64(3*i*i))
		rows = append(rows, []float64{x + z, y + z, z})
	}
	names := []string{"x", "y", "z"}
	mean, cov := make([]float64, 3), [][]float64{make([]float64, 3), make([]float64, 3), make([]float64, 3)}
	for _, r := range rows {
		for j, v := range r {
			mean[j] += v / 50
		}
	}
	for _, r := range rows {
		for i := range 3 {
			for j := range 3 {
				cov[i][j] += (r[i] - mean[i]) * (r[j] - mean[j]) / 49
			}
		}
	}
	tester, err := independence.FromCovariance(names, cov, 50)
	if err != nil {
		t.Fatal(err)
	}
	got, err := tester.Run(context.Background(), [][]int32{{2}}, []independence.Query{{X: 0, Y: 1}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := single(t, table(t, names, rows, nil, "fisher-z"), "fisher-z", 0, 1, 2); math.Abs(got[0].P-want.P) > 1e-12 {
		t.Errorf("%+v, from the data %+v", got[0], want)
	}
	for want, change := range map[string]func(){
		"not symmetric": func() { cov[0][1] += 0.1 },
		"more than":     func() { cov[0][1], cov[1][0] = 9, 9 },
		"variance":      func() { cov[0][0] = -1 },
	} {
		before := [][]float64{append([]float64(nil), cov[0]...), append([]float64(nil), cov[1]...)}
		change()
		if _, err := independence.FromCovariance(names, cov, 50); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		copy(cov[0], before[0])
		copy(cov[1], before[1])
	}
}

// A level that no row has, as in a part of a series, changes nothing.
func TestUnusedLevel(t *testing.T) {
	x, y, codes, shifted := make([]float64, 30), make([]float64, 30), make([]int32, 30), make([]int32, 30)
	for i := range x {
		x[i], y[i] = math.Sin(float64(7*i)), math.Cos(float64(5*i*i))
		codes[i] = int32(i * i % 3)
		shifted[i] = codes[i] + 1
	}
	data := func(column independence.Column) *independence.Table {
		return &independence.Table{Rows: 30, Columns: []independence.Column{{Name: "x", Values: x}, {Name: "y", Values: y}, column}}
	}
	a, b := data(independence.Column{Codes: codes, Levels: 2}), data(independence.Column{Codes: shifted, Levels: 3})
	for _, c := range []struct {
		x, y  int
		given []int
	}{{0, 2, nil}, {2, 0, []int{1}}, {0, 1, []int{2}}} {
		want, got := single(t, a, "pillai", c.x, c.y, c.given...), single(t, b, "pillai", c.x, c.y, c.given...)
		if got.Untested != independence.Tested || math.Abs(got.P-want.P) > 1e-12 {
			t.Errorf("%v: %+v, expected %+v", c, got, want)
		}
	}
}
