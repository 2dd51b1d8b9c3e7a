package batch_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
)

// A run that is repeated with one more option of reading, or after the file of a pair changed, compares the pairs that failed, whenever
// it is stopped, and gives the rows that all pairs would have: the others do not depend on the
// option, which is what to do with guesses that are not valid.
func TestEarlierRows(t *testing.T) {
	dir := t.TempDir()
	manifest := "id,truth,guess\n"
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range []string{"0", "1", "2", "3", "4", "5", "6", "7", "8"} {
		write("t"+k, text(t, class.DAG, uint64(k[0])))
		guess := text(t, class.CPDAG, uint64(k[0])+50)
		if k[0]%3 == 0 { // not closed under Meek's rules
			guess = strings.Replace(text(t, class.DAG, uint64(k[0])), "-->", "---", 1)
		}
		write("g"+k, guess)
		manifest += k + ",t" + k + ",g" + k + "\n"
	}
	write("manifest.csv", manifest)
	for _, form := range []store.Form{store.CSV, store.JSONL} {
		src := batch.Manifest(filepath.Join(dir, "manifest.csv"), "")
		first, second := settings(), settings()
		first.Form, second.Form = form, form
		second.Invalid = class.Nearest
		want := whole(t, src, second)
		path := filepath.Join(t.TempDir(), "rows")

		look, _, err := batch.Scan(context.Background(), src, first)
		if err != nil {
			t.Fatal(err)
		}
		measured := 0
		run := func(s *batch.Settings, id store.Identity, stopAfter int) {
			t.Helper()
			earlier, err := store.FindPrevious(path, &id, form, false)
			if err != nil {
				t.Fatal(err)
			}
			from := src
			if earlier != nil {
				from = earlier.Source(src)
			}
			out, err := store.OpenOutput(path, id, s.Head(from), false)
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			if out.Finished {
				t.Fatal("nothing left to do")
			}
			counted := &pipeline.Source{Name: from.Name, Columns: from.Columns, Inputs: func(yield func(*pipeline.Input, error) bool) {
				for p, err := range from.Inputs {
					if err == nil && p.Known == nil {
						measured++
					}
					if !yield(p, err) {
						return
					}
				}
			}}
			s.Workers = 1
			ctx, stop := context.WithCancel(context.Background())
			defer stop()
			done := 0
			s.Compared = func(store.PairOutcome) {
				if done++; done == stopAfter {
					stop()
				}
			}
			err = batch.Run(ctx, counted, s, out.Done, look.Pairs, out)
			if stopAfter > 0 {
				if err == nil {
					t.Fatal("it was not stopped")
				}
				return
			}
			if err == nil {
				err = out.Finish(nil)
			}
			if err == nil && earlier != nil {
				err = earlier.Remove()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		run(first, store.Identity{ScanResult: look}, 0)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(before) == want || !strings.Contains(string(before), "meek") {
			t.Fatalf("no pair failed:\n%s", before)
		}
		id := store.Identity{ScanResult: look, Reading: "--invalid=nearest"}
		measured = 0
		run(second, id, 4)
		if measured > 4 {
			t.Errorf("%d pairs were compared again, and 3 failed", measured)
		}
		run(second, id, 0)
		got, err := os.ReadFile(path)
		if err != nil || string(got) != want {
			t.Errorf("%s: rows\n%s\nwant\n%s", form, got, want)
		}
		if _, err := os.Stat(path + ".before"); err == nil {
			t.Error("the rows from before are still there")
		}
		// After the file of one pair changed, only it is compared again.
		write("g2", text(t, class.CPDAG, uint64(len(form))))
		if look, _, err = batch.Scan(context.Background(), src, second); err != nil {
			t.Fatal(err)
		}
		id.ScanResult, measured = look, 0
		run(second, id, 4)
		run(second, id, 0)
		want = whole(t, src, second)
		if got, err := os.ReadFile(path); err != nil || string(got) != want || measured != 2 { // once in each run
			t.Errorf("%s: %d pairs were compared; rows\n%s\nwant\n%s", form, measured, got, want)
		}
		// With the option changed or removed every row could change.
		for _, reading := range []string{"", "--invalid=drop", "--class=dag"} {
			other := store.Identity{ScanResult: look, Reading: reading}
			if earlier, err := store.FindPrevious(path, &other, form, false); earlier != nil || err != nil {
				t.Errorf("%q: %v, %v", reading, earlier, err)
			}
		}
	}
}
