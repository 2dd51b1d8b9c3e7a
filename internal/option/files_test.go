//go:build !lean

package option

import (
	"math"
	"strings"
	"testing"
)

// Weights are decimal numbers, not numbers in Go's own syntax.
func TestWeightsAreDecimal(t *testing.T) {
	for _, number := range []string{"1_000", "0x10", "0x1p4", "1,000"} {
		var weights weights
		err := weights.read(strings.NewReader("a,b,\""+number+"\"\n"), "weights.csv")
		if want := `weights.csv:1:5: unexpected "` + number + `", expected a weight of 0 or more`; err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v; want %s", number, weights, err, want)
		}
	}
}

// A file of weights is read or refused with its line.
func FuzzWeights(f *testing.F) {
	for _, s := range []string{"x,y,weight\na,b,1\n", "a,b,0.5\na,b,1\n", "a,b,-1", "a,b,1e400", "\"a\nb\",c,1", "a,b", "", ",,\n", "a,b,NaN"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var weights weights
		err := weights.read(strings.NewReader(text), "weights.csv")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "weights.csv:") {
				t.Fatalf("%q: %v does not say where", text, err)
			}
			return
		}
		for pair, w := range weights {
			if !(w >= 0) || math.IsInf(w, 0) {
				t.Fatalf("%q: %q has the weight %v", text, pair, w)
			}
		}
	})
}
