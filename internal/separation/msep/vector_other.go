//go:build !amd64 && !arm64

package msep

const vectors = false

const listUnit = 1

func gatherWide(w, first *Word, at []int32) { panic("msep: no vector instructions") }

func upWide(tail, head, given, out *Word, at, to *int32, last int) {
	panic("msep: no vector instructions")
}

func downWide(tail, head, given, out *Word, at, to *int32, last int) bool {
	panic("msep: no vector instructions")
}
