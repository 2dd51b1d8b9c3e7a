package format

import (
	"errors"

	"github.com/sepdist/sepdist/internal/advice"
)

// askAll reads a graph. If it has several meanings, the error asks all questions that decide: it reads
// the graph again with the first value that answers each question.
func askAll(o Options, read func(o Options) (*Document, error)) (*Document, error) {
	d, err := read(o)
	var first *AmbiguityError
	if !errors.As(err, &first) {
		return d, err
	}
	stated := o
	asked := make(map[string]bool)
	for ask := first; o.Set(ask.Option, ask.Answer()) == nil; {
		asked[ask.Option] = true
		d, next := read(o)
		if !errors.As(next, &ask) {
			first.Assumed = d
			break
		}
		if asked[ask.Option] {
			break
		}
		first.Also = append(first.Also, ask)
	}
	if len(first.Values) > 1 {
		for _, also := range first.Also {
			also.setIf(first, stated, read)
		}
	}
	return nil, err
}

// setIf sets the condition of a further question, if another answer to the first one makes it superfluous.
func (e *AmbiguityError) setIf(first *AmbiguityError, o Options, read func(o Options) (*Document, error)) {
	for _, value := range first.Values[1:] {
		o := o
		err := o.Set(first.Option, value)
		for _, other := range first.Also {
			if other.Option != e.Option && err == nil {
				err = o.Set(other.Option, other.Answer())
			}
		}
		if err == nil {
			_, err = read(o)
		}
		if ask := (*AmbiguityError)(nil); !errors.As(err, &ask) || ask.Option != e.Option {
			e.given = advice.Option(first.Option, first.Answer())
		}
	}
}

// Answer returns a value that decides, or "" if any value does.
func (e *AmbiguityError) Answer() string {
	switch {
	case len(e.Values) == 0:
		return ""
	case e.Values[0] == anyNumber:
		return "0.3" // as in NOTEARS
	}
	return e.Values[0]
}

// anyNumber stands for a number among the values that decide.
const anyNumber = "NUMBER"
