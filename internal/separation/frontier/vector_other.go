//go:build !amd64

package frontier

// vectors is never set: there is nothing but plain Go here.
var vectors = false

func (w *sweep) gatherVectors(to []lanes, ends []uint32, sources []source, from []lanes, f *factors) {
	w.gatherPlain(to, ends, sources, from, f)
}
