package graphtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Testdata returns the path of a file in the testdata folder of the module.
func Testdata(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata", filepath.FromSlash(name))
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the folder of the test")
		}
		dir = up
	}
}

// read returns the text of a file in the testdata folder of the module.
func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(Testdata(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// readJSON decodes a file in the testdata folder of the module.
func readJSON(t testing.TB, name string, to any) {
	t.Helper()
	if err := json.Unmarshal(read(t, name), to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
