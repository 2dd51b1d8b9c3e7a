package main

import (
	"testing"
	"time"
)

// An estimate of the rest is shown only once enough of the work is done.
func TestTimes(t *testing.T) {
	for _, tt := range []struct {
		took  time.Duration
		share float64
		want  string
	}{
		{12 * time.Second, 0.0001, "12s elapsed"},
		{10 * time.Second, 0.09, "10s elapsed"},
		{10 * time.Minute, 0.09, "10m0s elapsed, about 1h41m7s left"},
		{30 * time.Second, 0.25, "30s elapsed, about 1m30s left"},
		{90 * time.Second, 1, "1m30s elapsed"},
	} {
		if got := times(tt.took, tt.share); got != tt.want {
			t.Errorf("%v, %v: %q, want %q", tt.took, tt.share, got, tt.want)
		}
	}
}
