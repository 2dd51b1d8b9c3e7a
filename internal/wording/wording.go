// Package wording turns the names of options in texts of the library into what a user types.
//
// The library does not know who calls it. Where a text suggests an option it is written
//
//	use option class=mag, or option drop-self-loops
//
// and each door words it in its own way: the command line prints --class mag, and a program
// with keywords class="mag".
package wording

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// names are the options that a text may suggest. A list, so that prose and the names of nodes
// and files stay what they are.
var names = []string{
	"ambiguous", "as", "baseline", "by-position", "class", "codes", "directed", "drop-self-loops", "exact-limit", "fail-fast",
	"force", "format", "invalid", "lag0", "latent", "links", "lossy", "mark-at", "max-lag", "max-order", "max-readings", "nan",
	"opposite-arcs", "orientation", "pairs", "project", "rename", "samples", "selected", "stacked", "threshold", "to",
	"wide", "window", "workers",
}

var option = regexp.MustCompile(`\boption ((?:truth-|guess-|to-)?(?:` + strings.Join(names, "|") + `))\b(?:=([\w.+-]*\w))?`)

// ForFlags returns the text with options as flags of a command line. A switch keeps its value
// behind an equals sign.
func ForFlags(text string) string {
	if !strings.Contains(text, "option ") {
		return text
	}
	return option.ReplaceAllStringFunc(text, func(match string) string {
		part := option.FindStringSubmatch(match)
		switch part[2] {
		case "":
			return "--" + part[1]
		case "true", "false":
			return "--" + part[1] + "=" + part[2]
		}
		return "--" + part[1] + " " + part[2]
	})
}

// ForKeywords returns the text with options as keywords of a function call, and with the commands
// that it names as functions.
func ForKeywords(text string) string {
	text = command.ReplaceAllString(text, "sepdist.$1()")
	return option.ReplaceAllStringFunc(text, func(match string) string {
		part := option.FindStringSubmatch(match)
		return Keyword(part[1], part[2])
	})
}

// command is a command of ours in a text.
var command = regexp.MustCompile("`sepdist ([a-z]+)`")

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
	if part := option.FindStringSubmatch(text); part != nil {
		return part[1]
	}
	return ""
}
