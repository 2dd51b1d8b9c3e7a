//go:build amd64 || arm64

package msep

// WithoutVectors calls f while no vector instructions are used, and reports whether they would be.
func WithoutVectors(f func()) (used bool) {
	used, vectors = vectors, false
	defer func() { vectors = used }()
	f()
	return used
}
