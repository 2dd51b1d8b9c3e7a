package format

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
)

// Read returns the graph in r. The name is used in errors, and its extension to find the format if the
// content does not show it.
func Read(r io.Reader, name string, o Options) (*Document, error) {
	read := func(o Options) (*Document, error) {
		in, err := newInput(r, name)
		if err != nil {
			return nil, err
		}
		return in.document(o)
	}
	s, ok := r.(io.Seeker)
	if !ok {
		return read(o)
	}
	start, err := s.Seek(0, io.SeekCurrent)
	if err != nil { // a pipe
		return read(o)
	}
	return askAll(o, func(o Options) (*Document, error) {
		if _, err := s.Seek(start, io.SeekStart); err != nil {
			return nil, readError(name, err)
		}
		return read(o)
	})
}

// Parse is [Read] for data in memory.
func Parse(data []byte, name string, o Options) (*Document, error) {
	return askAll(o, func(o Options) (*Document, error) {
		in, err := newInputOf(data, name)
		if err != nil {
			return nil, err
		}
		return in.document(o)
	})
}

// document reads the input in its format.
func (in *input) document(o Options) (*Document, error) {
	f, known, err := choose(in, o)
	if err == nil {
		err = o.check()
	}
	if err == nil && known && !f.Binary && bytes.IndexByte(in.head(), 0) >= 0 {
		err = in.refuse("there are zero bytes in it, so it is not text", "")
	}
	if err != nil {
		return nil, err
	}
	d, err := f.read(in, o)
	if err == nil {
		if timed := o.Series || cmp.Or(o.Class, d.Class).IsSeries(); timed && d.Series == nil && d.Graph.M() == 0 {
			d = d.WithoutLinks()
		}
		d.Format = f.Name
		return d, nil
	}
	if known {
		return nil, err
	}
	return nil, &UnknownError{f.Name, err}
}

// ReadFile is [Read] for a file.
func ReadFile(path string, o Options) (*Document, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, readError(path, err)
	}
	defer file.Close()
	before, err := file.Stat()
	if err != nil {
		return nil, readError(path, err)
	}
	d, err := Read(file, path, o)
	if after, again := file.Stat(); again == nil && before.Mode().IsRegular() && (after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime())) {
		return nil, &FileError{File: path, Why: "the file changed while it was read", Do: "read it again when nothing writes to it"}
	}
	return d, err
}

// choose returns the format of the input: the stated one, the first that recognises the content, or
// the first with the extension. If there is none, it returns the native text and false.
func choose(in *input, o Options) (f Format, known bool, err error) {
	if o.Format != "" {
		if f, err = lookup(in.name, o.Format); err == nil && f.read == nil {
			err = in.refuse("the format "+f.Name+" is only written", "")
		}
		return f, true, err
	}
	for i := range Formats {
		if f := &Formats[i]; f.read != nil && f.sniff != nil && f.sniff(in) {
			return *f, true, nil
		}
	}
	if isNested(in.head()) {
		return Format{}, false, in.refuse("an array as nested lists is not read", "save it with numpy.save or numpy.savetxt")
	}
	ext := in.ext()
	for i := range Formats {
		if f := &Formats[i]; f.read != nil && ext != "" && slices.Contains(f.Extensions, ext) {
			return *f, true, nil
		}
	}
	if !isText(in.head()) {
		return Format{}, false, &UnknownError{Err: fmt.Errorf("%s: %s: it is not text, and begins with none of the marks of a binary format", in.name, unknownFormat)}
	}
	return textFormat, false, nil
}
