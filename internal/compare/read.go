package compare

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/jsonscan"
)

// A Graph is a graph with what its source says of it.
type Graph struct {
	*graph.Graph
	Series *graph.Series
	Name   string
	Class  class.Kind
	Notes  []string

	Format string // see [format.Document]
	Codes  string
}

// timed reports whether the graph is a time series, or called one.
func (g *Graph) timed() bool { return g.Series != nil || g.Class.IsSeries() }

// withoutLinks returns a graph without edges as a time series, and every other one as it is.
func (g *Graph) withoutLinks() *Graph {
	if g.Series != nil || g.M() > 0 {
		return g
	}
	series := *g
	series.Series = format.WithoutLinks(g.Graph)
	return &series
}

// Check checks the graph against its class.
func (g *Graph) Check(ctx context.Context) (class.Member, error) {
	if g.timed() {
		g = g.withoutLinks()
	}
	if g.Series != nil {
		return class.CheckSeries(ctx, g.Series, g.Class)
	}
	return class.Check(ctx, g.Graph, g.Class)
}

// resolve is Check for a graph that may not be of its class.
func (g *Graph) resolve(ctx context.Context, policy class.Policy, limits class.Limits) (*class.Resolution, error) {
	if g.Series != nil {
		return class.ResolveSeries(ctx, g.Series, g.Class, policy, limits)
	}
	return class.Resolve(ctx, g.Graph, g.Class, policy, limits)
}

// size returns how many nodes and edges there are, or variables and links.
func (g *Graph) size() (nodes, edges int) {
	if g.Series != nil {
		return g.Series.N(), g.Series.M()
	}
	return g.N(), g.M()
}

// nodes returns the graph, or one without edges whose nodes are the variables of a time series.
func (g *Graph) nodes() *graph.Graph {
	if g.Series != nil {
		return graph.MustNew(g.Series.Names(), nil)
	}
	return g.Graph
}

// Document returns what is written of a graph, or of a time series.
func Document(g *graph.Graph, s *graph.Series, kind class.Kind) *format.Document {
	d := &format.Document{Graph: g}
	if s != nil {
		d = format.FromSeries(s)
	}
	d.Class = kind
	return d
}

// Reading says how graphs of one role are read.
type Reading struct {
	format.Options
	Lag0 bool // take the contemporaneous part of a time series

	// Role is the role that options were stated about, "truth" or "guess"; empty: there is none.
	Role string

	// Shared are the names of options that were stated about both files, and so may be about
	// the other one alone.
	Shared []string

	// Many says that the options are for many files, perhaps of several formats: one that means
	// nothing in a file is no fault of it.
	Many bool
}

// CheckFormat refuses options that mean nothing in a file of the format that it was read as.
func (how *Reading) CheckFormat(name, format string) error {
	for _, unused := range how.Unused(format) {
		if !how.Many && !slices.Contains(how.Shared, unused) {
			return advice.About(how.Role, name, advice.Errorf("%v means nothing here: the file was read as %s; omit it, or use %v if that is wrong",
				how.own(unused), format, how.own("format")))
		}
	}
	return nil
}

// own returns a reference to the option that is about this file alone.
func (how *Reading) own(name string, values ...string) advice.Ref {
	if how.Role != "" {
		name = how.Role + "-" + name
	}
	return advice.Option(name, values...)
}

// CheckMarks refuses an option mark-at that was stated about both files where their codes differ
// and it turns one of them: it is likely to be about the other one alone.
func CheckMarks(truth, guess *Graph, forTruth, forGuess *Reading) error {
	if truth.Codes == guess.Codes {
		return nil
	}
	for _, f := range []struct {
		g          *Graph
		how, other *Reading
	}{{truth, forTruth, forGuess}, {guess, forGuess, forTruth}} {
		if f.how.MarkAt == "" || !slices.Contains(f.how.Shared, "mark-at") {
			continue
		}
		for _, c := range format.Codes() {
			if c.Name == f.g.Codes && c.MarkAt != "" && c.MarkAt != f.how.MarkAt {
				return advice.About(f.how.Role, f.g.Name, advice.Errorf("%v contradicts the code %s, which has its marks at the %s: use %v if it is about the %s alone, or %v",
					advice.Option("mark-at", f.how.MarkAt), c.Name, c.MarkAt, f.other.own("mark-at"), f.other.Role, f.how.own("mark-at", f.how.MarkAt)))
			}
		}
	}
	return nil
}

