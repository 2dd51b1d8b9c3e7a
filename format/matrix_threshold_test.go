package format

import "testing"

// A threshold is for weights: a matrix of 0 and 1 keeps its edges, and beside other numbers 1 is a weight.
func TestThresholdIsForWeights(t *testing.T) {
	one := 1.0
	for _, c := range []struct {
		cells []byte
		edges int
		notes int
	}{
		{[]byte{0, 1, 0, 0, 0, 1, 0, 0, 0}, 2, 1},
		{[]byte{0, 1, 0, 0, 0, 3, 0, 0, 0}, 1, 0},
		{[]byte{0, 0, 0, 1, 0, 0, 0, 3, 0}, 1, 0},
	} {
		a := Array{Data: c.cells, Type: "|i1", Shape: []int{3, 3}}
		d, err := a.Read("", Nodes{}, Options{Orientation: rowToCol, Threshold: &one})
		if err != nil || d.Graph.M() != c.edges || len(d.Notes) != c.notes {
			t.Errorf("%v: %v, %v, expected %d edges and %d notes", c.cells, d, err, c.edges, c.notes)
		}
	}
}
