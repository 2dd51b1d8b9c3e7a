// Package numeral writes numbers: for people with a fixed number of decimals, in percent or with a
// noun, and for JSON so that readers do not round them.
package numeral

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Count returns a number with a noun: "1 node", "8 nodes".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Decimals returns x with four decimals, or with more, at most 16, if its distance from 0, 1 or -1
// needs them: 0.0000005 would be 0.0000 with four and 0.000001 with six.
func Decimals(x float64) string {
	least := min(math.Abs(x), math.Abs(1-math.Abs(x)))
	var leading int // the decimal place of the first digit of least
	if _, exponent, ok := strings.Cut(strconv.FormatFloat(least, 'e', 0, 64), "e-"); ok {
		leading, _ = strconv.Atoi(exponent)
	}
	return strconv.FormatFloat(x, 'f', min(max(4, leading), 16), 64)
}

// Share returns "all", "none", or a share in percent.
func Share(share float64) string {
	switch share {
	case 0:
		return "none"
	case 1:
		return "all"
	}
	return Percent(share)
}

// Percent returns a share in percent, with one more digit near 0 and 1. Only 0 is 0 % and only 1 is 100 %.
func Percent(share float64) string {
	switch {
	case share == 0 || share == 1:
		return fmt.Sprintf("%.0f %%", 100*share)
	case share < 0.001:
		return "< 0.1 %"
	case share > 0.999:
		return "> 99.9 %"
	case share < 0.01 || share > 0.99:
		return fmt.Sprintf("%.1f %%", 100*share)
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// mostExact is the largest integer up to which JSON readers with floating-point numbers are exact.
const mostExact = 1 << 53

// JSON returns the value to marshal for x: an integer if x is one that fits.
func JSON(x float64) any {
	if x == math.Trunc(x) && math.Abs(x) < mostExact {
		return int64(x)
	}
	return x
}

// JSONUint returns the value to marshal for x: its digits as a string if a reader would round it.
func JSONUint(x uint64) any {
	if x <= mostExact {
		return int64(x)
	}
	return strconv.FormatUint(x, 10)
}

// JSONInt is [JSONUint] for integers of any size that are not negative.
func JSONInt(x *big.Int) any {
	if x.IsUint64() {
		return JSONUint(x.Uint64())
	}
	return x.String()
}
