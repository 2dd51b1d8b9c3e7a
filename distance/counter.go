package distance

import (
	"math/big"
	"math/bits"
	"strconv"
)

// A Counter is an exact count of any size. The zero value is 0.
type Counter struct {
	Low uint64
	Big *big.Int // the count where it does not fit into low
}

// CounterOf returns the count x.
func CounterOf(x uint64) Counter { return Counter{Low: x} }

// counterOf returns the count x, which it may keep.
func CounterOfInt(x *big.Int) Counter {
	if x.IsUint64() {
		return Counter{Low: x.Uint64()}
	}
	return Counter{Big: x}
}

// Uint64 returns the count where it fits into 64 bits.
func (c Counter) Uint64() (x uint64, ok bool) { return c.Low, c.Big == nil }

// Int returns the count.
func (c Counter) Int() *big.Int {
	if c.Big == nil {
		return new(big.Int).SetUint64(c.Low)
	}
	return new(big.Int).Set(c.Big)
}

// Float returns the nearest float, which is infinite beyond all floats.
func (c Counter) Float() float64 {
	if c.Big == nil {
		return float64(c.Low)
	}
	f, _ := new(big.Float).SetInt(c.Big).Float64()
	return f
}

// String returns the digits.
func (c Counter) String() string {
	if c.Big == nil {
		return strconv.FormatUint(c.Low, 10)
	}
	return c.Big.String()
}

func (c Counter) IsZero() bool { return c.Big == nil && c.Low == 0 }

func (c Counter) Plus(d Counter) Counter {
	if c.Big == nil && d.Big == nil {
		if sum, carry := bits.Add64(c.Low, d.Low, 0); carry == 0 {
			return Counter{Low: sum}
		}
	}
	x := c.Int()
	return CounterOfInt(x.Add(x, d.Int()))
}

// minus returns c - d, which must not be negative.
func (c Counter) Minus(d Counter) Counter {
	if c.Big == nil {
		return Counter{Low: c.Low - d.Low}
	}
	x := c.Int()
	return CounterOfInt(x.Sub(x, d.Int()))
}

// over returns c / d, however large both are.
func (c Counter) Over(d Counter) float64 {
	if c.Big == nil && d.Big == nil {
		return float64(c.Low) / float64(d.Low)
	}
	x := new(big.Float).SetPrec(64).SetInt(c.Int())
	f, _ := x.Quo(x, new(big.Float).SetPrec(64).SetInt(d.Int())).Float64()
	return f
}
