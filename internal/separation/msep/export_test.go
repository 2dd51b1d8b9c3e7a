package msep

// SlotsFrom sets the number of nodes from which an [Adjust] has slots, until the function that it returns is called.
func SlotsFrom(n int) (restore func()) {
	before := slotsFrom
	slotsFrom = n
	return func() { slotsFrom = before }
}
