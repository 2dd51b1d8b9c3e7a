package batch

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/infile"
	"github.com/sepdist/sepdist/internal/jsonscan"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/study/store"
)

// Manifest returns the pairs of a CSV file with the columns truth and guess, which are files, and
// optionally id, by default the name of the guess. Commas, semicolons or tabs separate the columns. Paths
// are relative to base, by default the folder of the manifest. Columns such as truth_class and codes
// state how the graphs are read. All columns that rows do not have otherwise go into the rows of each pair.
func Manifest(path, base string) *pipeline.Source {
	base = cmp.Or(base, filepath.Dir(path))
	src := fromFile(path, func(r io.ReadSeeker, place int64, yield func(*pipeline.Input) bool) error {
		return eachInCSV(r, place, path, base, yield)
	})
	if in, err := os.Open(path); err == nil { // what is wrong with it is found when it is read
		defer in.Close()
		_, columns, _ := openManifest(in, path)
		for _, c := range columns {
			if c.more {
				src.Columns = append(src.Columns, c.name)
			}
		}
	}
	return src
}

// A manifestColumn is a column of a manifest.
type manifestColumn struct {
	name string
	role int  // 0, 1, 2 for id, truth and guess; less for others
	more bool // it goes into the rows
}

var manifestRoles = []string{"id", "truth", "guess"}

// openManifest reads the header of a manifest.
func openManifest(in io.Reader, path string) (r *csv.Reader, columns []manifestColumn, err error) {
	text := skipMark(in)
	r = newCSV(text, delimiter(text))
	head, err := r.Read()
	if err == io.EOF {
		return nil, nil, fmt.Errorf("%s: the file is empty, expected a header with the columns truth, guess", path)
	}
	if err != nil {
		return nil, nil, csvError(path, err)
	}
	for _, name := range manifestRoles[1:] {
		if !slices.Contains(head, name) {
			return nil, nil, fmt.Errorf("%s:1: there is no column %q, expected a header with the columns truth, guess", path, name)
		}
	}
	for i, name := range head {
		c := manifestColumn{name: name, role: slices.Index(manifestRoles, name)}
		c.more = c.role < 0 && !reserved(name)
		switch {
		case slices.Contains(head[:i], name):
			return nil, nil, fmt.Errorf("%s:1: duplicate column %q", path, name)
		case c.role < 0 && strings.TrimSpace(name) == "":
			c.name = fmt.Sprintf("column_%d", i+1) // such as the first of a table that pandas wrote
		case c.role < 0:
			if err := checkReserved(name); err != nil {
				return nil, nil, fmt.Errorf("%s:1: %w", path, err)
			}
		}
		columns = append(columns, c)
	}
	return r, columns, nil
}

func newCSV(in io.Reader, comma rune) *csv.Reader {
	r := csv.NewReader(infile.Lines(in))
	r.Comma = comma
	r.ReuseRecord = true
	r.TrimLeadingSpace = true
	return r
}

// delimiter returns what separates the columns of a header: a semicolon or a tab if it has no comma.
func delimiter(in *bufio.Reader) rune {
	head, _ := in.Peek(1 << 12)
	line, _, _ := bytes.Cut(head, []byte("\n"))
	for _, r := range ";\t" {
		if !bytes.ContainsRune(line, ',') && bytes.ContainsRune(line, r) {
			return r
		}
	}
	return ','
}

// reserved reports whether rows have a column of this name already.
func reserved(name string) bool {
	_, is := store.FindColumn(name)
	return is
}

// checkReserved returns an error about a column whose name a column of the rows has, unless it states
// a setting, which the rows show, and about a misspelled setting of one graph, which would not be used.
func checkReserved(name string) error {
	c, setting := findSetting(name)
	switch {
	case setting:
		return nil
	case c.role != "" && c.setting != "":
		if meant := c.meant(); meant != "" {
			return fmt.Errorf("unknown column %q: did you mean %s? rename it", name, meant)
		}
	}
	if !reserved(name) {
		return nil
	}
	return fmt.Errorf("%q is the name of a column of the rows: rename it", name)
}

// fromFile is [placed] for the pairs in a file. A place is an offset.
func fromFile(path string, each func(r io.ReadSeeker, place int64, yield func(*pipeline.Input) bool) error) *pipeline.Source {
	return placed(path, func(place int64, yield func(*pipeline.Input) bool) error {
		in, err := os.Open(path)
		if err != nil {
			return pipeline.FileError(path, err)
		}
		defer in.Close()
		return each(in, place, yield)
	})
}

