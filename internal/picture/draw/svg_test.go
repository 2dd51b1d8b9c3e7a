package draw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/draw"
)

// An element is a node of a parsed SVG.
type element struct {
	name     string
	attr     map[string]string
	text     string
	children []*element
}

// parse reads a SVG and fails if it is not well-formed or needs anything outside
// itself.
func parse(t testing.TB, svg []byte) *element {
	t.Helper()
	if !bytes.HasPrefix(svg, []byte("<svg ")) {
		t.Fatalf("the SVG begins with %.40q and cannot stand inside a page", svg)
	}
	root := &element{}
	stack := []*element{root}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		top := stack[len(stack)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attr: make(map[string]string)}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
				switch a.Name.Local {
				case "id", "href", "style", "src":
					t.Fatalf("%s has the attribute %s=%q, which can clash or lead outside", e.name, a.Name.Local, a.Value)
				}
			}
			switch e.name {
			case "svg", "g", "path", "text", "title":
			default:
				t.Fatalf("unexpected element %s", e.name)
			}
			top.children = append(top.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(token)
		}
	}
	return root.children[0]
}

// all returns the elements below e for which f holds, e included.
func (e *element) all(f func(*element) bool) []*element {
	var list []*element
	if f(e) {
		list = append(list, e)
	}
	for _, c := range e.children {
		list = append(list, c.all(f)...)
	}
	return list
}

// groups returns the groups with the given word in their class, by title.
func (e *element) groups(class string) map[string]*element {
	found := make(map[string]*element)
	for _, g := range e.all(func(e *element) bool {
		return e.name == "g" && strings.Contains(" "+e.attr["class"]+" ", " "+class+" ")
	}) {
		found[g.children[0].text] = g
	}
	return found
}

func (e *element) named(name string) []*element {
	return e.all(func(e *element) bool { return e.name == name })
}

// numbers returns the numbers of a path with absolute coordinates.
func (e *element) numbers(t testing.TB) (x, y []float64) {
	t.Helper()
	data := strings.FieldsFunc(e.attr["d"], func(r rune) bool { return strings.ContainsRune("MLCZ ,", r) })
	for i, s := range data {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatalf("path %q: %v", e.attr["d"], err)
		}
		if i%2 == 0 {
			x = append(x, v)
		} else {
			y = append(y, v)
		}
	}
	return x, y
}

func span(x []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range x {
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}

func drawn(t testing.TB, g *graph.Graph, o draw.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := draw.Graph(&b, g, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func compared(t testing.TB, truth, guess *graph.Graph, o draw.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := draw.Difference(&b, truth, guess, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
