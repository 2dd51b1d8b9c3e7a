//go:build !race

package measure_test

// seeds returns how many of n random cases a test goes through.
func seeds(n uint64) uint64 { return n }
