package format_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

// Every row says what help and docs need, and names options that exist.
func TestTable(t *testing.T) {
	met := map[string]bool{}
	settings := map[string]bool{}
	for _, s := range format.Settings {
		if s.Name == "" || s.Doc == "" || settings[s.Name] {
			t.Errorf("setting %+v", s)
		}
		settings[s.Name] = true
	}
	for _, f := range format.Formats {
		if f.Name == "" || f.Doc == "" || met[f.Name] {
			t.Errorf("format %q has no name or doc of its own", f.Name)
		}
		met[f.Name] = true
		if !f.CanRead() && !f.CanWrite() {
			t.Errorf("%s is neither read nor written", f.Name)
		}
		if f.CanWrite() && len(f.Capabilities.Classes()) == 0 {
			t.Errorf("%s is written and holds no class", f.Name)
		}
		for _, arrow := range strings.Fields(f.Capabilities.Edges) {
			if !slices.Contains(strings.Fields(format.AllEdges), arrow) {
				t.Errorf("%s holds %s, which no edge is drawn as", f.Name, arrow)
			}
		}
		for _, ext := range f.Extensions {
			if !strings.HasPrefix(ext, ".") || ext != strings.ToLower(ext) {
				t.Errorf("%s has the extension %q", f.Name, ext)
			}
		}
		for _, name := range f.Options {
			if !settings[name] {
				t.Errorf("%s asks for --%s, which is not a setting", f.Name, name)
			}
		}
	}
}

