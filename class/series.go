package class

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/series"
)

// seriesReasons maps the codes of faults of time series to reasons.
var seriesReasons = map[string]*Reason{
	series.LinkKind: ErrEdge, series.CircleMark: ErrEdge, series.ConflictMark: ErrConflict,
	series.BackwardArrow: ErrBackward, series.DirectedCycle: ErrCycle, series.MeekRule1: ErrMeekRule1,
	series.PartlyDirected: ErrPartiallyDirectedCycle, series.Chordless: ErrChordless, series.Reversible: ErrReversible,
}

// CheckSeries is [Check] for a time series. A class of graphs without time means the corresponding class of
// time series. Without a class it is the first of [TSDAG], [TSCPDAG], [TSADMG] and [TSPAG] that fits.
func CheckSeries(ctx context.Context, s *graph.Series, k Kind) (Member, error) {
	of := k.Series()
	if k != Unstated && of == Unstated {
		return Member{}, fmt.Errorf("a time series is not %s: use one of the classes %v", k.Title(), kind.Series)
	}
	if of == Unstated {
		of = seriesKind(s)
	}
	if len(s.Triples()) > 0 {
		return Member{}, listedTriple(s, of)
	}
	m, err := model.NewSeries(of, s)
	if ctx.Err() != nil {
		return Member{}, context.Cause(ctx)
	}
	if err == nil {
		return Member{m}, nil
	}
	var f *series.Fault
	if !errors.As(err, &f) {
		return Member{}, err
	}
	bad := &Error{Kind: of, Err: seriesReasons[f.Code], What: f.What}
	if f.Hint != "" {
		bad.advice = advice.Textf("%s", f.Hint)
	}
	for _, m := range f.Moments {
		bad.Witness = append(bad.Witness, s.MomentName(m))
	}
	if k != Unstated && k != TSPAG && (f.Code == series.CircleMark || f.Code == series.ConflictMark) {
		bad.advice = advice.Textf("use %v for a result of LPCMCI", advice.Option("class", TSPAG.String()))
	}
	return Member{}, bad
}

// seriesKind returns the narrowest class that has the types of links of s.
func seriesKind(s *graph.Series) Kind {
	var has edges
	for _, l := range s.Links() {
		has |= kind.TypeOf(l.Edge())
	}
	switch {
	case has&circles != 0:
		return TSPAG
	case has&(undirected|conflicts) != 0 || len(s.Triples()) > 0:
		return TSCPDAG
	case has&bidirected != 0:
		return TSADMG
	}
	return TSDAG
}

// listedTriple returns the error for a time series with a listed triple.
func listedTriple(s *graph.Series, k Kind) *Error {
	ambiguous := slices.IndexFunc(s.Triples(), func(t graph.LaggedTriple) bool { return t.Status == graph.Ambiguous })
	t := s.Triples()[max(0, ambiguous)]
	bad := &Error{Kind: k, Err: ErrTriple, advice: advice.Textf(combineReadings, advice.Option("ambiguous"))}
	for _, m := range []graph.LaggedNode{t.A, t.B, t.C} {
		bad.Witness = append(bad.Witness, s.MomentName(m))
	}
	bad.What = fmt.Sprintf("the triple %s, %s, %s is listed as %v, so the graph can have several readings", bad.Witness[0], bad.Witness[1], bad.Witness[2], t.Status)
	return bad
}
