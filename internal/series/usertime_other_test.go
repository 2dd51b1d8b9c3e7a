//go:build !unix

package series_test

import "time"

func userTime() time.Duration { return 0 }
