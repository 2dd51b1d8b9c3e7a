package batch

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/store"
)

// A Matrix holds the distance of every graph from every other.
type Matrix struct {
	Names  []string    // of the graphs, in the order of rows and columns
	Values [][]float64 // by truth, then by guess; NaN if there is none
	Faults []string    // why there is none, one line for each reason
	Failed int         // comparisons without a value

	outcome store.Outcome
}

// Note returns what a reader of the numbers should know, or nothing.
func (m *Matrix) Note() string { return m.outcome.Note() }

// NewMatrix compares each of the files with each by one metric.
func NewMatrix(ctx context.Context, files []string, s Settings) (*Matrix, error) {
	k := len(files)
	m := &Matrix{Names: shortNames(files)}
	for range k {
		m.Values = append(m.Values, make([]float64, k))
	}
	pairs := Listed("the graphs", k*k, func(i int) pipeline.Input {
		return pipeline.Input{Truth: file(files[i/k]), Guess: file(files[i%k])}
	})
	s.RenameTruth, s.Store = true, pipeline.NewStore()
	done := 0
	err := pipeline.Run(ctx, &s.Pipeline, pairs.Inputs, k*k, func(to *[]store.Row, in *pipeline.Input, rows []pipeline.Row, err error) error {
		list := s.rowsOf(nil, in, rows, err)
		if len(list) != 1 {
			return fmt.Errorf("%d metrics for one table: use a single metric", len(list))
		}
		*to = append(*to, list[0])
		return nil
	}, func(of *[]store.Row, _ int) error {
		for i, r := range *of {
			m.outcome.Count(store.OutcomeOf((*of)[i : i+1]))
			m.Values[done/k][done%k] = r.Value
			if math.IsNaN(r.Value) {
				m.Failed++
			}
			if fault := r.Reason.String(); fault != "" && !slices.Contains(m.Faults, fault) {
				m.Faults = append(m.Faults, fault)
			}
			done++
		}
		if *of = (*of)[:0]; s.Done != nil {
			s.Done(done)
		}
		return nil
	})
	return m, err
}

// Cluster sorts the graphs so that similar ones are neighbours: it joins, one after the other, the two
// groups whose members are closest on average (Sokal and Michener, A statistical
// method for evaluating systematic relationships, Univ. Kansas Sci. Bull. 38:1409–1438). The
// distance of two graphs is the mean of the two directions, or the largest distance of all if it is
// undefined.
func (m *Matrix) Cluster() {
	k := len(m.Names)
	far := 0.0
	for _, row := range m.Values {
		for _, x := range row {
			if !math.IsNaN(x) {
				far = max(far, x)
			}
		}
	}
	near := make([][]float64, k)
	groups := make([][]int, k)
	for i := range k {
		near[i] = make([]float64, k)
		groups[i] = []int{i}
		for j := range k {
			if near[i][j] = (m.Values[i][j] + m.Values[j][i]) / 2; math.IsNaN(near[i][j]) {
				near[i][j] = far
			}
		}
	}
	for alive := k; alive > 1; alive-- {
		a, b := -1, -1
		for i := range k {
			for j := i + 1; j < k && groups[i] != nil; j++ {
				if groups[j] != nil && (a < 0 || near[i][j] < near[a][b]) {
					a, b = i, j
				}
			}
		}
		na, nb := float64(len(groups[a])), float64(len(groups[b]))
		for j := range k {
			near[a][j] = (na*near[a][j] + nb*near[b][j]) / (na + nb)
			near[j][a] = near[a][j]
		}
		groups[a] = append(groups[a], groups[b]...)
		groups[b] = nil
	}
	if k > 0 {
		m.permute(groups[0])
	}
}

// permute brings the graphs into an order.
func (m *Matrix) permute(order []int) {
	names, values := make([]string, len(order)), make([][]float64, len(order))
	for i, a := range order {
		names[i] = m.Names[a]
		for _, b := range order {
			values[i] = append(values[i], m.Values[a][b])
		}
	}
	m.Names, m.Values = names, values
}

// CSV returns the table in a form of CSV, with the names above and before it.
func (m *Matrix) CSV(form store.Form) []byte {
	var b []byte
	for _, name := range m.Names {
		b = store.AppendField(append(b, ','), form.Cell(name))
	}
	b = append(b, '\n')
	for i, row := range m.Values {
		b = store.AppendField(b, form.Cell(m.Names[i]))
		for _, x := range row {
			b = store.AppendNumber(append(b, ','), x)
		}
		b = append(b, '\n')
	}
	return b
}
