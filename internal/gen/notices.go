package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A module is one that a released command is linked with.
type module struct{ Path, Version, Dir string }

// notices returns the licenses of all modules that the commands are linked with, on any of the
// systems that there are releases for, and that of Go itself.
func notices() (string, error) {
	used := make(map[string]module)
	for _, system := range []string{"linux", "darwin", "windows"} {
		if err := linked(system, used); err != nil {
			return "", err
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	list := slices.SortedFunc(maps.Values(used), func(a, b module) int { return cmp.Compare(a.Path, b.Path) })
	list = append(list, module{"Go", "the standard library and the runtime", strings.TrimSpace(string(root))})
	var b strings.Builder
	b.WriteString(`# Third-party notices

This page is generated: ` + "`go generate .`" + ` writes it. The commands in cmd are linked with the modules
below. Their licenses follow.

| module | version |
|---|---|
`)
	for _, m := range list {
		fmt.Fprintf(&b, "| %s | %s |\n", m.Path, m.Version)
	}
	type text struct{ names, texts []string }
	var all text // each license once, with the modules that have it
	for _, m := range list {
		files, err := licenses(m.Dir)
		if err != nil {
			return "", fmt.Errorf("%s: %w", m.Path, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			license := strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))
			name := m.Path + " (" + filepath.Base(file) + ")"
			if i := slices.Index(all.texts, license); i >= 0 {
				all.names[i] += ", " + name
				continue
			}
			all.names, all.texts = append(all.names, name), append(all.texts, license)
		}
	}
	for i, license := range all.texts {
		fmt.Fprintf(&b, "\n## %s\n\n```text\n%s\n```\n", all.names[i], license)
	}
	return b.String(), nil
}

// linked adds the modules that the commands are linked with on a system, without cgo.
func linked(system string, used map[string]module) error {
	cmd := exec.Command("go", "list", "-deps", "-json=Module", "github.com/sepdist/sepdist/cmd/...")
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for list := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			Module *struct {
				module
				Main bool
			}
		}
		if err := list.Decode(&pkg); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if m := pkg.Module; m != nil && !m.Main {
			used[m.Path] = m.module
		}
	}
}

var (
	isLicense = regexp.MustCompile(`(?i)^((un)?licen[sc]e|copying|notice|patents)`)
	isGPL     = regexp.MustCompile(`(?i)gpl`) // of a module that offers it beside another
)

// licenses returns the files of a module that state its license.
func licenses(dir string) (files []string, err error) {
	for _, folder := range []string{dir, filepath.Join(dir, "licenses")} {
		entries, err := os.ReadDir(folder)
		if err != nil && folder == dir {
			return nil, err
		}
		for _, e := range entries {
			if !e.IsDir() && !isGPL.MatchString(e.Name()) && (folder != dir || isLicense.MatchString(e.Name())) {
				files = append(files, filepath.Join(folder, e.Name()))
			}
		}
	}
	if len(files) == 0 {
		return nil, errors.New("no file states the license")
	}
	return files, nil
}
