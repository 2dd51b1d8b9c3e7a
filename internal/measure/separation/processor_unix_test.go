//go:build unix

package separation

import (
	"syscall"
	"time"
)

// processorTime returns the time that processors have spent on this process, which other programs do
// not make longer as they do the time by the clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
