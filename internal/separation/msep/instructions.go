package msep

import "runtime"

// Instructions names the vector instructions that queries are answered with on this machine, or
// says that there are none.
func Instructions() string {
	switch {
	case vectors && runtime.GOARCH == "amd64":
		return "AVX2"
	case vectors && runtime.GOARCH == "arm64":
		return "NEON"
	}
	return "no vector instructions"
}
