package block

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/bits"
	"os"

	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/batch"
)

// A Block is a range of the pairs of a study, from Lo to Hi-1, or a part of the work on one pair.
type Block struct {
	Lo      int            `json:"lo"`
	Hi      int            `json:"hi"`
	Place   int64          `json:"place"`             // of the first pair, see [pipeline.Source]
	Inputs  string         `json:"inputs"`            // a digest of the pairs, without what is in their files
	Seconds float64        `json:"seconds"`           // that it takes, about
	Part    *pipeline.Part `json:"part,omitempty"`    // of the sources; an empty one: the metrics that have no parts
	Metrics []string       `json:"metrics,omitempty"` // of a part: those of the pair, in the order of its rows
}

// A Plan is a study in blocks.
type Plan struct {
	Pairs   int      `json:"pairs"`
	Inputs  string   `json:"inputs"` // a digest of all pairs, without what is in their files
	Columns []string `json:"columns"`
	Head    string   `json:"head"` // the line above the rows
	Blocks  []Block  `json:"blocks"`
}

// mostPairs is the largest number of pairs in a block.
const mostPairs = 1 << 20

// Plan cuts the study into blocks of about the given number of seconds on one processor. It reads the
// pairs twice, looks at the sizes of files, and compares a few pairs of each size.
func (s *Study) Plan(ctx context.Context, seconds float64) (*Plan, error) {
	src, err := s.Source()
	if err != nil {
		return nil, err
	}
	if err := s.Settings.Check(); err != nil {
		return nil, err
	}
	all := batch.NewInspector(src.Columns)
	sizes := sizer{last: map[int]string{}}
	var classes []uint8 // of the sizes of pairs
	samples := make(map[uint8][]sample)
	for in, err := range src.Inputs {
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return nil, err
		}
		if !all.Add(in) {
			break
		}
		c := sizes.class(in)
		classes = append(classes, c)
		if n := len(samples[c]); n < samplesOfSize || n < smallSamples && c < smallSize {
			samples[c] = append(samples[c], sample{len(classes) - 1, kept(in)})
		}
	}
	if err := all.Check(src); err != nil {
		return nil, err
	}
	costs, measured, err := s.costs(ctx, src, samples)
	if err != nil {
		return nil, err
	}
	p := &Plan{Pairs: all.Pairs, Inputs: all.Digest(), Columns: src.Columns, Head: string(s.Settings.Head(src))}
	c := cutter{plan: p, target: seconds, columns: src.Columns, worker: s.Settings.NewWorker(1), measured: measured}
	k := 0
	for in, err := range src.Inputs {
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return nil, err
		}
		if k >= len(classes) {
			return nil, &pipeline.ChangedError{File: src.Name}
		}
		c.add(ctx, k, in, costs[classes[k]])
		k++
	}
	if k < len(classes) {
		return nil, &pipeline.ChangedError{File: src.Name}
	}
	c.close()
	return p, nil
}

// How many pairs of a size are compared for a plan, and from what size on pairs are not small.
const (
	samplesOfSize = 4
	smallSamples  = 64
	smallSize     = 13   // 4096 bytes
	quick         = 2e-3 // seconds for a pair; of quicker ones, smallSamples are compared
)

// A sample is a pair by its number.
type sample struct {
	number int
	in     pipeline.Input
}

// costs returns what a pair of each size takes, and of those that were measured one by one what each takes.
func (s *Study) costs(ctx context.Context, src *pipeline.Source, samples map[uint8][]sample) (map[uint8]float64, map[int]pipeline.Cost, error) {
	w := s.Settings.NewWorker(1)
	costs := make(map[uint8]float64, len(samples))
	measured := make(map[int]pipeline.Cost)
	cost := func(p *sample) float64 {
		c, ok := measured[p.number]
		if !ok {
			in := p.in
			c = w.Cost(ctx, &in)
			measured[p.number] = c
		}
		return c.Seconds
	}
	for size, list := range samples {
		if cost(&list[0]) < quick {
			seconds, err := s.trial(ctx, src, list)
			if err != nil {
				return nil, nil, err
			}
			costs[size] = seconds / float64(len(list))
			continue
		}
		list = list[:min(len(list), samplesOfSize)]
		sum := 0.0
		for i := range list {
			sum += cost(&list[i])
			if ctx.Err() != nil {
				return nil, nil, context.Cause(ctx)
			}
			if sum > 2*float64(i+1) { // it takes long: others of its size are measured where they are cut
				list = list[:i+1]
				break
			}
		}
		costs[size] = sum / float64(len(list))
	}
	return costs, measured, nil
}

