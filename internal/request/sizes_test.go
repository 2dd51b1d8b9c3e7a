package request

import (
	"fmt"
	"testing"
)

// Sizes whose product overflows, or that ask for more memory than there is, are errors.
func TestHostileSizes(t *testing.T) {
	for _, n := range []uint64{1 << 31, 1 << 32, 3 << 31, 1 << 40, 1<<63 - 1} {
		for _, request := range []string{
			`{"op": "compare-many", "matrices": {"nodes": %d, "truth": 0, "guess": 0, "code": {"codes": "plain", "orientation": "row-to-col"}}}`,
			`{"op": "read", "graph": {"array": {"data": 0, "type": "|i1", "shape": [%d, %[1]d]}, "options": {"orientation": "row-to-col"}}}`,
			`{"op": "read", "graph": {"array": {"data": 0, "type": "<f8", "shape": [%d, %[1]d], "strides": [0, 0]}, "options": {"orientation": "row-to-col"}}}`,
			`{"op": "read", "graph": {"sparse": {"layout": "coo", "size": %d, "rows": {"data": 0, "type": "<i4", "shape": [0]}, "cols": {"data": 0, "type": "<i4", "shape": [0]}, "values": {"data": 0, "type": "<f8", "shape": [0]}}, "options": {"orientation": "row-to-col"}}}`,
			`{"op": "simulate", "class": "dag", "random": {"nodes": %d, "edges": 3}}`,
			`{"op": "simulate", "class": "ts-dag", "random": {"nodes": 3, "edges": 3, "max-lag": %d}}`,
		} {
			text := fmt.Sprintf(request, n)
			header, _ := ask(t, text, nil)
			if header["error"] == nil {
				t.Errorf("%s is answered", text)
			}
		}
	}
}
