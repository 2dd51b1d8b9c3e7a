package batch

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/jsonscan"
)

// Manifest returns the pairs of a CSV file with the columns id, truth and guess; the latter two
// are files. Their paths are relative to base, by default the folder of the manifest. Other
// columns go into the rows of each pair.
func Manifest(path, base string) *compare.Source {
	if base == "" {
		base = filepath.Dir(path)
	}
	src := fromFile(path, func(r io.Reader, yield func(*compare.Input) bool) error { return eachInCSV(r, path, base, yield) })
	if in, err := os.Open(path); err == nil { // what is wrong with it is found when it is read
		defer in.Close()
		_, columns, _ := openManifest(in, path)
		for _, c := range columns {
			if c.role < 0 {
				src.Columns = append(src.Columns, c.name)
			}
		}
	}
	return src
}

// A manifestColumn is a column of a manifest.
type manifestColumn struct {
	name string
	role int // 0, 1, 2 for id, truth and guess; less for others
}

var manifestRoles = []string{"id", "truth", "guess"}

// openManifest reads the header of a manifest.
func openManifest(in io.Reader, path string) (r *csv.Reader, columns []manifestColumn, err error) {
	r = csv.NewReader(skipMark(in))
	r.ReuseRecord = true
	r.TrimLeadingSpace = true
	head, err := r.Read()
	if err == io.EOF {
		return nil, nil, fmt.Errorf("%s: the file is empty, expected a header with the columns id, truth, guess", path)
	}
	if err != nil {
		return nil, nil, csvError(path, err)
	}
	for _, name := range manifestRoles {
		if !slices.Contains(head, name) {
			return nil, nil, fmt.Errorf("%s:1: there is no column %q, expected a header with the columns id, truth, guess", path, name)
		}
	}
	for i, name := range head {
		c := manifestColumn{name, slices.Index(manifestRoles, name)}
		switch {
		case slices.Contains(head[:i], name):
			return nil, nil, fmt.Errorf("%s:1: duplicate column %q", path, name)
		case c.role < 0 && strings.TrimSpace(name) == "":
			c.name = fmt.Sprintf("column_%d", i+1) // such as the first of a table that pandas wrote
		case c.role < 0 && reserved(name):
			return nil, nil, fmt.Errorf("%s:1: %w", path, errReserved(name))
		}
		columns = append(columns, c)
	}
	return r, columns, nil
}

// reserved reports whether rows have a column of this name already.
func reserved(name string) bool { return name == Seconds || slices.Contains(Columns, name) }

func errReserved(name string) error {
	return fmt.Errorf("%q is the name of a column of the rows: rename it", name)
}

// fromFile returns the pairs that each finds in a file. It returns nil where yield wants no more.
func fromFile(path string, each func(r io.Reader, yield func(*compare.Input) bool) error) *compare.Source {
	return &compare.Source{Name: path, Inputs: func(yield func(*compare.Input, error) bool) {
		in, err := os.Open(path)
		if err != nil {
			yield(nil, compare.FileError(path, err))
			return
		}
		defer in.Close()
		if err := each(in, func(p *compare.Input) bool { return yield(p, nil) }); err != nil {
			yield(nil, err)
		}
	}}
}

func eachInCSV(in io.Reader, path, base string, yield func(*compare.Input) bool) error {
	r, columns, err := openManifest(in, path)
	if err != nil {
		return err
	}
	dir := base + string(filepath.Separator)
	if base == "." {
		dir = ""
	}
	place := func(name string) compare.Origin {
		if filepath.IsAbs(name) {
			return compare.Origin{Name: name, Path: name}
		}
		return compare.Origin{Name: name, Path: dir + name}
	}
	var p compare.Input
	for {
		row, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return csvError(path, err)
		}
		p = compare.Input{}
		for i, c := range columns {
			if c.role >= 0 && strings.TrimSpace(row[i]) == "" {
				line, _ := r.FieldPos(i)
				return fmt.Errorf("%s:%d: the column %q is empty, expected a name", path, line, c.name)
			}
			switch c.role {
			case 0:
				p.ID = row[i]
			case 1:
				p.Truth = place(row[i])
			case 2:
				p.Guess = place(row[i])
			default:
				p.More = append(p.More, row[i])
			}
		}
		if !yield(&p) {
			return nil
		}
	}
}

// csvError returns what is wrong with a CSV file, with its place.
func csvError(path string, err error) error {
	if e, ok := err.(*csv.ParseError); ok {
		return fmt.Errorf("%s:%d:%d: %w", path, e.Line, e.Column, e.Err)
	}
	return compare.FileError(path, err)
}

// skipMark steps over a byte-order mark.
func skipMark(in io.Reader) io.Reader {
	b := bufio.NewReaderSize(in, 1<<16)
	if head, _ := b.Peek(3); string(head) == "\ufeff" {
		b.Discard(3)
	}
	return b
}

// Lines returns the pairs of a file of JSON lines, each an object with the keys id, truth
// and guess. A graph is an object, or a text of the native format, or the name of a file, as in
// [Manifest]: a text is what holds a line break or an edge. Texts and numbers under other keys go
// into the rows of each pair; the first line has all of these keys.
func Lines(path, base string) *compare.Source {
	if base == "" {
		base = filepath.Dir(path)
	}
	src := &compare.Source{Name: path}
	if in, err := os.Open(path); err == nil { // what is wrong with it is found when it is read
		defer in.Close()
		lines := newLines(in)
		for lines.Scan() && len(bytes.TrimSpace(lines.Bytes())) == 0 {
		}
		src.Columns = moreKeys(lines.Bytes())
	}
	columns := src.Columns
	src.Inputs = fromFile(path, func(r io.Reader, yield func(*compare.Input) bool) error {
		return eachLine(r, path, base, columns, yield)
	}).Inputs
	return src
}

