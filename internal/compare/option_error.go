package compare

import "fmt"

// An OptionError says what is wrong and which options would help. Its text calls them by the
// names that every door knows, such as project; [OptionError.Words] lets a door call them as its
// users type them.
type OptionError struct {
	Err     error    // what is wrong
	Advice  string   // what to do about it, with a %s for each option
	Options []string // by name
}

func (e *OptionError) Error() string {
	return e.Words(func(option string) string { return "the option " + option })
}

func (e *OptionError) Unwrap() error { return e.Err }

// Words returns the text with each option as call says.
func (e *OptionError) Words(call func(option string) string) string {
	options := make([]any, len(e.Options))
	for i, name := range e.Options {
		options[i] = call(name)
	}
	return fmt.Sprintf("%s: "+e.Advice, append([]any{e.Err}, options...)...)
}