// CheckFormats refuses options that were stated about both files and mean nothing in either.
func CheckFormats(truth, guess *Graph, how *Reading) error {
	of := how.Unused(guess.Format)
	for _, unused := range how.Unused(truth.Format) {
		if slices.Contains(how.Shared, unused) && slices.Contains(of, unused) {
			return advice.Errorf("%v means nothing here: %s was read as %s and %s as %s; omit it, or use %v if that is wrong",
				advice.Option(unused), truth.Name, truth.Format, guess.Name, guess.Format, advice.Option("format"))
		}
	}
	return nil
}

// Apply returns the document as it was meant: what is stated counts more than what the file says.
func (how *Reading) Apply(d *format.Document, name string) (*format.Document, error) {
	if err := how.CheckFormat(name, d.Format); err != nil {
		return nil, err
	}
	meant := *d
	meant.Class = cmp.Or(how.Class, d.Class)
	wrong := func(text string, args ...any) (*format.Document, error) {
		return nil, advice.About(how.Role, name, advice.Errorf(text, args...))
	}
	const noSeries = "the graph is not a time series: expected lags, as in X(t-1) --> Y(t), at every edge"
	switch {
	case d.Series != nil && how.Lag0:
		meant.Graph, meant.Series = d.TimeSeries().Lag0(), nil
		if meant.Class.IsSeries() {
			return wrong("the contemporaneous part of a time series is not a time series: use %v with one of %v", advice.Option("class"), class.Any)
		}
	case d.Series != nil:
	case how.Options.Series:
		return wrong(noSeries+"; or omit %v", how.own("class", "ts"))
	case meant.Class.IsSeries():
		return wrong(noSeries)
	}
	return &meant, nil
}

// NewGraph returns the graph of a document.
func NewGraph(d *format.Document, name string) *Graph {
	g := &Graph{Graph: d.Graph, Name: name, Class: d.Class, Notes: d.Notes, Format: d.Format, Codes: d.Codes}
	if d.Series != nil {
		g.Series = d.TimeSeries()
	}
	return g
}

// FromDocument returns the graph of a document as it was meant.
func FromDocument(d *format.Document, name string, how *Reading) (*Graph, error) {
	d, err := how.Apply(d, name)
	if err != nil {
		return nil, err
	}
	return NewGraph(d, name), nil
}

// An Input is a pair of graphs on its way into the pipeline.
type Input struct {
	ID           string
	Truth, Guess Origin
	More         []string // values of the source's columns; their own, not the source's
	Place        int64    // of a source that has places: where this input is, see [Source]

	// Known, where set, is what is known of the pair already: it is not compared.
	Known any

	// Draw, where set, makes the two graphs; Truth and Guess then have names only. It is
	// called by any worker.
	Draw func(ctx context.Context) (truth, guess *Graph, err error)

	// What the two graphs were found to be when they were compared; unstated where that is not
	// known, as of a guess that is not of its class.
	TruthClass, GuessClass class.Kind
}

// An Origin says where a graph is: in a file, or in memory.
type Origin struct {
	Name  string    // in rows and errors
	Path  string    // of the file; empty where the graph is in memory
	Sum   uint64    // of the file as it should be, see [FileSum]; 0 where that is not known
	Seen  *SeenFile // of the file, where it was kept; it must not change
	Data  []byte    // the graph itself, which the source may use again after the pair
	Form  Form      // what Data is
	Cells []int8    // a matrix of Nodes rows, in the code of the pipeline
	Nodes int
	Graph *Graph // the graph itself, which must not change
	Err   error  // why there is no such graph
}

// A Form is what a graph in memory is written in.
type Form uint8

