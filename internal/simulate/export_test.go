package simulate

// Pair is pair, for tests.
var Pair = pair

// Below draws count numbers below n from a seed.
func Below(seed, n uint64, count int) []uint64 {
	s := newStream(seed)
	numbers := make([]uint64, count)
	for i := range numbers {
		numbers[i] = s.below(n)
	}
	return numbers
}

// Lottery draws count of n numbers, of which some are expected to be drawn.
func Lottery(seed, n, some uint64, count int) []uint64 {
	l := newLottery(newStream(seed), n, some)
	var numbers []uint64
	for range count {
		if number, ok := l.draw(); ok {
			numbers = append(numbers, number)
		}
	}
	return numbers
}
