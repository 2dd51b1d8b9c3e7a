package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"slices"
	"strings"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
	"github.com/sepdist/sepdist/internal/jsonscan"
)

// An Input is a pair of graphs to compare.
type Input struct {
	ID           string
	Truth, Guess Origin
	More         []string // values of the source's columns, which the source does not reuse
	Place        int64    // the position of this input in a source that has positions, see [Source]

	// Known, if set, is the known result of the pair, which is not compared again.
	Known any

	// Draw, if set, generates the two graphs; Truth and Guess then have names only. Any worker may
	// call it.
	Draw func(ctx context.Context) (truth, guess *sepdist.Graph, err error)

	// The classes of the two graphs, set by the comparison. They are unstated if not known, for example for a guess
	// that is not of its class.
	TruthClass, GuessClass class.Kind
}

// An Origin is the place of a graph: a file, or memory.
type Origin struct {
	Name     string    // in rows and errors
	Path     string    // of the file; empty if the graph is in memory
	Settings string    // how this graph is read, unless as all of its role, see [AddSetting]
	Sum      uint64    // the expected digest of the file, see [FileSum]; 0 if not known
	Seen     *SeenFile // the content of the file, if it was kept; it must not change
	Data     []byte    // the graph itself; the source may reuse the memory after the pair
	Form     Form      // the form of Data
	Cells    []int8    // a matrix of Nodes rows, in the code of the pipeline
	Nodes    int
	Graph    *sepdist.Graph // the graph itself, which must not change
	Err      error          // why there is no such graph
}

// A Form is the form of a graph in memory.
type Form uint8

// The forms.
const (
	Text   Form = iota // the native text format
	Quoted             // the same inside a JSON string, with its escapes
	JSON               // a JSON object
	Array              // a NumPy array with its header
	Matrix             // integers in a code
)

// A reader reads graphs one after another, in memory that it reuses. It serves one goroutine.
type reader struct {
	*input.Rules // of the current graph
	all          input.Rules
	bySettings   map[string]*input.Rules // by what is stated about single graphs
	role         string

	buf  bytes.Buffer
	text []byte
	json jsonReader

	code     *format.Coding // of matrices
	numbered map[int]*graph.Names
	edges    []graph.Edge

	store *Store // keeps the graphs of files; may be nil

	// The last graph and its origin: many pairs often have the same truth.
	last     *sepdist.Graph
	path     string // of its file; empty if it was in memory
	settings string
	sum      uint64
	hash     hash.Hash

	// If copies is set, copied is a copy of the origin in memory that last was read from.
	copies bool
	copied Origin
}

// read returns the graph of an origin. It is valid until the next call.
func (r *reader) read(from *Origin) (g *sepdist.Graph, err error) {
	if err := r.choose(from.Settings); err != nil {
		return nil, err
	}
	switch {
	case from.Err != nil:
		return nil, from.Err
	case from.Graph != nil:
		return from.Graph, nil
	case from.Path == "" && r.isCopied(from):
		return r.last, nil
	case from.Path == "":
		r.path, r.last = "", nil
		if g, err = r.parseInMemory(from); err != nil {
			return nil, advice.About(r.role, r.role, err)
		}
		r.copyOf(from, g)
		return g, nil
	case from.Path == r.path && from.Sum == r.sum && from.Settings == r.settings:
		return r.last, nil
	}
	r.path, r.last = "", nil
	if r.store != nil && from.Sum == 0 {
		g, err = r.store.get(stored{r.role, from.Path, from.Settings}, func() (*sepdist.Graph, error) { return r.open(from) })
	} else {
		g, err = r.open(from)
	}
	if err != nil {
		return nil, err
	}
	r.path, r.sum, r.settings, r.last = from.Path, from.Sum, from.Settings, g
	return g, nil
}

// AddSetting returns a text about a graph that adds the value of an option of [format.Settings] to those
// before it. A later value overrides an earlier one.
func AddSetting(before, option, value string) string { return before + option + "=" + value + "\n" }

// choose sets the rules for a graph: those for all of its role, with what is stated about it alone.
func (r *reader) choose(settings string) error {
	if settings == "" {
		r.Rules = &r.all
		return nil
	}
	if known := r.bySettings[settings]; known != nil {
		r.Rules = known
		return nil
	}
	own := r.all
	for line := range strings.Lines(settings) {
		option, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if err := own.Set(option, value); err != nil {
			return err
		}
		own.Shared = slices.DeleteFunc(slices.Clone(own.Shared), func(name string) bool { return name == option })
	}
	if r.bySettings == nil {
		r.bySettings = make(map[string]*input.Rules)
	}
	r.bySettings[settings], r.Rules = &own, &own
	return nil
}