// The forms.
const (
	Text   Form = iota // the native text format
	Quoted             // the same as the inside of a string of JSON
	JSON               // an object of JSON
	Array              // an array of numpy, with its head
	Matrix             // integers in a code
)

// A reader reads graphs one after another, in memory that it uses again. It serves one
// goroutine.
type reader struct {
	Reading
	role string
	buf  bytes.Buffer
	text []byte
	json jsonReader

	code     *format.Coding // of matrices
	numbered map[int]*graph.Names
	edges    []graph.Edge

	store *Store // where set, keeps the graphs of files

	// The graph that was read last, and where from: many pairs often have the same truth.
	last *Graph
	path string // of its file; empty where it was in memory
	sum  uint64
	hash hash.Hash

	// Of a reader that keeps a copy: what last was in memory.
	copies bool
	copied Origin
}

// read returns the graph of an origin. It is valid until the next call.
func (r *reader) read(from *Origin) (g *Graph, err error) {
	switch {
	case from.Err != nil:
		return nil, from.Err
	case from.Graph != nil:
		return from.Graph, nil
	case from.Path == "" && r.isCopied(from):
		return r.last, nil
	case from.Path == "":
		r.path, r.last = "", nil
		if g, err = r.atHand(from); err != nil {
			return nil, advice.About(r.role, r.role, err)
		}
		r.copyOf(from, g)
		return g, nil
	case from.Path == r.path && from.Sum == r.sum:
		return r.last, nil
	}
	r.path, r.last = "", nil
	if r.store != nil && from.Sum == 0 {
		g, err = r.store.get(stored{r.role, from.Path}, func() (*Graph, error) { return r.open(from) })
	} else {
		g, err = r.open(from)
	}
	if err != nil {
		return nil, err
	}
	r.path, r.sum, r.last = from.Path, from.Sum, g
	return g, nil
}

// open reads the graph in a file.
func (r *reader) open(from *Origin) (*Graph, error) {
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
	return r.copies && r.last != nil && r.path == "" && from.Name == c.Name && from.Form == c.Form && from.Nodes == c.Nodes &&
		slices.Equal(from.Cells, c.Cells) && bytes.Equal(from.Data, c.Data)
}

// copyOf keeps a graph that was read from memory, which the source may use again.
func (r *reader) copyOf(from *Origin, g *Graph) {
	if !r.copies {
		return
	}
	c := &r.copied
	c.Name, c.Form, c.Nodes = from.Name, from.Form, from.Nodes
	c.Cells, c.Data = append(c.Cells[:0], from.Cells...), append(c.Data[:0], from.Data...)
	r.last = g
}

func (r *reader) atHand(from *Origin) (*Graph, error) {
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
			return &Graph{Graph: g, Name: from.Name, Class: kind}, err
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

// parse reads data that its format sees under the name of a file.
func (r *reader) parse(data []byte, name, file, as string) (*Graph, error) {
	o := r.Options
	o.Format = as
	d, err := format.Parse(data, file, o)
	if err != nil {
		return nil, err
	}
	return FromDocument(d, name, &r.Reading)
}

// matrix reads a matrix of integers.
func (r *reader) matrix(from *Origin) (*Graph, error) {
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
	return &Graph{Graph: g, Name: from.Name, Class: r.Class}, err
}

// nameNodes returns the names of the nodes of a matrix, or nil where it cannot have so many.
func (r *reader) nameNodes(from *Origin) *graph.Names {
	n := from.Nodes
	if from.Form != Matrix || n < 0 || n > len(from.Cells) { // before names are made for them
		return nil
	}
	names := r.numbered[n]
	if names == nil {
		names = graph.NumberedNames("", 0, n)
		r.numbered[n] = names
	}
	return names
}

// A SystemError is what the system says about a file.
type SystemError struct {
	File string
	Err  error
}

func (e *SystemError) Error() string { return e.File + ": " + e.Err.Error() }
func (e *SystemError) Unwrap() error { return e.Err }

// FileError puts what the system says about a file into the one form of our errors.
func FileError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return &SystemError{name, path.Err}
	}
	return advice.Errorf("%s: %w", name, err)
}
