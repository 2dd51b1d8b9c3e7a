package format

import (
	"bufio"
	"strings"
)

// A Format is a way to keep a graph in a file.
type Format struct {
	Name       string   // value of the option format
	Doc        string   // one sentence, for help and docs
	Extensions []string // usual endings of file names, with the dot, in lower case
	Recipes    []Recipe // how to save a graph so
	Asks       []string // names of the options that its files may need
	Binary     bool     // its files are not text
	Silent     string   // what its files cannot say, a phrase for docs; may be empty

	// Holds is what the format can hold. Where that depends on the options, Holds
	// is the most, and HoldsWith, if not nil, tells what it is with these.
	Holds     Holds
	HoldsWith func(o Options) (Holds, error)

	// Sniff reports whether the content can only be of this format. It looks at
	// in.Head, and calls in.All only where the head has shown the family (JSON).
	// Nil: the format is never found by content.
	Sniff func(in *Input) bool
	// Read returns the graph. Nil: the format is only written.
	Read func(in *Input, o Options) (*Document, error)
	// Write writes a document that Holds allows. Nil: the format is only read.
	Write func(w *bufio.Writer, d *Document, o Options) error
}

// A Recipe says how a tool saves a graph in a format.
type Recipe struct {
	Tool string // "causal-learn"
	Save string // one line of its language
}

// Formats lists every format there is. A file is of the first whose Sniff knows
// it, else of the first that has its extension: the order matters.
var Formats = []Format{
	textFormat,
	jsonFormat,
	tetradFormat,
	tetradJSONFormat,
	tetradXMLFormat,
	caugiFormat,
	dagittyFormat,
	dotFormat,
	nodeLinkFormat,
	graphmlFormat,
	bnlearnFormat,
	xmlbifFormat,
	bifFormat,
	netFormat,
	npyFormat,
	npzFormat,
	mtxFormat,
	csvFormat,
	tsvFormat,
	tableFormat,
	matrixFormat,
	benchpressFormat,
	edgeListFormat,
}

// Lookup returns the format called name.
func Lookup(name string) (Format, bool) {
	for _, f := range Formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// lookup is [Lookup] with an error that lists the names.
func lookup(file, name string) (Format, error) {
	if f, ok := Lookup(name); ok {
		return f, nil
	}
	return Format{}, &FileError{file, "unknown format " + clipped(name), "the formats are " + strings.Join(names(), ", ")}
}

func names() []string {
	list := make([]string, len(Formats))
	for i, f := range Formats {
		list[i] = f.Name
	}
	return list
}
