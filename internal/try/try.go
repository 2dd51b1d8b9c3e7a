// Package try lets recursive-descent readers report an error from the bottom of many calls.
//
// In a function that defers [Catch], and in all that it calls in the same goroutine, [Check] and [Get]
// end that function with an error. text/template and encoding/gob work in the same way. The panic
// never leaves the package that uses it, and any other panic passes through. Only package format
// uses it: other packages return errors.
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
