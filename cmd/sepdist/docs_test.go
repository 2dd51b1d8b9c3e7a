package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What the pages show below commands is what they print. A block that begins with "```text NAME"
// is a file, one that begins with "```console" has commands after "$ " and what they print; a
// line "..." stands for the rest of it. A block that begins with "```sh" is run by a shell, unless
// it is one of those that install something.
func TestPages(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	installs := map[string]bool{"index.md": true, "install.md": true, "go.md": true, "r.md": true, "python.md": true, "clusters.md": true, "README.md": true}
	browser(t)
	run := 0
	for _, page := range append(pages, "../../README.md") {
		path, err := filepath.Abs(page)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir+"/examples", os.DirFS("../../examples")); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			before, updated := run, string(text)
			defer func() {
				if filepath.Base(page) == "README.md" && run == before {
					t.Error("no command of the README was run")
				}
				if updated != string(text) {
					if err := os.WriteFile(path, []byte(updated), 0o666); err != nil {
						t.Error(err)
					}
				}
			}()
			for i, block := range strings.Split(string(text), "```") {
				if i%2 == 0 {
					continue
				}
				head, body, _ := strings.Cut(block, "\n")
				if name, isFile := strings.CutPrefix(head, "text "); isFile {
					if err := os.WriteFile(name, []byte(body), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				if head == "sh" && !installs[filepath.Base(page)] {
					run++
					shell(t, body)
				}
				if head != "console" {
					continue
				}
				for _, call := range strings.Split("\n"+body, "\n$ sepdist ")[1:] {
					line, want, _ := strings.Cut(call, "\n")
					run++
					got := printed(strings.Fields(line))
					want = strings.TrimRight(want, "\n")
					begin, cut := strings.CutSuffix(want, "\n...")
					if cut && strings.HasPrefix(got, begin) {
						continue
					}
					if got != want && *update {
						if cut {
							lines := strings.SplitN(got, "\n", strings.Count(begin, "\n")+2)
							got = strings.Join(lines[:len(lines)-1], "\n") + "\n..."
						}
						if want == "" {
							got += "\n"
						}
						updated = strings.Replace(updated, line+"\n"+want, line+"\n"+got, 1)
					} else if got != want {
						t.Errorf("sepdist %s: the page shows\n%s\nand the command prints\n%s", line, want, got)
					}
				}
			}
		})
	}
	if run < 30 {
		t.Errorf("%d commands were run", run)
	}
}

// shell runs a block; the real command is on the PATH.
func shell(t *testing.T, block string) {
	t.Helper()
	if out, err := exec.Command("sh", "-euc", block).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", block, err, out)
	}
}

// browser puts a browser on the PATH that opens a page and closes the program that showed it.
func browser(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\necho \"$1\" >>" + dir + "/links\nkill -INT $PPID\n"
	for _, name := range []string{"xdg-open", "open"} {
		if err := os.WriteFile(dir+"/"+name, []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Cleanup(func() {
		if links, err := os.ReadFile(dir + "/links"); err != nil || strings.Count(string(links), "open.html") != 2 {
			t.Errorf("the pages open %q: %v", links, err)
		}
	})
}

// printed returns what a command prints on either stream, with its error as the last line.
func printed(args []string) string {
	var out bytes.Buffer
	root := newRoot()
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(withOptional(args))
	if err := root.Execute(); err != nil {
		out.WriteString(oneLine(err) + "\n")
	}
	return strings.TrimRight(out.String(), "\n")
}
