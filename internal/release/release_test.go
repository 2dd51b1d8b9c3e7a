package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sepdist/sepdist/internal/licenses"
)

var v = origin{version: "v1.2.3", commit: strings.Repeat("ab", 20), time: time.Unix(1_700_000_000, 0).UTC()}

// An archive depends on the files alone, not on their order, the user or the clock.
func TestTarball(t *testing.T) {
	files := []file{{"b/c", []byte("two"), 0o644}, {"a", []byte("one"), 0o755}}
	one, err := tarball("top", files, v.time)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(files)
	two, err := tarball("top", files, v.time)
	if err != nil || !bytes.Equal(one, two) {
		t.Fatalf("the order of files changes the archive: %v", err)
	}
	z, err := gzip.NewReader(bytes.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(z)
	for _, want := range []struct {
		name, text string
		mode       int64
	}{{"top/a", "one", 0o755}, {"top/b/c", "two", 0o644}} {
		h, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil || h.Name != want.name || h.Mode != want.mode || string(text) != want.text || h.Uid != 0 || h.Uname != "" || !h.ModTime.Equal(v.time) {
			t.Errorf("%+v %q %v", h, text, err)
		}
	}
	if !z.ModTime.IsZero() || z.Name != "" {
		t.Error("gzip names a time or a file")
	}
}

func TestZipIsTheSame(t *testing.T) {
	files := []file{{"b", []byte("two"), 0o644}, {"a", []byte("one"), 0o755}}
	one, err := zipped("top", files, v.time)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(files)
	if two, err := zipped("top", files, v.time); err != nil || !bytes.Equal(one, two) {
		t.Fatalf("the order of files changes the archive: %v", err)
	}
}

// Every module that the command contains is in the notices and has a row in the SBOM.
func TestModules(t *testing.T) {
	t.Chdir("../..")
	mods, err := licenses.Modules("./cmd/sepdist")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("THIRD-PARTY.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mods {
		if !bytes.Contains(text, []byte("| "+m.Path+" | "+m.Version+" |")) && m.Path != "std" {
			t.Errorf("THIRD-PARTY.md does not have %s %s", m.Path, m.Version)
		}
	}
	data, err := sbom(v, mods)
	if err != nil {
		t.Fatal(err)
	}
	again, err := sbom(v, mods)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("a second SBOM differs: %v", err)
	}
	var b struct {
		Components []struct {
			Version, Purl string
			Licenses      []any
		}
	}
	if err := json.Unmarshal(data, &b); err != nil || len(b.Components) != len(mods) || len(mods) < 20 {
		t.Errorf("%d components of %d modules: %v", len(b.Components), len(mods), err)
	}
	for _, c := range b.Components {
		if c.Version == "" || len(c.Licenses) != 1 || !strings.HasPrefix(c.Purl, "pkg:golang/") {
			t.Errorf("%+v", c)
		}
	}
}

// A file of a release never takes the place of another: wheels and the sdist are in the folder already.
func TestNothingIsOverwritten(t *testing.T) {
	out := t.TempDir()
	if err := write(out, "a", []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := write(out, "a", []byte("two")); err == nil {
		t.Error("a second file has the name of the first")
	}
	if text, err := os.ReadFile(filepath.Join(out, "a")); err != nil || string(text) != "one" {
		t.Errorf("%q %v", text, err)
	}
	if name := v.archive(); name == "sepdist-1.2.3.tar.gz" {
		t.Errorf("%s is the name of the sdist", name)
	}
}

// The recipes name the files of the release with their sums.
func TestRecipes(t *testing.T) {
	t.Chdir("../..")
	out := t.TempDir()
	s := v
	s.git = true
	names := []string{"sepdist_1.2.3_macos_arm64.tar.gz", "sepdist_1.2.3_macos_amd64.tar.gz", "sepdist_1.2.3_linux_arm64.tar.gz", "sepdist_1.2.3_linux_amd64.tar.gz", "sepdist_1.2.3_source.tar.gz"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(out, name), []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := recipes(out, s); err != nil {
		t.Fatal(err)
	}
	brew, _ := os.ReadFile(filepath.Join(out, "recipes", "sepdist.rb"))
	conda, _ := os.ReadFile(filepath.Join(out, "recipes", "recipe.yaml"))
	for _, name := range names {
		in := brew
		if strings.Contains(name, "source") {
			in = conda
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(name))); !bytes.Contains(in, []byte("/v1.2.3/"+name)) || !bytes.Contains(in, []byte(sum)) {
			t.Errorf("no recipe has %s with its sum:\n%s", name, in)
		}
	}
}

// All packages have one version: the next one, until its tag is set. The pages that say how to install it name the same.
func TestVersionsAgree(t *testing.T) {
	var first string
	for file, form := range map[string]string{
		"CITATION.cff":              `(?m)^version: (\S+)$`,
		"r/DESCRIPTION":             `(?m)^Version: (\S+)$`,
		"python/sepdist/version.py": `(?m)^__version__ = "(\S+)"$`,
		"docs/install.md":           `/releases/download/v([^/]+)/`,
	} {
		text, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		all := regexp.MustCompile(form).FindAllSubmatch(text, -1)
		if all == nil {
			t.Fatalf("%s has no version", file)
		}
		for _, found := range all {
			if first == "" {
				first = string(found[1])
			}
			if string(found[1]) != first {
				t.Errorf("%s has version %s, another file %s", file, found[1], first)
			}
		}
	}
	log, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(log, []byte("This will be "+first)) && !bytes.Contains(log, []byte("\n## "+first)) {
		t.Errorf("CHANGELOG.md does not have %s", first)
	}
}
