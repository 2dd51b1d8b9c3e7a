package request

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/pool"
)

// A Request asks for one thing. Which fields count depends on Op.
type Request struct {
	Op   string `json:"op"`
	Door string `json:"door,omitempty"` // how texts spell options: python, r, page; else as flags

	Graph   *Graph                     `json:"graph,omitempty"`
	Truth   *Graph                     `json:"truth,omitempty"`
	Guess   *Graph                     `json:"guess,omitempty"`
	Guesses []*Graph                   `json:"guesses,omitempty"` // of compare: several guesses instead of one
	Metrics []string                   `json:"metrics,omitempty"`
	Options map[string]json.RawMessage `json:"options"` // see package option

	// For explain: the number of claims to show, and the nodes they are about. For separated: sets of nodes.
	Limit   int   `json:"limit,omitempty"`
	Reverse bool  `json:"reverse,omitempty"`
	X       Names `json:"x,omitempty"`
	Y       Names `json:"y,omitempty"`
	Given   Names `json:"given,omitempty"`

	// For convert: the class, or the number of slices of a time series and its latent variables; the
	// format to write, the file whose name determines the format if To is empty, and the options of the
	// output. For draw: the format. For compare and explain: the form of the text beside the data: text,
	// csv, for compare also markdown and latex, and all for several guesses.
	As     string            `json:"as,omitempty"`
	Window *int              `json:"window,omitempty"`
	Latent []string          `json:"latent,omitempty"`
	To     string            `json:"to,omitempty"`
	File   string            `json:"file,omitempty"`
	Output map[string]string `json:"output,omitempty"`

	// Of draw and report.
	Title   string   `json:"title,omitempty"`
	View    string   `json:"view,omitempty"`
	Legend  *bool    `json:"legend,omitempty"`
	Explain []string `json:"explain,omitempty"`

	// Of draw and layout: places of nodes. Of repairs: whether to search for a list of them. Of layout: the
	// graphs are parts of larger ones, whose equivalence classes are not known.
	At   map[string][2]float64 `json:"at,omitempty"`
	Plan bool                  `json:"plan,omitempty"`
	Part bool                  `json:"part,omitempty"`

	// Of simulate.
	Class      string                     `json:"class,omitempty"`
	Random     map[string]json.RawMessage `json:"random,omitempty"`
	Changes    map[string]json.RawMessage `json:"changes,omitempty"`
	Seed       uint64                     `json:"seed,omitempty"`
	Bidirected float64                    `json:"bidirected,omitempty"`

	// Of compare-many: matrices of one size, or a table of graphs.
	Matrices *Matrices `json:"matrices,omitempty"`
	Graphs   *Graphs   `json:"graphs,omitempty"`

	// Of plan, block and join.
	Study *Study `json:"study,omitempty"`

	// Of journal.
	Journal *Journal `json:"journal,omitempty"`

	// Of falsify.
	Falsify *Falsify `json:"falsify,omitempty"`

	parts    parts
	progress func(share float64)
}

// Falsify is the data that a graph is tested with, and how. The data are columns, a file, or
// p-values.
type Falsify struct {
	given map[string]json.RawMessage // the options, see package option

	Rows int `json:"rows,omitempty"` // of the data whose covariance matrix the columns are

	Name    string          `json:"name,omitempty"`
	Columns []FalsifyColumn `json:"columns,omitempty"`
	Unnamed bool            `json:"unnamed,omitempty"` // the columns are the nodes in their order
	Data    *int            `json:"data,omitempty"`    // part: a file
	P       []FalsifyP      `json:"p,omitempty"`
	List    bool            `json:"list,omitempty"` // answer with the claims that need a p-value

	Table    bool `json:"table,omitempty"`    // answer with the claims as a table of parts, and not as JSON
	Pictures bool `json:"pictures,omitempty"` // answer with pictures, too
	Report   bool `json:"report,omitempty"`   // answer with a report as HTML, too
}

// UnmarshalJSON keeps the options as they are given.
func (f *Falsify) UnmarshalJSON(text []byte) error {
	type plain Falsify
	if err := json.Unmarshal(text, (*plain)(f)); err != nil {
		return err
	}
	return json.Unmarshal(text, &f.given)
}

