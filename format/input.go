package format

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

const (
	// headSize is how much of a file is looked at to tell its format, and the
	// longest line that [input.Lines] gives.
	headSize = 64 << 10
	// mostBytes is the largest file that is read as a whole.
	mostBytes = 1<<31 - 1<<20
	// mostStream is how much is read of what has no known length, such as a pipe, and of packed
	// data.
	mostStream = 256 << 20
)

// An input is a file that is being read. A byte-order mark at its start and the
// gzip around it are gone.
type input struct {
	Name string        // as the caller named it, for errors
	r    *bufio.Reader // where not all of it is in memory
	size int64         // as far as known, to make room once
	all  []byte        // after All, or of data that the caller has in memory
	read bool          // all is set
	err  error         // of All or Head

	table   *table // what sniffTable found
	sniffed bool

	keys map[string]string // what jsonKeys found
}

func newInput(r io.Reader, name string) (*input, error) {
	size := sizeOf(r)
	if size == 0 {
		r = &stream{r: r}
	}
	in := &input{Name: name, r: bufio.NewReaderSize(r, roomFor(size)), size: size}
	return in, in.open()
}

// newInputOf returns the input of data in memory, of which it makes no copy.
func newInputOf(data []byte, name string) (*input, error) {
	in := &input{Name: name, all: data, read: true, size: int64(len(data))}
	return in, in.open()
}

// open looks at the head of an input, and refuses what no format reads.
func (in *input) open() error {
	if bytes.HasPrefix(in.Head(), []byte{0x1f, 0x8b}) {
		if err := in.unpack(); err != nil {
			return err
		}
		if bytes.HasPrefix(in.Head(), []byte{0x1f, 0x8b}) {
			return in.refuse("gzip inside gzip", "unpack it first")
		}
	}
	if bytes.HasPrefix(in.Head(), []byte("\ufeff")) {
		in.skip(len("\ufeff"))
	}
	head := in.Head()
	switch {
	case in.err != nil:
		return readError(in.Name, in.err)
	case in.size > mostBytes:
		return in.refuse("the file has more than 2 GB", "")
	case len(head) < headSize && len(bytes.TrimSpace(head)) == 0:
		return in.refuse("the file is empty", "")
	}
	return in.foreign()
}

// unpack replaces packed data by what is in it. It unpacks twice: once to know how much there is,
// so that a bomb costs no memory and everything else just what it needs.
func (in *input) unpack() error {
	packed, err := in.all, error(nil)
	if !in.read {
		packed, err = io.ReadAll(io.LimitReader(in.r, mostStream+1))
	}
	switch {
	case err != nil:
		return readError(in.Name, err)
	case len(packed) > mostStream:
		return in.refuse("the packed file has more than 256 MB", "unpack it first")
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return in.refuse("the gzip header is damaged", "")
	}
	most := mostUnpacked(int64(len(packed)))
	n, err := io.Copy(io.Discard, io.LimitReader(z, most+1))
	switch {
	case err != nil:
		return in.refuse("the packed data is damaged or ends early", "")
	case n > most:
		return errBomb.in(in)
	}
	if err := z.Reset(bytes.NewReader(packed)); err != nil {
		return in.refuse("the gzip header is damaged", "")
	}
	in.r, in.size = bufio.NewReaderSize(z, roomFor(n)), n
	in.all, in.read = nil, false
	return nil
}

// mostUnpacked returns how much packed data may unpack to: 64 MB, and 100 times what was packed, are
// more than a graph needs and less than a bomb wants.
func mostUnpacked(packed int64) int64 { return 64<<20 + 100*packed }

var errBomb = &FileError{Why: "the file unpacks to more than 100 times its size", Do: "unpack it first if you trust it"}

// in returns the error about an input.
func (e *FileError) in(in *input) error { return in.refuse(e.Why, e.Do) }

// A stream is data of unknown length, which must come to its end.
type stream struct {
	r io.Reader
	n int64
}

func (s *stream) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if s.n += int64(n); s.n > mostStream {
		return 0, &FileError{Why: "more than 256 MB, and no end", Do: "save it to a file first"}
	}
	return n, err
}

