// Command release builds the files of a release into a folder: an archive for each platform, the
// source, an SBOM and recipes for package managers. Two runs on one commit with the same versions of Go
// and git write the same bytes.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/sepdist/sepdist/internal/licenses"
)

func main() {
	out := flag.String("o", "dist", "folder to write")
	only := flag.String("only", "", "platform to build, such as linux/amd64; without recipes")
	page := flag.String("page", "", "folder of the static page, packed if it exists")
	named := flag.String("version", "", "version, if it is not the git tag")
	at := flag.String("commit", "", "commit, if the sources are not a git clone")
	flag.Parse()
	if err := release(*out, *only, *page, *named, *at); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release builds all files.
func release(out, only, page, named, at string) error {
	s, err := source(named, at)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	mods, err := licenses.Modules("./cmd/sepdist")
	if err != nil {
		return err
	}
	shared, err := sharedFiles(work)
	if err != nil {
		return err
	}
	for _, t := range targets {
		if only != "" && only != t.os+"/"+t.arch {
			continue
		}
		if err := archive(out, work, t, s, shared); err != nil {
			return fmt.Errorf("%s/%s: %w", t.os, t.arch, err)
		}
	}
	bom, err := sbom(s, mods)
	if err != nil {
		return err
	}
	if err := write(out, fmt.Sprintf("sepdist_%s.cdx.json", s.number()), bom); err != nil {
		return err
	}
	if err := sourceArchive(out, s); err != nil {
		return err
	}
	if err := packPage(out, page, s); err != nil {
		return err
	}
	if only != "" {
		return nil
	}
	return recipes(out, s)
}

// sharedFiles returns the files of all archives, by their path there.
func sharedFiles(work string) (map[string][]byte, error) {
	manual := filepath.Join(work, "manual")
	cmd := exec.Command(goCommand(), "run", "./cmd/sepdist", "man", "--dir", manual)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("man pages: %w", err)
	}
	files := map[string][]byte{}
	for path, pattern := range map[string]string{
		"":             "LICENSE THIRD-PARTY.md README.md CHANGELOG.md CITATION.cff",
		"examples":     "examples/*.txt",
		"man/man1":     manual + "/man/man1/*",
		"completions/": manual + "/completions/*",
	} {
		for _, p := range strings.Fields(pattern) {
			found, err := filepath.Glob(p)
			if err != nil || len(found) == 0 {
				return nil, fmt.Errorf("there is no file %s: %v", p, err)
			}
			for _, file := range found {
				data, err := os.ReadFile(file)
				if err != nil {
					return nil, err
				}
				files[filepath.ToSlash(filepath.Join(path, filepath.Base(file)))] = data
			}
		}
	}
	return files, nil
}

// write writes a file of the release. It must not exist.
func write(out, name string, data []byte) error {
	f, err := os.OpenFile(filepath.Join(out, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		_ = f.Close()
		return err
	}
	fmt.Printf("%s  %.1f MB\n", name, float64(len(data))/1e6)
	return f.Close()
}

// goCommand returns the go command that runs this program.
func goCommand() string { return cmp.Or(os.Getenv("GO"), "go") }
