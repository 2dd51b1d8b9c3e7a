package format

import (
	"bytes"
	"encoding/json"

	"github.com/sepdist/sepdist/internal/jsonscan"
)

// A jsonReader reads a JSON text value by value, with positions.
type jsonReader struct {
	*scanner
	json   jsonscan.Scanner
	strict bool // keys that a struct lacks are errors
}

func newJSONReader(in *input) *jsonReader {
	s := newScanner(in)
	return &jsonReader{scanner: s, json: jsonscan.Scanner{Data: s.data}}
}

// at returns the beginning of the next value.
func (j *jsonReader) at() int {
	j.json.Skip()
	return j.json.At
}

// broken ends the reader with an error about the line at a byte.
func (j *jsonReader) broken(at int, want string) { j.fail(at, j.line(at), want) }

// whole reads the outermost object, which must be the whole text.
func (j *jsonReader) whole(each func(key string)) {
	j.object(each)
	if !j.json.End() {
		j.broken(j.json.At, j.json.Want)
	}
}

// object calls each for the keys of an object. It has to read the value.
func (j *jsonReader) object(each func(key string)) {
	if !j.json.Object(func(key []byte) bool { each(string(key)); return true }) {
		j.broken(j.at(), j.json.Want)
	}
}

// list calls each for the values of a list. It has to read them.
func (j *jsonReader) list(each func()) {
	if !j.json.Array(func() bool { each(); return true }) {
		j.broken(j.at(), j.json.Want)
	}
}

// value reads the next value into v. want describes it.
func (j *jsonReader) value(v any, want string) {
	at := j.at()
	raw, ok := j.json.Value()
	switch {
	case !ok && j.json.At > at: // inside
		j.broken(j.at(), j.json.Want)
	case !ok:
		j.broken(at, want)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if j.strict {
		dec.DisallowUnknownFields()
	}
	if dec.Decode(v) != nil {
		j.broken(at, want)
	}
}

// skip steps over the next value.
func (j *jsonReader) skip() {
	var raw json.RawMessage
	j.value(&raw, "a value")
}

// jsonKeys returns the keys of the outermost object with the beginning of their values, up to the first
// fault. It is nil if the text is not an object.
func (in *input) jsonKeys() map[string]string {
	if head := bytes.TrimLeft(in.head(), " \t\r\n"); len(head) == 0 || head[0] != '{' {
		return nil
	}
	if in.keys == nil {
		data, err := in.all()
		if err != nil {
			return nil
		}
		in.keys = topKeys(data)
	}
	return in.keys
}

func topKeys(data []byte) map[string]string {
	keys := make(map[string]string)
	s := jsonscan.Scanner{Data: data}
	s.Object(func(key []byte) bool {
		raw, ok := s.Value()
		keys[string(key)] = string(raw[:min(len(raw), headSize)])
		return ok
	})
	return keys
}

// sniffJSON returns a sniff function for objects with certain keys.
func sniffJSON(is func(keys map[string]string) bool) func(in *input) bool {
	return func(in *input) bool {
		keys := in.jsonKeys()
		return keys != nil && is(keys)
	}
}

// hasKeys reports whether keys has all of the list.
func hasKeys(keys map[string]string, list ...string) bool {
	for _, key := range list {
		if _, ok := keys[key]; !ok {
			return false
		}
	}
	return true
}
