package format_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
)

// Data in memory is read as a file is, is not changed, and nothing of it is kept: who reads many
// files one after another may read them into the same memory.
func TestParseKeepsNoData(t *testing.T) {
	check := func(name string, data []byte, o format.Options) {
		t.Helper()
		want, wantErr := format.Read(bytes.NewReader(data), name, o)
		own := bytes.Clone(data)
		got, err := format.Parse(own, name, o)
		if !bytes.Equal(own, data) {
			t.Errorf("%s: Parse changed the data", name)
		}
		for i := range own {
			own[i] = '!'
		}
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%s: Parse says %v, Read says %v", name, err, wantErr)
		}
		if err == nil && wantErr == nil && !sameDocument(got, want) {
			t.Errorf("%s: Parse returns\n%+v %v\nand Read\n%+v %v", name, got, got.Graph, want, want.Graph)
		}
	}
	for _, s := range samples(t) {
		data, err := os.ReadFile(s.path())
		if err != nil {
			continue // a folder, or a file that is made by another test
		}
		o, err := s.options()
		if err != nil {
			t.Fatal(err)
		}
		check(s.File, data, o)
		check(s.File, data, format.Options{})
		check(s.File, append([]byte("\ufeff"), data...), o)
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(data)
		z.Close()
		check(s.File+".gz", packed.Bytes(), o)
	}
	// Lines about as long as the longest that are read.
	for _, length := range []int{65_533, 65_534, 65_535, 65_536, 65_537, 70_000} {
		line := "A --> B # " + strings.Repeat("x", length-10)
		for _, text := range []string{line, line + "\n", line + "\nB --> C", "C --> D\n" + line, "C --> D\n" + line + "\n"} {
			check("long.txt", []byte(text), format.Options{})
		}
	}
}

// sameDocument reports whether two files say the same, in the same order.
func sameDocument(a, b *format.Document) bool {
	return a.Graph.EqualByIndex(b.Graph) && reflect.DeepEqual(a.Graph.Names().List(), b.Graph.Names().List()) &&
		reflect.DeepEqual(a.Series, b.Series) && a.Class == b.Class && a.Format == b.Format && a.Codes == b.Codes &&
		reflect.DeepEqual(a.Notes, b.Notes)
}

// Texts that are read one after another, in memory that is used again, have nothing to do with
// each other, and graphs do not change when others are read.
func TestTextsInTurn(t *testing.T) {
	texts := []string{
		"X1\nX2\nX3\nX1 --> X2\n",
		"X1\nX2\nX3\nX2 --> X3\nX1 <-> X3\n",
		"X1\nX2\nX3\nX4\nX4 --> X1\n",
		"X2\nX1\nX1 --> X2\n",
		"B --> A\nA --- C\nambiguous B A C\n",
		"A\nB\nC\nA --- B\nB --- C\ncollider A B C\n",
		"A(t-1) --> A(t)\nB(t) --> A(t)\n",
		"A --> B\nB -->\n",
		"A --> B\nA --> B\n",
		"A --> B\nB --> B\n",
		"A --> B\nambiguous A B C\n",
		"A->B\nC --> D\n",
		"X1\nX2\nX3\n",
	}
	type read struct {
		d   *format.Document
		err error
	}
	parse := func(text string) (r read) {
		r.d, r.err = format.Parse([]byte(text), "graph.txt", format.Options{Format: "text"})
		return r
	}
	show := func(r read) string {
		if r.err != nil {
			return r.err.Error()
		}
		return fmt.Sprint(r.d.Graph, r.d.Graph.Names().List(), r.d.Series, r.d.Notes)
	}
	var first []read
	var shown []string
	for _, text := range texts {
		first = append(first, parse(text))
		shown = append(shown, show(first[len(first)-1]))
	}
	for i := range texts {
		for j := range texts {
			parse(texts[i])
			if got := show(parse(texts[j])); got != shown[j] {
				t.Errorf("after %q:\n%q is\n%s, and was\n%s", texts[i], texts[j], got, shown[j])
			}
		}
	}
	for i, r := range first {
		if got := show(r); got != shown[i] {
			t.Errorf("%q has changed to\n%s from\n%s", texts[i], got, shown[i])
		}
	}
	// What they are is known from other tests; one of each kind is held here.
	for i, want := range map[int]string{
		1:  "X1 <-> X3; X2 --> X3 [X1 X2 X3]",
		3:  "X2 <-- X1 [X2 X1]",
		7:  "graph.txt:2:",
		12: "X1; X2; X3 [X1 X2 X3]",
	} {
		if !strings.HasPrefix(shown[i], want) {
			t.Errorf("%q is %s, expected %s", texts[i], shown[i], want)
		}
	}
}
