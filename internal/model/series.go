package model

import (
	"fmt"
	"math/big"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/series"
)

// seriesRules states for each class of time series how a series is checked against it, and from which classes it can be
// converted.
var seriesRules = map[graph.Kind]struct {
	check   func(*graph.Series) (*series.Model, error)
	sources graph.Kinds
	convert func(*series.Model) *graph.Series
}{
	graph.TSDAG:   {series.CheckDAG, kind.Of(graph.TSDAG, graph.TSCPDAG), (*series.Model).Walk},
	graph.TSCPDAG: {series.CheckCPDAG, kind.Of(graph.TSDAG, graph.TSCPDAG), func(m *series.Model) *graph.Series { return series.CPDAG(m.Walk()) }},
	graph.TSADMG:  {series.CheckADMG, kind.Of(graph.TSDAG, graph.TSCPDAG, graph.TSADMG), (*series.Model).Walk},
	graph.TSPAG:   {series.CheckLinks, 0, nil},
}

// NewSeries returns s as a time series of class k, or a [*series.Fault] if it is not of that class.
func NewSeries(k graph.Kind, s *graph.Series) (*Model, error) {
	m, err := seriesRules[k].check(s)
	if err != nil {
		return nil, err
	}
	return &Model{kind: k, series: m}, nil
}

// asSeries is [Model.As] for time series.
func (m *Model) asSeries(k graph.Kind) (*Model, error) {
	switch {
	case m.series == nil:
		return nil, fmt.Errorf("%s has no lags and cannot be converted to %s", m.kind.Title(), k.Title())
	case !k.IsSeries():
		return nil, advice.Errorf("%s is infinite and cannot be converted to %s: use %v to project it onto some slices", m.kind.Title(), k.Title(), advice.Option("window"))
	}
	row := seriesRules[k]
	if !row.sources.Has(m.kind) {
		return nil, fmt.Errorf("%s cannot be converted to %s", m.kind.Title(), k.Title())
	}
	if m.series.Latent().Len() > 0 {
		return nil, fmt.Errorf("a time series with latent variables cannot be converted to %s", k.Title())
	}
	return NewSeries(k, row.convert(m.series))
}

// Window returns the ADMG over the measured moments of some slices that has the separations of the time series.
func (m *Model) Window(w series.Window) (*Model, *series.Projection, error) {
	if !m.kind.Separates() {
		return nil, nil, fmt.Errorf("separation is not defined in %s", m.kind.Title())
	}
	p, err := m.series.Project(w)
	if err != nil {
		return nil, nil, err
	}
	return New(graph.ADMG, p.Graph, p.Graph), p, nil
}

// seriesSize returns the number of stationary DAGs in the equivalence class.
func (m *Model) seriesSize() *big.Int {
	if !seriesRules[graph.TSCPDAG].sources.Has(m.kind) {
		return nil
	}
	return series.Size(series.CPDAG(m.series.Walk()))
}
