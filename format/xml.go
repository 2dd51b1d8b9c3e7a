package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/sepdist/sepdist/internal/try"
)

// mostElements is the maximal nesting of elements.
const mostElements = 200

// An xmlReader reads an XML text element by element. It accepts only the entities of XML itself, so
// that none can expand without bound.
type xmlReader struct {
	*scanner
	dec   *xml.Decoder
	depth int
}

func newXMLReader(in *input) *xmlReader {
	data := try.Get(in.all())
	s := &scanner{placer: placer{data: data}, file: in.name}
	if !utf8.Valid(data) {
		if !isLatin1(data) {
			try.Check(in.refuse("the text is not UTF-8", "save it as UTF-8"))
		}
		s.data = fromLatin1(data)
	}
	return &xmlReader{scanner: s, dec: xmlDecoder(s.data)}
}

func xmlDecoder(data []byte) *xml.Decoder {
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // newXMLReader has done it
	return dec
}

// isLatin1 reports whether an XML text declares ISO 8859-1.
func isLatin1(data []byte) bool {
	first, _, _ := bytes.Cut(data[:min(len(data), 200)], []byte("?>"))
	first = bytes.ToLower(first)
	return bytes.Contains(first, []byte("iso-8859-1")) || bytes.Contains(first, []byte("latin1")) || bytes.Contains(first, []byte("latin-1"))
}

func fromLatin1(data []byte) []byte {
	text := make([]byte, 0, len(data)+len(data)/8)
	for _, c := range data {
		text = utf8.AppendRune(text, rune(c))
	}
	return text
}

// sniffXML returns a sniff function for texts with a certain outermost element and, if first is not
// empty, a certain first element in it.
func sniffXML(root, first string) func(in *input) bool {
	return func(in *input) bool {
		head := in.head()
		if !bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("<")) {
			return false
		}
		dec := xmlDecoder(head)
		want := root
		for {
			t, err := dec.RawToken()
			if err != nil {
				return false
			}
			if e, ok := t.(xml.StartElement); ok {
				if !strings.EqualFold(e.Name.Local, want) {
					return false
				}
				if want == first || first == "" {
					return true
				}
				want = first
			}
		}
	}
}

// token returns the next token and its beginning.
func (x *xmlReader) token() (xml.Token, int) {
	at := int(x.dec.InputOffset())
	t, err := x.dec.Token()
	if err != nil {
		x.broken(err)
	}
	switch t := t.(type) {
	case xml.StartElement:
		if x.depth++; x.depth > mostElements {
			x.fail(at, x.data[at:], fmt.Sprintf("at most %d elements inside each other", mostElements))
		}
	case xml.EndElement:
		x.depth--
	case xml.Directive:
		if bytes.Contains(t, []byte("<!ENTITY")) {
			x.fail(at, x.data[at:], "no entities of its own")
		}
	}
	return t, at
}

// broken ends the reader with an error of the decoder.
func (x *xmlReader) broken(err error) {
	at := min(int(x.dec.InputOffset()), len(x.data))
	what := strings.TrimPrefix(err.Error(), "xml: ")
	if bad, is := errors.AsType[*xml.SyntaxError](err); is {
		what = bad.Msg
	}
	if err == io.EOF || what == "unexpected EOF" { // for which package xml has no value
		x.fail(at, nil, "the end of the outermost element")
	}
	try.Check(&FileError{File: fmt.Sprintf("%s:%v", x.file, x.place(at)), Why: "no XML: " + shown(what)})
}

// whole reads a text with a certain outermost element, and calls each for the elements in it.
func (x *xmlReader) whole(name string, each func(e xml.StartElement, at int)) {
	for begun := false; !begun; {
		t, at := x.token()
		if e, ok := t.(xml.StartElement); ok {
			if begun = true; !strings.EqualFold(e.Name.Local, name) {
				x.fail(at, []byte("<"+e.Name.Local+">"), "<"+name+">")
			}
		}
	}
	x.children(each)
	for {
		at := int(x.dec.InputOffset())
		t, err := x.dec.Token()
		switch e, element := t.(xml.StartElement); {
		case element:
			x.fail(at, []byte("<"+e.Name.Local+">"), "the end of the text")
		case t == nil && err == io.EOF:
			return
		case t == nil:
			x.broken(err)
		}
	}
}

// children calls each for the elements inside the current one, up to its end. It has to read them to
// their end.
func (x *xmlReader) children(each func(e xml.StartElement, at int)) {
	for {
		t, at := x.token()
		switch t := t.(type) {
		case xml.EndElement:
			return
		case xml.StartElement:
			each(t, at)
		}
	}
}

// text returns the text of the current element and of those inside, up to its end.
func (x *xmlReader) text() string {
	var text strings.Builder
	for depth := x.depth; x.depth >= depth; {
		t, _ := x.token()
		if chars, ok := t.(xml.CharData); ok {
			text.Write(chars)
		}
	}
	return text.String()
}

// attribute returns an attribute of an element.
func attribute(e xml.StartElement, name string) (string, bool) {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// isXML reports whether a name has only characters that XML allows.
func isXML(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
	})
}

// escapeXML returns a text as it is written in an element or attribute.
func escapeXML(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text))
	return b.String()
}
