// Package limit has the largest values of numeric options. The library and the table of options check
// them, so that a typing error does not use all memory.
package limit

// The limits.
const (
	Workers  = 1024
	Baseline = 1_000_000
	Pairs    = 10_000_000
	Readings = 1_000_000
	Lag      = 10_000 // of claims that are tested against data
)

// UsualReadings is the number of readings of a guess that are examined unless an option says otherwise.
const UsualReadings = 1000
