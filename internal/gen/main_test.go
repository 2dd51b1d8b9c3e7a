package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The files are what their sources make.
func TestFilesAreFresh(t *testing.T) {
	for name, file := range files {
		want, err := file()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is not what it is made from: run `go generate .`", name)
		}
	}
}
