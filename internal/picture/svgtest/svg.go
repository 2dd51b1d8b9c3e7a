// Package svgtest reads SVG and colours for the tests of pictures.
package svgtest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
)

// An Element is a node of a parsed SVG.
type Element struct {
	Name     string
	Attr     map[string]string
	Text     string
	Children []*Element
}

// Parse reads a SVG and fails if it is not well-formed or needs anything outside
// itself.
func Parse(t testing.TB, svg []byte) *Element {
	t.Helper()
	if !bytes.HasPrefix(svg, []byte("<svg ")) {
		t.Fatalf("the SVG begins with %.40q and cannot stand inside a page", svg)
	}
	root := &Element{}
	stack := []*Element{root}
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
			e := &Element{Name: token.Name.Local, Attr: make(map[string]string)}
			for _, a := range token.Attr {
				e.Attr[a.Name.Local] = a.Value
				switch a.Name.Local {
				case "id", "href", "style", "src":
					t.Fatalf("%s has the attribute %s=%q, which can clash or lead outside", e.Name, a.Name.Local, a.Value)
				}
			}
			switch e.Name {
			case "svg", "g", "path", "text", "title":
			default:
				t.Fatalf("unexpected element %s", e.Name)
			}
			top.Children = append(top.Children, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.Text += string(token)
		}
	}
	return root.Children[0]
}

// All returns the elements below e for which f holds, e included.
func (e *Element) All(f func(*Element) bool) []*Element {
	var list []*Element
	if f(e) {
		list = append(list, e)
	}
	for _, c := range e.Children {
		list = append(list, c.All(f)...)
	}
	return list
}

// Groups returns the groups with the given word in their class, by title.
func (e *Element) Groups(class string) map[string]*Element {
	found := make(map[string]*Element)
	for _, g := range e.All(func(e *Element) bool {
		return e.Name == "g" && strings.Contains(" "+e.Attr["class"]+" ", " "+class+" ")
	}) {
		found[g.Children[0].Text] = g
	}
	return found
}

func (e *Element) Named(name string) []*Element {
	return e.All(func(e *Element) bool { return e.Name == name })
}

// Numbers returns the numbers of a path with absolute coordinates.
func (e *Element) Numbers(t testing.TB) (x, y []float64) {
	t.Helper()
	data := strings.FieldsFunc(e.Attr["d"], func(r rune) bool { return strings.ContainsRune("MLCZ ,", r) })
	for i, s := range data {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatalf("path %q: %v", e.Attr["d"], err)
		}
		if i%2 == 0 {
			x = append(x, v)
		} else {
			y = append(y, v)
		}
	}
	return x, y
}

func Span(x []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range x {
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}
