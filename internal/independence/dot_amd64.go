package independence

import "gonum.org/v1/gonum/floats"

func dot(x, y []float64) float64 { return floats.Dot(x, y) }
