package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// A progress shows on stderr how far a piece of work is: as a bar on a terminal, once the
// work has taken a second; as a plain line every ten seconds elsewhere.
type progress struct {
	what    string
	out     io.Writer
	start   time.Time
	told    time.Time
	isTerm  bool
	mu      sync.Mutex
	bars    *mpb.Progress
	bar     *mpb.Bar
	stopped bool
}

// parts is how finely a bar is cut.
const parts = 1000

func newProgress(cmd *cobra.Command, what string) *progress {
	p := &progress{what: what, out: cmd.ErrOrStderr(), start: time.Now()}
	p.told = p.start
	if f, ok := p.out.(*os.File); ok {
		p.isTerm = term.IsTerminal(int(f.Fd()))
	}
	return p
}

// tell says which share of the work is done.
func (p *progress) tell(share float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch now := time.Now(); {
	case p.stopped:
	case p.bar != nil:
		p.bar.SetCurrent(int64(share * parts))
	case p.isTerm:
		if now.Sub(p.start) > time.Second {
			p.bars = mpb.New(mpb.WithOutput(p.out), mpb.WithWidth(40))
			p.bar = p.bars.AddBar(parts, mpb.BarRemoveOnComplete(),
				mpb.PrependDecorators(decor.Name(p.what+" ")),
				mpb.AppendDecorators(decor.Percentage(), decor.Name("  "), decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO), "")))
			p.bar.SetCurrent(int64(share * parts))
		}
	case now.Sub(p.told) > 10*time.Second:
		p.told = now
		fmt.Fprintf(p.out, "%s: %.0f %% after %v\n", p.what, 100*share, now.Sub(p.start).Round(time.Second))
	}
}

// end takes the bar away.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped = true; p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
