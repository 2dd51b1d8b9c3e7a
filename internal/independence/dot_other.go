//go:build !amd64

package independence

func dot(x, y []float64) float64 { return dotInOrder(x, y) }
