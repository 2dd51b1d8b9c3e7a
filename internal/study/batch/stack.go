package batch

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/sepdist/sepdist/internal/npy"
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
		return nil, false, fileError(path, err)
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
		return refuse(fmt.Sprintf("the shape is %v, want k × n × n: graphs one after another", a.Shape))
	case a.Fortran:
		return refuse("the first index runs fastest: save it with numpy.ascontiguousarray")
	}
	s := &Stack{Path: path, Count: a.Shape[0], N: a.Shape[1], start: int64(a.Start), size: a.Shape[1] * a.Shape[1] * a.Size}
	info, err := f.Stat()
	if err != nil {
		return nil, true, fileError(path, err)
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

// matrices reads the matrices one after another, each as a file of its own.
func (s *Stack) matrices() (next func() ([]byte, error), close func() error, err error) {
	f, err := os.Open(s.Path)
	if err != nil {
		return nil, nil, fileError(s.Path, err)
	}
	if _, err := f.Seek(s.start, io.SeekStart); err != nil {
		f.Close()
		return nil, nil, fileError(s.Path, err)
	}
	in := bufio.NewReaderSize(f, 1<<16)
	buf := append(bytes.Clone(s.head), make([]byte, s.size)...)
	return func() ([]byte, error) {
		_, err := io.ReadFull(in, buf[len(s.head):])
		if err != nil {
			return nil, fileError(s.Path, err)
		}
		return buf, nil
	}, f.Close, nil
}

// Stacked pairs the matrices of two files by their place, or one truth with each matrix of a
// file where truths is nil. The ids count from 0.
func Stacked(truths *Stack, truth string, guesses *Stack) (*Source, error) {
	if truths != nil && truths.Count != guesses.Count {
		return nil, fmt.Errorf("%s has %d graphs and %s has %d: want as many", truths.Path, truths.Count, guesses.Path, guesses.Count)
	}
	return &Source{guesses.Path, func(yield func(*Pair) bool) error {
		nextGuess, end, err := guesses.matrices()
		if err != nil {
			return err
		}
		defer end()
		var nextTruth func() ([]byte, error)
		if truths != nil {
			var end func() error
			if nextTruth, end, err = truths.matrices(); err != nil {
				return err
			}
			defer end()
		}
		for k := range guesses.Count {
			number := strconv.Itoa(k)
			p := Pair{ID: number, Truth: Graph{Name: truth, Path: truth}, Guess: Graph{Name: guesses.Path + "[" + number + "]", Kind: Array}}
			if p.Guess.Data, err = nextGuess(); err != nil {
				return err
			}
			if truths != nil {
				p.Truth = Graph{Name: truths.Path + "[" + number + "]", Kind: Array}
				if p.Truth.Data, err = nextTruth(); err != nil {
					return err
				}
			}
			if !yield(&p) {
				break
			}
		}
		return nil
	}}, nil
}
