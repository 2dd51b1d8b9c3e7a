package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// What the README shows below commands is what they print.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := os.DirFS("../../examples")
	dir := t.TempDir()
	if err := os.CopyFS(dir+"/examples", examples); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	var got bytes.Buffer // of the commands that were shown last
	compared := 0
	for i, block := range strings.Split(string(text), "```") {
		if i%2 == 0 || !strings.HasPrefix(block, "\n") { // no block, or one of Go
			continue
		}
		if want, cut := strings.CutSuffix(block[1:], "...\n"); got.Len() > 0 {
			if cut && !strings.HasPrefix(got.String(), want) || !cut && got.String() != want {
				t.Errorf("the README shows\n%s\nand the command prints\n%s", want, got.String())
			}
			compared++
		}
		got.Reset()
		for line := range strings.Lines(block) {
			args, ours := strings.CutPrefix(strings.TrimSpace(line), "go run ./cmd/sepdist ")
			if !ours {
				continue
			}
			root := newRoot()
			root.SetOut(&got)
			root.SetArgs(strings.Fields(args))
			if err := root.Execute(); err != nil {
				t.Errorf("%s: %v", args, err)
			}
		}
	}
	if compared != 2 {
		t.Errorf("%d blocks of the README were compared, want 2", compared)
	}
}
