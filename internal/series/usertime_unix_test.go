//go:build unix

package series_test

import (
	"syscall"
	"time"
)

// userTime returns the time that processors have spent on this process, which a busy machine does
// not make longer.
func userTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano())
}
