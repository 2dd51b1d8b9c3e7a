package store

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// framed returns a journal with one record for each text, whose lengths and digests are right.
func framed(texts ...string) (all []byte) {
	for _, text := range texts {
		all = append(all, recordHead(int64(len(text)+1), sha256.Sum256([]byte(text+"\n")))...)
		all = append(all, text+"\n\n"...)
	}
	return all
}

const someID = `{"pairs":4,"inputs":"a","files":"b","shard":{"index":0,"of":2},"options":"batch"}`

// Whatever is in the run file of a shard, merge ends with an error or with rows, and a run never
// takes it for its own.
func FuzzRunFile(f *testing.F) {
	run := func(id string) string {
		return fmt.Sprintf(`{"identity":%s,"pairs":2,"bytes":0,"sha256":"%x"}`, id, sha256.Sum256(nil))
	}
	f.Add(run(someID), true)
	f.Add(run(someID), false)
	for _, change := range [][2]string{{`"index":0`, `"index":7`}, {`"of":2`, `"of":999999999999`}, {`"pairs":4`, `"pairs":999999999999`}, {`"index":0`, `"index":-1`}, {`"of":2`, `"of":-9223372036854775808`}} {
		f.Add(run(strings.Replace(someID, change[0], change[1], 1)), true)
	}
	f.Add(run(strings.ReplaceAll(strings.ReplaceAll(someID, `"of":2`, `"of":9223372036854775807`), `"pairs":4`, `"pairs":9223372036854775807`)), true)
	dir := f.TempDir()
	path := filepath.Join(dir, "rows.csv")
	f.Fuzz(func(t *testing.T, text string, whole bool) {
		record := []byte(text)
		if whole {
			record = framed(text)
		}
		for name, data := range map[string][]byte{path: nil, path + runExt: record} {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if shards, err := FindShards([]string{path}); err == nil {
			var out bytes.Buffer
			if err := shards.Merge(&out, CSV); err == nil && shards.Pairs > 0 {
				t.Fatalf("%q: an empty file has all rows", text)
			}
			if len(shards.Missing) > mostMissing+1 {
				t.Fatalf("%q: %d lines about missing shards", text, len(shards.Missing))
			}
		}
		if out, err := OpenOutput(path, Identity{ScanResult: ScanResult{Pairs: 4, Inputs: "x"}}, nil, false); err == nil {
			out.Close()
			t.Fatalf("%q: it was taken for the file of another run", text)
		}
	})
}

// Whatever is in a journal, its whole records are kept, and only they.
func FuzzJournal(f *testing.F) {
	whole := framed(someID, `{"from":0,"to":1}`+"\na,t,g", `{"from":1,"to":2}`+"\nb,t,g")
	f.Add(whole)
	f.Add(whole[:len(whole)-5])
	f.Add(append(bytes.Clone(whole), "sepdist-study 99999999999999 00\n"...))
	f.Add([]byte("sepdist-study \n"))
	f.Add([]byte{})
	path := filepath.Join(f.TempDir(), "journal")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		count := len(j.Records)
		if bytes.HasPrefix(whole, text) && count > max(0, bytes.Count(text, []byte(magic))-1) || bytes.Equal(whole, text) && count != 2 {
			t.Fatalf("%q: %d records", text, count)
		}
		if j.New() && !bytes.HasPrefix(text, []byte(magic)) && !strings.HasPrefix(magic, string(text)) {
			t.Fatalf("%q: it was taken for a new journal", text)
		}
		if err := j.Keep(count); err != nil {
			t.Fatal(err)
		}
		if j.identity == nil {
			return
		}
		j.Close()
		again, err := OpenJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if len(again.Records) != count || again.Damage != "" {
			t.Fatalf("%q: after it was cut there are %d records, %s", text, len(again.Records), again.Damage)
		}
		if count == 0 {
			return
		}
		if err := again.Keep(count - 1); err != nil || again.end >= int64(len(text)) {
			t.Fatalf("%q: %v, cut at %d", text, err, again.end)
		}
	})
}

// Rows are read back or refused in every form, and a shard of them is merged or refused.
func FuzzRows(f *testing.F) {
	head := strings.Join(Columns, ",") + "\n"
	f.Add(head+"\"a,1\",t,g,dag,dag,shd,1,2,0.5,,,ok,,\nb,t,g,,,,,,,,,error,missing-file,g\n", 0)
	f.Add(`{"id":"a","truth":"t","guess":"g","metric":"shd","wrong":1,"of":2,"value":0.5,"status":"ok","reason":""}`+"\n", 1)
	f.Add("id,truth,guess,truth_class,guess_class,shd,status,code,reason\na,t,g,dag,dag,0.5,ok,,\n", 0)
	f.Add(head+"'=a,t,g,dag,dag,shd,1,2,0.5,,,ok,,\n", 2)
	f.Add("id,truth,guess,truth_class,guess_class,status,code,reason\n"+strings.Repeat("a,t,g,dag,dag,ok,,\n", 9), 0)
	path := filepath.Join(f.TempDir(), "rows")
	f.Fuzz(func(t *testing.T, text string, k int) {
		form := []Form{CSV, JSONL, RawCSV}[uint(k)%3]
		pairs := 0
		table := Text(form, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil })
		var err error
		for pair, fault := range table {
			if err = fault; err != nil {
				break
			}
			if pairs++; len(pair.Rows) == 0 {
				t.Fatalf("%q: a pair without rows", text)
			}
		}
		var wide bytes.Buffer
		if again := Wide(&wide, form, table); (err == nil) != (again == nil) {
			t.Fatalf("%q: long rows give %v, wide ones %v", text, err, again)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		shards := &Shards{Pairs: max(pairs, 1), Of: 1, files: map[int]string{0: path}, step: 1}
		var out bytes.Buffer
		if err := shards.Merge(&out, form); err == nil && out.String() != text {
			t.Fatalf("%q: the only shard becomes %q", text, out.String())
		}
	})
}
