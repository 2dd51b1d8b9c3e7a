package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"text/template"
)

// recipes fills in the recipes of packaging/, which name the files of the release with their sums.
func recipes(out string, s origin) error {
	data := map[string]string{
		"Version": s.version,
		"Number":  s.number(),
		"Commit":  s.commit,
		"Source":  s.archive(),
	}
	calls := template.FuncMap{
		"list": func(words ...string) []string { return words },
		"file": func(system, cpu string) string { // in the words of Homebrew
			goos := map[string]string{"macos": "darwin", "linux": "linux"}[system]
			return target{goos, map[string]string{"arm": "arm64", "intel": "amd64"}[cpu]}.name(s) + ".tar.gz"
		},
		"sum": func(name string) (string, error) {
			text, err := os.ReadFile(filepath.Join(out, name))
			return fmt.Sprintf("%x", sha256.Sum256(text)), err
		},
	}
	for _, name := range []string{"homebrew/sepdist.rb", "conda-forge/recipe.yaml"} {
		if name == "conda-forge/recipe.yaml" && !s.git {
			continue // it builds from the source archive, which is made in a clone
		}
		text, err := os.ReadFile(filepath.Join("packaging", name+".tmpl"))
		if err != nil {
			return err
		}
		t, err := template.New(name).Funcs(calls).Delims("[[", "]]").Option("missingkey=error").Parse(string(text))
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, data); err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Join(out, "recipes"), 0o777); err != nil {
			return err
		}
		if err := write(out, "recipes/"+filepath.Base(name), b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
