package batch_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sepdist/sepdist/internal/study/batch"
)

// After a survey, which keeps small files, the rows are those of a run without it: with files of all
// sizes, missing ones, ones in several pairs, and ones that were touched or written again as they were.
func TestSurveyedFilesAreTheSame(t *testing.T) {
	src, s := study(t, 150), settings()
	dir := filepath.Dir(src.Name)
	for k, text := range []string{
		"",
		"\n",
		"X1 --> X2\n" + strings.Repeat("#", 32<<10-10),    // as large as one that is kept
		"X1 --> X2\n" + strings.Repeat("#", 32<<10-9),     // a byte more
		"X1 --> X2\n" + strings.Repeat("# more\n", 20000), // much more
	} {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("g%d.txt", 20*k)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	manifest, err := os.ReadFile(src.Name)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 100 { // the same files once more
		manifest = fmt.Appendf(manifest, "again %d,t1.txt,m,g%d.txt,1\n", k, k)
	}
	if err := os.WriteFile(src.Name, manifest, 0o666); err != nil {
		t.Fatal(err)
	}
	rows := func() string {
		var b bytes.Buffer
		if err := batch.Run(context.Background(), src, s, 0, 1000, &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, workers := range []int{1, 3} {
		s.Workers = workers
		src = batch.Manifest(src.Name, "")
		want := rows()
		if !strings.Contains(want, "is empty") || !strings.Contains(want, "again 99") {
			t.Fatalf("the rows are\n%s", want)
		}
		_, again, err := batch.Scan(context.Background(), src, s)
		if err != nil {
			t.Fatal(err)
		}
		src = again
		if rows() != want {
			t.Errorf("%d workers: the rows of a surveyed source differ", workers)
		}
		text, err := os.ReadFile(filepath.Join(dir, "g8.txt"))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "g8.txt"), text, 0o666)
		}
		if err == nil {
			err = os.Chtimes(filepath.Join(dir, "t9.txt"), time.Time{}, time.Unix(1, 0))
		}
		if err != nil {
			t.Fatal(err)
		}
		if rows() != want {
			t.Errorf("%d workers: the rows of files that were touched differ", workers)
		}
	}
}
