// Package infile bounds what is read from files that are not graphs: options, grids, manifests
// and tables. An endless device or a large binary file ends with an error instead of using up
// the memory.
package infile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Limits of a file that is read as a whole, and of a line of a file that is read by lines.
const (
	MaxBytes = 128 << 20
	MaxLine  = 64 << 20
)

// The errors for input above the limits.
var (
	ErrLarge = errors.New("the file has more than 128 MB")
	ErrLine  = errors.New("a line has more than 64 MB: expected a text file")
)

// ReadFile returns the content of a file with at most [MaxBytes] bytes.
func ReadFile(path string) ([]byte, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := ReadAll(in)
	if errors.Is(err, ErrLarge) {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return data, err
}

// ReadAll returns the rest of r, which has at most [MaxBytes] bytes.
func ReadAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err == nil && len(data) > MaxBytes {
		return nil, ErrLarge
	}
	return data, err
}

// Lines returns a reader of r that fails with [ErrLine] if a line has more than [MaxLine] bytes.
func Lines(r io.Reader) io.Reader { return &lines{r: r} }

type lines struct {
	r    io.Reader
	open int // length of the current line
}

func (l *lines) Read(b []byte) (int, error) {
	n, err := l.r.Read(b)
	if end := bytes.LastIndexByte(b[:n], '\n'); end >= 0 {
		l.open = n - end - 1
	} else if l.open += n; l.open > MaxLine {
		return 0, ErrLine
	}
	return n, err
}
