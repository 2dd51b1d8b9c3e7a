//go:build !race

package frontier

const every = 1
