// Package wording turns the names of options in texts of the library into what a user types.
//
// The library does not know who calls it. Where a text suggests an option it is written
//
//	use option class=mag, or option drop-self-loops
//
// and each door words it in its own way: the command line prints --class mag.
package wording

import (
	"regexp"
	"strings"
)

// names are the options that a text may suggest. A list, so that prose and the names of nodes
// and files stay what they are.
var names = []string{
	"ambiguous", "as", "baseline", "by-position", "class", "codes", "directed", "drop-self-loops", "exact-limit", "fail-fast",
	"force", "format", "invalid", "lag0", "latent", "lossy", "mark-at", "max-order", "max-readings", "nan",
	"opposite-arcs", "orientation", "pairs", "project", "rename", "samples", "selected", "threshold", "wide", "workers",
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
