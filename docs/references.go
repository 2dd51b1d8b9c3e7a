// Package docs has the references of the metrics.
package docs

import (
	_ "embed"
	"strings"
)

// References is the BibTeX file of all papers.
//
//go:embed references.bib
var References string

// Reference returns the BibTeX entry with the given key, or nothing.
func Reference(key string) string {
	for entry := range strings.SplitSeq("\n"+References, "\n@") {
		head, _, found := strings.Cut(entry, ",")
		_, name, _ := strings.Cut(head, "{")
		if body, _, ended := strings.Cut(entry, "\n}"); found && ended && name == key {
			return "@" + body + "\n}"
		}
	}
	return ""
}
