package format

import (
	"bufio"
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/internal/try"
)

var bnlearnFormat = Format{
	Name:       "bnlearn",
	Doc:        "the model string of bnlearn: [X][Y|X][Z|X:Y]",
	Extensions: []string{".bnlearn"},
	recipes: []recipe{
		{tool: "bnlearn", save: "writeLines(modelstring(dag), \"g.txt\")"},
	},
	Unspecified: "the order of the nodes",
	Capabilities: Capabilities{Edges: "-->", Isolated: true, Name: func(name string) bool {
		return name != "" && utf8.ValidString(name) && strings.TrimSpace(name) == name && !strings.ContainsAny(name, "[]|:\n\r\ufeff")
	}},
	sniff: sniffBnlearn,
	read:  readBnlearn,
	write: writeBnlearn,
}

// sniffBnlearn reports whether the text is a sequence of brackets with text in them. A list in JSON has
// quotes or brackets inside.
func sniffBnlearn(in *input) bool {
	head := bytes.TrimSpace(in.head())
	if !isText(in.head()) || len(head) < 3 || head[0] != '[' || bytes.ContainsAny(head[1:2], `"[{`) {
		return false
	}
	full := len(in.head()) == headSize
	for len(head) > 0 {
		end := bytes.IndexAny(head[1:], "[]")
		switch {
		case head[0] != '[':
			return false
		case end < 0:
			return full
		case end == 0 || head[end+1] == '[':
			return false
		}
		head = bytes.TrimLeft(head[end+2:], "\r\n")
	}
	return true
}

func readBnlearn(in *input, o Options) (d *Document, err error) {
	defer try.Catch(&err)
	s := newScanner(in)
	n := network{builder: newBuilder(in.name), text: s}
	for s.skip(isSpace); s.next < len(s.data); s.skip(isSpace) {
		at := s.next
		if !s.has("[") {
			s.fail(at, s.line(at), "[ before a node")
		}
		end := bytes.IndexByte(s.data[at:], ']')
		if end < 0 {
			s.fail(at, s.line(at), "] after a node")
		}
		inner := string(s.data[at+1 : at+end])
		s.next = at + end + 1
		child, parents, given := strings.Cut(inner, "|")
		t := networkTable{[]string{strings.TrimSpace(child)}, at}
		if given {
			for _, parent := range strings.Split(parents, ":") {
				t.names = append(t.names, strings.TrimSpace(parent))
			}
		}
		if strings.ContainsAny(inner, "[\n") || strings.Contains(parents, "|") || strings.Contains(child, ":") {
			s.fail(at, s.line(at), "a node such as [X] or [X|Y:Z]")
		}
		n.variable(t.names[0], at)
		n.tables = append(n.tables, t)
	}
	return n.finish(o)
}

// writeBnlearn writes parents before their children, as bnlearn does.
func writeBnlearn(w *bufio.Writer, d *Document, _ Options) error {
	order, cycle := d.Graph.Order()
	if cycle != nil || len(order) == 0 {
		return errors.New("bnlearn cannot hold a directed cycle, nor a graph without nodes")
	}
	for _, v := range order {
		w.WriteString("[" + d.Graph.Name(v))
		if parents := parentNames(d.Graph, v); len(parents) > 0 {
			w.WriteString("|" + strings.Join(parents, ":"))
		}
		w.WriteByte(']')
	}
	w.WriteByte('\n')
	return nil
}
