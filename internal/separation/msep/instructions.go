package msep

import "runtime"

// Instructions names the vector instructions that are used on this machine, or states that there are none.
func Instructions() string {
	switch {
	case vectors && runtime.GOARCH == "amd64":
		return "AVX2"
	case vectors && runtime.GOARCH == "arm64":
		return "NEON"
	}
	return "no vector instructions"
}
