package frontier

import "github.com/sepdist/sepdist/internal/separation/msep"

// vectors reports whether the processor has AVX2. Tests unset it.
var vectors = msep.HasAVX2()

// gatherVectors is gatherPlain by AVX2. There must be one of to at least.
func (w *sweep) gatherVectors(to []lanes, ends []uint32, sources []source, from []lanes, f *factors) {
	gatherWide(&to[0], ends, sources, &from[0], f, w.p, w.inverse)
}

//go:noescape
func gatherWide(to *lanes, ends []uint32, sources []source, from *lanes, f *factors, p, inverse uint32)