// sizeOf returns the number of bytes r has, where it can tell.
func sizeOf(r io.Reader) int64 {
	switch r := r.(type) {
	case interface{ Len() int }:
		return int64(r.Len())
	case interface{ Stat() (fs.FileInfo, error) }:
		if info, err := r.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}

// roomFor returns the size of a buffer that holds the head of so many bytes. Small files
// by the thousand would else spend their time on clearing 64 KB each.
func roomFor(size int64) int {
	if size > 0 && size < headSize-bytes.MinRead {
		return int(size) + bytes.MinRead
	}
	return headSize
}

// Head returns the first bytes of the input: all of it, or 64 KB.
func (in *input) Head() []byte {
	if in.read {
		return in.all[:min(len(in.all), headSize)]
	}
	head, err := in.r.Peek(in.r.Size())
	if err != nil && err != io.EOF {
		in.err = err
	}
	return head
}

// skip steps over n bytes of the head.
func (in *input) skip(n int) {
	if in.read {
		in.all = in.all[n:]
		return
	}
	in.r.Discard(n)
}

// All returns the whole input. It belongs to the input and must not be changed.
func (in *input) All() ([]byte, error) {
	if !in.read {
		in.read = true
		// One byte more than is needed, so that the end shows without growing.
		buf := bytes.NewBuffer(make([]byte, 0, in.size+bytes.MinRead))
		n, err := buf.ReadFrom(io.LimitReader(in.r, mostBytes+1))
		in.all = buf.Bytes()
		switch {
		case err != nil:
			in.err = readError(in.Name, err)
		case n > mostBytes:
			in.err = in.refuse("the file has more than 2 GB", "")
		}
	}
	return in.all, in.err
}

// readLine takes the next line, with its line break. It is valid until the next call, and at most 64 KB
// long, so that a text need never be in memory as a whole; [bufio.ErrBufferFull] says that it is
// longer, [io.EOF] that it is the last. Nothing else may be read of the input then.
func (in *input) readLine() ([]byte, error) {
	if !in.read {
		return in.r.ReadSlice('\n')
	}
	line, err := in.all, io.EOF
	if n := bytes.IndexByte(in.all[:min(len(in.all), headSize)], '\n') + 1; n > 0 {
		line, err = in.all[:n], nil
	} else if len(in.all) >= headSize {
		line, err = in.all[:headSize], bufio.ErrBufferFull
	}
	in.all = in.all[len(line):]
	return line, err
}

// Lines returns a reader for the whole input. It can be used once.
func (in *input) Lines() *bufio.Reader {
	if in.read {
		return bufio.NewReaderSize(bytes.NewReader(in.all), roomFor(int64(len(in.all))))
	}
	return in.r
}

// Ext returns the extension of the name in lower case, with its dot, and without a
// .gz after it.
func (in *input) Ext() string {
	name := strings.ToLower(in.Name)
	return filepath.Ext(strings.TrimSuffix(name, ".gz"))
}

// refuse returns a [*FileError] about the input.
func (in *input) refuse(why, do string) error { return &FileError{in.Name, why, do} }

// readError returns an error of the system in the form of our errors.
func readError(file string, err error) error {
	var fe *FileError
	if errors.As(err, &fe) {
		fe.File = file
		return fe
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// foreign refuses what holds no graph that could be read without running or
// trusting it.
func (in *input) foreign() error {
	head := in.Head()
	starts := func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }
	if len(head) > 1 && head[0] == 0x80 && head[1] >= 2 && head[1] <= 5 {
		return in.refuse("a Python pickle is not read, since that would run it", "save the array with numpy.save")
	}
	if starts("\xff\xfe") || starts("\xfe\xff") {
		return in.refuse("the text is UTF-16", "save it as UTF-8")
	}
	if isText(head) {
		return nil
	}
	switch {
	case starts("RDX") || starts("RDA") || starts("RDB") || starts("X\n\x00"):
		return in.refuse("R data is not read", "save the matrix with write.csv")
	case starts("BZh") || starts("\xfd7zXZ") || starts("\x28\xb5\x2f\xfd"):
		return in.refuse("compressed with something else than gzip", "unpack it first")
	}
	return nil
}

// isNested reports whether a text begins as lists in a list, or as Python prints an array.
func isNested(head []byte) bool {
	inner, ok := bytes.CutPrefix(bytes.TrimSpace(bytes.TrimPrefix(head, []byte("array("))), []byte("["))
	return ok && bytes.HasPrefix(bytes.TrimSpace(inner), []byte("["))
}

// isText reports whether the head of a file is UTF-8 without zero bytes. A rune
// that the end of the head cuts does no harm.
func isText(head []byte) bool {
	if bytes.IndexByte(head, 0) >= 0 {
		return false
	}
	for cut := 0; cut < utf8.UTFMax && cut <= len(head); cut++ {
		if utf8.Valid(head[:len(head)-cut]) {
			return cut == 0 || len(head) >= headSize-utf8.UTFMax
		}
	}
	return false
}

// inflated is unpacked data that may not grow without bound.
type inflated struct {
	r       io.Reader
	n, most int64
}

func (z *inflated) Read(p []byte) (int, error) {
	n, err := z.r.Read(p)
	z.n += int64(n)
	if z.n > z.most {
		bomb := *errBomb // the file is named later
		return 0, &bomb
	}
	if err != nil && err != io.EOF {
		err = &FileError{Why: "the packed data is damaged or ends early"}
	}
	return n, err
}
