package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
)

// The help of every command is as it was last looked at: go test -update rewrites it.
func TestHelp(t *testing.T) {
	root := newRoot()
	for _, cmd := range append([]*cobra.Command{root}, root.Commands()...) {
		t.Run(cmd.Name(), func(t *testing.T) {
			var got bytes.Buffer
			root := newRoot()
			root.SetOut(&got)
			root.SetArgs([]string{"--help"})
			if cmd.HasParent() {
				root.SetArgs([]string{cmd.Name(), "--help"})
			}
			if err := root.Execute(); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", "help", cmd.Name()+".txt")
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("the help is not that of %s:\n%s", file, got.String())
			}
		})
	}
}
