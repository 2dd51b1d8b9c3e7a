// Package advice lets errors and notes refer to options without knowing how the user sets them.
//
// The same text reaches users of the command line, Python, R and the page in a browser, and
// --class mag is graph_class="mag" in Python. So a text contains references,
//
//	advice.Errorf("use %v if the edges represent selection", advice.Option("class", "mag"))
//
// and each door has a [Spell] that writes them: [Flag], and those of Python, R and the page, which are
// in package option. Errors of public packages that contain references have the method
//
//	Render(spell func(option string, values ...string) string) string
//
// A wrapper of such an error has to be made by [Errorf] or [About], not by fmt.Errorf, which
// would fix the spelling.
package advice

import (
	"cmp"
	"errors"
	"fmt"
)

// A Spell writes a reference to an option for the users of one door. Several values are
// alternatives, except those of [IsList]: the nodes of latent, and the pairs old=new of rename.
type Spell = func(option string, values ...string) string

// A Ref is a reference to an option, as an argument of [Textf] and [Errorf].
type Ref struct {
	Option string
	Values []string
}

// Option returns a reference to an option, to set it to one of the values if there are any. The
// name may begin with the role of a graph: truth-class.
func Option(name string, values ...string) Ref { return Ref{name, values} }

// Render returns the reference as spelled by a door.
func (r Ref) Render(spell Spell) string { return spell(r.Option, r.Values...) }

func (r Ref) String() string { return r.Render(Flag) }

// A Text is a text that may contain references. The zero Text is empty.
type Text struct {
	format string
	args   []any
}

// Textf returns a text. Its arguments may be references, other texts and errors.
func Textf(format string, args ...any) Text { return Text{format, args} }

// Render returns the text as spelled by a door; nil means [Flag].
func (t Text) Render(spell Spell) string {
	if spell == nil {
		spell = Flag
	}
	args := make([]any, len(t.args))
	for i, a := range t.args {
		switch a := a.(type) {
		case renderer:
			args[i] = a.Render(spell)
		case error:
			args[i] = Render(a, spell)
		default:
			args[i] = a
		}
	}
	return fmt.Sprintf(t.format, args...)
}

func (t Text) String() string { return t.Render(Flag) }

// Empty reports whether there is no text.
func (t Text) Empty() bool { return t.format == "" }

type renderer interface{ Render(Spell) string }

// Render returns the text of an error as spelled by a door.
func Render(err error, spell Spell) string {
	if r, ok := err.(renderer); ok {
		return r.Render(spell)
	}
	// A wrapper that adds no text of its own, such as one that chooses the exit code.
	if inner := errors.Unwrap(err); inner != nil && inner.Error() == err.Error() {
		return Render(inner, spell)
	}
	return err.Error()
}

// Fields describe an error for programs. An empty field is unknown.
type Fields struct {
	Code    string   // the kind of error, such as "option"
	Role    string   // truth or guess
	File    string   // the name of its graph
	Option  string   // the option that is wrong or would help
	Value   string   // its value
	Values  []string // the values that it can have
	Witness []string // the nodes that show what is wrong
}

// An Error is an error whose text may contain references.
type Error struct {
	Fields
	text Text
	err  error
}

// Errorf is [fmt.Errorf] for texts with references.
func Errorf(format string, args ...any) *Error {
	return &Error{err: fmt.Errorf(format, args...), text: Text{verbs(format), args}}
}

// Wrong returns an error about the value of an option. The text is to begin with the option.
func Wrong(option, value, format string, args ...any) *Error {
	e := Errorf(format, args...)
	e.Code, e.Option, e.Value = "option", option, value
	return e
}

// About returns an error about the graph of a role, truth or guess, which is called name.
func About(role, name string, err error) error {
	e := &Error{err: err, text: Textf("%v", err)}
	if name != "" {
		e = Errorf("%s: %w", name, err)
	}
	e.Role, e.File = role, name
	return e
}

func (e *Error) Error() string { return e.Render(Flag) }

// Render returns the text of the error as spelled by a door.
func (e *Error) Render(spell Spell) string { return e.text.Render(spell) }

func (e *Error) Unwrap() error { return e.err }

// FieldsOf returns what is known about an error: each field comes from the outermost error that
// has it. Without a stated option, it is the first one that the text refers to.
func FieldsOf(err error) Fields {
	var f Fields
	add(&f, err)
	if f.Option == "" {
		Render(err, func(option string, values ...string) string {
			f.Option = cmp.Or(f.Option, option)
			return ""
		})
	}
	return f
}

func add(f *Fields, err error) {
	if e, ok := err.(*Error); ok {
		f.Code, f.Role, f.File = cmp.Or(f.Code, e.Code), cmp.Or(f.Role, e.Role), cmp.Or(f.File, e.File)
		f.Option, f.Value = cmp.Or(f.Option, e.Option), cmp.Or(f.Value, e.Value)
		if f.Values == nil {
			f.Values = e.Values
		}
		if f.Witness == nil {
			f.Witness = e.Witness
		}
	}
	switch u := err.(type) {
	case interface{ Unwrap() error }:
		if inner := u.Unwrap(); inner != nil {
			add(f, inner)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range u.Unwrap() {
			add(f, inner)
		}
	}
}

// verbs returns a format for Sprintf, which has no %w.
func verbs(format string) string {
	b := []byte(format)
	for i := 0; i+1 < len(b); i++ {
		if b[i] == '%' {
			if i++; b[i] == 'w' {
				b[i] = 'v'
			}
		}
	}
	return string(b)
}
