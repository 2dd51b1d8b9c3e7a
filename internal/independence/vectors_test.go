package independence_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/independence"
)

type vector struct {
	Kind        string
	Nodes       []string
	Categorical []string
	Data        [][]float64
	Expect      []struct {
		Test string
		P    []struct {
			X, Y  string
			Given []string
			P     float64
		}
	}
	Edges []struct {
		X, Y  string
		Given []string
		P     map[string]float64
	}
}

// All p-values of other programs, to 1e-8 and, for small ones, to six digits.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile(graphtest.Testdata(t, "vectors/data.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, c := range file.Cases {
		check := func(test, x, y string, given []string, want float64) {
			t.Helper()
			compared++
			got := single(t, c.table(t, test), test, slices.Index(c.Nodes, x), slices.Index(c.Nodes, y), indices(c.Nodes, given)...)
			if got.Untested != independence.Tested || !near(got.P, want) {
				t.Errorf("case %d, %s: p(%s, %s | %v) = %v, expected %v", i, test, x, y, given, got, want)
			}
		}
		for _, e := range c.Expect {
			for _, p := range e.P {
				check(e.Test, p.X, p.Y, p.Given, p.P)
			}
		}
		for _, e := range c.Edges {
			for test, p := range e.P {
				check(test, e.X, e.Y, e.Given, p)
			}
		}
	}
	if compared < 1000 {
		t.Errorf("only %d p-values were compared", compared)
	}
}

func near(got, want float64) bool {
	return math.Abs(got-want) <= 1e-8 && math.Abs(got-want) <= 1e-6*want+1e-300
}

func (c *vector) table(t testing.TB, method string) *independence.Table {
	t.Helper()
	return table(t, c.Nodes, c.Data, c.Categorical, method)
}

// table returns rows of numbers as a table.
func table(t testing.TB, names []string, rows [][]float64, categorical []string, method string) *independence.Table {
	t.Helper()
	sources := make([]independence.Source, len(names))
	var continuous []string
	for i, name := range names {
		sources[i].Name = name
		for _, row := range rows {
			sources[i].Numbers = append(sources[i].Numbers, row[i])
		}
		if !slices.Contains(categorical, name) {
			continuous = append(continuous, name)
		}
	}
	made, err := independence.NewTable(sources, names, independence.Options{Method: method, Categorical: categorical, Continuous: continuous})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func indices(names, of []string) (list []int) {
	for _, name := range of {
		list = append(list, slices.Index(names, name))
	}
	return list
}

// single tests one claim.
func single(t testing.TB, data *independence.Table, method string, x, y int, given ...int) independence.Result {
	t.Helper()
	tester, err := independence.New(context.Background(), data, method, 1)
	if err != nil {
		t.Fatal(err)
	}
	set := make([]int32, len(given))
	for i, v := range given {
		set[i] = int32(v)
	}
	results, err := tester.Run(context.Background(), [][]int32{set}, []independence.Query{{X: int32(x), Y: int32(y)}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return results[0]
}
