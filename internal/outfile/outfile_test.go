package outfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sepdist/sepdist/internal/outfile"
)

func TestTarget(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link": "file", "chain": at("link"), "dangling": "sub/none", "loop": "loop"} {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name, want string
		there      bool
	}{
		{"file", "file", true}, {"link", "file", true}, {"chain", "file", true},
		{"dangling", "sub/none", false}, {"none", "none", false},
	} {
		got, info, err := outfile.Target(at(tt.name))
		if err != nil || got != at(tt.want) || (info != nil) != tt.there {
			t.Errorf("%s leads to %s, %v, %v, want %s", tt.name, got, info, err, tt.want)
		}
	}
	if _, _, err := outfile.Target(at("loop")); err == nil {
		t.Error("a loop of links has an end")
	}
	if _, _, err := outfile.Regular(dir); err == nil {
		t.Error("a folder is a regular file")
	}
	if _, _, err := outfile.Regular(os.DevNull); err == nil {
		t.Error("a device is a regular file")
	}
	if _, _, err := outfile.Regular(at("chain")); err != nil {
		t.Error(err)
	}
}
