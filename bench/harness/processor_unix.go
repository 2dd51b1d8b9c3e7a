//go:build unix && !linux

package harness

import (
	"syscall"
	"time"
)

// Processor returns the time that processors have spent on this process so far. Beside other work it
// stays the same, where a clock would not.
func Processor() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
