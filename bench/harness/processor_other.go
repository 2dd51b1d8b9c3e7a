//go:build !unix

package harness

import "time"

var start = time.Now()

// Processor returns the time since the process began: the best that is known here.
func Processor() time.Duration { return time.Since(start) }
