package format

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrUnknown is inside the error of [Read] when no format recognises the input.
var ErrUnknown = errors.New("no known graph format")

// A position is a line and column of a text, from 1. Col counts runes. The zero value means unknown.
type position struct{ Line, Col int }

func (p position) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// A ParseError says where a text stops being a graph.
type ParseError struct {
	File      string // as the caller named it; may be empty
	Line, Col int    // from 1; Col counts runes
	Token     string // what was found; empty at the end of the text or line
	Want      string // what would have been accepted
}

func (e *ParseError) Error() string {
	at := position{e.Line, e.Col}.String()
	if e.File != "" {
		at = e.File + ":" + at
	}
	if e.Token == "" {
		return fmt.Sprintf("%s: unexpected end of text, expected %s", at, e.Want)
	}
	return fmt.Sprintf("%s: unexpected %q, expected %s", at, clip(e.Token), e.Want)
}

// A FileError says why a file as a whole, or a cell of it, is refused.
type FileError struct {
	File string // as the caller named it; may be empty
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

// An AmbiguityError says that a file has more than one meaning, and which option
// decides.
type AmbiguityError struct {
	File     string
	Question string   // "does a 1 in row i, column j mean i → j or j → i?"
	Option   string   // the name of a row of [Settings]
	Values   []string // those that would decide; nil: any value of the option
	Prefix   string   // where there are two files: "truth-" or "guess-"
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

// An OrientationError says that the stated orientation contradicts a code, in which all
// matrices have one direction.
type OrientationError struct {
	File   string // may be empty
	Code   string // a name of [Codes]
	Own    string // its direction
	Stated string
	Prefix string // of the option that states it, where there are two files: "truth-"
	Do     string // what to do; empty: to omit the option
}

func (e *OrientationError) Error() string {
	s := fmt.Sprintf("option %sorientation=%s contradicts the code %s, which is always %s: ", e.Prefix, e.Stated, e.Code, e.Own)
	if e.File != "" {
		s = e.File + ": " + s
	}
	return s + cmp.Or(e.Do, "omit it")
}

// A Loss is a kind of thing that a format cannot hold.
type Loss struct {
	What    string // one of them, "edge of its kind": the first word takes an s
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

// A LossError says that a format cannot hold all of a graph.
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

// clip shortens a text that is to be shown in an error.
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

// shown is clip for a text that stands without quotes: it gets some where it would
// break the line.
func shown(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return clipped(s)
	}
	return clip(s)
}

// clipped is clip between quotes.
func clipped(s string) string { return fmt.Sprintf("%q", clip(s)) }
