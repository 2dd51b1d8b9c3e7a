package batch

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A Matrix holds the distance of every graph from every other.
type Matrix struct {
	Names  []string    // of the graphs, in the order of rows and columns
	Values [][]float64 // by truth, then by guess; not a number where there is none
	Faults []string    // why there is none, one line for each reason
}

// NewMatrix compares each of the files with each by one metric.
func NewMatrix(ctx context.Context, files []string, s Settings) (*Matrix, error) {
	k := len(files)
	one, err := OneTruth("", files) // for the names
	if err != nil {
		return nil, err
	}
	m := &Matrix{}
	err = one.Each(func(p *Pair) bool { m.Names = append(m.Names, p.ID); return true })
	if err != nil {
		return nil, err
	}
	src := &Source{"the graphs", func(yield func(*Pair) bool) error {
		for i := range k * k {
			truth, guess := files[i/k], files[i%k]
			p := Pair{ID: strconv.Itoa(i), Truth: Graph{Name: truth, Path: truth}, Guess: Graph{Name: guess, Path: guess}}
			if !yield(&p) {
				break
			}
		}
		return nil
	}}
	s.Form, s.Times, s.Shard = CSV, false, Shard{}
	var rows bytes.Buffer
	if err := Head(&rows, &s); err != nil {
		return nil, err
	}
	if err := Run(ctx, src, &s, 0, k*k, &rows); err != nil {
		return nil, err
	}
	for range k {
		m.Values = append(m.Values, make([]float64, k))
	}
	i := 0
	err = EachRow(&rows, CSV, func(r *Row) error {
		if r.ID != strconv.Itoa(i) {
			return fmt.Errorf("%d metrics for a table: name one", len(s.Compare.Metrics))
		}
		m.Values[i/k][i%k] = r.Value
		if r.Reason != "" && !slices.Contains(m.Faults, r.Reason) {
			m.Faults = append(m.Faults, r.Reason)
		}
		i++
		return nil
	})
	return m, err
}

// Cluster puts graphs that are near each other next to each other: two groups at a time
// become one, those whose members are nearest on average (Sokal and Michener, A statistical
// method for evaluating systematic relationships, Univ. Kansas Sci. Bull. 38:1409–1438). The
// distance of two graphs is here the mean of the two directions; where there is none it is
// the largest there is.
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

// CSV returns the table, with the names above and before it.
func (m *Matrix) CSV() []byte {
	var b []byte
	for _, name := range m.Names {
		b = appendField(append(b, ','), name)
	}
	b = append(b, '\n')
	for i, row := range m.Values {
		b = appendField(b, m.Names[i])
		for _, x := range row {
			b = appendNumber(append(b, ','), x)
		}
		b = append(b, '\n')
	}
	return b
}
