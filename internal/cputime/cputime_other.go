//go:build !unix

package cputime

import "time"

var start = time.Now()

// Now returns the time since the start of the process: the processor time is not available here.
func Now() time.Duration { return time.Since(start) }
