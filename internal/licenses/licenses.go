// Package licenses lists the modules that commands are linked with, and their licenses.
package licenses

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// A Module is a module that a command is linked with, or the standard library, "std".
type Module struct {
	Path, Version string
	License       string // SPDX expression
	Texts         []Text
}

// A Text is a license file of a module.
type Text struct{ Name, Text string }

// Modules returns std and the modules that the packages are linked with on the released platforms,
// without cgo, sorted by path.
func Modules(packages string) ([]Module, error) {
	root, err := exec.Command(goCommand, "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	dirs := map[[2]string]string{{"std", runtime.Version()}: strings.TrimSpace(string(root))}
	for _, platform := range []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"} {
		system, arch, _ := strings.Cut(platform, "/")
		cmd := exec.Command(goCommand, "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", packages)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+system, "GOARCH="+arch)
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for line := range strings.Lines(string(out)) {
			if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
				dirs[[2]string{f[0], f[1]}] = f[2]
			}
		}
	}
	var list []Module
	for id, dir := range dirs {
		m := Module{Path: id[0], Version: id[1]}
		if err := m.read(dir); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Module) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// goCommand is the go command that runs this program.
var goCommand = cmp.Or(os.Getenv("GO"), "go")

var (
	isLicense = regexp.MustCompile(`(?i)^((un)?licen[sc]e|copying|notice|patents)`)
	isGPL     = regexp.MustCompile(`(?i)gpl`) // offered by a module beside another license
	isExtra   = regexp.MustCompile(`(?i)^(notice|patents)`)
)

// read reads the licenses in the folder of the module and in its folder licenses.
func (m *Module) read(dir string) error {
	var ids []string
	for _, folder := range []string{dir, filepath.Join(dir, "licenses")} {
		entries, err := os.ReadDir(folder)
		if err != nil && folder == dir {
			return err
		}
		for _, e := range entries {
			name := e.Name()
			if e.IsDir() || isGPL.MatchString(name) || folder == dir && !isLicense.MatchString(name) {
				continue
			}
			data, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return err
			}
			m.Texts = append(m.Texts, Text{name, strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))})
			id := identifier(string(data))
			switch {
			case isExtra.MatchString(name), slices.Contains(ids, id):
			case id != "":
				ids = append(ids, id)
			case m.Path != "github.com/golang/freetype": // its LICENSE names two, and ours is in licenses/ftl.txt
				return fmt.Errorf("the license in %s is unknown: add its words to identifier", name)
			}
		}
	}
	if len(ids) == 0 {
		return fmt.Errorf("no license in %s", dir)
	}
	m.License = strings.Join(ids, " AND ")
	return nil
}

// identifier returns the SPDX identifier of a license by words that only it has.
func identifier(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, l := range []struct{ id, words string }{
		{"Apache-2.0", "Apache License Version 2.0"},
		{"OFL-1.1", "SIL OPEN FONT LICENSE Version 1.1"},
		{"FTL", "The FreeType Project LICENSE"},
		{"Unlicense", "This is free and unencumbered software released into the public domain"},
		{"MPL-2.0", "Mozilla Public License Version 2.0"},
		{"BSD-3-Clause", "may be used to endorse or promote products derived from"},
		{"BSD-2-Clause", "Redistributions in binary form must reproduce the above copyright"},
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy of this software"},
		{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
	} {
		if strings.Contains(text, l.words) {
			return l.id
		}
	}
	return ""
}
