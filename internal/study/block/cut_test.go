package block

import (
	"testing"

	"github.com/sepdist/sepdist/internal/pipeline"
)

// The parts of a pair follow each other, take as long as the plan says in all, and are about as long as
// was asked for, or half as long as what each takes anyway where that is longer.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		seconds     float64 // of a block
		cost        pipeline.Cost
		most, least int // parts of the sources
	}{
		{0.1, pipeline.Cost{Seconds: 1.2, Sources: 1000, Even: 1}, 10, 10},
		{0.1, pipeline.Cost{Seconds: 1.2, Sources: 1000, Rising: 1}, 10, 9},
		{0.1, pipeline.Cost{Seconds: 1.2, Sources: 7, Even: 1}, 7, 7},
		{1e-9, pipeline.Cost{Seconds: 1.2, Sources: 1000, Even: 0.5, Rising: 0.5}, 1000, 1000},
		{1e-9, pipeline.Cost{Seconds: 1.2, Sources: 1000, Even: 0.5, Rising: 0.5, Once: 0.2}, 10, 9},
		{0.5, pipeline.Cost{Seconds: 1.2, Sources: 1000, Even: 1, Once: 0.2}, 2, 2},
	} {
		plan := new(Plan)
		cut := cutter{plan: plan, target: c.seconds}
		cut.cut(3, &pipeline.Input{}, c.cost)
		next, sum := 0, 0.0
		for i, b := range plan.Blocks {
			if b.Lo != 3 || b.Hi != 4 || b.Part.Lo != next || i > 0 && b.Part.Hi <= b.Part.Lo {
				t.Errorf("%+v: block %d is %v after source %d", c, i, &b, next)
			}
			next, sum = b.Part.Hi, sum+b.Seconds
		}
		if next != c.cost.Sources || sum < 0.999*c.cost.Seconds || sum > 1.001*c.cost.Seconds {
			t.Errorf("%+v: the blocks end at source %d and take %v s", c, next, sum)
		}
		if n := len(plan.Blocks) - 1; n < c.least || n > c.most {
			t.Errorf("%+v: %d parts", c, n)
		}
	}
}
