//go:build unix

package reproduce

import (
	"syscall"
	"time"
)

var began = time.Now()

// processor returns the processor time of the process so far. Unlike the time of a clock it does not
// count the time that other programs take.
func processor() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Since(began)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
