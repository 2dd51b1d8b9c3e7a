//go:build !windows

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The link with the token is in a file that only the user can read, not in the arguments of the
// browser.
func TestTheTokenIsPrivate(t *testing.T) {
	const link = "http://127.0.0.1:1/secret/"
	file, err := redirectFile(link)
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(filepath.Dir(file))
	if strings.Contains(file, "secret") {
		t.Error(file)
	}
	for _, path := range []string{file, filepath.Dir(file)} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if text, _ := os.ReadFile(file); !strings.Contains(string(text), link) {
		t.Errorf("%s", text)
	}
}
