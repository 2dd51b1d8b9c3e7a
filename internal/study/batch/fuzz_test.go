package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A manifest is read or refused with its place.
func FuzzManifest(f *testing.F) {
	for _, s := range []string{"id,truth,guess\na,b,c\n", "id,truth,guess,method\n\"a,1\",b,c,\"x\ny\"\n", "guess,truth,id\n,,\n", "\ufeffid,truth,guess", "id,truth,guess\n\"a", "", "id,id,truth,guess\n1,2,3,4\n"} {
		f.Add(s)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, "manifest.csv")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for p, err := range Manifest(path, "").Inputs {
			if err != nil {
				if !strings.HasPrefix(err.Error(), path+":") || strings.Contains(err.Error(), "\n") {
					t.Fatalf("%q: %v does not say where", text, err)
				}
				return
			}
			if p.ID == "" || p.Truth.Path == "" || p.Guess.Path == "" {
				t.Fatalf("%q: %+v", text, p)
			}
		}
	})
}
