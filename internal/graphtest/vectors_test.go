package graphtest_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/graphtest"
)

func TestVectors(t *testing.T) {
	cases := graphtest.Vectors(t)
	if len(cases) != 563 {
		t.Errorf("%d cases, want 563", len(cases))
	}
	for _, c := range cases {
		if c.Truth.N() != c.Guess.N() || c.Class == "ambiguous" != (c.Expect.Statements == nil) {
			t.Errorf("%s: %d and %d nodes, s/c values %v", c.ID, c.Truth.N(), c.Guess.N(), c.Expect.Statements)
		}
	}
	// The one case written out by hand from the file.
	i := slices.IndexFunc(cases, func(c graphtest.Case) bool { return c.ID == "ambiguous-0460" })
	want := "A --- E; A --- F; B --- D; C --- D; C --- E; D --- E; D --- F; collider E A F; " +
		"ambiguous B D C; ambiguous B D F; ambiguous E D F; ambiguous A E C; ambiguous A E D; ambiguous A F D"
	if got := cases[i].Guess; !got.Equal(graphtest.Arrows(t, want)) {
		t.Errorf("ambiguous-0460 is read as %v", got)
	}
	if zl := cases[i].Expect.ZL; zl == nil || *zl != (graphtest.MinMean{Min: 6, Max: 6, Mean: 6}) {
		t.Errorf("ambiguous-0460 has zl-sd %v", zl)
	}
}

func TestPeer(t *testing.T) {
	all, small := graphtest.Peer(t, 1000), graphtest.Peer(t, 8)
	if len(all) != 102 || len(small) >= len(all) {
		t.Errorf("%d cases, of these %d with at most 8 nodes, want 102 and fewer", len(all), len(small))
	}
	bounds := 0
	for _, c := range all {
		if c.SIDBounds != nil {
			bounds++
		}
		if c.Truth.N() != c.Guess.N() || len(c.Wrong) == 0 && c.SIDBounds == nil {
			t.Errorf("%s: %d and %d nodes, %d values", c.ID, c.Truth.N(), c.Guess.N(), len(c.Wrong))
		}
	}
	if bounds == 0 {
		t.Error("no case has bounds for the sid")
	}
}

// TestChecksums holds the numbers of others against change by mistake: every file
// below testdata/vectors is listed, and is what it was.
func TestChecksums(t *testing.T) {
	root := graphtest.Testdata(t, "")
	sums, err := os.ReadFile(filepath.Join(root, "checksums.sha256"))
	if err != nil {
		t.Fatal(err)
	}
	listed := make(map[string]bool)
	for lines := bufio.NewScanner(bytes.NewReader(sums)); lines.Scan(); {
		want, name, ok := strings.Cut(lines.Text(), "  ")
		if !ok {
			t.Fatalf("checksums.sha256: %q is not a sum and a file", lines.Text())
		}
		listed[name] = true
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
			continue
		}
		if got := sha256.Sum256(text); hex.EncodeToString(got[:]) != want {
			t.Errorf("%s has changed", name)
		}
	}
	err = fs.WalkDir(os.DirFS(root), "vectors", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !listed[name] {
			t.Errorf("%s is not in checksums.sha256", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
