//go:build unix && !linux

package cputime

import (
	"syscall"
	"time"
)

// Now returns the processor time of the process so far.
func Now() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
