//go:build amd64 || arm64

package msep

// gatherWide adds to w the words at the given places after first. The places are trusted.
//
//go:noescape
func gatherWide(w, first *Word, at []int32)

// upWide is [field.collectFromChildrenPlain]. The words are those of the first node; the lists are padded and trusted.
// The word of out after the last one is zero.
//
//go:noescape
func upWide(tail, head, given, out *Word, at, to *int32, last int)

// downWide is [field.collectFromParentsPlain], as upWide is the other.
//
//go:noescape
func downWide(tail, head, given, out *Word, at, to *int32, last int) bool
