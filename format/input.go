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
	// headSize is the part of a file by which its format is recognised, and the length of the
	// longest line of a text.
	headSize = 64 << 10
	// mostBytes is the largest file that is read as a whole.
	mostBytes = 1<<31 - 1<<20
	// mostStream is the limit for data of unknown length, such as a pipe, and for packed data.
	mostStream = 256 << 20
)

// An input is a file that is being read, without gzip and without a byte-order mark.
type input struct {
	name string        // as the caller named it, for errors
	r    *bufio.Reader // unless everything is in memory
	size int64         // 0: unknown
	data []byte        // everything, if read
	read bool          // data is set
	err  error         // of all or head

	table   *table // the result of sniffTable
	sniffed bool

	keys map[string]string // the result of jsonKeys
}

func newInput(r io.Reader, name string) (*input, error) {
	size := sizeOf(r)
	if size == 0 {
		r = &limited{r: r, most: mostStream, over: FileError{Why: "more than 256 MB, and no end", Do: "save it to a file first"}}
	}
	in := &input{name: name, r: bufio.NewReaderSize(r, roomFor(size)), size: size}
	return in, in.open()
}

// newInputOf returns the input of data in memory, which it does not copy.
func newInputOf(data []byte, name string) (*input, error) {
	in := &input{name: name, data: data, read: true, size: int64(len(data))}
	return in, in.open()
}

// open looks at the head of an input, and refuses content that no format has.
func (in *input) open() error {
	if bytes.HasPrefix(in.head(), []byte{0x1f, 0x8b}) {
		if err := in.unpack(); err != nil {
			return err
		}
		if bytes.HasPrefix(in.head(), []byte{0x1f, 0x8b}) {
			return in.refuse("gzip inside gzip", "unpack it first")
		}
	}
	if bytes.HasPrefix(in.head(), []byte("\ufeff")) {
		in.skip(len("\ufeff"))
	}
	head := in.head()
	switch {
	case in.err != nil:
		return readError(in.name, in.err)
	case in.size > mostBytes:
		return in.refuse("the file has more than 2 GB", "")
	case len(head) < headSize && len(bytes.TrimSpace(head)) == 0:
		return in.refuse("the file is empty", "")
	}
	return in.foreign()
}

// unpack replaces packed data by its content. It unpacks twice: the first time to know the size, so
// that a zip bomb takes no memory.
func (in *input) unpack() error {
	packed, err := in.data, error(nil)
	if !in.read {
		packed, err = io.ReadAll(io.LimitReader(in.r, mostStream+1))
	}
	switch {
	case err != nil:
		return readError(in.name, err)
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
		return in.refuse(bomb.Why, bomb.Do)
	}
	if err := z.Reset(bytes.NewReader(packed)); err != nil {
		return in.refuse("the gzip header is damaged", "")
	}
	in.r, in.size = bufio.NewReaderSize(z, roomFor(n)), n
	in.data, in.read = nil, false
	return nil
}

// mostUnpacked returns the limit for the content of packed data. No graph needs more.
func mostUnpacked(packed int64) int64 { return 64<<20 + 100*packed }

var bomb = FileError{Why: "the file unpacks to more than 100 times its size", Do: "unpack it first if you trust it"}

// A limited reader fails after a number of bytes.
type limited struct {
	r       io.Reader
	n, most int64
	over    FileError // if there are more
	packed  bool      // errors are about packed data
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.n += int64(n); l.n > l.most {
		return 0, &l.over // readError adds the name of the file
	}
	if l.packed && err != nil && err != io.EOF {
		err = &FileError{Why: "the packed data is damaged or ends early"}
	}
	return n, err
}

// sizeOf returns the number of bytes of r, or 0 if it is unknown.
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

// roomFor returns the size of a buffer for the head of a file. Clearing 64 KB would dominate the time
// for a small file.
func roomFor(size int64) int {
	if size > 0 && size < headSize-bytes.MinRead {
		return int(size) + bytes.MinRead
	}
	return headSize
}

// head returns the first headSize bytes of the input, or all if there are fewer.
func (in *input) head() []byte {
	if in.read {
		return in.data[:min(len(in.data), headSize)]
	}
	head, err := in.r.Peek(in.r.Size())
	if err != nil && err != io.EOF {
		in.err = err
	}
	return head
}

// skip removes the first n bytes, which are in the head.
func (in *input) skip(n int) {
	if in.read {
		in.data = in.data[n:]
		return
	}
	in.r.Discard(n)
}

// all returns the whole input, which must not be changed.
func (in *input) all() ([]byte, error) {
	if !in.read {
		in.read = true
		// With room to see the end without growing.
		buf := bytes.NewBuffer(make([]byte, 0, in.size+bytes.MinRead))
		n, err := buf.ReadFrom(io.LimitReader(in.r, mostBytes+1))
		in.data = buf.Bytes()
		switch {
		case err != nil:
			in.err = readError(in.name, err)
		case n > mostBytes:
			in.err = in.refuse("the file has more than 2 GB", "")
		}
	}
	return in.data, in.err
}

// readLine returns the next line, with its line break, so that a text need not be in memory as a
// whole. It is valid until the next call. The error is [bufio.ErrBufferFull] for a line of more than
// headSize bytes and [io.EOF] for the last line. No other method may be called after it.
func (in *input) readLine() ([]byte, error) {
	if !in.read {
		return in.r.ReadSlice('\n')
	}
	line, err := in.data, io.EOF
	if n := bytes.IndexByte(in.data[:min(len(in.data), headSize)], '\n') + 1; n > 0 {
		line, err = in.data[:n], nil
	} else if len(in.data) >= headSize {
		line, err = in.data[:headSize], bufio.ErrBufferFull
	}
	in.data = in.data[len(line):]
	return line, err
}

// reader returns a reader for the whole input. It can be used once.
func (in *input) reader() *bufio.Reader {
	if in.read {
		return bufio.NewReaderSize(bytes.NewReader(in.data), roomFor(int64(len(in.data))))
	}
	return in.r
}

// ext returns the extension of the name in lower case, with its dot; that before .gz.
func (in *input) ext() string {
	name := strings.ToLower(in.name)
	return filepath.Ext(strings.TrimSuffix(name, ".gz"))
}

// refuse returns a [*FileError] about the input.
func (in *input) refuse(why, do string) error { return &FileError{File: in.name, Why: why, Do: do} }

// readError returns an error of the system in the form of our errors.
func readError(file string, err error) error {
	if fe, ok := errors.AsType[*FileError](err); ok {
		fe.File = file
		return fe
	}
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// foreign refuses formats of other programs that cannot be read safely, and names them.
func (in *input) foreign() error {
	head := in.head()
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

// isText reports whether the head of a file is UTF-8 without zero bytes. Its last rune may be
// incomplete.
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
