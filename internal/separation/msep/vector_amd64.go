package msep

// vectors reports whether the processor has AVX2 and the system keeps its registers. Tests unset it.
var vectors = HasAVX2()

// HasAVX2 reports whether the processor has AVX2 and the system keeps its registers.
func HasAVX2() bool
