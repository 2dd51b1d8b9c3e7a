package format

import (
	"bufio"
	"iter"
	"strings"

	"github.com/sepdist/sepdist/internal/advice"
)

// A Format is one way to store a graph in a file.
type Format struct {
	Name        string   // value of the option format
	Doc         string   // one sentence, for help and docs
	Extensions  []string // usual endings of file names, with the dot, in lower case
	Options     []string // names of the options that its files may need
	Binary      bool     // its files are not text
	Unspecified string   // what its files leave open, a phrase for docs; may be empty

	recipes []recipe

	// Capabilities is what the format can hold with the most favourable options.
	Capabilities Capabilities

	// capabilitiesWith returns what the format can hold with the given options. It is nil if
	// that does not depend on them.
	capabilitiesWith func(o Options) (Capabilities, error)
	// sniff reports whether the content can only be of this format. It looks at in.head, and
	// calls in.all only if the head shows the family (JSON). It is nil if the format cannot be
	// recognised by its content.
	sniff func(in *input) bool
	// read returns the graph. It is nil for a format that is only written.
	read func(in *input, o Options) (*Document, error)
	// write writes a document that fits the capabilities. It is nil for a format that is only
	// read.
	write func(w *bufio.Writer, d *Document, o Options) error
}

// CanRead reports whether files of the format can be read.
func (f *Format) CanRead() bool { return f.read != nil }

// CanWrite reports whether files of the format can be written.
func (f *Format) CanWrite() bool { return f.write != nil }

// CapabilitiesWith returns what the format can hold with the given options. It is an
// [*AmbiguityError] if they leave open how the file is to be written.
func (f *Format) CapabilitiesWith(o Options) (Capabilities, error) {
	if f.capabilitiesWith == nil {
		return f.Capabilities, nil
	}
	return f.capabilitiesWith(o)
}

// A recipe is the line of code with which a tool saves a graph in a format.
type recipe struct {
	tool string      // "causal-learn"
	save string      // the line, in the language of the tool
	read advice.Text // how to read the file
}

// Recipes yields tools and the lines of code with which they save a graph in the format, each with a
// comment on how to read the file. The function spell writes the options in it.
func (f *Format) Recipes(spell func(option string, values ...string) string) iter.Seq2[string, string] {
	return func(yield func(tool, line string) bool) {
		for _, r := range f.recipes {
			line := r.save
			if !r.read.Empty() {
				line += "  # " + r.read.Render(spell)
			}
			if !yield(r.tool, line) {
				return
			}
		}
	}
}

// Formats lists all formats. The order matters: a file has the first format that recognises its
// content, or else the first with its extension.
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
	adjacencyFormat,
	graphmlFormat,
	gmlFormat,
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
	adjlistFormat,
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
	return Format{}, &FileError{File: file, Why: "unknown format " + clipped(name), Do: "the formats are " + strings.Join(names(), ", ")}
}

func names() []string {
	list := make([]string, len(Formats))
	for i, f := range Formats {
		list[i] = f.Name
	}
	return list
}
