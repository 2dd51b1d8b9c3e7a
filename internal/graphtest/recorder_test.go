package graphtest_test

import (
	"fmt"
	"runtime"
	"testing"
)

// A recorder is a test that may fail.
type recorder struct {
	testing.TB
	failed bool
	text   string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failed = true
	r.text = fmt.Sprintf(format, args...)
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}
