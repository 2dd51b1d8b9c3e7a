//go:build race

package frontier

// every is the step between the sizes that a test tries: the race detector makes it slow.
const every = 15
