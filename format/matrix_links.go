package format

import (
	"strings"

	"github.com/sepdist/sepdist/graph"
)

// tigramite writes a link as three characters, such as -->. These are the marks at its ends, in the
// order of their numbers; + is a tail with an arrow beside it.
const (
	leftEnds  = "-<ox+"
	rightEnds = "->ox+"
	plusEnd   = 4
)

// linkValue returns the number, from 1 on, of a link such as o->.
func linkValue(s []byte) (int16, bool) {
	if len(s) != 3 || s[1] != '-' {
		return 0, false
	}
	l, r := strings.IndexByte(leftEnds, s[0]), strings.IndexByte(rightEnds, s[2])
	if l < 0 || r < 0 || (l == plusEnd || r == plusEnd) && l+r != plusEnd+1 {
		return 0, false
	}
	return int16(l*len(leftEnds)+r) + 1, true
}

// linkText is the inverse of linkValue.
func linkText(v int16) string {
	if v == 0 {
		return ""
	}
	l, r := int(v-1)/len(leftEnds), int(v-1)%len(leftEnds)
	return string([]byte{leftEnds[l], '-', rightEnds[r]})
}

// isLink reports whether s is a link, and whether it is finished. The middle of the links of an
// unfinished graph is not -.
func isLink(s []byte) (link, finished bool) {
	if len(s) != 3 || strings.IndexByte("-?LR!", s[1]) < 0 {
		return false, false
	}
	_, ok := linkValue([]byte{s[0], '-', s[2]})
	return ok, s[1] == '-'
}

// The meaning of two links that are mirror images. In the second list o-o is an undirected edge: the
// link that PC and PCMCI+ leave without a direction.
var linksAsDrawn, linksWithLines = newLinkPairs(false), newLinkPairs(true)

func linkPairs(asLines bool) []codePair {
	if asLines {
		return linksWithLines
	}
	return linksAsDrawn
}

func newLinkPairs(asLines bool) []codePair {
	value := func(s string) int16 { v, _ := linkValue([]byte(s)); return v }
	pairs := []codePair{{value("+->"), value("<-+"), "--> <->"}}
	if asLines {
		pairs = append(pairs, codePair{value("o-o"), value("o-o"), "---"})
	}
	for _, arrow := range strings.Fields(allEdges) {
		if asLines && arrow == "o-o" {
			continue
		}
		x, y, _ := graph.ParseMarks([]byte(arrow))
		mirror := graph.Edge{X: 0, Y: 1, AtX: y, AtY: x}.Arrow()
		pairs = append(pairs, codePair{value(arrow), value(mirror), arrow})
	}
	return pairs
}

// mirrorLink returns the link read from its other end.
func mirrorLink(v int16) int16 {
	l, r := (v-1)/int16(len(leftEnds)), (v-1)%int16(len(leftEnds))
	return r*int16(len(leftEnds)) + l + 1
}
