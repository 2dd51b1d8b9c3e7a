package option

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
)

// Python returns the spelling of options as keywords of the functions in Python. The role is
// that of the graph that the text is about, if it is about one of two.
func Python(role string) advice.Spell {
	return python.spell(func(option string) string { return Keyword(option, role) })
}

// Keyword returns the name of an option in Python. With a role, the class is truth_class or guess_class.
func Keyword(option, role string) string {
	switch option {
	case "class":
		return cmp.Or(role, "graph") + "_class"
	case "as":
		return "as_class"
	}
	return strings.ReplaceAll(option, "-", "_")
}

// R returns the spelling of options as arguments of the functions in R.
func R(role string) advice.Spell {
	return r.spell(func(option string) string {
		if option == "class" && role != "" {
			return role + "_class"
		}
		return strings.ReplaceAll(option, "-", "_")
	})
}

// A language describes how a programming language writes arguments that have names.
type language struct {
	unset, is, yes, no string
	open, key, end     string // of a list of names and values, and the format of a name in it
	first, last        string // of a list of values
}

var (
	python = language{"=", "=", "True", "False", "{", "%q: ", "}", "[", "]"}
	r      = language{"", " = ", "TRUE", "FALSE", "list(", "`%s` = ", ")", "c(", ")"}
)

func (l *language) spell(name func(option string) string) advice.Spell {
	return func(option string, values ...string) string {
		set := name(option) + l.is
		switch {
		case option == "rename" && len(values) > 0:
			return set + l.open + advice.JoinEach(values, ", ", l.pair) + l.end
		case advice.IsList(option) && len(values) > 0:
			return set + l.first + advice.JoinEach(values, ", ", strconv.Quote) + l.last
		case len(values) == 0 && isSwitch(option):
			return set + l.yes
		case len(values) == 0:
			return name(option) + l.unset
		}
		return set + advice.JoinEach(values, " or ", l.value)
	}
}

// pair writes a pair old=new.
func (l *language) pair(pair string) string {
	old, new, found := strings.Cut(pair, "=")
	if !found {
		return pair // dots
	}
	return fmt.Sprintf(l.key, old) + l.value(new)
}

// Both stand for what the user has to fill in.
const dots, number = "...", "NUMBER"

func (l *language) value(value string) string {
	switch {
	case value == "true":
		return l.yes
	case value == "false":
		return l.no
	case value == dots || value == number || json.Valid([]byte(value)): // such as a number
		return value
	}
	return strconv.Quote(value)
}

// Page spells an option as the page in a browser shows it. An option that the page does not have
// is a flag of the command line.
func Page(option string, values ...string) string {
	bare, of := option, ""
	for _, role := range []string{"truth", "guess"} {
		if rest, is := strings.CutPrefix(option, role+"-"); is {
			bare, of = rest, " of the "+role
		}
	}
	switch label := labelOf(bare); {
	case label == "":
		return advice.Flag(option, values...) + " on the command line"
	case bare == "missing":
		return label
	case bare == "class" && len(values) > 0:
		return label + " " + advice.JoinEach(values, " or ", strings.ToUpper) + of
	case bare == "rename" && len(values) > 0:
		return label + " (" + strings.Join(values, ", ") + ")"
	case len(values) > 0 && values[0] != "true" && values[0] != "false":
		return label + ": " + strings.Join(values, " or ")
	default:
		return label + of
	}
}

// labelOf returns the text beside an option on the page, or "".
func labelOf(name string) string {
	switch name {
	case "class":
		return "the class"
	case "categorical":
		return "“Categorical columns”"
	case "continuous":
		return "“Continuous columns”"
	case "missing":
		return "“Leave out rows with missing values”"
	}
	if t, err := Find(name); err == nil {
		return t.Label
	}
	return ""
}

// isSwitch reports whether an option is on or off.
func isSwitch(name string) bool {
	for _, list := range lists {
		if t, err := list.Find(name); err == nil {
			return t.Type() == Switch
		}
	}
	if i := slices.IndexFunc(format.Settings, func(s format.Setting) bool { return s.Name == name }); i >= 0 {
		return format.Settings[i].Switch
	}
	return name == "force"
}
