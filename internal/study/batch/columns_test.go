package batch_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
)

// file writes a file and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

const threeLines = `{"id": 1, "truth": "A --> B", "guess": "B --> A", "method": "pc", "n": 100, "note": null, "more": {"x": 1}}
{"id": 2, "truth": "A --> B", "guess": "A --- B", "n": 1e3, "method": "a \"b\", c"}
{"id": 3, "truth": "A --> B", "guess": "A ~~~ B\n", "method": "007", "n": "many", "note": true}
`

// What a manifest says of a pair is in all of its rows, in both forms, and is read back.
func TestColumnsOfTheSource(t *testing.T) {
	want := [][]string{{"pc", "100", ""}, {`a "b", c`, "1e3", ""}, {"007", "many", "true"}}
	lines := batch.Lines(file(t, "pairs.jsonl", threeLines), "")
	table := "method,id,n,truth,note,guess\n"
	for i, m := range want {
		table += strings.Join([]string{`"` + strings.ReplaceAll(m[0], `"`, `""`) + `"`, string(rune('1' + i)), m[1], "t.txt", m[2], string(rune('a'+i)) + ".txt"}, ",") + "\n"
	}
	manifest := file(t, "manifest.csv", table)
	for name, text := range map[string]string{"t.txt": "A --> B", "a.txt": "B --> A", "b.txt": "A --- B", "c.txt": "A ~~~ B"} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(manifest), name), []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, src := range []*pipeline.Source{lines, batch.Manifest(manifest, "")} {
		for _, form := range []store.Form{store.CSV, store.JSONL} {
			s := settings()
			s.Form = form
			rows := whole(t, src, s)
			i := 0
			err := eachRow(rows, form, func(r *store.Row, more []string) error {
				if !slices.Equal(r.More, want[i/2]) || !slices.Equal(more, []string{"method", "n", "note"}) {
					t.Errorf("%s, %s, row %d has %q in %q, want %q", src.Name, form, i, r.More, more, want[i/2])
				}
				i++
				return nil
			})
			if err != nil || i != 6 {
				t.Errorf("%s, %s: %d rows, %v", src.Name, form, i, err)
			}
			if form == store.JSONL && !strings.Contains(rows, `"method":"pc","n":100,"note":null,`) {
				t.Errorf("numbers are not numbers: %s", rows)
			}
		}
	}
}

// The values of columns are part of what a run is: another seed in the manifest is another run.
func TestColumnsAreInputs(t *testing.T) {
	digest := func(text string) string {
		look, _, err := batch.Scan(context.Background(), batch.Lines(file(t, "pairs.jsonl", text), ""), settings())
		if err != nil {
			t.Fatal(err)
		}
		return look.Inputs
	}
	if digest(threeLines) == digest(strings.Replace(threeLines, "1e3", "1e4", 1)) {
		t.Error("another value in a column is the same input")
	}
	if digest(threeLines) == digest(strings.ReplaceAll(threeLines, `"n"`, `"m"`)) {
		t.Error("another name of a column is the same input")
	}
}

func TestBadColumns(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"m.csv", "id,truth,guess,value\n1,a,b,2\n", `m.csv:1: "value" is the name of a column of the rows: rename it`},
		{"m.csv", "id,truth,guess,n,n\n1,a,b,2,3\n", `m.csv:1: duplicate column "n"`},
		{"p.jsonl", `{"id": 1, "truth": "A --> B", "guess": "A --> B", "metric": "x"}` + "\n", `"metric" is the name of a column of the rows`},
		{"p.jsonl", `{"id": 1, "truth": "A --> B", "guess": "A --> B"}` + "\n" + `{"id": 2, "truth": "A --> B", "guess": "A --> B", "n": 1}` + "\n",
			`p.jsonl:2: the key "n" is not on the first line`},
	} {
		path := file(t, tt.name, tt.text)
		src := batch.Manifest(path, "")
		if tt.name == "p.jsonl" {
			src = batch.Lines(path, "")
		}
		if err := batch.Run(context.Background(), src, settings(), 0, 9, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.text, err, tt.want)
		}
	}
}

// A guess with bounds has them in its row: the SID of a CPDAG lies between those of its members,
// which is 0 and 2 of 2 effects for A --- B.
func TestRangeInRows(t *testing.T) {
	s := settings()
	s.Metrics = []string{"sid"}
	src := batch.Lines(file(t, "pairs.jsonl", `{"id": 1, "truth": "A --> B", "guess": "A --- B"}`+"\n"), "")
	if rows := whole(t, src, s); !strings.Contains(rows, "sid,,,,0,1,ok,undefined-value") {
		t.Error(rows)
	}
}

// A cell that could be a formula is read back as it was.
func TestFormulasAreReadBack(t *testing.T) {
	lines := `{"id": "=1+1", "truth": "A --> B", "guess": "B --> A", "=note": "@x"}` + "\n" + `{"id": "'=2", "truth": "A --> B", "guess": "B --> A", "=note": "-1"}` + "\n"
	src := batch.Lines(file(t, "pairs.jsonl", lines), "")
	for _, form := range []store.Form{store.CSV, store.RawCSV, store.JSONL} {
		s := settings()
		s.Form = form
		i, want := 0, []string{"=1+1", "=1+1", "'=2", "'=2"}
		err := eachRow(whole(t, src, s), form, func(r *store.Row, more []string) error {
			if r.ID != want[i] || r.More[0] != []string{"@x", "-1"}[i/2] || more[0] != "=note" {
				t.Errorf("%s: row %d has the id %q and the note %q in %q", form, i, r.ID, r.More, more)
			}
			i++
			return nil
		})
		if err != nil || i != 4 {
			t.Errorf("%s: %d rows, %v", form, i, err)
		}
	}
}
