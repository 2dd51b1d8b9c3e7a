package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/try"
)

// bifFormat and netFormat are two dialects of one language.
var bifFormat = Format{
	Name:       "bif",
	Doc:        "the structure of a Bayesian network in the Bayesian Interchange Format",
	Extensions: []string{".bif"},
	recipes: []recipe{
		{tool: "bnlearn", save: "write.bif(\"g.bif\", fitted)"},
		{tool: "pgmpy", save: "BIFWriter(model).write_bif('g.bif')"},
	},
	Capabilities: networkHolds,
	sniff:        begins(bifDialect.sniff),
	read:         bifDialect.read,
	write:        writeBIF,
}

var netFormat = Format{
	Name:       "net",
	Doc:        "the structure of a Bayesian network in Hugin's format",
	Extensions: []string{".net"},
	recipes: []recipe{
		{tool: "bnlearn", save: "write.net(\"g.net\", fitted)"},
		{tool: "pgmpy", save: "NETWriter(model).write_net('g.net')"},
	},
	Capabilities: networkHolds,
	sniff:        begins(netDialect.sniff),
	read:         netDialect.read,
	write:        writeNET,
}

// A networkDialect is the vocabulary of a dialect.
type networkDialect struct {
	head      string   // the first word of a text
	variables []string // the words before the name of a variable
	table     string   // the word before a variable and its parents
	percent   bool     // comments begin with %, not with //
}

var (
	bifDialect = networkDialect{head: "network", variables: []string{"variable"}, table: "probability"}
	netDialect = networkDialect{head: "net", variables: []string{"node", "decision", "utility"}, table: "potential", percent: true}
)

// A bifReader reads the variables of a network and the heads of its tables.
type bifReader struct {
	networkDialect
	network
}

// sniff reports whether the text begins like one in the dialect.
func (n networkDialect) sniff(in *input) bool {
	r := bifReader{networkDialect: n, network: network{text: headScanner(in)}}
	if word, _ := r.word(); word != n.head {
		return false
	}
	// Braces follow, perhaps after a name.
	next, _ := r.word()
	if next != "{" {
		next, _ = r.word()
	}
	return next == "{"
}

func (n networkDialect) read(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	r := &bifReader{n, network{builder: newBuilder(in.name), text: newScanner(in)}}
	r.expect(n.head, n.head)
	// Skip the name of the network and its properties.
	word, at := r.word()
	if word != "{" {
		word, at = r.word()
	}
	if word != "{" {
		r.text.fail(at, []byte(word), "{ after the name of the network")
	}
	r.skipBlock(at)
	for {
		switch word, at := r.word(); {
		case word == "":
			return r.finish(o)
		case slices.Contains(n.variables, word):
			r.newVariable()
		case word == n.table:
			r.newTable()
		case n.percent && (word == "continuous" || word == "discrete"): // before node
		default:
			r.text.fail(at, []byte(word), strings.Join(append(slices.Clone(n.variables), n.table), " or "))
		}
	}
}

// expect reads the given word and returns its position.
func (r *bifReader) expect(word, want string) int {
	got, at := r.word()
	if got != word {
		r.text.fail(at, []byte(got), want)
	}
	return at
}

// word returns the next word, string without quotes, or one of ( ) { } | , ; and its position. It is
// empty at the end.
func (r *bifReader) word() (word string, at int) {
	s := r.text
	if r.space(); s.next == len(s.data) {
		return "", s.next
	}
	at = s.next
	switch c := s.data[at]; {
	case c == '"':
		return string(s.quoted(false)), at
	case bytes.IndexByte([]byte("(){}|,;"), c) >= 0:
		s.next++
		return string(c), at
	}
	return string(s.take(func(c byte) bool { return !isSpace(c) && bytes.IndexByte([]byte("(){}|,;\""), c) < 0 })), at
}

// space skips blanks and comments.
func (r *bifReader) space() {
	s := r.text
	for {
		s.skip(isSpace)
		switch {
		case r.percent && s.has("%"), !r.percent && s.has("//"):
			s.next = lineEnd(s.data, s.next)
		case !r.percent && s.has("/*"):
			s.comment()
		default:
			return
		}
	}
}

// newVariable reads the name of a variable and skips its properties.
func (r *bifReader) newVariable() {
	name, at := r.word()
	if isNetworkMark(name) {
		r.text.fail(at, []byte(name), "the name of a variable")
	}
	r.variable(name, at)
	r.skipBlock(r.expect("{", "{ after the name of a variable"))
}

func isNetworkMark(word string) bool {
	return len(word) == 0 || len(word) == 1 && strings.Contains("(){}|,;", word)
}

// newTable reads the head of a table, such as ( C | A, B ), and skips its rows, if it has any.
func (r *bifReader) newTable() {
	t := networkTable{at: r.expect("(", "( after "+r.table)}
	for bar, end := false, false; !end; {
		word, at := r.word()
		switch {
		case word == ")" && len(t.names) > 0:
			end = true
		case word == "," && bar:
		case word == "|" && len(t.names) == 1 && !bar:
			bar = true
		case isNetworkMark(word), len(t.names) > 0 && !bar:
			r.text.fail(at, []byte(word), "a variable, then | and its parents")
		default:
			t.names = append(t.names, word)
		}
	}
	r.tables = append(r.tables, t)
	switch word, at := r.word(); word {
	case ";":
	case "{":
		r.skipBlock(at)
	default:
		r.text.fail(at, []byte(word), "{ after the parents")
	}
}

// skipBlock goes past the brace that closes the one at a byte. Labels of levels may have any characters
// except braces.
func (r *bifReader) skipBlock(at int) {
	s := r.text
	for open := 1; open > 0; {
		if r.space(); s.next == len(s.data) {
			s.fail(s.next, nil, fmt.Sprintf("a } for the { at %v", s.place(at)))
		}
		switch s.data[s.next] {
		case '"':
			s.quoted(false)
			continue
		case '{':
			open++
		case '}':
			open--
		}
		s.next++
	}
}
