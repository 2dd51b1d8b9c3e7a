package msep

// vectors reports whether the processor has AVX2 and the system keeps its registers. Tests unset it.
var vectors = HasAVX2()

// listUnit is the number of neighbours that sweeps read at once. Few lists have more, so that the processor predicts
// where they end.
const listUnit = 4

// HasAVX2 reports whether the processor has AVX2 and the system keeps its registers.
func HasAVX2() bool
