// Package try lets code of many steps, each of which can fail, read as its steps do.
//
// Readers of files, answers to requests and commands go down many calls, and what is wrong at the
// bottom is reported at the top. In a function that defers [Catch], and in all that it calls in the same
// goroutine, [Check], [Get] and [Two] end that function with an error. text/template and
// encoding/gob read so. The panic never leaves the package that uses it, and any other panic
// passes through.
package try

// A failure is an error on its way to Catch.
type failure struct{ err error }

// Check ends the guarded function with err, unless it is nil.
func Check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// Get returns v, or ends the guarded function with err.
func Get[T any](v T, err error) T {
	Check(err)
	return v
}

// Two is [Get] for two values.
func Two[A, B any](a A, b B, err error) (A, B) {
	Check(err)
	return a, b
}

// Catch guards a function: defer try.Catch(&err), where err is its named result.
func Catch(err *error) {
	switch fault := recover().(type) {
	case nil:
	case failure:
		*err = fault.err
	default:
		panic(fault)
	}
}
