package batch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
)

func TestSameBytesForAnyWorkers(t *testing.T) {
	src := study(t, 60)
	for _, form := range []store.Form{store.CSV, store.JSONL} {
		s := settings()
		s.Form, s.Workers = form, 1
		want := whole(t, src, s)
		for _, workers := range []int{2, 8} {
			s.Workers = workers
			if got := whole(t, src, s); got != want {
				t.Errorf("%s: %d workers write other bytes than 1", form, workers)
			}
		}
	}
}

// Every number is that of a single comparison, and every pair has its rows, in order.
func TestRowsAreThoseOfCompare(t *testing.T) {
	const n = 30
	src, s := study(t, n), settings()
	rows := whole(t, src, s)
	want := map[int]string{2: store.Missing, 3: store.Syntax, 5: store.Nodes}
	k, metrics := 0, []string{"parent-sd", "shd"}
	err := eachRow(rows, store.CSV, func(r *store.Row, _ []string) error {
		pair, metric := k/2, metrics[k%2]
		k++
		if id := fmt.Sprintf("pair %d, of %d", pair, n); r.ID != id || r.Metric != metric {
			t.Fatalf("row %d is %q %q, want %q %q", k, r.ID, r.Metric, id, metric)
		}
		if code, bad := want[pair%7]; bad {
			if r.Status != store.Error || r.Reason.Code != code || !math.IsNaN(r.Wrong) {
				t.Errorf("%+v, want an error with the code %s", r, code)
			}
			return nil
		}
		if pair%7 == 4 && metric == "parent-sd" {
			if r.Reason.Code != store.NoMetric && r.Status == store.Error {
				t.Errorf("%+v, want the code %s", r, store.NoMetric)
			}
			return nil
		}
		kind := class.DAG
		seed := uint64(pair + n)
		if pair%7 == 4 {
			kind, seed = class.CPDAG, uint64(pair)
		}
		c, err := sepdist.Compare(context.Background(), &sepdist.Graph{Graph: drawn(t, class.DAG, uint64(pair))}, &sepdist.Graph{Graph: drawn(t, kind, seed)}, sepdist.Options{Metrics: []string{metric}})
		if err != nil {
			t.Fatal(err)
		}
		if one := c.Results[0].Result; r.Status != store.OK || r.Value != one.Value || r.Wrong != one.Count.Wrong || r.Of != one.Count.Of {
			t.Errorf("%+v, want %v of %v", r, one.Count.Wrong, one.Count.Of)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if k != 2*n {
		t.Errorf("%d rows, want %d", k, 2*n)
	}
}

func TestShardsMakeOneRun(t *testing.T) {
	src := study(t, 23)
	for _, form := range []store.Form{store.CSV, store.JSONL} {
		s := settings()
		s.Form = form
		want := whole(t, src, s)
		for _, n := range []int{1, 2, 5, 23} {
			dir := t.TempDir()
			var files []string
			for i := range n {
				s.Shard = store.Shard{Index: i, Of: n}
				file := filepath.Join(dir, fmt.Sprint(i))
				if _, err := run(t, src, s, file, len(want)); err != nil {
					t.Fatal(err)
				}
				files = append([]string{file}, files...) // their order does not matter
			}
			shards, err := store.FindShards(files)
			if err != nil || len(shards.Missing) > 0 {
				t.Fatalf("%d shards: %v %v", n, err, shards)
			}
			var got bytes.Buffer
			if err := shards.Merge(&got, form); err != nil {
				t.Fatal(err)
			}
			if got.String() != want {
				t.Errorf("%s: %d shards together are not one run", form, n)
			}
			if n == 1 {
				continue
			}
			shards, err = store.FindShards(files[1:])
			if err != nil || len(shards.Missing) != 1 || !strings.Contains(shards.Missing[0], fmt.Sprintf("shard %d/%d", n, n)) {
				t.Errorf("%d shards but the last: %v", n, shards.Missing)
			}
		}
	}
}

func TestBadSources(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tt := range []struct{ name, text, want string }{
		{"empty.csv", "", "the file is empty"},
		{"columns.csv", "id,truth\na,b\n", `columns.csv:1: there is no column "guess"`},
		{"none.csv", "id,truth,guess\n", "contains no pairs"},
		{"short.csv", "id,truth,guess\na,b\n", "short.csv:2:1: the line has another number of cells than the first one"},
		{"void.csv", "id,truth,guess\na,,c\n", `void.csv:2: the column "truth" is empty`},
		{"twice.csv", "id,truth,guess\na,b,c\nb,b,c\na,c,d\n", `duplicate id "a"`},
		{"next.csv", "id,truth,guess\na,b,c\na,c,d\n", `duplicate id "a"`},
		{"quote.csv", "id,truth,guess\n\"a,b,c\n", "quote.csv:"},
		{"empty.jsonl", "", "the file is empty"},
		{"text.jsonl", "A --> B\n", "text.jsonl:1: byte 1: expected an object"},
		{"keys.jsonl", `{"id": "a", "truth": "A --> B"}` + "\n", "keys.jsonl:1: one of the keys id, truth, guess"},
		{"number.jsonl", `{"id": 1, "truth": 2, "guess": "A --> B"}` + "\n", "number.jsonl:1: truth: unexpected 2"},
		{"deep.jsonl", `{"id": ` + strings.Repeat("[", 5000) + "\n", "deep.jsonl:1: byte"},
		{"double.jsonl", `{"id": 1, "id": 2, "truth": "A --> B", "guess": "A --> B"}`, "each once"},
	} {
		path := file(tt.name, tt.text)
		src := batch.Manifest(path, "")
		if strings.HasSuffix(tt.name, ".jsonl") {
			src = batch.Lines(path, "")
		}
		_, _, err := batch.Scan(context.Background(), src, settings())
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
	if _, _, err := batch.Scan(context.Background(), batch.Manifest(filepath.Join(dir, "gone"), ""), settings()); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("no manifest: %v", err)
	}
	truths := t.TempDir()
	if err := os.WriteFile(filepath.Join(truths, "a.txt"), []byte("A --> B"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := batch.Folders(truths, filepath.Join(dir, "gone")); err == nil || !strings.Contains(err.Error(), "gone: no such file") {
		t.Errorf("no folder: %v", err)
	}
	if _, err := batch.Folders(truths, t.TempDir()); err == nil {
		t.Error("an empty folder was taken")
	}
}

// The same graphs give the same numbers from files, as text in JSON and as objects of JSON.
func TestJSONLines(t *testing.T) {
	lines := ""
	for k := range 20 {
		g, h := drawn(t, class.DAG, uint64(k)), drawn(t, class.CPDAG, uint64(k+100))
		lines += fmt.Sprintf(`{"id": "t%d", "more": [1, {"a": null}], "truth": %q, "guess": %q}`+"\n", k, text(t, class.DAG, uint64(k)), text(t, class.CPDAG, uint64(k+100)))
		lines += fmt.Sprintf(`{"guess": %s, "truth": %s, "id": %d}`+"\n", object(h), object(g), k)
	}
	lines += `{"id": "escapes", "truth": "\"\u00e9 \\\"\" --> B", "guess": "B --> \"é \\\"\""}` + "\n"
	lines += `{"id": "bad", "truth": {"nodes": ["A"], "edges": [["A", "-->", "C"]]}, "guess": "A --> B"}` + "\n"
	path := filepath.Join(t.TempDir(), "pairs.jsonl")
	if err := os.WriteFile(path, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	s := settings()
	s.Metrics = []string{"zl-sd", "shd"}
	var rows []store.Row
	err := eachRow(whole(t, batch.Lines(path, ""), s), store.CSV, func(r *store.Row, _ []string) error {
		rows = append(rows, *r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2*42 {
		t.Fatalf("%d rows", len(rows))
	}
	for k := range 20 {
		for i := range 2 {
			if a, b := rows[4*k+i], rows[4*k+2+i]; a.Status != store.OK || a.Wrong != b.Wrong || a.Of != b.Of {
				t.Errorf("as text %+v, as object %+v", a, b)
			}
		}
	}
	if r := rows[81]; r.Status != store.OK || r.Wrong != 1 { // shd: the arrow is turned
		t.Errorf("%+v", r)
	}
	if r := rows[83]; r.Status != store.Error {
		t.Errorf("%+v", r)
	}
}

func TestFailFast(t *testing.T) {
	src, s := study(t, 20), settings()
	s.FailFast = true
	var b bytes.Buffer
	err := batch.Run(context.Background(), src, s, 0, 20, &b)
	var bad *batch.BadPair
	if !errors.As(err, &bad) || bad.ID != "pair 2, of 20" || bad.Reason.Code != store.Missing {
		t.Errorf("stopped by %v, want pair 2", err)
	}
	if n := strings.Count(b.String(), "\n"); n != 4 {
		t.Errorf("%d rows before the bad pair, want 4", n)
	}
}

func TestWide(t *testing.T) {
	const long = `id,truth,guess,truth_class,guess_class,method,metric,wrong,of,value,lower,upper,status,code,reason
"a,1",t,g,dag,cpdag,"pc, stable",shd,1,10,0.1,,,ok,,
"a,1",t,g,dag,cpdag,"pc, stable",zl-sd,4,20,0.2,,,ok,,
"a,1",t,g,dag,cpdag,"pc, stable",sid,,,,0.1,0.4,ok,undefined-value,bounds only
b,t,h,,,,shd,,,,,,error,missing-file,h
c,t,i,dag,pag,ges,shd,1,10,0.1,,,ok,,
c,t,i,dag,pag,ges,sid,,,,,,error,metric-not-defined,the guess is a PAG
d,t,i,dag,pag,ges,sid,,,,,,error,metric-not-defined,the guess is a PAG
`
	// A pair is an error where it has no numbers, not where one cell is empty.
	const want = `id,truth,guess,truth_class,guess_class,method,shd,zl-sd,sid,sid_lower,sid_upper,status,code,reason
"a,1",t,g,dag,cpdag,"pc, stable",0.1,0.2,,0.1,0.4,ok,undefined-value,bounds only
b,t,h,,,,,,,,,error,missing-file,h
c,t,i,dag,pag,ges,0.1,,,,,ok,metric-not-defined,the guess is a PAG
d,t,i,dag,pag,ges,,,,,,error,metric-not-defined,the guess is a PAG
`
	var got bytes.Buffer
	if err := store.Wide(&got, store.CSV, table(long, store.CSV)); err != nil {
		t.Fatal(err)
	}
	if got.String() != want {
		t.Errorf("got %s", got.String())
	}
	// Wide rows are read back as long ones, with what they still say: they make the same table.
	var again bytes.Buffer
	if err := store.Wide(&again, store.CSV, table(want, store.CSV)); err != nil {
		t.Fatal(err)
	}
	if again.String() != want {
		t.Errorf("again %s", again.String())
	}
}
