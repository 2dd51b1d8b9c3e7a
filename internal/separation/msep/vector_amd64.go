package msep

// vectors reports whether the processor has AVX2 and the system keeps its registers.
var vectors = hasAVX2()

func hasAVX2() bool

// gatherWide adds to w the words at the given places after first. The places are trusted.
//
//go:noescape
func gatherWide(w, first *Word, at []int32)

//go:noescape
func upWide(tail, head, given, tells *Word, at, to *int32, last int)

//go:noescape
func downWide(tail, head, given, tells *Word, at, to *int32, last int) bool
