package batch_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
)

// Whatever a run leaves behind when it ends early, torn rows too, the same run makes of it
// what a run makes that is not disturbed.
func TestGoesOnAfterAnyEnd(t *testing.T) {
	src := study(t, 40)
	for _, form := range []store.Form{store.CSV, store.JSONL} {
		s := settings()
		s.Form = form
		want := whole(t, src, s)
		for seed := range uint64(30) {
			rng := rand.New(rand.NewPCG(seed, 1))
			path := filepath.Join(t.TempDir(), "rows")
			for ends := 0; ; ends++ {
				out, err := run(t, src, s, path, rng.IntN(len(want)))
				if err == nil {
					break
				}
				if !errors.Is(err, syscall.ENOSPC) {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if ends > 100 {
					t.Fatalf("seed %d: it does not come to an end: %d pairs done", seed, out.Done)
				}
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != want {
				t.Fatalf("%s, seed %d: the rows are not those of one run", form, seed)
			}
			if _, err := os.Stat(path + ".part"); err == nil {
				t.Errorf("seed %d: the journal is still there", seed)
			}
			if out, err := run(t, src, s, path, 0); err != nil || !out.Finished {
				t.Errorf("seed %d: finished, and yet %v", seed, err)
			}
		}
	}
}

// A journal cut at any byte is no worse than a run that ended there.
func TestJournalCutAnywhere(t *testing.T) {
	src, s := study(t, 3), settings()
	want := whole(t, src, s)
	path := filepath.Join(t.TempDir(), "rows")
	if _, err := run(t, src, s, path, len(want)/2); !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	journal, err := os.ReadFile(path + ".part")
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(journal) {
		path := filepath.Join(t.TempDir(), "rows")
		if err := os.WriteFile(path+".part", journal[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := run(t, src, s, path, len(want)); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if got, _ := os.ReadFile(path); string(got) != want {
			t.Fatalf("cut at %d: the rows are not those of one run", cut)
		}
	}
}

func TestOthersAreRefused(t *testing.T) {
	src, s := study(t, 8), settings()
	path := filepath.Join(t.TempDir(), "rows")
	want := whole(t, src, s)
	if _, err := run(t, src, s, path, len(want)/2); !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	other := settings()
	other.Metrics = []string{"shd"}
	if _, err := run(t, src, other, path, len(want)); err == nil || !strings.Contains(err.Error(), "(options)") {
		t.Errorf("other options: %v", err)
	}
	if _, err := run(t, study(t, 9), s, path, len(want)); err == nil || !strings.Contains(err.Error(), "(pairs") {
		t.Errorf("other pairs: %v", err)
	}
	part, err := os.ReadFile(path + ".part")
	if err != nil || len(part) == 0 {
		t.Errorf("the journal was lost: %v", err)
	}
	if _, err := run(t, src, s, path, len(want)); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(src.Name), "g0.txt"), []byte("X1 --> X2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, src, s, path, len(want)); err == nil || !strings.Contains(err.Error(), "graphs in the files") {
		t.Errorf("another graph: %v", err)
	}
	foreign := filepath.Join(t.TempDir(), "mine.csv")
	if err := os.WriteFile(foreign, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, src, s, foreign, len(want)); err == nil {
		t.Error("a file of somebody else was taken")
	}
	if b, _ := os.ReadFile(foreign); string(b) != "precious" {
		t.Error("a file of somebody else was lost")
	}
}

func TestTwoRunsAreKeptApart(t *testing.T) {
	src, s := study(t, 3), settings()
	path := filepath.Join(t.TempDir(), "rows")
	look, _, err := batch.Scan(context.Background(), src, s)
	if err != nil {
		t.Fatal(err)
	}
	id := store.Identity{ScanResult: look}
	first, err := store.OpenOutput(path, id, s.Head(src), false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.OpenOutput(path, id, s.Head(src), true); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("a second run was let in: %v", err)
	}
	first.Close()
	second, err := store.OpenOutput(path, id, s.Head(src), false)
	if err != nil {
		t.Fatalf("the lock outlived its run: %v", err)
	}
	second.Close()
}
