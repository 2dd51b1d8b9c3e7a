package page_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sepdist/sepdist/internal/picture/page"
)

func TestTally(t *testing.T) {
	tally := page.NewTally([]string{"a", "b", "c"})
	tally.Add(0, 1, false)
	tally.Add(2, 1, true)
	for x, row := range tally.Pairs() {
		for y, got := range row {
			want := 0.0
			if x == 0 && y == 1 || x == 2 && y == 1 || x == 1 && y == 2 {
				want = 1
			}
			if x == y != math.IsNaN(got) || x != y && got != want {
				t.Errorf("%d, %d: %v", x, y, got)
			}
		}
	}
	names, wrong := tally.NodesByMistakes()
	if !slices.Equal(names, []string{"b", "a", "c"}) || !slices.Equal(wrong, []int{2, 1, 1}) {
		t.Errorf("%v %v", names, wrong)
	}
	if large := page.NewTally(make([]string, 2001)); large.Pairs() != nil {
		t.Error("pairs of 2001 nodes are kept")
	}
}
