//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns the time that processors have spent on this process, which a busy machine does
// not stretch as it does the time by the clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
