package distance

import (
	"math/big"
	"math/bits"
	"strconv"
)

// A Counter is an exact count of any size. The zero value is 0.
type Counter struct {
	low uint64
	big *big.Int // the count where it does not fit into low
}

// CounterOf returns the count x.
func CounterOf(x uint64) Counter { return Counter{low: x} }

// counterOf returns the count x, which it may keep.
func counterOf(x *big.Int) Counter {
	if x.IsUint64() {
		return Counter{low: x.Uint64()}
	}
	return Counter{big: x}
}

// Uint64 returns the count where it fits into 64 bits.
func (c Counter) Uint64() (x uint64, ok bool) { return c.low, c.big == nil }

// Int returns the count.
func (c Counter) Int() *big.Int {
	if c.big == nil {
		return new(big.Int).SetUint64(c.low)
	}
	return new(big.Int).Set(c.big)
}

// Float returns the nearest float, which is infinite beyond all floats.
func (c Counter) Float() float64 {
	if c.big == nil {
		return float64(c.low)
	}
	f, _ := new(big.Float).SetInt(c.big).Float64()
	return f
}

// String returns the digits.
func (c Counter) String() string {
	if c.big == nil {
		return strconv.FormatUint(c.low, 10)
	}
	return c.big.String()
}

func (c Counter) isZero() bool { return c.big == nil && c.low == 0 }

func (c Counter) plus(d Counter) Counter {
	if c.big == nil && d.big == nil {
		if sum, carry := bits.Add64(c.low, d.low, 0); carry == 0 {
			return Counter{low: sum}
		}
	}
	x := c.Int()
	return counterOf(x.Add(x, d.Int()))
}

// minus returns c - d, which must not be negative.
func (c Counter) minus(d Counter) Counter {
	if c.big == nil {
		return Counter{low: c.low - d.low}
	}
	x := c.Int()
	return counterOf(x.Sub(x, d.Int()))
}

// over returns c / d, however large both are.
func (c Counter) over(d Counter) float64 {
	if c.big == nil && d.big == nil {
		return float64(c.low) / float64(d.low)
	}
	x := new(big.Float).SetPrec(64).SetInt(c.Int())
	f, _ := x.Quo(x, new(big.Float).SetPrec(64).SetInt(d.Int())).Float64()
	return f
}
