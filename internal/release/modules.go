package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A module that the command contains.
type module struct {
	path, version string
	license       string // its SPDX identifier
	texts         []file
}

// modules returns the modules that the command contains on any platform, and Go itself, with
// their licences.
func modules() ([]module, error) {
	found := map[string]module{}
	for _, t := range targets {
		cmd := exec.Command(goCommand(), "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/sepdist")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+t.os, "GOARCH="+t.arch)
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for line := range strings.Lines(string(out)) {
			fields := strings.Split(strings.TrimSpace(line), "\t")
			if len(fields) != 3 || found[fields[0]].path != "" {
				continue
			}
			m, err := licensed(module{path: fields[0], version: fields[1]}, fields[2])
			if err != nil {
				return nil, err
			}
			found[m.path] = m
		}
	}
	root, err := exec.Command(goCommand(), "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	std, err := licensed(module{path: "std", version: runtime.Version()}, strings.TrimSpace(string(root)))
	if err != nil {
		return nil, err
	}
	list := []module{std}
	for _, m := range found {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return list, nil
}

// licenseFiles are those whose text must go along.
var licenseFiles = []string{"LICENSE*", "LICENCE*", "COPYING*", "NOTICE*", "PATENTS*", "UNLICENSE*", "licenses/ftl.txt"}

// licensed adds the licence of a module.
func licensed(m module, dir string) (module, error) {
	for _, pattern := range licenseFiles {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return m, err
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return m, err
			}
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				return m, err
			}
			m.texts = append(m.texts, file{path: filepath.ToSlash(rel), data: text})
		}
	}
	if len(m.texts) == 0 {
		return m, fmt.Errorf("%s has no licence in %s", m.path, dir)
	}
	var ids []string
	for _, t := range m.texts {
		if strings.HasPrefix(t.path, "PATENTS") || strings.HasPrefix(t.path, "NOTICE") {
			continue
		}
		id := identifier(string(t.data))
		if id == "" && m.path == "github.com/golang/freetype" {
			continue // its LICENSE names two, of which we take the one in licenses/ftl.txt
		}
		if id == "" {
			return m, fmt.Errorf("%s: the licence in %s is not known here: add its words to identifier", m.path, t.path)
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return m, errors.New(m.path + " has no licence")
	}
	m.license = strings.Join(ids, " AND ")
	return m, nil
}

// identifier returns the SPDX identifier of a licence by words that only it has.
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
