package heap

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

var kept []byte

// garbage makes so many bytes of garbage and returns how often it was collected.
func garbage(bytes int) uint32 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range bytes >> 10 {
		kept = make([]byte, 1<<10)
	}
	runtime.ReadMemStats(&after)
	return after.NumGC - before.NumGC
}

// Garbage waits before the first collection and after it, and what is held is not multiplied.
func TestReserve(t *testing.T) {
	if os.Getenv("GOGC") != "" {
		t.Setenv("GOGC", "")
	}
	Reserve()
	if n := garbage(reserved / 4); n > 0 {
		t.Errorf("at first %d MB of garbage were collected %d times, want never", reserved/4>>20, n)
	}
	for range 1000 { // the cleanup is run some time after a collection
		runtime.GC()
		if now := debug.SetGCPercent(100); now == 100 {
			break
		} else {
			debug.SetGCPercent(now)
		}
		time.Sleep(time.Millisecond)
	}
	if now := debug.SetGCPercent(100); now != 100 {
		t.Fatalf("GOGC is still %d after collections", now)
	}
	runtime.GC()
	if n := garbage(reserved / 4); n > 0 {
		t.Errorf("later %d MB of garbage were collected %d times, want never", reserved/4>>20, n)
	}
}
