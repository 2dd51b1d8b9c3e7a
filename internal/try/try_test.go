package try_test

import (
	"errors"
	"strconv"
	"testing"

	"github.com/sepdist/sepdist/internal/try"
)

// sum adds numbers in a function below the guarded one.
func sum(words ...string) (total int, err error) {
	defer try.Catch(&err)
	add(&total, words)
	return total, nil
}

func add(to *int, words []string) {
	for _, w := range words {
		*to += try.Get(strconv.Atoi(w))
	}
}

func TestFirstErrorEnds(t *testing.T) {
	if total, err := sum("1", "2"); total != 3 || err != nil {
		t.Errorf("sum of 1 and 2: %d, %v", total, err)
	}
	if _, err := sum("1", "x", "y"); !errors.Is(err, strconv.ErrSyntax) || err.Error() != `strconv.Atoi: parsing "x": invalid syntax` {
		t.Errorf("sum of 1, x and y: %v", err)
	}
}

func TestOtherPanicsPass(t *testing.T) {
	defer func() {
		if fault := recover(); fault != "mine" {
			t.Errorf("recovered %v", fault)
		}
	}()
	func() (err error) {
		defer try.Catch(&err)
		panic("mine")
	}()
	t.Error("the panic was swallowed")
}
