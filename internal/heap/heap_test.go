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

// Garbage waits before the first collection and after it, and what is held is not multiplied.
func TestReserve(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	debug.SetGCPercent(100)
	Reserve()
	if n := garbage(reserved / 4); n > 0 {
		t.Errorf("at first %d MB of garbage were collected %d times, want never", reserved/4>>20, n)
	}
	for percent() != 100 { // the cleanup is run some time after a collection
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	runtime.GC()
	if n := garbage(reserved / 4); n > 0 {
		t.Errorf("later %d MB of garbage were collected %d times, want never", reserved/4>>20, n)
	}
}