func TestOptionsSet(t *testing.T) {
	var o format.Options
	for _, set := range [][2]string{
		{"orientation", "row-to-col"}, {"threshold", "0.3"}, {"directed", "false"}, {"format", "text"}, {"lossy", "true"},
	} {
		if err := o.Set(set[0], set[1]); err != nil {
			t.Error(err)
		}
	}
	if o.Orientation != "row-to-col" || *o.Threshold != 0.3 || *o.Directed || o.Format != "text" || !o.Lossy {
		t.Errorf("set %+v", o)
	}
	for _, tt := range []struct{ name, value, want string }{
		{"orientation", "rows", `--orientation: unknown value "rows": use one of row-to-col, col-to-row`},
		{"threshold", "NaN", `--threshold is a number from 0 on, not "NaN"`},
		{"threshold", "-1", `--threshold is a number from 0 on, not "-1"`},
		{"names", "1", `unknown option "names"`},
	} {
		if err := o.Set(tt.name, tt.value); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	if err := o.Set("format", "cvs"); err == nil || !strings.HasPrefix(err.Error(), `unknown format "cvs": the formats are text`) {
		t.Errorf("got %v", err)
	}
}

func TestAmbiguityError(t *testing.T) {
	err := &format.AmbiguityError{File: "matrix.csv", Question: "does a 1 in row i, column j mean i → j or j → i?",
		Option: "orientation", Values: []string{"row-to-col", "col-to-row"}}
	const want = "matrix.csv: does a 1 in row i, column j mean i → j or j → i? use --orientation row-to-col or col-to-row"
	if err.Error() != want {
		t.Errorf("got %s", err)
	}
	err.Prefix = "truth-"
	if !strings.HasSuffix(err.Error(), "use --truth-orientation row-to-col or col-to-row") {
		t.Errorf("got %s", err)
	}
}

// pack returns data in a gzip.
func pack(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(data)
	z.Close()
	return b.Bytes()
}

func TestDetect(t *testing.T) {
	many := strings.Repeat("a_long_name_0123456789\n", 10_000)
	for _, tt := range []struct{ name, data string }{
		{"g", "A --> B"},
		{"g.csv", "# native, whatever it is called\nA\nB\nA --> B\n"},
		{"g.txt", "A\nB"},
		{"g", "A\nB"},
		{"g.txt.gz", string(pack([]byte("A\nB")))},
		{"g", string(pack([]byte("\ufeffA --> B")))},
		{"g", many + "B --> A"},
	} {
		d, err := format.Parse([]byte(tt.data), tt.name, format.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if d.Format != "text" || d.Graph.N() != 2 && d.Graph.N() != 3 {
			t.Errorf("%s: %s with %d nodes", tt.name, d.Format, d.Graph.N())
		}
	}
}

func TestRefused(t *testing.T) {
	packed := pack([]byte("A --> B\nB --> C\n"))
	for _, tt := range []struct{ name, data, want string }{
		{"g.npy", "\x80\x04\x95", "g.npy: a Python pickle is not read"},
		{"g.rds", "X\n\x00\x00\x00\x03", "g.rds: R data is not read"},
		{"g.rds", string(pack([]byte("X\n\x00\x00\x00\x03"))), "g.rds: R data is not read"},
		{"g.rda", "RDX3\nX\n\x00\x00", "g.rda: R data is not read"},
		{"g.bz2", "BZh91AY&SY\xff\x00", "g.bz2: compressed with something else than gzip"},
		{"g", "\xff\xfeA\x00", "g: the text is UTF-16"},
		{"g", "A\x00B", "g: no known graph format"},
		{"g.gz", string(packed[:len(packed)-9]), "g.gz: the packed data is damaged or ends early"},
		{"g.gz", "\x1f\x8b\x00", "g.gz: the gzip header is damaged"},
		{"g.gz", string(pack(packed)), "g.gz: gzip inside gzip"},
		{"g.txt", "A\n0,1\n1,0", `g.txt:2:1: unexpected "0,1", expected an edge somewhere in the text, or --format text if its lines are names`},
		{"g", "A => B", `g:1:3: unexpected "=>", expected --> for a directed edge (no known graph format, read as text: use --format if it is another)`},
	} {
		_, err := format.Parse([]byte(tt.data), tt.name, format.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	_, err := format.Parse([]byte("A => B"), "g", format.Options{})
	var pe *format.ParseError
	if !errors.As(err, new(*format.UnknownError)) || !errors.As(err, &pe) {
		t.Errorf("%v is neither an unknown format nor a place", err)
	}
	dir := t.TempDir()
	if _, err := format.ReadFile(dir, format.Options{}); err == nil || !strings.HasPrefix(err.Error(), dir+": ") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := format.ReadFile(dir+"/no", format.Options{}); err == nil || !strings.HasPrefix(err.Error(), dir+"/no: ") {
		t.Errorf("no file: %v", err)
	}
}

func TestBombIsRefused(t *testing.T) {
	// One line of a comment after the other, so that the reader goes on.
	line := append(bytes.Repeat([]byte("#"), 60_000), '\n')
	data := bytes.Repeat(pack(bytes.Repeat(line, 50)), 40) // a gzip may have many members
	_, err := format.Parse(data, "g.txt.gz", format.Options{})
	if err == nil || !strings.Contains(err.Error(), "unpacks to more than 100 times its size") {
		t.Errorf("%d bytes that unpack to 120 MB: %v", len(data), err)
	}
}

func TestHoldsClasses(t *testing.T) {
	for _, tt := range []struct {
		h    format.Capabilities
		want string
	}{
		{format.Capabilities{Edges: "-->"}, "dag"},
		{format.Capabilities{Edges: "--> ---"}, "dag cpdag mpdag"},
		{format.Capabilities{Edges: "--> --- <->", Bows: true}, "dag cpdag mpdag mag admg"},
		{format.Capabilities{Edges: format.AllEdges, Bows: true, TwoCycles: true, Cycles: true, Series: true}, "dag cpdag mpdag mag admg pag cyclic ts"},
	} {
		if got := strings.Join(tt.h.Classes(), " "); got != tt.want {
			t.Errorf("%q holds %s, want %s", tt.h.Edges, got, tt.want)
		}
	}
}

// A text holds everything but names with line breaks.
func TestLoss(t *testing.T) {
	g, err := graph.New([]string{"a\nb", "V1", "c"}, []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 2)})
	if err != nil {
		t.Fatal(err)
	}
	d := &format.Document{Graph: g}
	_, err = format.Write(io.Discard, d, "text", format.Options{})
	var loss *format.LossError
	if !errors.As(err, &loss) || err.Error() != "text cannot hold 1 name (\"a\\nb\"): add --lossy to write the rest, or choose another format" {
		t.Errorf("got %v", err)
	}
	var b bytes.Buffer
	notes, err := format.Write(&b, d, "text", format.Options{Lossy: true})
	if err != nil || b.String() != "V1_\nV1\nc\nV1_ --> V1\nV1 --> c\n" || len(notes) != 1 {
		t.Errorf("wrote %q with %q, %v", b.String(), notes, err)
	}
}