// trial returns what a block of these pairs takes.
func (s *Study) trial(ctx context.Context, src *pipeline.Source, list []sample) (seconds float64, err error) {
	some := batch.Listed(src.Name, len(list), func(i int) pipeline.Input { return list[i].in })
	some.Columns = src.Columns
	settings := s.Settings
	settings.Workers = 1
	seconds = pipeline.Shortest(func() {
		var again *pipeline.Source
		if err == nil {
			_, again, err = batch.Scan(ctx, some, &settings)
		}
		if err == nil {
			err = batch.Run(ctx, again, &settings, 0, len(list), io.Discard)
		}
	})
	return seconds, err
}

// kept returns an input that stays when the source goes on.
func kept(in *pipeline.Input) pipeline.Input {
	own := *in
	own.Truth.Data, own.Guess.Data = bytes.Clone(in.Truth.Data), bytes.Clone(in.Guess.Data)
	return own
}

// A sizer returns the sizes of pairs in bytes, in powers of two. Many pairs in a row often have the
// same truth.
type sizer struct {
	last  map[int]string
	bytes [2]int64
}

func (s *sizer) class(in *pipeline.Input) uint8 {
	sum := int64(0)
	for i, g := range [...]*pipeline.Origin{&in.Truth, &in.Guess} {
		switch {
		case g.Path == "":
			s.bytes[i] = int64(len(g.Data))
		case g.Path != s.last[i]:
			s.bytes[i] = 0
			if info, err := os.Stat(g.Path); err == nil {
				s.bytes[i] = info.Size()
			}
		}
		s.last[i] = g.Path
		sum += s.bytes[i]
	}
	return uint8(bits.Len64(uint64(sum)))
}

// A cutter makes blocks of pairs.
type cutter struct {
	plan    *Plan
	target  float64
	columns []string
	worker  *pipeline.Worker

	measured map[int]pipeline.Cost // of pairs by number

	open Block
	look *batch.Inspector // at the open block
}

// add puts a pair that takes so long into the open block, or cuts it.
func (c *cutter) add(ctx context.Context, k int, in *pipeline.Input, seconds float64) {
	if seconds > 2*c.target {
		cost, ok := c.measured[k]
		if !ok {
			own := kept(in)
			cost = c.worker.Cost(ctx, &own)
		}
		if cost.Even+cost.Rising > 2*c.target {
			c.close()
			c.cut(k, in, cost)
			return
		}
	}
	if c.look != nil && (c.open.Seconds+seconds/2 > c.target || k-c.open.Lo >= mostPairs) {
		c.close()
	}
	if c.look == nil {
		c.open = Block{Lo: k, Place: in.Place}
		c.look = batch.NewInspector(c.columns)
	}
	c.look.Add(in)
	c.open.Seconds += seconds
	c.open.Hi = k + 1
}

// close ends the open block, where there is one.
func (c *cutter) close() {
	if c.look == nil {
		return
	}
	c.open.Inputs = c.look.Digest()
	c.plan.Blocks = append(c.plan.Blocks, c.open)
	c.look = nil
}

// cut makes several blocks of one pair. But for the first and the last none is shorter than half of what
// each of them takes anyway.
func (c *cutter) cut(k int, in *pipeline.Input, cost pipeline.Cost) {
	look := batch.NewInspector(c.columns)
	look.Add(in)
	one := Block{Lo: k, Hi: k + 1, Place: in.Place, Inputs: look.Digest(), Metrics: cost.Metrics}
	add := func(part pipeline.Part, seconds float64) {
		b := one
		b.Part, b.Seconds = &part, seconds
		c.plan.Blocks = append(c.plan.Blocks, b)
	}
	add(pipeline.Part{}, cost.Seconds-cost.Even-cost.Rising)
	target := max(c.target, cost.Once/2)
	n := float64(cost.Sources)
	until := func(x int) float64 { // what the first x sources take
		share := float64(x) / n
		return cost.Even*share + cost.Rising*share*share
	}
	lo := 0
	for x := 1; x <= cost.Sources; x++ {
		if took := until(x) - until(lo); took >= target || x == cost.Sources {
			add(pipeline.Part{Lo: lo, Hi: x}, took)
			lo = x
		}
	}
}

func (b *Block) String() string {
	if b.Part != nil {
		return fmt.Sprintf("pair %d, sources %d to %d", b.Lo, b.Part.Lo, b.Part.Hi)
	}
	return fmt.Sprintf("pairs %d to %d", b.Lo, b.Hi)
}
