package format

import (
	"bytes"
	"encoding/json"

	"github.com/sepdist/sepdist/internal/jsonscan"
)

// A jsonReader reads a JSON text value by value and knows where each stands.
type jsonReader struct {
	*scanner
	json   jsonscan.Scanner
	strict bool // keys that a struct lacks are errors
}

func newJSONReader(in *Input) (*jsonReader, error) {
	s, err := newScanner(in)
	if err != nil {
		return nil, err
	}
	return &jsonReader{scanner: s, json: jsonscan.Scanner{Data: s.data}}, nil
}

// at returns where the next value begins.
func (j *jsonReader) at() int {
	j.json.Skip()
	return j.json.At
}

// broken returns an error about what stands at a byte.
func (j *jsonReader) broken(at int, want string) error { return j.fault(at, j.line(at), want) }

// object calls each for the keys of an object. It must read the value.
func (j *jsonReader) object(each func(key string) error) (err error) {
	if !j.json.Object(func(key []byte) bool { err = each(string(key)); return err == nil }) && err == nil {
		return j.broken(j.at(), j.json.Want)
	}
	return err
}

// list calls each for the values of a list. It must read them.
func (j *jsonReader) list(each func() error) (err error) {
	if !j.json.Array(func() bool { err = each(); return err == nil }) && err == nil {
		return j.broken(j.at(), j.json.Want)
	}
	return err
}

// value reads the next value into v. want says what it should be.
func (j *jsonReader) value(v any, want string) error {
	at := j.at()
	raw, ok := j.json.Value()
	switch {
	case !ok && j.json.At > at: // inside
		return j.broken(j.at(), j.json.Want)
	case !ok:
		return j.broken(at, want)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if j.strict {
		dec.DisallowUnknownFields()
	}
	if dec.Decode(v) != nil {
		return j.broken(at, want)
	}
	return nil
}

// skip steps over the next value.
func (j *jsonReader) skip() error {
	var raw json.RawMessage
	return j.value(&raw, "a value")
}

// end reports an error where something follows.
func (j *jsonReader) end() error {
	if !j.json.End() {
		return j.broken(j.json.At, j.json.Want)
	}
	return nil
}

// jsonKeys returns the keys of the outermost object and their values as they stand in
// the text. What is no JSON has what stands before the fault. Nil: it is no object.
func (in *Input) jsonKeys() map[string]string {
	if head := bytes.TrimLeft(in.Head(), " \t\r\n"); len(head) == 0 || head[0] != '{' {
		return nil
	}
	if in.keys == nil {
		data, err := in.All()
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

// sniffJSON returns a Sniff for objects with these keys.
func sniffJSON(is func(keys map[string]string) bool) func(in *Input) bool {
	return func(in *Input) bool {
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
