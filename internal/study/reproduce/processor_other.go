//go:build !unix

package reproduce

import "time"

var began = time.Now()

// processor returns the time since the start: the processor time is not available here.
func processor() time.Duration { return time.Since(began) }
