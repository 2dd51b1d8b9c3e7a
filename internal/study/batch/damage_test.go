package batch_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
)

// harm removes a line of a text, doubles one, changes a byte, cuts the text, or adds to it.
func harm(text []byte, rng *rand.Rand) []byte {
	if len(text) == 0 {
		return []byte("X")
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	k := rng.IntN(len(lines))
	switch text = bytes.Clone(text); rng.IntN(5) {
	case 0:
		return bytes.Join(append(lines[:k:k], lines[k+1:]...), nil)
	case 1:
		return bytes.Join(append(lines[:k+1:k+1], lines[k:]...), nil)
	case 2:
		text[rng.IntN(len(text))] ^= 1 << rng.IntN(8)
		return text
	case 3:
		return text[:rng.IntN(len(text))]
	}
	return append(text, text[rng.IntN(len(text)):]...)
}

// Whatever happens to the journal of a run that was ended early, the rows of the next run are right,
// or an error names the file.
func TestDamageIsRepairedOrNamed(t *testing.T) {
	src := study(t, 20)
	for _, form := range []store.Form{store.CSV, store.JSONL} {
		s := settings()
		s.Form = form
		want := whole(t, src, s)
		repaired, named := 0, 0
		for seed := range uint64(60) {
			rng := rand.New(rand.NewPCG(seed, 2))
			path := filepath.Join(t.TempDir(), "rows")
			if _, err := run(t, src, s, path, 1+rng.IntN(len(want)/2)); err != nil && !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
			harmed := path + ".part"
			text, err := os.ReadFile(harmed)
			if err != nil {
				t.Fatal(err)
			}
			text = harm(text, rng)
			if err := os.WriteFile(harmed, text, 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := run(t, src, s, path, 2*len(want)); err != nil {
				if !strings.Contains(err.Error(), path) {
					t.Errorf("%s, seed %d: %v does not name the file", form, seed, err)
				}
				if left, _ := os.ReadFile(harmed); !bytes.HasPrefix(text, left) {
					t.Errorf("%s, seed %d: %s was refused and overwritten", form, seed, harmed)
				}
				named++
				continue
			}
			if got, _ := os.ReadFile(path); string(got) != want {
				t.Fatalf("%s, seed %d: the rows are not those of one run", form, seed)
			}
			repaired++
		}
		if repaired == 0 || named == 0 {
			t.Errorf("%s: %d damages were repaired and %d named", form, repaired, named)
		}
	}
}

// A finished file that is not what was written is noticed by the next run and by merge.
func TestFinishedFilesAreVerified(t *testing.T) {
	src, s := study(t, 5), settings()
	path := filepath.Join(t.TempDir(), "rows")
	if _, err := run(t, src, s, path, 1<<20); err != nil {
		t.Fatal(err)
	}
	want, _ := os.ReadFile(path)
	for seed := range uint64(60) {
		text := harm(want, rand.New(rand.NewPCG(seed, 3)))
		if bytes.Equal(text, want) { // an empty last line
			continue
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := run(t, src, s, path, 1<<20); err == nil || !strings.Contains(err.Error(), "after it was written") {
			t.Errorf("seed %d: the run says %v", seed, err)
		}
		if _, err := store.FindShards([]string{path}); err == nil || !strings.Contains(err.Error(), "after it was written") {
			t.Errorf("seed %d: merge says %v", seed, err)
		}
		if left, _ := os.ReadFile(path); !bytes.Equal(left, text) {
			t.Fatalf("seed %d: the file was overwritten", seed)
		}
	}
}

// A record that cannot be read is refused, and stays.
func TestForeignRecordsStay(t *testing.T) {
	src, s := study(t, 5), settings()
	for _, text := range []string{"mine", `{"pairs":5,"shard":{"index":7,"of":2}}` + "\n", strings.Repeat("x", 1<<21)} {
		path := filepath.Join(t.TempDir(), "rows")
		if err := os.WriteFile(path+".run", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := run(t, src, s, path, 1<<20); err == nil || !strings.Contains(err.Error(), path+".run") {
			t.Errorf("%.40s: %v", text, err)
		}
		if _, err := store.FindShards([]string{path}); err == nil {
			t.Errorf("%.40s: it was taken for the record of a shard", text)
		}
		if left, _ := os.ReadFile(path + ".run"); string(left) != text {
			t.Errorf("%.40s: it was overwritten", text)
		}
	}
}

// A graph or a manifest that changes after the survey is not measured under the old digest.
func TestChangesDuringARunAreNoticed(t *testing.T) {
	for _, name := range []string{"t4.txt", "g8.txt", "manifest.csv"} {
		src, s := study(t, 12), settings()
		_, again, err := batch.Scan(context.Background(), src, s)
		if err != nil {
			t.Fatal(err)
		}
		var rows bytes.Buffer
		if err := batch.Run(context.Background(), again, s, 0, 12, &rows); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(filepath.Dir(src.Name), name)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(text, "\"pair 77\",X1,m,X2,1\n"...), 0o666); err != nil {
			t.Fatal(err)
		}
		var changed *pipeline.ChangedError
		err = batch.Run(context.Background(), again, s, 0, 12, &rows)
		if !errors.As(err, &changed) || filepath.Base(changed.File) != name {
			t.Errorf("%s changed, and the run says %v", name, err)
		}
	}
	// A file that was missing may not appear, either.
	src, s := study(t, 12), settings()
	_, again, err := batch.Scan(context.Background(), src, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(src.Name), "g2.txt"), []byte("X1 --> X2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := batch.Run(context.Background(), again, s, 0, 12, new(bytes.Buffer)); err == nil {
		t.Error("a file appeared, and nothing was said")
	}
}

func TestDistinct(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manifest.csv")
	if err := os.WriteFile(path, []byte("id,truth,guess\na,t,g\nb,t,g\na,t,g\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := batch.Run(context.Background(), batch.Distinct(batch.Manifest(path, "")), settings(), 0, 3, new(bytes.Buffer))
	if err == nil || !strings.Contains(err.Error(), `duplicate id "a"`) {
		t.Errorf("without a survey: %v", err)
	}
}

// A file that is overwritten keeps its permissions, a link its target.
func TestForceKeepsPermissionsAndLinks(t *testing.T) {
	src, s := study(t, 3), settings()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "rows"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("rows", link); err != nil {
		t.Fatal(err)
	}
	look, src, err := batch.Scan(context.Background(), src, s)
	if err != nil {
		t.Fatal(err)
	}
	out, err := store.OpenOutput(link, store.Identity{ScanResult: look}, s.Head(src), true)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := batch.Run(context.Background(), src, s, 0, 3, out); err != nil {
		t.Fatal(err)
	}
	if err := out.Finish(nil); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to != "rows" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 || info.Size() < 10 {
		t.Errorf("%v %v", info, err)
	}
	if _, err := store.OpenOutput(os.DevNull, store.Identity{ScanResult: look}, s.Head(src), true); err == nil || !strings.Contains(err.Error(), "regular file") {
		t.Errorf("a device as output: %v", err)
	}
}
