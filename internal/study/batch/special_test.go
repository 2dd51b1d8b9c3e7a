//go:build unix

package batch_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sepdist/sepdist/internal/study/batch"
)

// A pipe or a device in a manifest is a row that says so, and nothing waits for it.
func TestSpecialFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(dir, "manifest.csv")
	if err := os.WriteFile(manifest, []byte("id,truth,guess\na,pipe,pipe\nb,/dev/zero,/dev/zero\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	src, s := batch.Manifest(manifest, ""), settings()
	path := filepath.Join(dir, "rows")
	if _, err := run(t, src, s, path, 1<<20); err != nil {
		t.Fatal(err)
	}
	rows, _ := os.ReadFile(path)
	for _, want := range []string{"unreadable-file,pipe: is not a regular file", "unreadable-file,/dev/zero: is not a regular file"} {
		if strings.Count(string(rows), want) != 2 {
			t.Errorf("no %q in\n%s", want, rows)
		}
	}
}
