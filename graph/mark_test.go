package graph

import "testing"

// What is drawn is read as it was.
func TestParseMarks(t *testing.T) {
	for x := Tail; x <= Conflict; x++ {
		for y := Tail; y <= Conflict; y++ {
			drawn := left[x:x+1] + "-" + right[y:y+1]
			if gotX, gotY, ok := ParseMarks([]byte(drawn)); !ok || gotX != x || gotY != y {
				t.Errorf("%s: %v, %v, %v", drawn, gotX, gotY, ok)
			}
		}
	}
	for _, no := range []string{"", "--", "---->", "> <", ">-<", "<=>", " -x", "a->"} {
		if _, _, ok := ParseMarks([]byte(no)); ok {
			t.Errorf("%q is read as an edge", no)
		}
	}
}
