//go:build race

package measure_test

// seeds returns how many of n random cases a test goes through: a part of them under the race
// detector, which makes them ten times slower. Without it `make test` goes through all.
func seeds(n uint64) uint64 { return n / 6 }
