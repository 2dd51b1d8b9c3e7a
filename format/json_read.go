package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// A jsonReader reads a JSON text value by value and knows where each stands.
type jsonReader struct {
	*scanner
	dec *json.Decoder
}

func newJSONReader(in *Input) (*jsonReader, error) {
	s, err := newScanner(in)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(s.data))
	dec.UseNumber()
	return &jsonReader{s, dec}, nil
}

// at returns where the next value begins.
func (j *jsonReader) at() int {
	at := int(j.dec.InputOffset())
	for at < len(j.data) && (isSpace(j.data[at]) || j.data[at] == ',' || j.data[at] == ':') {
		at++
	}
	return at
}

// broken puts an error of the decoder about the value at a byte into ours.
func (j *jsonReader) broken(err error, at int, want string) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return j.fault(len(j.data), nil, want)
	case errors.As(err, &syntax) && !bytes.HasPrefix(j.data[min(at, len(j.data)):], []byte("{")) && !bytes.HasPrefix(j.data[min(at, len(j.data)):], []byte("[")):
		return j.fault(at, j.line(min(at, len(j.data))), want)
	case errors.As(err, &syntax):
		p := j.placer
		return &FileError{j.file + ":" + p.place(min(at, len(j.data))).String(), "no JSON: " + shown(syntax.Error()), ""}
	}
	return j.fault(at, j.line(min(at, len(j.data))), want)
}

// open reads [ or {.
func (j *jsonReader) open(c json.Delim) error {
	at := j.at()
	want := map[json.Delim]string{'{': "an object", '[': "a list"}[c]
	t, err := j.dec.Token()
	if err != nil {
		return j.broken(err, at, want)
	}
	if t != c {
		return j.fault(at, j.line(at), want)
	}
	return nil
}

// object calls each for the keys of an object. It must read the value.
func (j *jsonReader) object(each func(key string) error) error {
	if err := j.open('{'); err != nil {
		return err
	}
	for j.dec.More() {
		at := j.at()
		t, err := j.dec.Token()
		if err != nil {
			return j.broken(err, at, "a key in quotes")
		}
		if err := each(t.(string)); err != nil {
			return err
		}
	}
	return j.close("}")
}

// list calls each for the values of a list. It must read them.
func (j *jsonReader) list(each func() error) error {
	if err := j.open('['); err != nil {
		return err
	}
	for j.dec.More() {
		if err := each(); err != nil {
			return err
		}
	}
	return j.close("]")
}

func (j *jsonReader) close(want string) error {
	at := j.at()
	if _, err := j.dec.Token(); err != nil {
		return j.broken(err, at, want)
	}
	return nil
}

// value reads the next value into v. want says what it should be.
func (j *jsonReader) value(v any, want string) error {
	at := j.at()
	if err := j.dec.Decode(v); err != nil {
		return j.broken(err, at, want)
	}
	return nil
}

// skip reads the next value and forgets it.
func (j *jsonReader) skip() error {
	var raw json.RawMessage
	return j.value(&raw, "a value")
}

// end reports an error where something follows.
func (j *jsonReader) end() error {
	at := j.at()
	if _, err := j.dec.Token(); err != io.EOF {
		return j.fault(at, j.line(min(at, len(j.data))), "the end of the text")
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
	i := bytes.IndexByte(data, '{') + 1
	for {
		for i < len(data) && (isSpace(data[i]) || data[i] == ',') {
			i++
		}
		if i >= len(data) || data[i] != '"' {
			return keys
		}
		end := afterString(data, i)
		colon := end
		for colon < len(data) && isSpace(data[colon]) {
			colon++
		}
		if colon >= len(data) || data[colon] != ':' {
			return keys
		}
		next := afterValue(data, colon+1)
		keys[strings.Trim(string(data[i:end]), `"`)] = string(bytes.TrimSpace(data[colon+1 : min(next, colon+1+headSize)]))
		i = next
	}
}

// afterString returns where the string at i ends.
func afterString(data []byte, i int) int {
	for i++; i < len(data) && data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(data))
}

// afterValue returns where the value at i ends.
func afterValue(data []byte, i int) int {
	for depth := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = afterString(data, i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return i
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return i
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
