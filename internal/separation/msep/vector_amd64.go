package msep

// vectors reports whether the processor has AVX2 and the system keeps its registers. Tests unset it.
var vectors = hasAVX2()

func hasAVX2() bool
