package msep

// gatherLong is the number of words from which vector instructions are worth the call.
const gatherLong = 4

// gather adds to w the words at the given places.
func (w *Word) gather(words []Word, at []int32) {
	if vectors && len(at) >= gatherLong {
		gatherWide(w, &words[0], at)
		return
	}
	w0, w1, w2, w3 := w[0], w[1], w[2], w[3]
	for _, p := range at {
		v := &words[p]
		w0 |= v[0]
		w1 |= v[1]
		w2 |= v[2]
		w3 |= v[3]
	}
	w[0], w[1], w[2], w[3] = w0, w1, w2, w3
}