// moreKeys returns the keys of a line, beyond id, truth and guess, that have a text or a number.
func moreKeys(line []byte) (keys []string) {
	s := jsonscan.Scanner{Data: line}
	s.Object(func(key []byte) bool {
		raw, ok := s.Value()
		if name := string(key); ok && !slices.Contains(manifestRoles, name) {
			if _, scalar := scalarText(raw); scalar && !slices.Contains(keys, name) {
				keys = append(keys, name)
			}
		}
		return ok
	})
	return keys
}

// longest is the longest line of JSON that is read.
const longest = 1 << 30

func newLines(in io.Reader) *bufio.Scanner {
	lines := bufio.NewScanner(skipMark(in))
	lines.Buffer(make([]byte, 1<<16), longest)
	return lines
}

func eachLine(in io.Reader, path, base string, columns []string, yield func(*compare.Input) bool) error {
	for _, name := range columns {
		if reserved(name) {
			return fmt.Errorf("%s:1: %w", path, errReserved(name))
		}
	}
	lines := newLines(in)
	var p compare.Input
	number := 0
	for lines.Scan() {
		number++
		line := lines.Bytes()
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := parseLine(&p, line, base, columns); err != nil {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
		if !yield(&p) {
			return nil
		}
	}
	if err := lines.Err(); err != nil {
		return compare.FileError(path, fmt.Errorf("after line %d: %w", number, err))
	}
	if number == 0 {
		return fmt.Errorf(`%s: the file is empty, expected lines such as {"id": "a", "truth": "A --> B", "guess": "B --> A"}`, path)
	}
	return nil
}

// parseLine reads a line.
func parseLine(p *compare.Input, line []byte, base string, columns []string) error {
	var id, truth, guess []byte
	s := jsonscan.Scanner{Data: line}
	if p.More = nil; len(columns) > 0 {
		p.More = make([]string, len(columns))
	}
	unknown := ""
	ok := s.Object(func(key []byte) bool {
		raw, ok := s.Value()
		to := new([]byte)
		switch string(key) {
		case "id":
			to = &id
		case "truth":
			to = &truth
		case "guess":
			to = &guess
		default:
			if !ok {
				return false
			}
			if value, scalar := scalarText(raw); scalar {
				i := slices.Index(columns, string(key))
				if i < 0 {
					unknown = string(key)
					return true
				}
				p.More[i] = value
			}
		}
		twice := *to != nil
		*to = raw
		return ok && !twice
	}) && s.End()
	switch {
	case !ok:
		return fmt.Errorf("byte %d: expected an object with the keys id, truth, guess, each once", s.At+1)
	case unknown != "":
		return fmt.Errorf("the key %q is not on the first line: give it there, too", unknown)
	case id == nil || truth == nil || guess == nil:
		return fmt.Errorf("one of the keys id, truth, guess is missing")
	}
	p.ID = string(id) // a number is taken as it is written
	if id[0] == '"' {
		text, _ := (&jsonscan.Scanner{Data: id}).String()
		p.ID = string(text)
	}
	if p.ID == "" || id[0] == '{' || id[0] == '[' {
		return fmt.Errorf("the id is %s, expected a string or a number", id)
	}
	var err error
	if p.Truth, err = graphIn(truth, base); err != nil {
		return fmt.Errorf("truth: %w", err)
	}
	if p.Guess, err = graphIn(guess, base); err != nil {
		return fmt.Errorf("guess: %w", err)
	}
	return nil
}

// graphIn returns the graph that a value of JSON is.
func graphIn(raw []byte, base string) (compare.Origin, error) {
	switch raw[0] {
	case '{':
		return compare.Origin{Data: raw, Form: compare.JSON}, nil
	case '"':
		if inside := raw[1 : len(raw)-1]; isGraph(inside) {
			return compare.Origin{Data: inside, Form: compare.Quoted}, nil
		}
		text, ok := (&jsonscan.Scanner{Data: raw}).String()
		if !ok {
			return compare.Origin{}, fmt.Errorf("the text is damaged")
		}
		name := string(text)
		if name == "" {
			return compare.Origin{}, fmt.Errorf("it is empty, expected a graph or a file name")
		}
		if filepath.IsAbs(name) {
			return compare.Origin{Name: name, Path: name}, nil
		}
		return compare.Origin{Name: name, Path: filepath.Join(base, name)}, nil
	}
	var shown json.RawMessage = raw[:min(len(raw), 20)]
	return compare.Origin{}, fmt.Errorf("unexpected %s, expected an object, a text or a file name", shown)
}

// isGraph tells the inside of a string that is a text from one that is the name of a file: it
// has a line break or an edge.
func isGraph(raw []byte) bool {
	if bytes.Contains(raw, []byte(`\n`)) && !bytes.Contains(raw, []byte(`\\`)) {
		return true
	}
	text, ok := jsonscan.Unescape(nil, raw)
	if ok && bytes.IndexByte(text, '\n') >= 0 {
		return true
	}
	for _, word := range bytes.Fields(text) {
		if _, _, arrow := graph.ParseMarks(word); arrow {
			return true
		}
	}
	return false
}
