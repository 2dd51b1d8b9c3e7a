package class

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/series"
)

// A seriesRule says how a time series is checked against a class and drawn as one.
type seriesRule struct {
	check  func(*graph.Series) (*series.Model, error)
	source Kinds
	from   func(*series.Model) *graph.Series
}

// seriesRules has a row for each class of time series.
var seriesRules = map[Kind]seriesRule{
	TSDAG:   {series.CheckDAG, KindsOf(TSDAG, TSCPDAG), (*series.Model).Walk},
	TSCPDAG: {series.CheckCPDAG, KindsOf(TSDAG, TSCPDAG), func(m *series.Model) *graph.Series { return series.CPDAG(m.Walk()) }},
	TSADMG:  {series.CheckADMG, KindsOf(TSDAG, TSCPDAG, TSADMG), (*series.Model).Walk},
	TSPAG:   {series.CheckLinks, 0, nil},
}

// Equivalents of the faults of time series.
var seriesReasons = map[string]*Reason{
	series.LinkKind: ErrEdge, series.CircleMark: ErrEdge, series.ConflictMark: ErrConflict,
	series.BackwardArrow: ErrBackward, series.DirectedCycle: ErrCycle, series.MeekRule1: ErrFlag,
	series.PartlyDirected: ErrPartly, series.Chordless: ErrChordless, series.Reversible: ErrReversible,
}

// CheckSeries is [Check] for a time series. A class of graphs without time stands for that of
// time series of the same kind. Without a class it is the first that fits of [TSDAG], [TSCPDAG],
// [TSADMG] and [TSPAG].
func CheckSeries(ctx context.Context, s *graph.Series, k Kind) (Member, error) {
	of := k.Series()
	if k != Unstated && of == Unstated {
		return Member{}, fmt.Errorf("a time series is not %s: use one of the classes %v", k.Title(), Series)
	}
	if of == Unstated {
		of = seriesKind(s)
	}
	if len(s.Triples()) > 0 {
		return Member{}, listedTriple(s, of)
	}
	m, err := seriesRules[of].check(s)
	if ctx.Err() != nil {
		return Member{}, context.Cause(ctx)
	}
	if err == nil {
		return Member{&Model{kind: of, series: m}}, nil
	}
	var f *series.Fault
	if !errors.As(err, &f) {
		return Member{}, err
	}
	bad := &Error{Kind: of, Err: seriesReasons[f.Code], What: f.What, Todo: f.Hint}
	for _, m := range f.Moments {
		bad.Witness = append(bad.Witness, s.MomentName(m))
	}
	if bad.Err == ErrConflict {
		bad.Todo = "use option invalid to choose how to treat it"
	}
	return Member{}, bad
}

// seriesKind returns the class that the links of s are those of.
func seriesKind(s *graph.Series) Kind {
	var has edges
	for _, l := range s.Links() {
		has |= kind.TypeOf(l.Edge())
	}
	switch {
	case has&circles != 0:
		return TSPAG
	case has&(lines|conflicts) != 0 || len(s.Triples()) > 0:
		return TSCPDAG
	case has&bidirected != 0:
		return TSADMG
	}
	return TSDAG
}

// listedTriple says that a time series has a triple that is still to be read.
func listedTriple(s *graph.Series, k Kind) *Error {
	t := s.Triples()[0]
	for _, u := range s.Triples() {
		if u.Status == graph.Ambiguous {
			t = u
			break
		}
	}
	bad := &Error{Kind: k, Err: ErrTriple, Todo: "use option ambiguous to choose how to combine them"}
	for _, m := range []graph.Moment{t.A, t.B, t.C} {
		bad.Witness = append(bad.Witness, s.MomentName(m))
	}
	bad.What = fmt.Sprintf("the triple %s, %s, %s is listed as %v, so the graph has several readings", bad.Witness[0], bad.Witness[1], bad.Witness[2], t.Status)
	return bad
}

// asSeries is [Model.As] for time series.
func (m *Model) asSeries(k Kind) (Member, error) {
	switch {
	case m.series == nil:
		return Member{}, fmt.Errorf("%s has no lags and cannot be converted to %s", m.kind.Title(), k.Title())
	case !k.IsSeries():
		return Member{}, fmt.Errorf("%s is infinite and cannot be converted to %s: use option window to project it onto some slices", m.kind.Title(), k.Title())
	}
	row := seriesRules[k]
	if !row.source.Has(m.kind) {
		return Member{}, fmt.Errorf("%s cannot be converted to %s", m.kind.Title(), k.Title())
	}
	if m.series.Latent().Len() > 0 {
		return Member{}, fmt.Errorf("a time series with latent variables cannot be converted to %s", k.Title())
	}
	drawn, err := row.check(row.from(m.series))
	if err != nil {
		return Member{}, err
	}
	return Member{&Model{kind: k, series: drawn}}, nil
}

// Window returns the ADMG over the measured moments of some slices that has the separations of
// the time series.
func (m *Model) Window(w series.Window) (*Model, *series.Projection, error) {
	if !m.kind.Separates() {
		return nil, nil, fmt.Errorf("separation is not defined in %s", m.kind.Title())
	}
	p, err := m.series.Project(w)
	if err != nil {
		return nil, nil, err
	}
	return &Model{kind: ADMG, drawn: p.Graph, walk: p.Graph}, p, nil
}

// seriesSize returns the number of stationary DAGs in the equivalence class.
func (m *Model) seriesSize() *big.Int {
	if !seriesRules[TSCPDAG].source.Has(m.kind) {
		return nil
	}
	return series.Size(series.CPDAG(m.series.Walk()))
}
