package batch

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/jsonscan"
)

// A Pair is a truth and a guess that are to be compared.
type Pair struct {
	ID           string
	Truth, Guess Graph

	// Draw, where set, makes the two graphs; Truth and Guess then have names only. It is
	// called by any worker.
	Draw func() (truth, guess *graph.Graph, kind class.Kind, err error)
}

// A Graph says where a graph is: in a file, or at hand.
type Graph struct {
	Name string // as it stands in rows and errors
	Path string // of the file; empty where the graph is at hand
	Data []byte // the graph at hand; the source may use it again after the pair
	Kind Kind   // what Data is
	Err  error  // why there is no such graph
}

// A Kind is what a graph at hand is written in.
type Kind uint8

// The kinds.
const (
	Text   Kind = iota // the native text format
	Quoted             // the same as the inside of a string of JSON
	JSON               // an object of JSON
	Array              // an array of numpy, with its head
)

// Reading says how the files of one role are read.
type Reading struct {
	Options format.Options
	Lag0    bool // take the contemporaneous part of a time series
}

// names are the names in which formats see data at hand.
var names = [...]string{Text: "", Quoted: "", JSON: "graph.json", Array: "graph.npy"}

// read returns the graph, and the class that it is said to be of.
func (g *Graph) read(how *Reading, room *room) (*graph.Graph, class.Kind, error) {
	if g.Err != nil {
		return nil, 0, g.Err
	}
	data, name, o := g.Data, g.Name, how.Options
	switch {
	case g.Path != "":
		var err error
		if data, err = room.file(g.Path); err != nil {
			return nil, 0, fileError(g.Name, err)
		}
	case g.Kind == Text:
		o.Format = "text"
	case g.Kind == Quoted:
		var ok bool
		if room.text, ok = jsonscan.Unescape(room.text[:0], data); !ok {
			return nil, 0, errors.New("the string of JSON is damaged")
		}
		data, o.Format = room.text, "text"
	case g.Kind == JSON && !o.Series:
		if read, ok := room.json.read(data); ok {
			kind, err := o.Class, error(nil)
			if kind == class.Unstated {
				kind, err = class.Parse(room.json.class)
			}
			return read, kind, err
		}
		name = names[JSON]
	default:
		name = names[g.Kind]
	}
	d, err := format.Parse(data, name, o)
	if err != nil {
		return nil, 0, err
	}
	if d.Series != nil {
		if !how.Lag0 {
			return nil, 0, fmt.Errorf("%s: a time series, which can be converted only: say --lag0 to take its contemporaneous part", g.Name)
		}
		return d.Lag0(), 0, nil
	}
	if o.Series {
		return nil, 0, fmt.Errorf("%s: a graph without lags, which is no time series", g.Name)
	}
	return d.Graph, cmp.Or(o.Class, d.Class), nil
}

// A room is memory that one worker uses again and again.
type room struct {
	buf  bytes.Buffer
	text []byte
	json jsonReader
}

// file returns the content of a file, until the next call.
func (r *room) file(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r.buf.Reset()
	_, err = r.buf.ReadFrom(f)
	return r.buf.Bytes(), err
}
