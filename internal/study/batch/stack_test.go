package batch_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/store"
)

// npy writes an array of 8-byte integers as numpy does.
func npy(t *testing.T, shape string, numbers ...int64) string {
	t.Helper()
	head := fmt.Sprintf("{'descr': '<i8', 'fortran_order': False, 'shape': (%s), }", shape)
	head += strings.Repeat(" ", 63-(10+len(head))%64) + "\n"
	b := []byte("\x93NUMPY\x01\x00")
	b = binary.LittleEndian.AppendUint16(b, uint16(len(head)))
	b = append(b, head...)
	for _, x := range numbers {
		b = binary.LittleEndian.AppendUint64(b, uint64(x))
	}
	path := filepath.Join(t.TempDir(), "a.npy")
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Two stacks are compared matrix by matrix; the numbers are worked by hand.
func TestStacked(t *testing.T) {
	truths := npy(t, "2, 3, 3",
		0, 1, 0, 0, 0, 1, 0, 0, 0, // 0 --> 1 --> 2
		0, 1, 0, 0, 0, 0, 0, 0, 0) // 0 --> 1
	guesses := npy(t, "2, 3, 3",
		0, 1, 0, 0, 0, 0, 0, 1, 0, // 0 --> 1 <-- 2
		0, 1, 0, 0, 0, 0, 0, 0, 0)
	open := func(path string) *batch.Stack {
		s, is, err := batch.OpenStack(path)
		if err != nil || !is {
			t.Fatalf("%s: %v %v", path, is, err)
		}
		return s
	}
	src, err := batch.Stacked(open(truths), "", open(guesses))
	if err != nil {
		t.Fatal(err)
	}
	s := settings()
	s.Truth.Options = format.Options{Codes: "plain", Orientation: "row-to-col", Class: class.DAG}
	s.Guess.Options = s.Truth.Options
	rows := whole(t, src, s)
	want := []string{
		"0," + truths + "[0]," + guesses + "[0],dag,dag,parent-sd,2,6,", // nothing separates 0 from 2, in both orders
		"0," + truths + "[0]," + guesses + "[0],dag,dag,shd,1,3,",
		"1," + truths + "[1]," + guesses + "[1],dag,dag,parent-sd,0,6,0,,,ok,,",
		"1," + truths + "[1]," + guesses + "[1],dag,dag,shd,0,3,0,,,ok,,",
	}
	for i, line := range strings.Split(strings.TrimSpace(rows), "\n")[1:] {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("row %s, want %s", line, want[i])
		}
	}
	if _, _, err := batch.Scan(context.Background(), src, s); err != nil {
		t.Error(err)
	}
	if _, is, _ := batch.OpenStack(npy(t, "2, 2", 0, 0, 0, 0)); is {
		t.Error("a matrix was taken for a stack")
	}
	for _, tt := range []struct{ path, want string }{
		{npy(t, "1, 2, 3", 0, 0, 0, 0, 0, 0), "expected k × n × n"},
		{npy(t, "2, 2, 2", 0, 0, 0), "takes 192 bytes, and 152 are there"},
		{npy(t, "99999999999999999999, 2, 2"), "impossible"},
	} {
		if _, _, err := batch.OpenStack(tt.path); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
	if _, err := batch.Stacked(open(truths), "", open(npy(t, "1, 3, 3", 0, 0, 0, 0, 0, 0, 0, 0, 0))); err == nil {
		t.Error("stacks of different heights were paired")
	}
}

// Whatever stands in a file of JSON lines, it is read or refused with its line, and what is
// read as JSON is JSON.
func FuzzLines(f *testing.F) {
	for _, s := range []string{
		`{"id": 1, "truth": "A --> B", "guess": "B --> A"}`, `{"id": "a", "truth": {"nodes": ["A", "B"], "edges": [["A", "-->", "B"]]}, "guess": "x.txt"}`,
		"", "{", `{"id": "\u00e9\n", "truth": "A\nB", "guess": "\\n"}` + "\n[]", `{"id":"","truth":"","guess":""}`, "\ufeff{}",
	} {
		f.Add(s)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, "pairs.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		s := settings()
		src := batch.Lines(path, "")
		look, _, err := batch.Scan(context.Background(), src, s)
		if err != nil {
			if !strings.HasPrefix(err.Error(), path+":") {
				t.Fatalf("%q: %v does not say where", text, err)
			}
			return
		}
		var b bytes.Buffer
		b.Write(s.Head(src))
		if err := batch.Run(context.Background(), src, s, 0, look.Pairs, &b); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		rows := 0
		err = eachRow(b.String(), store.CSV, func(r *store.Row, _ []string) error {
			rows++
			if r.Reason.Code == store.Crash {
				t.Fatalf("%q: %s", text, r.Reason)
			}
			return nil
		})
		if err != nil || rows != 2*look.Pairs {
			t.Fatalf("%q: %d rows for %d pairs: %v", text, rows, look.Pairs, err)
		}
	})
}
