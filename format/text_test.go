package format_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

// parse reads a native text.
func parse(t *testing.T, text string) *format.Document {
	t.Helper()
	d, err := format.Parse([]byte(text), "g.txt", format.Options{Format: "text"})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return d
}

// write returns g as a native text.
func write(t *testing.T, d *format.Document) string {
	t.Helper()
	var b bytes.Buffer
	if _, err := format.Write(&b, d, "text", format.Options{}); err != nil {
		t.Fatalf("%v: %v", d.Graph, err)
	}
	return b.String()
}

// Names that are counted, X1 X2 X3, are met again by their number, and others among them are not.
func TestReadCountedNames(t *testing.T) {
	for text, want := range map[string]string{
		"X1\nX2\nX3\nX3 --> X1\n":               "X1 X2 X3",
		"X7\nX8\nX8 --> X9\nX7 --> X9\nX8\n":    "X7 X8 X9",
		"X1\nX2\nX02\nX2 --> X02\n":             "X1 X2 X02",
		"X1\nX2\nY3\nX3\nX1 --> Y3\nX3\n":       "X1 X2 Y3 X3",
		"X2\nX3\nX1\nX2 --> X1\n":               "X2 X3 X1",
		"0\n1\n00\n1 --> 00\n":                  "0 1 00",
		"a\nb\na --> b\n":                       "a b",
		"X1\n\"X2\"\nX3 --> X2\n":               "X1 X2 X3",
		"9999999999\n9999999999 --> 1\n":        "9999999999 1",
		"X999999999\nX1000000000\nX999999999\n": "X999999999 X1000000000",
	} {
		if got := strings.Join(parse(t, text).Graph.Names().List(), " "); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestReadText(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"A --> B", "A --> B"},
		{"A --> B\r\nB <-> C\r\n", "A --> B; B <-> C"},
		{"\ufeffA --> B\n", "A --> B"},
		{"# all the kinds\nA --> B\nB <-> C\nC --- D\nA o-> D\nD o-o E\n\"sea level\"\n",
			"A --> B; A o-> D; B <-> C; C --- D; D o-o E; sea level"},
		{"A <-- B\nC o-- D\nE x-x F\nG --o H", "A <-- B; C o-- D; E x-x F; G --o H"},
		{"A --> B\nB --> A\nA <-> B", "A <-- B; A --> B; A <-> B"},
		{"\tA\t-->  B  # said by the physician", "A --> B"},
		{"a,b --> größe\n日本", "a,b --> größe; 日本"},
		{`"-->" --> "collider"`, "--> --> collider"},
		{`"" --- "a\"b"`, ` --- a"b`},
		{`"a\\" --> "b\n"`, `a\ --> b\n`},
		{`a\b --> c`, `a\b --> c`},
		{`"#1"`, "#1"},
		{"B\nA\nA --> B", "B <-- A"},
		{"# nothing", ""},
		{"ambiguous A B C\nA --- B\nB --- C", "A --- B; B --- C; ambiguous A B C"},
		{"A --> B\nC --> B\nB --> D\ncollider C B A\nnoncollider A B D", "A --> B; B <-- C; B --> D; collider A B C; noncollider A B D"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			if got := parse(t, tt.text).Graph.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTextErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"A --> B\nB => C", `g.txt:2:3: unexpected "=>", expected --> for a directed edge`},
		{"A -->", `g.txt:1:6: unexpected end of text, expected a name after -->`},
		{"größe =>  B", `g.txt:1:7: unexpected "=>", expected --> for a directed edge`},
		{"A --> B C", `g.txt:1:9: unexpected "C", expected the end of the line, or quotes around a name with blanks: "B C"`},
		{"A B", `g.txt:1:3: unexpected "B", expected an edge such as -->, or quotes around a name with blanks: "A B"`},
		{"A <= B", `g.txt:1:3: unexpected "<=", expected <-- for a directed edge`},
		{"A - B", `g.txt:1:3: unexpected "-", expected --- for an undirected edge`},
		{"sea level --> B", `g.txt:1:5: unexpected "level", expected an edge such as -->, or quotes around a name with blanks: "sea level"`},
		{"sea level -> B", `g.txt:1:5: unexpected "level", expected an edge such as -->, or quotes around a name with blanks: "sea level"`},
		{"A --> sea level rise", `g.txt:1:11: unexpected "level", expected the end of the line, or quotes around a name with blanks: "sea level rise"`},
		{"--> B", `g.txt:1:1: unexpected "-->", expected a name (in quotes if it is an arrow)`},
		{"A --> collider", `g.txt:1:7: unexpected "collider", expected a name (in quotes if it is an arrow or a keyword)`},
		{`A "-->" B`, `g.txt:1:3: unexpected "\"-->\" B", expected an edge such as -->`},
		{"collider", `g.txt:1:9: unexpected end of text, expected three names after collider`},
		{"collider A B", `g.txt:1:13: unexpected end of text, expected three names after collider`},
		{"collider A B C D", `g.txt:1:16: unexpected "D", expected the end of the line`},
		{`"A --> B`, `g.txt:1:1: unexpected "\"A --> B", expected a name that ends with a quote in the same line`},
		{`"A\"`, `g.txt:1:1: unexpected "\"A\\\"", expected a name that ends with a quote in the same line`},
		{`"A"B`, `g.txt:1:4: unexpected "B", expected a blank after the closing quote`},
		{`a"b`, `g.txt:1:2: unexpected "\"b", expected a blank, or the whole name in quotes with \" for a quote`},
		{"\"a\rb\"", `g.txt:1:1: unexpected "\"a\rb\"", expected a name without a line break`},
		{"ä\xff", `g.txt:1:2: unexpected "\xff", expected UTF-8`},
		{"A --> B\nC\nB <-- A", `g.txt:3:1: duplicate edge B <-- A (first at 1:1)`},
		{"A <-> B\n  B <-> A", `g.txt:2:3: duplicate edge B <-> A (first at 1:1)`},
		{"A --> B\nB --> A\nA --- B", `g.txt:3:1: edge A --- B conflicts with B --> A (first at 2:1)`},
		{"A o-> B\nA <-> B", `g.txt:2:1: edge A <-> B conflicts with A o-> B (first at 1:1)`},
		{"A x-x B\nB --> A", `g.txt:2:1: edge B --> A conflicts with A x-x B (first at 1:1)`},
		{"B\nA --> A", `g.txt:2:1: unexpected "A --> A", expected an edge between two nodes, not a self-loop (--drop-self-loops drops it)`},
		{"A --> B\ncollider A B C", `g.txt:2:1: unexpected "collider A B C", expected a path: no edge joins "C" and "B"`},
		{"A --> B\ncollider A B A", `g.txt:2:1: unexpected "collider A B A", expected three different nodes`},
		{"A --> B\nC --> B\ncollider A B C\nambiguous C B A",
			`g.txt:4:1: duplicate triple ambiguous C B A (first at 3:1)`},
		{"", "g.txt: the file is empty"},
		{" \n\n", "g.txt: the file is empty"},
		{"\ufeff", "g.txt: the file is empty"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			_, err := format.Parse([]byte(tt.text), "g.txt", format.Options{Format: "text"})
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestTextOptions(t *testing.T) {
	const text = "A --> A\nA --> B\nB --> A\nB o-o B"
	o := format.Options{Format: "text", DropSelfLoops: true}
	d, err := format.Parse([]byte(text), "", o)
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Graph.String(); got != "A <-- B; A --> B" {
		t.Errorf("got %s", got)
	}
	if fmt.Sprint(d.Notes) != "[2 self-loops dropped]" {
		t.Errorf("notes %q", d.Notes)
	}
	o.OppositeArcs = "undirected"
	if d, err = format.Parse([]byte(text), "", o); err != nil || d.Graph.String() != "A --- B" {
		t.Errorf("opposite arcs as a line: %v, %v", d, err)
	}
	// An arc said twice is not a pair of opposite arcs.
	if _, err = format.Parse([]byte("A --> B\nA --> B"), "", o); err == nil {
		t.Error("an edge that occurs twice was taken for a line")
	}
}

// A name that holds an arrow is legal, but most who write one forgot the blanks.
func TestTextNotesArrowsInNames(t *testing.T) {
	const more = "; an edge is written with blanks around its arrow, as in a --> b"
	for _, tt := range []struct{ text, want string }{
		{"a\nb\na-->b", `[line 3: the name "a-->b" contains an arrow` + more + `]`},
		{"a --> b<->c", `[line 1: the name "b<->c" contains an arrow` + more + `]`},
		{"a---b", `[line 1: the name "a---b" contains an arrow` + more + `]`},
		{"ao->b\n# c\nc-->d\nc-->d --> e", `[line 1: the name "ao->b" contains an arrow, and so does 1 other` + more + `]`},
		{"a<--b\nb<--c\nc<--d", `[line 1: the name "a<--b" contains an arrow, and so do 2 others` + more + `]`},
		{`"a-->b"`, "[]"},         // who quotes it means it
		{"co-op\nbox-oval", "[]"}, // words hold o-o and x-o
		{"-->b\nb-->\na--b", "[]"},
		{"a->b\nc", `[line 1: the name "a->b" contains an arrow` + more + `]`},
	} {
		t.Run(tt.text, func(t *testing.T) {
			d, err := format.Parse([]byte(tt.text), "g.txt", format.Options{Format: "text"})
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(d.Notes); got != tt.want {
				t.Errorf("notes %s, want %s", got, tt.want)
			}
		})
	}
}

func TestWriteText(t *testing.T) {
	g := func(names string, edges ...graph.Edge) *format.Document {
		d, err := graph.New(strings.Split(names, ";"), edges)
		if err != nil {
			t.Fatal(err)
		}
		return &format.Document{Graph: d}
	}
	for _, tt := range []struct {
		d    *format.Document
		want string
	}{
		{g("b;a", graph.Directed(1, 0)), "b\na\na --> b\n"},
		{g("a;b;c", graph.Edge{X: 0, Y: 1, AtX: graph.Tail, AtY: graph.Circle}, graph.Edge{X: 1, Y: 2, AtX: graph.Arrow, AtY: graph.Circle}),
			"a\nb\nc\nb o-- a\nc o-> b\n"},
		{g(`;#a;a#;sea level;a"b;a\b;a\ "b;o-o;collider;` + "\u00a0;\ufeffx"),
			"\"\"\n\"#a\"\na#\n\"sea level\"\n\"a\\\"b\"\na\\b\n\"a\\\\ \\\"b\"\n\"o-o\"\n\"collider\"\n\"\u00a0\"\n\"\ufeffx\"\n"},
	} {
		if got := write(t, tt.d); got != tt.want {
			t.Errorf("got\n%s\nwant\n%s", got, tt.want)
		}
	}
	empty, _ := graph.New(nil, nil)
	if text := write(t, &format.Document{Graph: empty}); parse(t, text).Graph.N() != 0 {
		t.Errorf("a graph without nodes comes back from %q with some", text)
	}
}

func TestTextSeries(t *testing.T) {
	const text = "X\nY\n\"sea level\"\nX(t) --> Y(t)\nX(t-1) --> X(t)\nX(t-1) o-> Y(t)\n\"sea level(t-12)\" <-> X(t)\nambiguous X(t-1) X(t) Y(t)\n"
	d := parse(t, text)
	if d.Series == nil || fmt.Sprint(d.Series.Variables) != "[X Y sea level]" || d.Series.MaxLag != 12 {
		t.Fatalf("read %+v", d.Series)
	}
	if got, want := strings.Join(d.Graph.Names().List(), ", "), "X(t), Y(t), sea level(t), X(t-1), sea level(t-12)"; got != want {
		t.Errorf("nodes %s, want %s", got, want)
	}
	if got := d.TimeSeries().Lag0().String(); got != "X --> Y; sea level" {
		t.Errorf("lag 0 is %s", got)
	}
	again := parse(t, write(t, d))
	if !again.Graph.Equal(d.Graph) || fmt.Sprint(again.Series) != fmt.Sprint(d.Series) {
		t.Errorf("wrote %s, read %v", write(t, d), again.Graph)
	}
	for _, static := range []string{
		"X(t-1)\nX(t)",                  // no edge
		"X(t-2) --> X(t-1)",             // no end at t
		"X(t-1) --> X",                  // X is no moment
		"X(t-01) --> Y(t)",              // no lag
		"X(t-1) --> Y(t)\nY(t-1)",       // a moment without an edge
		"X(t-10000000000) --> Y(t)",     // no lag
		"X(t-1) --> Y(t)\nZ --> X(t-1)", // Z is no moment
	} {
		if d := parse(t, static); d.Series != nil {
			t.Errorf("%q was read as a series", static)
		}
	}
	// The names of a graph that would come back as a series are in quotes.
	g, _ := graph.New([]string{"X(t)", "X(t-1)", "sea level(t)"}, []graph.Edge{graph.Directed(1, 0), graph.Directed(1, 2)})
	timeless := &format.Document{Graph: g}
	if got, want := write(t, timeless), "\"X\\(t)\"\n\"X\\(t-1)\"\n\"sea level\\(t)\"\n"; !strings.HasPrefix(got, want) {
		t.Errorf("wrote %s, want first %s", got, want)
	}
	if again := parse(t, write(t, timeless)); again.Series != nil || !again.Graph.Equal(g) || len(again.Notes) > 0 {
		t.Errorf("wrote %s, read %v, %v", write(t, timeless), again.Graph, again.Notes)
	}
}

// A text without edges is a series if its class says so.
func TestTextSeriesWithoutLinks(t *testing.T) {
	for _, text := range []string{"X\nY\n", "X(t)\nY(t)\n", "X(t)\nX(t-1)\nY\n"} {
		for _, o := range []format.Options{{Series: true}, {Class: class.TSDAG}} {
			d, err := format.Parse([]byte(text), "graph.txt", o)
			if err != nil || d.Series == nil || strings.Join(d.Series.Variables, " ") != "X Y" || d.Graph.M() != 0 || d.Format != "text" {
				t.Errorf("%q was read as %+v, %v", text, d, err)
			}
		}
	}
}

// Text has lags, whatever they are called in the format that was read.
func TestTextOfTetradSeries(t *testing.T) {
	d, err := format.Parse([]byte("Graph Nodes:\nX;Y;X:1\n\nGraph Edges:\n1. X:1 --> Y\n"), "graph.txt", format.Options{Series: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := write(t, d), "X\nY\nX(t-1) --> Y(t)\n"; got != want {
		t.Errorf("wrote %s, want %s", got, want)
	}
}

// A text keeps the order of the nodes too.
func TestTextKeepsOrder(t *testing.T) {
	row, _ := format.Lookup("text")
	for seed := range uint64(500) {
		g := heldGraph(rand.New(rand.NewPCG(seed, 1)), row.Capabilities)
		text := write(t, &format.Document{Graph: g})
		again := parse(t, text).Graph
		if !again.EqualByIndex(g) || strings.Join(again.Names().List(), "\n") != strings.Join(g.Names().List(), "\n") {
			t.Fatalf("seed %d: wrote %q, read %v", seed, text, again)
		}
	}
}

func FuzzText(f *testing.F) {
	fuzz(f, format.Options{Format: "text"},
		"", "a", "a --> b\nb <-> c\r\n", "\ufeffa o-o b\nb --- c", "a -->", "é <-o ü", `"a \"b\\" x-x c # why`,
		"a --> b\nc --> b\ncollider a b c", "a --> a", "a --> b\nb --> a\na <-> b", "X\nX(t-1) --> X(t)", "\"\"", "#",
		"a --- b\na --> b", "ambiguous a b", "\xff\xfe", "a\rb")
}

// garbage is left bytes, all the same.
type garbage struct {
	left int
	c    byte
}

func (g *garbage) Read(p []byte) (int, error) {
	if g.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), g.left)
	for i := range n {
		p[i] = g.c
	}
	g.left -= n
	return n, nil
}

func TestGarbageTakesNoMemory(t *testing.T) {
	for _, c := range []byte{'!', 0, 0xff, ' '} {
		for _, name := range []string{"g", "g.txt"} {
			g := &garbage{50 << 20, c}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := format.Read(g, name, format.Options{})
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Fatalf("50 MB of %q in %s are a graph", c, name)
			}
			if len(err.Error()) > 300 || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is %d bytes long", len(err.Error()))
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
				t.Errorf("50 MB of %q in %s took %d bytes", c, name, used)
			}
			if g.left < 49<<20 {
				t.Errorf("50 MB of %q in %s were read to %d before the end", c, name, g.left)
			}
		}
	}
}

func BenchmarkReadText(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		rng := rand.New(rand.NewPCG(1, 1))
		var text bytes.Buffer
		for v := range n {
			fmt.Fprintf(&text, "X%d\n", v)
		}
		met := map[[2]int]bool{}
		for len(met) < 2*n {
			x, y := rng.IntN(n), rng.IntN(n)
			if x < y && !met[[2]int{x, y}] {
				met[[2]int{x, y}] = true
				fmt.Fprintf(&text, "X%d --> X%d\n", x, y)
			}
		}
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := format.Parse(text.Bytes(), "g.txt", format.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
