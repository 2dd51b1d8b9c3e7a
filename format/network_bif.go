package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// bifFormat and netFormat are two dialects of one language.
var bifFormat = Format{
	Name:       "bif",
	Doc:        "the structure of a Bayesian network in the Bayesian Interchange Format",
	Extensions: []string{".bif"},
	Recipes: []Recipe{
		{"bnlearn", "write.bif(\"g.bif\", fitted)"},
		{"pgmpy", "BIFWriter(model).write_bif('g.bif')"},
	},
	Holds: networkHolds,
	Sniff: bifDialect.sniff,
	Read:  bifDialect.read,
	Write: writeBIF,
}

var netFormat = Format{
	Name:       "net",
	Doc:        "the structure of a Bayesian network in Hugin's format",
	Extensions: []string{".net"},
	Recipes: []Recipe{
		{"bnlearn", "write.net(\"g.net\", fitted)"},
		{"pgmpy", "NETWriter(model).write_net('g.net')"},
	},
	Holds: networkHolds,
	Sniff: netDialect.sniff,
	Read:  netDialect.read,
	Write: writeNET,
}

// A networkDialect has the words of a dialect.
type networkDialect struct {
	head      string   // the word that a text begins with
	variables []string // what stands before the name of a variable
	table     string   // what stands before a variable and its parents
	percent   bool     // % begins a comment, // does not
}

var (
	bifDialect = networkDialect{head: "network", variables: []string{"variable"}, table: "probability"}
	netDialect = networkDialect{head: "net", variables: []string{"node", "decision", "utility"}, table: "potential", percent: true}
)

// A bifReader reads a network: variables and tables, of which only the heads matter.
type bifReader struct {
	networkDialect
	network
}

// sniff reports whether the text begins as the dialect does.
func (n networkDialect) sniff(in *Input) bool {
	if !isText(in.Head()) {
		return false
	}
	r := bifReader{networkDialect: n, network: network{text: &scanner{placer: placer{data: in.Head()}}}}
	if word, _, err := r.word(); err != nil || word != n.head {
		return false
	}
	// A net has braces next, or a whole word before them; other texts go on.
	next, _, err := r.word()
	if err == nil && next != "{" {
		next, _, err = r.word()
	}
	return err == nil && next == "{"
}

func (n networkDialect) read(in *Input, o Options) (*Document, error) {
	text, err := newScanner(in)
	if err != nil {
		return nil, err
	}
	r := &bifReader{n, network{builder: newBuilder(in.Name), text: text}}
	if word, at, err := r.word(); err != nil || word != n.head {
		return nil, r.want(at, word, err, n.head)
	}
	if err := r.title(); err != nil {
		return nil, err
	}
	for {
		word, at, err := r.word()
		if err != nil {
			return nil, err
		}
		switch {
		case word == "":
			return r.finish(o)
		case slices.Contains(n.variables, word):
			err = r.newVariable()
		case word == n.table:
			err = r.newTable()
		case n.percent && (word == "continuous" || word == "discrete"): // before node
		default:
			err = r.want(at, word, nil, strings.Join(append(slices.Clone(n.variables), n.table), " or "))
		}
		if err != nil {
			return nil, err
		}
	}
}

// title skips the name of the network and the block after it.
func (r *bifReader) title() error {
	word, at, err := r.word()
	if err == nil && word != "{" {
		word, at, err = r.word()
	}
	if err != nil || word != "{" {
		return r.want(at, word, err, "{ after the name of the network")
	}
	return r.skipBlock(at)
}

func (r *bifReader) want(at int, word string, err error, want string) error {
	if err != nil {
		return err
	}
	return r.text.fault(at, []byte(word), want)
}

// word returns the next word or one of ( ) { } | , ; and a string without its quotes.
// It is empty at the end.
func (r *bifReader) word() (word string, at int, err error) {
	s := r.text
	if err := r.space(); err != nil || s.next == len(s.data) {
		return "", s.next, err
	}
	at = s.next
	switch c := s.data[at]; {
	case c == '"':
		text, err := s.quoted(false)
		return string(text), at, err
	case bytes.IndexByte([]byte("(){}|,;"), c) >= 0:
		s.next++
		return string(c), at, nil
	}
	return string(s.take(func(c byte) bool { return !isSpace(c) && bytes.IndexByte([]byte("(){}|,;\""), c) < 0 })), at, nil
}

// space skips blanks and comments.
func (r *bifReader) space() error {
	s := r.text
	for {
		s.skip(isSpace)
		switch {
		case r.percent && s.has("%"), !r.percent && s.has("//"):
			s.next = lineEnd(s.data, s.next)
		case !r.percent && s.has("/*"):
			end := bytes.Index(s.data[s.next+2:], []byte("*/"))
			if end < 0 {
				return s.fault(s.next, s.line(s.next), "*/ at the end of the comment")
			}
			s.next += end + 4
		default:
			return nil
		}
	}
}

// newVariable reads the name of a variable and skips what is said about it.
func (r *bifReader) newVariable() error {
	name, at, err := r.word()
	if err != nil || isNetworkMark(name) {
		return r.want(at, name, err, "the name of a variable")
	}
	if err := r.variable(name, at); err != nil {
		return err
	}
	word, at, err := r.word()
	if err != nil || word != "{" {
		return r.want(at, word, err, "{ after the name of a variable")
	}
	return r.skipBlock(at)
}

func isNetworkMark(word string) bool {
	return len(word) == 0 || len(word) == 1 && strings.Contains("(){}|,;", word)
}

// newTable reads the head of a table, such as ( C | A, B ), and skips its rows.
func (r *bifReader) newTable() error {
	word, start, err := r.word()
	if err != nil || word != "(" {
		return r.want(start, word, err, "( after "+r.table)
	}
	t := networkTable{at: start}
	for bar := false; ; {
		word, at, err := r.word()
		switch {
		case err != nil:
			return err
		case word == ")" && len(t.names) > 0:
			r.tables = append(r.tables, t)
			return r.afterTable()
		case word == "," && bar:
		case word == "|" && len(t.names) == 1 && !bar:
			bar = true
		case isNetworkMark(word), len(t.names) > 0 && !bar:
			return r.want(at, word, nil, "a variable, then | and its parents")
		default:
			t.names = append(t.names, word)
		}
	}
}

// afterTable skips the rows of a table; a table may have none.
func (r *bifReader) afterTable() error {
	word, at, err := r.word()
	if err != nil || word != "{" && word != ";" {
		return r.want(at, word, err, "{ after the parents")
	}
	if word == ";" {
		return nil
	}
	return r.skipBlock(at)
}

// skipBlock goes to the brace that closes the one at a byte. Labels of levels may be
// anything but braces.
func (r *bifReader) skipBlock(at int) error {
	s := r.text
	for open := 1; open > 0; {
		if err := r.space(); err != nil {
			return err
		}
		if s.next == len(s.data) {
			return s.fault(s.next, nil, fmt.Sprintf("a } for the { at %v", s.place(at)))
		}
		switch s.data[s.next] {
		case '"':
			if _, err := s.quoted(false); err != nil {
				return err
			}
			continue
		case '{':
			open++
		case '}':
			open--
		}
		s.next++
	}
	return nil
}
