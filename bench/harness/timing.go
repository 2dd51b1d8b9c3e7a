package harness

import (
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sepdist/sepdist/internal/cputime"
)

// A Timing is the output of one side.
type Timing struct {
	Seconds   float64 `json:"seconds"`   // of the fastest run
	Processor float64 `json:"processor"` // time that all processors together spent on it
	Value     float64 `json:"value"`     // the number found
	PeakMB    float64 `json:"peak_mb"`   // most memory the process had, graphs included; 0 if unknown
}

// Best returns the timing of the faster run, by processor time if neither was timed by the clock. The
// least processor time of many runs would be misleading, since a virtual machine corrects it in some runs
// for the time that its host took.
func (t Timing) Best(u Timing, first bool) Timing {
	if first {
		return u
	}
	peak := max(t.PeakMB, u.PeakMB)
	if u.Seconds < t.Seconds || u.Seconds == t.Seconds && u.Processor < t.Processor {
		t = u
	}
	t.PeakMB = peak
	return t
}

// Time times a function that it calls once, or as often as peers.py does: for a while, or a few times if it is slow.
func Time(run func() (float64, error), once bool) (t Timing, err error) {
	const enough, few, long = 2 * time.Second, 4, 10 * time.Second
	for start, runs := time.Now(), 0; runs == 0 || !once && (time.Since(start) < enough || runs < few && time.Since(start) < long); runs++ {
		before, spent := time.Now(), cputime.Now()
		value, err := run()
		if err != nil {
			return t, err
		}
		t = t.Best(Timing{time.Since(before).Seconds(), (cputime.Now() - spent).Seconds(), value, PeakMB()}, runs == 0)
	}
	return t, nil
}

// PeakMB returns the most memory this process has had, as Linux counts it.
func PeakMB() float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
			kb, _ := strconv.ParseFloat(fields[1], 64)
			return kb / 1024
		}
	}
	return 0
}
