//go:build !race

package frontier

// every is the step between the sizes that a test tries.
const every = 4
