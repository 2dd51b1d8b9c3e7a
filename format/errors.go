package format

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/numeral"
)

const unknownFormat = "no known graph format"

// A position is a line and column of a text, from 1. Columns count runes. The zero value means
// unknown.
type position struct{ line, col int32 }

func (p position) String() string { return fmt.Sprintf("%d:%d", p.line, p.col) }

// A ParseError is the place at which a text stops being a graph.
type ParseError struct {
	File      string // as the caller named it; may be empty
	Line, Col int    // from 1; Col counts runes
	Token     string // what was found; empty at the end of the text or line
	Want      string // what was expected

	use advice.Text // follows in the message if an option helps
}

func (e *ParseError) Error() string { return e.Render(advice.Flag) }

// Render is [FileError.Render].
func (e *ParseError) Render(spell func(option string, values ...string) string) string {
	at := fmt.Sprintf("%d:%d", e.Line, e.Col)
	if e.File != "" {
		at = e.File + ":" + at
	}
	if e.Token == "" {
		return fmt.Sprintf("%s: unexpected end of text, expected %s%s", at, e.Want, e.use.Render(spell))
	}
	return fmt.Sprintf("%s: unexpected %q, expected %s%s", at, clip(e.Token), e.Want, e.use.Render(spell))
}

// newParseError returns an error about a token. It keeps the beginning of the token.
func newParseError(file string, p position, token []byte, want string) *ParseError {
	const most = 200 // bytes; errors show less
	return &ParseError{File: file, Line: int(p.line), Col: int(p.col), Token: string(token[:min(len(token), most)]), Want: want}
}

// A FileError is the reason why a file, or a matrix in memory, is refused.
type FileError struct {
	File string // as the caller named it; empty for a matrix without a name
	Why  string // what is wrong
	Do   string // what to do; may be empty

	use advice.Text // what to do if an option helps
}

func (e *FileError) Error() string { return e.Render(advice.Flag) }

// Render returns the text of the error. The function spell writes the options in it; several values
// are alternatives. Error writes them as flags of the command line.
func (e *FileError) Render(spell func(option string, values ...string) string) string {
	s := e.Why
	if e.File != "" {
		s = e.File + ": " + s
	}
	switch {
	case e.Do != "":
		s += ": " + e.Do
	case !e.use.Empty():
		s += ": " + e.use.Render(spell)
	}
	return s
}

// An AmbiguityError reports that a file has more than one meaning, and the option that decides.
type AmbiguityError struct {
	File     string
	Question string   // "does a 1 in row i, column j mean i → j or j → i?"
	Option   string   // the name of a row of [Settings]
	Values   []string // the values that decide; nil: any value of the option
	Prefix   string   // "truth-" or "guess-" if there are two files

	// Also are further questions about the file, which remain if the first value answers this one.
	// Assumed is the graph if the first value answers all questions, or nil if it is not valid.
	Also    []*AmbiguityError
	Assumed *Document

	other advice.Ref // another option that decides, such as codes=pcalg-cpdag; may be empty
	given advice.Ref // the answer to the first question that this one depends on; may be empty
}

func (e *AmbiguityError) Error() string { return e.Render(advice.Flag) }

// Render is [FileError.Render].
func (e *AmbiguityError) Render(spell func(option string, values ...string) string) string {
	s := e.Ask(e.Prefix, spell)
	for _, also := range e.Also {
		s += "; " + also.Ask(e.Prefix, spell)
	}
	if e.File != "" {
		s = e.File + ": " + s
	}
	return s
}

// Ask returns the question and the options that answer it, without further questions. The prefix is
// "truth-" or "guess-" if it is about one of two files.
func (e *AmbiguityError) Ask(prefix string, spell func(option string, values ...string) string) string {
	use := spell(prefix+e.Option, e.Values...)
	if e.other.Option != "" {
		use = spell(prefix+e.other.Option, e.other.Values...) + " if it is from pcalg, else " + use
	}
	question := e.Question
	if e.given.Option != "" {
		question = "with " + spell(prefix+e.given.Option, e.given.Values...) + ", " + question
	}
	return question + " use " + use
}

// An OrientationError reports a stated orientation that no matrix in its code has.
type OrientationError struct {
	File   string // may be empty
	Code   string // a name of [Codes]
	Own    string // the direction of the code
	Stated string
	Prefix string // "truth-" or "guess-" if there are two files
	Do     string // what to do; empty: omit the option
}

func (e *OrientationError) Error() string { return e.Render(advice.Flag) }

// Render is [FileError.Render].
func (e *OrientationError) Render(spell func(option string, values ...string) string) string {
	s := fmt.Sprintf("%s contradicts the code %s, which is always %s: ", spell(e.Prefix+"orientation", e.Stated), e.Code, e.Own)
	if e.File != "" {
		s = e.File + ": " + s
	}
	return s + cmp.Or(e.Do, "omit it")
}

// A loss is what a format cannot hold, by kind.
type loss struct {
	thing   string // in the singular: "edge"; the plural adds an s
	which   string // "of its kind"; may be empty
	count   int
	example string // the first; may be empty
}

func (l loss) String() string {
	s := numeral.Count(l.count, l.thing)
	if l.which != "" {
		s += " " + l.which
	}
	if l.example != "" {
		s += " (" + shown(l.example) + ")"
	}
	return s
}

// A LossError reports that a format cannot hold all of a graph.
type LossError struct {
	Format string
	Lost   []string // "2 edges of its kind (a <-> b)"

	with advice.Text // the option that prevents it, if any
}

func (e *LossError) Error() string { return e.Render(advice.Flag) }

// Render is [FileError.Render].
func (e *LossError) Render(spell func(option string, values ...string) string) string {
	return fmt.Sprintf("%s%s cannot hold %s: add %s to write the rest, or choose another format", e.Format, e.with.Render(spell), strings.Join(e.Lost, ", "), spell("lossy"))
}

// An UnknownError reports that no format recognises the input.
type UnknownError struct {
	Format string // it was read as a file of this format; may be empty
	Err    error  // the reason why it is not one
}

func (e *UnknownError) Error() string { return e.Render(advice.Flag) }

// Render is [FileError.Render].
func (e *UnknownError) Render(spell func(option string, values ...string) string) string {
	if e.Format == "" {
		return advice.Render(e.Err, spell)
	}
	return fmt.Sprintf("%s (%s, read as %s: use %s if it is another)", advice.Render(e.Err, spell), unknownFormat, e.Format, spell("format"))
}

func (e *UnknownError) Unwrap() error { return e.Err }

func losses(list []loss) []string {
	words := make([]string, len(list))
	for i, l := range list {
		words[i] = l.String()
	}
	return words
}

// clip shortens a text for an error.
func clip(s string) string {
	const most = 40
	if len(s) <= most || utf8.RuneCountInString(s) <= most {
		return s
	}
	n := 0
	for i := range s {
		if n++; n == most {
			return s[:i] + "…"
		}
	}
	return s
}

// shown is clip without quotes, unless the text has characters that cannot be printed.
func shown(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return clipped(s)
	}
	return clip(s)
}

// clipped is clip in quotes.
func clipped(s string) string { return fmt.Sprintf("%q", clip(s)) }
