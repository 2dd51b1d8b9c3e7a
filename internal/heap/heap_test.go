package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

var kept []byte

// garbage makes n bytes of garbage and returns the number of collections.
func garbage(bytes int) uint32 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range bytes >> 10 {
		kept = make([]byte, 1<<10)
	}
	runtime.ReadMemStats(&after)
	return after.NumGC - before.NumGC
}

// percent returns what GOGC is.
func percent() uint64 {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// Garbage waits before the first collection and after it, and there is little of it beside much memory in use.
func TestReserve(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	debug.SetGCPercent(100)
	Reserve()
	if n := garbage(reserved / 4); n > 0 {
		t.Errorf("at first %d MB of garbage were collected %d times, want never", reserved/4>>20, n)
	}
	for _, used := range []int{1 << 20, 2 * share * reserved} {
		held := make([]byte, used) // that is not touched
		for {                      // GOGC is set some time after a collection
			runtime.GC()
			time.Sleep(time.Millisecond)
			if p := percent(); p == 100*reserved/least && used < least || p == 100/share {
				break
			}
		}
		if n := garbage(reserved / 4); n > 0 {
			t.Errorf("with %d MB in use, %d MB of garbage were collected %d times, want never", used>>20, reserved/4>>20, n)
		}
		runtime.KeepAlive(held)
	}
}
