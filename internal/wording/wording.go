// Package wording turns the names of options in texts of the library into what a user types.
//
// The library does not know who calls it. Where a text suggests an option it is written
//
//	use option class=mag, or option drop-self-loops
//
// and each door words it in its own way: the command line prints --class mag, a program with
// keywords class="mag", and the page the words that stand on it.
package wording

import (
	"slices"
	"strconv"
	"strings"
)

// names are the options that a text may suggest. A list, so that prose and the names of nodes
// and files stay what they are.
var names = []string{
	"ambiguous", "as", "baseline", "by-position", "categorical", "class", "codes", "continuous", "directed", "drop-self-loops", "exact-limit", "fail-fast",
	"force", "format", "invalid", "lag0", "latent", "links", "list", "lossy", "mark-at", "max-lag", "max-order", "max-readings", "missing", "nan", "precision", "statements", "symmetric", "weights",
	"opposite-arcs", "orientation", "pairs", "project", "rename", "samples", "selected", "stacked", "threshold", "to",
	"wide", "window", "workers",
}

// next splits a text at the first option that it suggests. An option without a value has none.
func next(text string) (before, name, value, after string, found bool) {
	const letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	for from := 0; ; {
		i := strings.Index(text[from:], "option ")
		if i < 0 {
			return text, "", "", "", false
		}
		before, after = text[:from+i], text[from+i+len("option "):]
		from += i + len("option ")
		name = span(after, letters+digits+"-", "-")
		if !slices.Contains(names, name) && !slices.ContainsFunc(roles, func(role string) bool {
			bare, is := strings.CutPrefix(name, role)
			return is && slices.Contains(names, bare)
		}) {
			continue
		}
		after = after[len(name):]
		if set, is := strings.CutPrefix(after, "="); is {
			value = span(set, letters+strings.ToUpper(letters)+digits+"_.+-", ".+-")
			if value != "" {
				after = set[len(value):]
			}
		}
		return before, name, value, after, true
	}
}

// span returns the longest beginning of a text that has only these characters and ends in none of
// the others.
func span(text, has, ends string) string {
	rest := strings.TrimLeft(text, has)
	return strings.TrimRight(text[:len(text)-len(rest)], ends)
}

// roles are what may stand before the name of an option.
var roles = []string{"truth-", "guess-", "to-"}

// reword returns a text with each option in the words of a door.
func reword(text string, word func(name, value string) string) string {
	var out strings.Builder
	for {
		before, name, value, after, found := next(text)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		out.WriteString(word(name, value))
		text = after
	}
}

// ForFlags returns the text with options as flags of a command line. A switch keeps its value
// behind an equals sign.
func ForFlags(text string) string {
	return reword(text, func(name, value string) string {
		switch value {
		case "":
			return "--" + name
		case "true", "false":
			return "--" + name + "=" + value
		}
		return "--" + name + " " + value
	})
}

// ForKeywords returns the text with options as keywords of a function call, and with the commands
// that it names as functions.
func ForKeywords(text string) string {
	parts := strings.Split(text, "`sepdist ")
	for i, part := range parts[1:] {
		if name, rest, ended := strings.Cut(part, "`"); ended && name != "" && span(name, "abcdefghijklmnopqrstuvwxyz", "") == name {
			parts[i+1] = "sepdist." + name + "()" + rest
		} else {
			parts[i+1] = "`sepdist " + part
		}
	}
	return reword(strings.Join(parts, ""), Keyword)
}

// onPage are the options that the page has, by what stands beside them there.
var onPage = map[string]string{
	"by-position": "“Match by position”", "class": "the class", "invalid": "“A guess that is not of its class”",
	"project": "“Nodes that the guess does not have are latent”", "rename": "“Rename”", "symmetric": "“Directions”",
}

// ForPage returns the text with options as the page in a browser shows them. What the page does not
// have is a flag of the command line.
func ForPage(text string) string {
	return reword(text, func(name, value string) string {
		bare, of := name, ""
		for _, role := range roles[:2] {
			if rest, is := strings.CutPrefix(name, role); is {
				bare, of = rest, " of the "+strings.TrimSuffix(role, "-")
			}
		}
		switch label := onPage[bare]; {
		case label == "":
			return strings.TrimRight("--"+name+" "+value, " ") + " on the command line"
		case bare == "class" && value != "":
			return label + " " + strings.ToUpper(value) + of
		case value != "" && value != "true":
			return label + ": " + value
		default:
			return label + of
		}
	})
}

// switches are the options that are on or off.
var switches = []string{"by-position", "directed", "drop-self-loops", "lag0", "lossy", "project", "stacked"}

// Keyword returns an option as a keyword, as an option that is on or off is meant to be set.
func Keyword(name, value string) string {
	on := slices.Contains(switches, name)
	name = strings.ReplaceAll(name, "-", "_")
	switch {
	case on && value == "false":
		return name + "=False"
	case on:
		return name + "=True"
	case value == "":
		return name + "="
	}
	if _, err := strconv.ParseFloat(value, 64); err == nil {
		return name + "=" + value
	}
	return name + "=" + strconv.Quote(value)
}

// First returns the first option that a text suggests, or nothing.
func First(text string) string {
	_, name, _, _, _ := next(text)
	return name
}
