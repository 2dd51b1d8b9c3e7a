package batch

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/compare"
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

// lines returns a record with the given lines, whose codes are right.
func lines(texts ...string) (all []byte) {
	code := ""
	for _, text := range texts {
		code = lineCode(code, []byte(text))
		all = append(all, code+" "+text+"\n"...)
	}
	return all
}

const someID = `{"pairs":4,"inputs":"a","files":"b","shard":{"index":0,"of":2},"options":"batch"}`

// Whatever is in the record of a shard, merge ends with an error or with rows, and a run never
// takes it for its own.
func FuzzRecord(f *testing.F) {
	mark := `{"pairs":2,"bytes":2,"sha256":"` + hex.EncodeToString(newDigest().Sum(nil)) + `","final":true}`
	f.Add(string(lines(someID, mark)), true)
	f.Add(someID+"\n"+mark, false)
	for _, change := range [][2]string{{`"index":0`, `"index":7`}, {`"of":2`, `"of":999999999999`}, {`"pairs":4`, `"pairs":999999999999`}, {`"index":0`, `"index":-1`}, {`"of":2`, `"of":-9223372036854775808`}} {
		f.Add(strings.Replace(someID, change[0], change[1], 1)+"\n"+mark, true)
	}
	f.Add(strings.ReplaceAll(strings.ReplaceAll(someID, `"of":2`, `"of":9223372036854775807`), `"pairs":4`, `"pairs":9223372036854775807`)+"\n"+mark, true)
	dir := f.TempDir()
	path := filepath.Join(dir, "rows.csv")
	f.Fuzz(func(t *testing.T, text string, coded bool) {
		record := []byte(text)
		if coded { // as nobody but a run writes it
			record = lines(strings.Split(strings.TrimSuffix(text, "\n"), "\n")...)
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
		s := &Settings{Form: CSV}
		if out, err := OpenOutput(path, Identity{Survey: Survey{Pairs: 4, Inputs: "x"}}, &compare.Source{}, s, false); err == nil {
			out.Close()
			t.Fatalf("%q: it was taken for the record of another run", text)
		}
	})
}

// Whatever is in a journal, what is kept of it is what a mark says.
func FuzzJournal(f *testing.F) {
	rows := []byte("a,t,g\na,t,g\nb,t,g\nb,t,g\n")
	f.Add(rows)
	f.Add(rows[:13])
	f.Add(append(bytes.Clone(rows[:12]), rows[6:]...))
	f.Add([]byte{})
	r := new(record)
	for i, n := range []int{0, 12, 24} {
		h := newDigest()
		h.Write(rows[:n])
		r.marks = append(r.marks, mark{Pairs: i, Bytes: int64(n), SHA256: hex.EncodeToString(h.Sum(nil))})
	}
	f.Fuzz(func(t *testing.T, journal []byte) {
		good, damage, err := r.agrees(bytes.NewReader(journal), nil)
		if err != nil {
			t.Fatal(err) // an empty head is that of any journal
		}
		if !bytes.HasPrefix(journal, rows[:good.Bytes]) {
			t.Fatalf("%q: %d bytes are kept, which are not those of the run", journal, good.Bytes)
		}
		if want := len(rows) / 12 * 12; damage == "" && int(good.Bytes) != want && !bytes.HasPrefix(rows, journal) {
			t.Fatalf("%q: %d bytes are kept, and no damage is named", journal, good.Bytes)
		}
	})
}

// Rows are read back or refused in every form, and a shard of them is merged or refused.
func FuzzRows(f *testing.F) {
	head := strings.Join(Columns, ",") + "\n"
	f.Add(head+"\"a,1\",t,g,dag,dag,shd,1,2,0.5,,,ok,\nb,t,g,,,,,,,,,error,missing-file: g\n", 0)
	f.Add(`{"id":"a","truth":"t","guess":"g","metric":"shd","wrong":1,"of":2,"value":0.5,"status":"ok","reason":""}`+"\n", 1)
	f.Add("id,truth,guess,truth_class,guess_class,shd,status,reason\na,t,g,dag,dag,0.5,ok,\n", 0)
	f.Add(head+"'=a,t,g,dag,dag,shd,1,2,0.5,,,ok,\n", 2)
	f.Add("id,truth,guess,truth_class,guess_class,status,reason\n"+strings.Repeat("a,t,g,dag,dag,ok,\n", 9), 0)
	path := filepath.Join(f.TempDir(), "rows")
	f.Fuzz(func(t *testing.T, text string, k int) {
		form := []Form{CSV, JSONL, RawCSV}[uint(k)%3]
		pairs := 0
		err := eachPair(strings.NewReader(text), form, func(pair []Row, _ *Reader) error {
			if pairs++; len(pair) == 0 {
				t.Fatalf("%q: a pair without rows", text)
			}
			return nil
		})
		var wide bytes.Buffer
		if again := Wide(&wide, strings.NewReader(text), form); (err == nil) != (again == nil) {
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