// A FalsifyColumn is a column: a part of float64, NaN if missing; or a part of int32 codes, -1 if
// missing, and their levels.
type FalsifyColumn struct {
	Name    string   `json:"name"`
	Numbers *int     `json:"numbers,omitempty"`
	Codes   *int     `json:"codes,omitempty"`
	Levels  []string `json:"levels,omitempty"`
}

// A FalsifyP is a claim with its p-value, or without one.
type FalsifyP struct {
	X     string   `json:"x"`
	Y     string   `json:"y"`
	Given []string `json:"given"`
	P     *float64 `json:"p"`
}

// Names are one name or a list of them.
type Names []string

// UnmarshalJSON takes a string or a list of strings.
func (n *Names) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*n = nil
		if one != "" {
			*n = Names{one}
		}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(n))
}

// An operation answers a request.
type operation func(ctx context.Context, r *Request, a *answer) error

// ops lists what can be asked for. What the page in a browser does not ask for is added in files
// that its lean engine is built without.
var ops = map[string]operation{
	"compare": compareGuesses,
	"draw":    drawing,
	"explain": explain,
	"layout":  layOut,
	"metrics": metrics,
	"read":    read,
	"repairs": repairs,
}

// fileOps read the files that a request names. They are for callers in the same account, not for
// pages in a browser.
var fileOps = map[string]operation{}

// An answer is the JSON and the parts of a response.
type answer struct {
	header map[string]any
	parts  [][]byte
}

func (a *answer) set(key string, value any) { a.header[key] = value }

// part adds a part and returns its number.
func (a *answer) part(data []byte) int {
	a.parts = append(a.parts, data)
	return len(a.parts) - 1
}

// A writer writes a report in one form.
type writer = func(w io.Writer) error

// text adds the text beside the data.
func (a *answer) text(write writer) error {
	var b strings.Builder
	err := write(&b)
	a.set("text", b.String())
	return err
}

// json adds what write writes as JSON under a key.
func (a *answer) json(key string, write writer) error {
	var b bytes.Buffer
	err := write(&b)
	a.set(key, json.RawMessage(b.Bytes()))
	return err
}

// data adds what write writes as the part data.
func (a *answer) data(write writer) error {
	var b bytes.Buffer
	err := write(&b)
	a.set("data", a.part(b.Bytes()))
	return err
}

// Answer returns the response to a request, both as frames. Whatever is wrong, a bug of ours too,
// is an error in the response. Progress, where not nil, gets the share of work that is done.
func Answer(ctx context.Context, frame []byte, progress func(share float64)) (response []byte) {
	return respond(ctx, frame, progress, false)
}

// respond is [Answer], also for requests that name files where that is allowed.
func respond(ctx context.Context, frame []byte, progress func(share float64), files bool) (response []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			response = failure(nil, &pool.PanicError{Value: fault, Stack: debug.Stack()})
		}
	}()
	all, err := split(frame)
	if err != nil {
		return failure(nil, err)
	}
	r := &Request{parts: all[1:], progress: progress}
	r.Seed = 1
	if err := json.Unmarshal(all[0], r); err != nil {
		return failure(r, badJSON(err))
	}
	op, known := ops[r.Op]
	if !known && files {
		op, known = fileOps[r.Op]
	}
	if !known {
		return failure(r, advice.Wrong("op", r.Op, "there is no such request: %s", r.Op))
	}
	a := &answer{header: make(map[string]any)}
	if err := op(ctx, r, a); err != nil {
		return failure(r, err)
	}
	if ctx.Err() != nil {
		return failure(r, context.Cause(ctx))
	}
	if response, err = join(a.header, a.parts); err != nil {
		return failure(r, err)
	}
	return response
}

// badJSON returns the error for a request whose fields have other types than expected.
func badJSON(err error) error {
	if field, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		option := field.Field[1+strings.LastIndexByte(field.Field, '.'):]
		return advice.Wrong(option, field.Value, "%v cannot be a %s", advice.Option(option), field.Value)
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("the request is not JSON after %d bytes", syntax.Offset)
	}
	return err
}

// failure returns the response that says what is wrong.
func failure(r *Request, err error) []byte {
	frame, err := join(map[string]any{"error": wire(r, err)}, nil)
	if err != nil {
		panic(err) // it is strings
	}
	return frame
}