// open reads the graph in a file.
func (r *reader) open(from *Origin) (*sepdist.Graph, error) {
	data, err := r.file(from)
	if changed := (*ChangedError)(nil); errors.As(err, &changed) {
		return nil, err
	}
	if err != nil {
		return nil, FileError(from.Name, err)
	}
	return r.parse(data, from.Name, from.Name, r.Format)
}

// isCopied reports whether a graph in memory is the one that was read last.
func (r *reader) isCopied(from *Origin) bool {
	c := &r.copied
	return r.copies && r.last != nil && r.path == "" && from.Name == c.Name && from.Settings == c.Settings && from.Form == c.Form && from.Nodes == c.Nodes &&
		slices.Equal(from.Cells, c.Cells) && bytes.Equal(from.Data, c.Data)
}

// copyOf keeps a copy of an origin in memory, which the source may reuse.
func (r *reader) copyOf(from *Origin, g *sepdist.Graph) {
	if !r.copies {
		return
	}
	c := &r.copied
	c.Name, c.Settings, c.Form, c.Nodes = from.Name, from.Settings, from.Form, from.Nodes
	c.Cells, c.Data = append(c.Cells[:0], from.Cells...), append(c.Data[:0], from.Data...)
	r.last = g
}

// parseInMemory reads a graph in memory.
func (r *reader) parseInMemory(from *Origin) (*sepdist.Graph, error) {
	data := from.Data
	switch from.Form {
	case Matrix:
		return r.matrix(from)
	case JSON:
		if g, ok := r.json.read(data); ok && !r.Options.Series && !r.Class.IsSeries() {
			kind, err := r.Class, error(nil)
			if kind == class.Unstated {
				kind, err = class.Parse(r.json.class)
			}
			return &sepdist.Graph{Graph: g, Name: from.Name, Class: kind}, err
		}
		return r.parse(data, from.Name, "graph.json", r.Format)
	case Array:
		return r.parse(data, from.Name, "graph.npy", r.Format)
	case Quoted:
		var ok bool
		if r.text, ok = jsonscan.Unescape(r.text[:0], data); !ok {
			return nil, errors.New("the string of JSON is damaged")
		}
		data = r.text
	}
	return r.parse(data, from.Name, from.Name, "text")
}

// parse reads data; format.Parse gets file as its name.
func (r *reader) parse(data []byte, name, file, as string) (*sepdist.Graph, error) {
	o := r.Options
	o.Format = as
	d, err := format.Parse(data, file, o)
	if err != nil {
		return nil, err
	}
	if d, err = r.Apply(d, name); err != nil {
		return nil, err
	}
	return sepdist.FromDocument(d, name), nil
}

// matrix reads a matrix of integers.
func (r *reader) matrix(from *Origin) (*sepdist.Graph, error) {
	names := r.nameNodes(from)
	if names == nil {
		return nil, fmt.Errorf("a matrix of %d cells for %d nodes", len(from.Cells), from.Nodes)
	}
	edges, err := r.code.Edges(r.edges[:0], from.Nodes, from.Cells)
	if err != nil {
		return nil, err
	}
	r.edges = edges
	g, err := graph.NewWithNames(names, edges)
	return &sepdist.Graph{Graph: g, Name: from.Name, Class: r.Class}, err
}

// nameNodes returns the names of the nodes of a matrix, or nil if the matrix is too small for them.
func (r *reader) nameNodes(from *Origin) *graph.Names {
	n := from.Nodes
	if from.Form != Matrix || n < 0 || n > len(from.Cells) { // before memory for the names is allocated
		return nil
	}
	names := r.numbered[n]
	if names == nil {
		names = graph.NumberedNames("", 0, n)
		r.numbered[n] = names
	}
	return names
}

// fileOf describes the file of a graph.
func fileOf(g *sepdist.Graph) input.File {
	return input.File{Name: g.Name, Format: g.Format, Codes: g.Codes}
}

// A SystemError is an error of the operating system about a file.
type SystemError struct {
	File string
	Err  error
}

func (e *SystemError) Error() string { return e.File + ": " + e.Err.Error() }
func (e *SystemError) Unwrap() error { return e.Err }

// FileError returns an error about a file that begins with its name, or nil if err is nil.
func FileError(name string, err error) error {
	if err == nil {
		return nil
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return &SystemError{name, path.Err}
	}
	return advice.Errorf("%s: %w", name, err)
}
