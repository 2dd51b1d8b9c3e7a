package batch

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/sepdist/sepdist/internal/npy"
	"github.com/sepdist/sepdist/internal/pipeline"
)

// A Stack is a file of numpy with an array of shape k × n × n: k matrices of one size.
type Stack struct {
	Path  string
	Count int // of matrices
	N     int // rows of each

	start int64  // where the numbers begin
	size  int    // of a matrix, in bytes
	head  []byte // of a file with one matrix
}

// OpenStack looks at the head of a file. It reports false for one that is no array of numpy
// with three dimensions.
func OpenStack(path string) (*Stack, bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, false, pipeline.FileError(path, err)
	}
	defer f.Close()
	refuse := func(why string) (*Stack, bool, error) { return nil, true, fmt.Errorf("%s: %s", path, why) }
	in := bufio.NewReaderSize(f, 1<<16)
	if magic, _ := in.Peek(len(npy.Magic)); string(magic) != npy.Magic {
		return nil, false, nil
	}
	a, err := npy.Open(in)
	switch {
	case err != nil:
		return refuse(err.Error())
	case len(a.Shape) != 3:
		return nil, false, nil
	case a.Shape[1] != a.Shape[2]:
		return refuse(fmt.Sprintf("the shape is %v, expected k × n × n: one graph after another", a.Shape))
	case a.Fortran:
		return refuse("the first index runs fastest: save it with numpy.ascontiguousarray")
	}
	s := &Stack{Path: path, Count: a.Shape[0], N: a.Shape[1], start: int64(a.Start), size: a.Shape[1] * a.Shape[1] * a.Size}
	info, err := f.Stat()
	if err != nil {
		return nil, true, pipeline.FileError(path, err)
	}
	if want := s.start + int64(s.Count)*int64(s.size); info.Size() != want {
		return refuse(fmt.Sprintf("the shape %v takes %d bytes, and %d are there", a.Shape, want, info.Size()))
	}
	var head bytes.Buffer
	w := bufio.NewWriter(&head)
	npy.WriteHeader(w, a.Descr, a.Shape[1:])
	w.Flush()
	s.head = head.Bytes()
	return s, true, nil
}

// matrices reads the matrices from the first on one after another, each as a file of its own.
func (s *Stack) matrices(first int) (next func(k int) (pipeline.Origin, error), end func() error, err error) {
	f, err := os.Open(s.Path)
	if err == nil {
		_, err = f.Seek(s.start+int64(first)*int64(s.size), io.SeekStart)
	}
	if err != nil {
		return nil, f.Close, pipeline.FileError(s.Path, err)
	}
	in := bufio.NewReaderSize(f, 1<<16)
	buf := append(bytes.Clone(s.head), make([]byte, s.size)...)
	return func(k int) (pipeline.Origin, error) {
		if _, err := io.ReadFull(in, buf[len(s.head):]); err != nil {
			return pipeline.Origin{}, pipeline.FileError(s.Path, err)
		}
		return pipeline.Origin{Name: s.Path + "[" + strconv.Itoa(k) + "]", Data: buf, Form: pipeline.Array}, nil
	}, f.Close, nil
}

// Stacked pairs the matrices of two files by their place, or one truth with each matrix of a
// file where truths is nil. The ids count from 0.
func Stacked(truths *Stack, truth string, guesses *Stack) (*pipeline.Source, error) {
	if truths != nil && truths.Count != guesses.Count {
		return nil, fmt.Errorf("%s has %d graphs and %s has %d: expected the same number", truths.Path, truths.Count, guesses.Path, guesses.Count)
	}
	return placed(guesses.Path, func(place int64, yield func(*pipeline.Input) bool) error {
		first := int(min(place, int64(guesses.Count)))
		nextGuess, end, err := guesses.matrices(first)
		defer end()
		nextTruth := func(int) (pipeline.Origin, error) { return file(truth), nil }
		if truths != nil && err == nil {
			var end func() error
			nextTruth, end, err = truths.matrices(first)
			defer end()
		}
		for k := first; k < guesses.Count; k++ {
			p := pipeline.Input{ID: strconv.Itoa(k), Place: int64(k)}
			if err == nil {
				p.Truth, err = nextTruth(k)
			}
			if err == nil {
				p.Guess, err = nextGuess(k)
			}
			if err != nil || !yield(&p) {
				return err
			}
		}
		return nil
	}), nil
}