// eachInCSV reads the lines from a place on, or after the header where that is 0. What is wrong
// there is reported by its line only if they are all read.
func eachInCSV(in io.ReadSeeker, place int64, path, base string, yield func(*pipeline.Input) bool) error {
	r, columns, err := openManifest(in, path)
	if err != nil {
		return err
	}
	start, err := markLength(in)
	if err != nil {
		return pipeline.FileError(path, err)
	}
	if place > 0 {
		if _, err := in.Seek(place, io.SeekStart); err != nil {
			return pipeline.FileError(path, err)
		}
		r, start = newCSV(in, r.Comma), place
		r.FieldsPerRecord = len(columns)
	}
	dir := base + string(filepath.Separator)
	if base == "." {
		dir = ""
	}
	origin := func(name string) pipeline.Origin {
		if filepath.IsAbs(name) {
			return pipeline.Origin{Name: name, Path: name}
		}
		return pipeline.Origin{Name: name, Path: dir + name}
	}
	settings := settingsIn(len(columns), func(i int) string { return columns[i].name })
	var p pipeline.Input
	for {
		at := start + r.InputOffset()
		row, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return csvError(path, err)
		}
		p = pipeline.Input{Place: at}
		for i, c := range columns {
			if c.role >= 0 && strings.TrimSpace(row[i]) == "" {
				line, _ := r.FieldPos(i)
				return fmt.Errorf("%s:%d: the column %q is empty, expected a name", path, line, c.name)
			}
			switch c.role {
			case 0:
				p.ID = row[i]
			case 1:
				p.Truth = origin(row[i])
			case 2:
				p.Guess = origin(row[i])
			}
			if c.more {
				p.More = append(p.More, row[i])
			}
		}
		for _, c := range settings {
			if err := c.state(&p, row[c.index]); err != nil {
				line, _ := r.FieldPos(c.index)
				return fmt.Errorf("%s:%d: %w", path, line, err)
			}
		}
		p.ID = cmp.Or(p.ID, p.Guess.Name)
		if !yield(&p) {
			return nil
		}
	}
}

// csvError returns what is wrong with a CSV file, with its place.
func csvError(path string, err error) error {
	if line, column, what, ok := infile.CSVFault(err); ok {
		return fmt.Errorf("%s:%d:%d: %s", path, line, column, what)
	}
	return pipeline.FileError(path, err)
}

// skipMark steps over a byte-order mark.
func skipMark(in io.Reader) *bufio.Reader {
	b := bufio.NewReaderSize(in, 1<<16)
	if head, _ := b.Peek(3); string(head) == byteOrderMark {
		b.Discard(3)
	}
	return b
}

// byteOrderMark is what some programs begin a file of UTF-8 with.
const byteOrderMark = "\ufeff"

// markLength returns the length of the byte-order mark of a file, and stays where it is in it.
func markLength(in io.ReadSeeker) (int64, error) {
	at, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, nil // a pipe, which has no positions
	}
	defer in.Seek(at, io.SeekStart)
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	head := make([]byte, len(byteOrderMark))
	n, err := io.ReadFull(in, head)
	if err != nil && n == 0 {
		return 0, err
	}
	if string(head[:n]) == byteOrderMark {
		return int64(n), nil
	}
	return 0, nil
}

// Lines returns the pairs of a file of JSON lines, each an object with the keys id, truth
// and guess. A graph is an object, or a text of the native format, or the name of a file, as in
// [Manifest]: a text is what holds a line break or an edge. Texts and numbers under other keys are
// settings or go into the rows of each pair, as in a manifest; the first line has all of these keys.
func Lines(path, base string) *pipeline.Source {
	base = cmp.Or(base, filepath.Dir(path))
	var columns []string
	if in, err := os.Open(path); err == nil { // what is wrong with it is found when it is read
		defer in.Close()
		columns = KeysOfLines(in)
	}
	src := fromFile(path, func(r io.ReadSeeker, place int64, yield func(*pipeline.Input) bool) error {
		return eachLine(r, place, path, base, columns, yield)
	})
	src.Columns = rowColumns(columns)
	return src
}

// rowColumns returns the keys that go into the rows.
func rowColumns(keys []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), reserved)
}

// LinesInMemory returns the pairs of JSON lines with these keys. Names of files are relative to the current folder.
func LinesInMemory(data []byte, columns []string) *pipeline.Source {
	const name = "pairs"
	src := placed(name, func(place int64, yield func(*pipeline.Input) bool) error {
		return eachLine(bytes.NewReader(data), place, name, "", columns, yield)
	})
	src.Columns = rowColumns(columns)
	return src
}

// KeysOfLines returns the keys of the first JSON line, other than id, truth and guess, whose values are texts or numbers.
func KeysOfLines(in io.Reader) (keys []string) {
	lines := newLines(in)
	for lines.Scan() && len(bytes.TrimSpace(lines.Bytes())) == 0 {
	}
	s := jsonscan.Scanner{Data: lines.Bytes()}
	s.Object(func(key []byte) bool {
		raw, ok := s.Value()
		if name := string(key); ok && !slices.Contains(manifestRoles, name) {
			if _, scalar := store.ScalarText(raw); scalar && !slices.Contains(keys, name) {
				keys = append(keys, name)
			}
		}
		return ok
	})
	return keys
}

// longest is the longest line of JSON that is read.
const longest = 1 << 28

func newLines(in io.Reader) *bufio.Scanner {
	lines := bufio.NewScanner(skipMark(in))
	lines.Buffer(make([]byte, 1<<16), longest)
	return lines
}

