package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/licenses"
)

// notices returns the licenses of all modules that the commands are linked with on the released
// platforms, and that of Go itself.
func notices() (string, error) {
	list, err := licenses.Modules("github.com/sepdist/sepdist/cmd/...")
	if err != nil {
		return "", err
	}
	std := slices.IndexFunc(list, func(m licenses.Module) bool { return m.Path == "std" })
	list = append(list, licenses.Module{Path: "Go", Version: "the standard library and the runtime", Texts: list[std].Texts})
	list = slices.Delete(list, std, std+1)
	var b strings.Builder
	b.WriteString(`# Third-party notices

This page is generated: ` + "`go generate .`" + ` writes it. The commands in cmd are linked with the modules
below. Their licenses follow.

| module | version |
|---|---|
`)
	var names, texts []string // each license once, with the modules that have it
	for _, m := range list {
		fmt.Fprintf(&b, "| %s | %s |\n", m.Path, m.Version)
		for _, t := range m.Texts {
			name := m.Path + " (" + t.Name + ")"
			if i := slices.Index(texts, t.Text); i >= 0 {
				names[i] += ", " + name
			} else {
				names, texts = append(names, name), append(texts, t.Text)
			}
		}
	}
	for i, text := range texts {
		fmt.Fprintf(&b, "\n## %s\n\n```text\n%s\n```\n", names[i], text)
	}
	return b.String(), nil
}
