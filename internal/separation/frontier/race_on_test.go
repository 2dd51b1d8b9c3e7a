//go:build race

package frontier

// every is how many sizes a test passes over: the race detector makes it too slow to try all of them.
const every = 15
