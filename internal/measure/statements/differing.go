package statements

import (
	"context"
	"iter"
	"slices"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/claim"
	"github.com/sepdist/sepdist/internal/measure/task"
	"github.com/sepdist/sepdist/internal/model"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// A Search describes the extent of a search for statements.
type Search struct {
	Found []distance.Mistake // statements that differ, X < Y, those with fewer nodes in the set first
	Order int                // all statements with fewer nodes in the set were examined,
	Cut   bool               // and of those with this many only some: the limit or the end of the work was reached
}

// A Query selects statements to search for.
type Query struct {
	Limit    int       // number of statements to find
	MaxOrder *int      // highest order; nil means all orders
	Pair     graph.Set // the two nodes that they are to be about; nil is any
	Series   task.SeriesParams

	counts func(x, y graph.Node) bool // which pairs they are to be about; nil is all
}

// Differing finds the smallest statements that an s/c-metric counts as wrong: by order, then by x,
// by the set, and by y. It ends when it has found enough, or after a fixed amount of work, which is
// counted and not timed.
func Differing(ctx context.Context, m *distance.Metric, truth, guess *model.Model, q Query) (Search, error) {
	if truth.Kind().IsSeries() {
		return differingInWindow(ctx, m, truth, guess, q)
	}
	wrong := statistics[m.Name].kinds
	s := &comparer{
		n: truth.N(), limit: q.Limit, pair: q.Pair, counts: q.counts,
		missed: slices.Contains(wrong, claim.ConnectedInTruth), extra: slices.Contains(wrong, claim.SeparatedInTruth),
	}
	orders := max(0, ordersUpTo(q.MaxOrder, s.n))
	s.truth.Reset(truth.Plan())
	s.guess.Reset(guess.Plan())
	s.truth.Start()
	s.guess.Start()
	blocks := max(1, searchWork/(2*s.n+truth.Walk().M()+guess.Walk().M()+1))
	order := 0
	for ; order < orders; order++ {
		for x := range graph.Node(s.n) {
			if !s.about(x) {
				continue
			}
			for set := range others(s.n, x, order) {
				if s.add(x, set); len(s.lanes) < msep.Width {
					continue
				}
				s.block()
				if blocks--; len(s.found) >= s.limit || blocks == 0 {
					return s.end(order, true), nil
				}
				if err := task.Stopped(ctx); err != nil {
					return Search{}, err
				}
			}
		}
		s.block()
		if len(s.found) >= s.limit {
			return s.end(order, true), nil
		}
	}
	return s.end(order, false), nil
}

// searchWork is the number of nodes and edges that are visited, each for a block of statements. It
// takes a few seconds.
const searchWork = 1 << 28

// A comparer compares two graphs by blocks of statements, each lane with one x and one set.
type comparer struct {
	n, limit      int
	pair          graph.Set
	counts        func(x, y graph.Node) bool
	missed, extra bool
	truth, guess  msep.Lanes
	lanes         []distance.Mistake // with their y open
	found         []distance.Mistake
}

// about reports whether the query includes statements about v.
func (s *comparer) about(v graph.Node) bool { return s.pair == nil || s.pair.Has(v) }

func (s *comparer) add(x graph.Node, set []graph.Node) {
	lane := len(s.lanes)
	for _, g := range []*msep.Lanes{&s.truth, &s.guess} {
		g.Source(lane, x)
		for _, v := range set {
			g.GiveOne(lane, v)
		}
	}
	s.lanes = append(s.lanes, distance.Mistake{X: x, Size: len(set), Separator: slices.Clone(set)})
}

// block compares the waiting lanes.
func (s *comparer) block() {
	if len(s.lanes) == 0 {
		return
	}
	s.truth.Reach()
	s.guess.Reach()
	first := len(s.found)
	for y := range graph.Node(s.n) {
		if !s.about(y) {
			continue
		}
		in, out := s.truth.Reached(y), s.guess.Reached(y)
		if s.missed {
			s.keep(y, in.Minus(out), claim.ConnectedInTruth)
		}
		if s.extra {
			s.keep(y, out.Minus(in), claim.SeparatedInTruth)
		}
	}
	slices.SortStableFunc(s.found[first:], func(a, b distance.Mistake) int {
		if a.X != b.X {
			return int(a.X - b.X)
		}
		return slices.Compare(a.Separator, b.Separator)
	})
	s.lanes = s.lanes[:0]
	s.truth.Start()
	s.guess.Start()
}

// keep keeps the statements of the given lanes on their x and y.
func (s *comparer) keep(y graph.Node, lanes msep.Word, kind string) {
	lanes.Each(func(lane int) {
		m := s.lanes[lane]
		if m.Y, m.Kind = y, kind; m.X < y && !slices.Contains(m.Separator, y) && (s.counts == nil || s.counts(m.X, y)) {
			s.found = append(s.found, m)
		}
	})
}

func (s *comparer) end(order int, cut bool) Search {
	return Search{Found: s.found[:min(s.limit, len(s.found))], Order: order, Cut: cut}
}

// others yields the sets of the given size of the n nodes without x, each ascending, in lexicographic order.
// A set is valid until the next one.
func others(n int, x graph.Node, size int) iter.Seq[[]graph.Node] {
	return func(yield func([]graph.Node) bool) {
		set := make([]graph.Node, size)
		at := make([]int, size) // of n-1 nodes, x left out
		for i := range at {
			at[i] = i
		}
		for {
			for i, k := range at {
				if set[i] = graph.Node(k); set[i] >= x {
					set[i]++
				}
			}
			if !yield(set) {
				return
			}
			i := size - 1
			for i >= 0 && at[i] == n-1-size+i {
				i--
			}
			if i < 0 {
				return
			}
			at[i]++
			for j := i + 1; j < size; j++ {
				at[j] = at[j-1] + 1
			}
		}
	}
}
