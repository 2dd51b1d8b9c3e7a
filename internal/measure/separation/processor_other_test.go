//go:build !unix

package separation

import "time"

var begin = time.Now()

// processorTime is the time by the clock, where a process cannot ask for its own.
func processorTime() time.Duration { return time.Since(begin) }
