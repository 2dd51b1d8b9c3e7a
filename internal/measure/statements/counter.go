package statements

import (
	"math/big"
	"math/bits"
	"strconv"
)

// A counter is an exact count of any size. The zero value is 0.
type counter struct {
	low uint64
	big *big.Int // the count if it does not fit into low
}

// counterOf returns the count x.
func counterOf(x uint64) counter { return counter{low: x} }

// counterOfInt returns the count x, which it may keep.
func counterOfInt(x *big.Int) counter {
	if x.IsUint64() {
		return counter{low: x.Uint64()}
	}
	return counter{big: x}
}

// Uint64 returns the count if it fits into 64 bits.
func (c counter) Uint64() (x uint64, ok bool) { return c.low, c.big == nil }

// Int returns the count.
func (c counter) Int() *big.Int { return c.setInt(new(big.Int)) }

// setInt sets x to the count and returns it.
func (c counter) setInt(x *big.Int) *big.Int {
	if c.big == nil {
		return x.SetUint64(c.low)
	}
	return x.Set(c.big)
}

// Float returns the nearest float, which is infinite beyond all floats.
func (c counter) Float() float64 {
	if c.big == nil {
		return float64(c.low)
	}
	f, _ := new(big.Float).SetInt(c.big).Float64()
	return f
}

// String returns the digits.
func (c counter) String() string {
	if c.big == nil {
		return strconv.FormatUint(c.low, 10)
	}
	return c.big.String()
}

func (c counter) isZero() bool { return c.big == nil && c.low == 0 }

func (c counter) plus(d counter) counter {
	if c.big == nil && d.big == nil {
		if sum, carry := bits.Add64(c.low, d.low, 0); carry == 0 {
			return counter{low: sum}
		}
	}
	x := c.Int()
	return counterOfInt(x.Add(x, d.Int()))
}

// minus returns c - d, which must not be negative.
func (c counter) minus(d counter) counter {
	if c.big == nil {
		return counter{low: c.low - d.low}
	}
	x := c.Int()
	return counterOfInt(x.Sub(x, d.Int()))
}

// over returns c / d, however large both are.
func (c counter) over(d counter) float64 {
	if c.big == nil && d.big == nil {
		return float64(c.low) / float64(d.low)
	}
	x := new(big.Float).SetPrec(64).SetInt(c.Int())
	f, _ := x.Quo(x, new(big.Float).SetPrec(64).SetInt(d.Int())).Float64()
	return f
}
