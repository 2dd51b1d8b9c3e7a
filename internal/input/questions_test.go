package input

import (
	"errors"
	"testing"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
)

// Questions about two files are one error, which keeps the role of the first file and its question for
// doors that ask one at a time.
func TestAsk(t *testing.T) {
	matrix := []byte("a,b,c\n0,1,0\n0,0,1\n0,0,0\n")
	reading := func(role string) Reading {
		_, err := format.Parse(matrix, role+".csv", format.Options{})
		return Reading{Role: role, Err: advice.About(role, "", err)}
	}
	err := Ask([]Reading{reading("truth"), reading("guess")}, true)
	const want = "truth.csv, guess.csv: does a 1 in row i, column j mean i → j or j → i? use --codes pcalg-cpdag if it is from pcalg, else --orientation row-to-col or col-to-row"
	if err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	var ask *format.AmbiguityError
	if role := advice.FieldsOf(err).Role; role != "truth" || !errors.As(err, &ask) || ask.Option != "orientation" {
		t.Errorf("the first question is %+v, about %q", ask, role)
	}
	if got := Answers(err); len(got) != 1 || got[0].String() != "--orientation row-to-col" {
		t.Errorf("the answers are %v", got)
	}
	if err := Ask([]Reading{{Role: "truth"}, {Role: "guess"}}, true); err != nil {
		t.Errorf("files that were read: %v", err)
	}
}