// eachLine reads the lines from a place on.
func eachLine(in io.ReadSeeker, place int64, path, base string, columns []string, yield func(*pipeline.Input) bool) error {
	for _, name := range columns {
		if err := checkReserved(name); err != nil {
			return fmt.Errorf("%s:1: %w", path, err)
		}
	}
	keys := &lineKeys{columns, settingsIn(len(columns), func(i int) string { return columns[i] }), make([]string, len(columns))}
	start, err := markLength(in)
	if err != nil && err != io.EOF {
		return pipeline.FileError(path, err)
	}
	if place > 0 {
		if start = place; err == nil {
			_, err = in.Seek(place, io.SeekStart)
		}
		if err != nil {
			return pipeline.FileError(path, err)
		}
	}
	lines := newLines(in)
	next := start // where the next line begins
	lines.Split(func(data []byte, end bool) (int, []byte, error) {
		step, line, err := bufio.ScanLines(data, end)
		next += int64(step)
		return step, line, err
	})
	var p pipeline.Input
	var truth []byte // of the line before
	number := 0
	for at := next; lines.Scan(); at = next {
		number++
		line := lines.Bytes()
		p.Place = at
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := parseLine(&p, line, base, keys, &truth); err != nil {
			return advice.Errorf("%s:%d: %w", path, number, err)
		}
		if !yield(&p) {
			return nil
		}
	}
	if err := lines.Err(); err != nil {
		return pipeline.FileError(path, fmt.Errorf("after line %d: %w", number, err))
	}
	if number == 0 {
		return fmt.Errorf(`%s: the file is empty, expected lines such as {"id": "a", "truth": "A --> B", "guess": "B --> A"}`, path)
	}
	return nil
}

// lineKeys are the keys of JSON lines beyond id, truth and guess, with their values on the current line.
type lineKeys struct {
	names    []string
	settings []settingColumn
	values   []string
}

// parseLine reads a line. Many lines often have the same truth, so it keeps a copy of the last one.
func parseLine(p *pipeline.Input, line []byte, base string, keys *lineKeys, last *[]byte) error {
	var id, truth, guess []byte
	s := jsonscan.Scanner{Data: line}
	clear(keys.values)
	unknown := ""
	ok := s.Object(func(key []byte) bool {
		var raw []byte
		var ok bool
		if string(key) == "truth" {
			raw, ok = s.Again(*last)
		} else {
			raw, ok = s.Value()
		}
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
			if value, scalar := store.ScalarText(raw); scalar {
				i := slices.Index(keys.names, string(key))
				if i < 0 {
					unknown = string(key)
					return true
				}
				keys.values[i] = value
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
	*last = append((*last)[:0], truth...)
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
		return advice.About("truth", "truth", err)
	}
	if p.Guess, err = graphIn(guess, base); err != nil {
		return advice.About("guess", "guess", err)
	}
	p.More = nil
	for i, name := range keys.names {
		if !reserved(name) {
			p.More = append(p.More, keys.values[i])
		}
	}
	for _, c := range keys.settings {
		if err := c.state(p, keys.values[c.index]); err != nil {
			return err
		}
	}
	return nil
}

// An unreadable is an object of Python that is not a graph, or a file that it did not find: the study has a row about it.
type unreadable struct {
	Message string `json:"unreadable"`
	Missing bool   `json:"missing"`
}

func (e *unreadable) Error() string { return e.Message }

func (e *unreadable) Is(target error) bool { return e.Missing && target == fs.ErrNotExist }

// graphIn returns the graph that a value of JSON is.
func graphIn(raw []byte, base string) (pipeline.Origin, error) {
	switch raw[0] {
	case '{':
		if bytes.HasPrefix(raw, []byte(`{"unreadable":`)) {
			var e unreadable
			if err := json.Unmarshal(raw, &e); err == nil {
				return pipeline.Origin{Err: &e}, nil
			}
		}
		return pipeline.Origin{Data: raw, Form: pipeline.JSON}, nil
	case '"':
		if inside := raw[1 : len(raw)-1]; isGraph(inside) {
			return pipeline.Origin{Data: inside, Form: pipeline.Quoted}, nil
		}
		text, ok := (&jsonscan.Scanner{Data: raw}).String()
		if !ok {
			return pipeline.Origin{}, fmt.Errorf("the text is damaged")
		}
		name := string(text)
		if name == "" {
			return pipeline.Origin{}, fmt.Errorf("it is empty, expected a graph or a file name")
		}
		if filepath.IsAbs(name) {
			return pipeline.Origin{Name: name, Path: name}, nil
		}
		return pipeline.Origin{Name: name, Path: filepath.Join(base, name)}, nil
	}
	var shown json.RawMessage = raw[:min(len(raw), 20)]
	return pipeline.Origin{}, fmt.Errorf("unexpected %s, expected an object, a text or a file name", shown)
}

// isGraph reports whether the inside of a JSON string is the text of a graph, which has a line break or
// an edge, and not the name of a file.
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
