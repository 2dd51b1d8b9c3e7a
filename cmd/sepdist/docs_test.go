package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the pages show below commands is what they print. A block that begins with "```text NAME"
// is a file, one that begins with "```console" has commands after "$ " and what they print; a
// line "..." stands for the rest of it.
func TestPages(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	run := 0
	for _, page := range pages {
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
				if head != "console" {
					continue
				}
				for _, call := range strings.Split("\n"+body, "\n$ sepdist ")[1:] {
					line, want, _ := strings.Cut(call, "\n")
					run++
					got := printed(strings.Fields(line))
					want = strings.TrimRight(want, "\n")
					if begin, cut := strings.CutSuffix(want, "\n..."); cut && strings.HasPrefix(got, begin) {
						continue
					}
					if got != want {
						t.Errorf("sepdist %s: the page shows\n%s\nand the command prints\n%s", line, want, got)
					}
				}
			}
		})
	}
	if run < 3 {
		t.Errorf("%d commands were run", run)
	}
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
