package format_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

// endless is a file without an end.
type endless string

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e[i%len(e)]
	}
	return len(p), nil
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// What has no end is refused: zero bytes at once, and text where it is too much.
func TestEndlessInput(t *testing.T) {
	for _, name := range []string{"json", "text", "csv", "dot", "graphml"} {
		var err error
		used := allocated(func() { _, err = format.Read(endless("\x00"), "/dev/zero", format.Options{Format: name}) })
		if err == nil || !strings.Contains(err.Error(), "/dev/zero: there are zero bytes in it, so it is not text") || used > 1<<20 {
			t.Errorf("%s: %v, after %d bytes", name, err, used)
		}
	}
	if _, err := format.Read(endless("# a comment\n"), "stdin", format.Options{Format: "text"}); err == nil || err.Error() != "stdin: more than 256 MB, and no end: save it to a file first" {
		t.Errorf("text without an end: %v", err)
	}
}

// A bomb costs no memory but its own.
func TestBombCostsNothing(t *testing.T) {
	packed := bytes.Repeat(pack(bytes.Repeat([]byte{' '}, 1<<20)), 300) // a gzip may have many members
	for _, o := range []format.Options{{}, {Format: "json"}, {Format: "csv"}} {
		var err error
		used := allocated(func() { _, err = format.Parse(packed, "g.gz", o) })
		if err == nil || !strings.Contains(err.Error(), "unpacks to more than 100 times its size") {
			t.Errorf("%d bytes that unpack to 300 MB: %v", len(packed), err)
		}
		if used > 8<<20 {
			t.Errorf("%d bytes were used for a bomb of %d", used, len(packed))
		}
	}
}

// A long name comes back as it was, or is refused with a reason when it is written.
func TestLongNames(t *testing.T) {
	for _, length := range []int{9_999, 10_001, 70_000} {
		long := strings.Repeat(`n"\`, length/3+1)[:length]
		names, err := graph.NewNames([]string{"a", long, "c"})
		if err != nil {
			t.Fatal(err)
		}
		g := graph.MustNew(names, []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 2)},
			graph.Triple{A: 0, B: 1, C: 2, Status: graph.NonCollider})
		for _, f := range format.Formats {
			if !f.CanWrite() {
				continue
			}
			o := format.Options{Orientation: "row-to-col", Format: f.Name}
			if err := o.Set("directed", "true"); err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			d := &format.Document{Graph: g}
			if !f.Capabilities.Triples {
				d.Graph = graph.MustNew(names, g.EdgeList())
			}
			if _, err := format.Write(&text, d, f.Name, o); err != nil {
				if (f.Name == "text" || f.Name == "npz") && length > 10_000 && !strings.Contains(err.Error(), "1 name of more than 10000 bytes") {
					t.Errorf("%s, %d bytes: refused with %v", f.Name, length, err)
				}
				if len(err.Error()) > 500 {
					t.Errorf("%s: an error of %d bytes", f.Name, len(err.Error()))
				}
				continue
			}
			back, err := format.Parse(text.Bytes(), "g", o)
			if err != nil {
				t.Errorf("%s, %d bytes: written, and not read: %.300v", f.Name, length, err)
			} else if back.Graph.Name(1) != long {
				t.Errorf("%s, %d bytes: another name came back", f.Name, length)
			}
		}
	}
}

// A code that there is not is refused, also where it was not set by name.
func TestUnknownCode(t *testing.T) {
	o := format.Options{Codes: "no such code", Orientation: "row-to-col"}
	if _, err := format.Parse([]byte("0,1\n0,0\n"), "g.csv", o); err == nil || !strings.Contains(err.Error(), "no such code") {
		t.Errorf("read: %v", err)
	}
	g := graph.MustNew(graph.NumberedNames("", 0, 2), nil)
	if _, err := format.Write(io.Discard, &format.Document{Graph: g}, "csv", o); err == nil || !strings.Contains(err.Error(), "no such code") {
		t.Errorf("written: %v", err)
	}
}

// A file that is written to while it is read is not taken for what it was or will be.
func TestFileChangesWhileRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.txt")
	if err := os.WriteFile(path, []byte("A --> B\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := format.ReadFile(path, format.Options{}); err != nil {
		t.Fatal(err)
	}
	defer format.BeforeRead(func() {
		if err := os.WriteFile(path, []byte("A --> B\nB --> C\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	})()
	if _, err := format.ReadFile(path, format.Options{}); err == nil || !strings.Contains(err.Error(), "the file changed while it was read") {
		t.Errorf("a file that was written to: %v", err)
	}
}

// What is packed is read as what is in it, or refused.
func FuzzGzip(f *testing.F) {
	whole := pack([]byte("A --> B\n"))
	f.Add(whole)
	f.Add(whole[:len(whole)-4])
	f.Add(append(bytes.Clone(whole), whole...))
	f.Add(pack(whole))
	f.Add([]byte{0x1f, 0x8b, 8, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		if d, err := format.Parse(append([]byte{0x1f, 0x8b}, data...), "g.gz", format.Options{}); err == nil && d.Graph == nil {
			t.Fatal("neither a graph nor an error")
		}
		d, err := format.Parse(data, "g.txt", format.Options{})
		packed, again := format.Parse(pack(data), "g.txt", format.Options{})
		if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
			return
		}
		if (err == nil) != (again == nil) || err == nil && d.Graph.N() != packed.Graph.N() {
			t.Fatalf("packed it gives %v, else %v", again, err)
		}
	})
}
