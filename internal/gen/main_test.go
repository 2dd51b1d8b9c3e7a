package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The pages in docs are those that the tables of the code make.
func TestPagesAreFresh(t *testing.T) {
	for name, page := range pages {
		want, err := page()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("docs/%s is not what the tables say: run `go generate .`", name)
		}
	}
}
