package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
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
	note    atomic.Value // string: more about how far it is
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
				mpb.AppendDecorators(decor.Percentage(),
					decor.Any(func(s decor.Statistics) string {
						return "  " + times(time.Since(p.start), float64(s.Current)/parts) + "  " + p.more()
					})))
			p.bar.SetCurrent(int64(share * parts))
		}
	case now.Sub(p.told) > 10*time.Second:
		p.told = now
		took := now.Sub(p.start)
		note := p.more()
		if note != "" {
			note = ": " + note
		}
		fmt.Fprintf(p.out, "%s: %.0f %%, %s%s\n", p.what, 100*share, times(took, share), note)
	}
}

// times says how long the work has taken and, once enough is done for an estimate, how long the rest
// takes.
func times(took time.Duration, share float64) string {
	enough := 0.05
	if took < time.Minute { // the parts of short work differ much
		enough = 0.2
	}
	s := took.Round(time.Second).String() + " elapsed"
	if share < enough || share >= 1 {
		return s
	}
	left := time.Duration(float64(took) * (1 - share) / share)
	return s + ", about " + left.Round(time.Second).String() + " left"
}

// more returns the note.
func (p *progress) more() string {
	s, _ := p.note.Load().(string)
	return s
}

// took returns how long the work has taken, for the end of a line on a terminal. Elsewhere lines do not depend on time.
func (p *progress) took() string {
	if !p.isTerm {
		return ""
	}
	return " in " + time.Since(p.start).Round(10*time.Millisecond).String()
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

// A count is a progress that counts things and says how many come in a second.
type count struct {
	*progress
	first, total int
}

// newCount returns the progress of work on total things, of which some are done.
func newCount(cmd *cobra.Command, what string, done, total int) *count {
	return &count{newProgress(cmd, what), done, total}
}

// tell says how many are done.
func (c *count) tell(done int) {
	rate := float64(done-c.first) / max(time.Since(c.start).Seconds(), 1e-9)
	c.note.Store(fmt.Sprintf("%d of %d, %.0f per second", done, c.total, rate))
	c.progress.tell(float64(done) / float64(max(c.total, 1)))
}
