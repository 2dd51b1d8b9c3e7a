package format

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrUnknown is wrapped by the error of [Read] if no format recognises the input.
var ErrUnknown = errors.New("no known graph format")

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
}

func (e *ParseError) Error() string {
	at := fmt.Sprintf("%d:%d", e.Line, e.Col)
	if e.File != "" {
		at = e.File + ":" + at
	}
	if e.Token == "" {
		return fmt.Sprintf("%s: unexpected end of text, expected %s", at, e.Want)
	}
	return fmt.Sprintf("%s: unexpected %q, expected %s", at, clip(e.Token), e.Want)
}

// newParseError returns an error about a token, of which it keeps the beginning.
func newParseError(file string, p position, token []byte, want string) *ParseError {
	const most = 200 // bytes; errors show less
	return &ParseError{file, int(p.line), int(p.col), string(token[:min(len(token), most)]), want}
}

// A FileError is the reason why a file, or a matrix in memory, is refused.
type FileError struct {
	File string // as the caller named it; empty for a matrix without a name
	Why  string // what is wrong
	Do   string // what to do; may be empty
}

func (e *FileError) Error() string {
	s := e.Why
	if e.File != "" {
		s = e.File + ": " + s
	}
	if e.Do != "" {
		s += ": " + e.Do
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
}

func (e *AmbiguityError) Error() string {
	use := "option " + e.Prefix + e.Option
	if len(e.Values) > 0 && e.Values[0] == "" { // a switch
		use += " or " + use + e.Values[1]
	} else if len(e.Values) > 0 {
		use += "=" + strings.Join(e.Values, " or ")
	}
	s := e.Question + " use " + use
	if e.File != "" {
		s = e.File + ": " + s
	}
	return s
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

func (e *OrientationError) Error() string {
	s := fmt.Sprintf("option %sorientation=%s contradicts the code %s, which is always %s: ", e.Prefix, e.Stated, e.Code, e.Own)
	if e.File != "" {
		s = e.File + ": " + s
	}
	return s + cmp.Or(e.Do, "omit it")
}

// A Loss is what a format cannot hold, by kind.
type Loss struct {
	What    string // in the singular, "edge of its kind"; the plural adds an s to the first word
	Count   int
	Example string // the first; may be empty
}

func (l Loss) String() string {
	thing, rest, _ := strings.Cut(l.What, " ")
	if l.Count != 1 {
		thing += "s"
	}
	s := strings.TrimSpace(fmt.Sprintf("%d %s %s", l.Count, thing, rest))
	if l.Example != "" {
		s += " (" + shown(l.Example) + ")"
	}
	return s
}

// A LossError reports that a format cannot hold all of a graph.
type LossError struct {
	Format string
	Lost   []Loss
}

func (e *LossError) Error() string {
	return fmt.Sprintf("%s cannot hold %s: add option lossy to write the rest, or choose another format", e.Format, losses(e.Lost))
}

func losses(list []Loss) string {
	words := make([]string, len(list))
	for i, l := range list {
		words[i] = l.String()
	}
	return strings.Join(words, ", ")
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
