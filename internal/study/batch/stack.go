package batch

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
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

var npyHead = regexp.MustCompile(`^\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \((\d+), (\d+), (\d+)\), \}\s*$`)

// OpenStack looks at the head of a file. It reports false for one that is no array of numpy
// with three dimensions. (The format is that of numpy.lib.format.)
func OpenStack(path string) (*Stack, bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, false, fileError(path, err)
	}
	defer f.Close()
	var fixed [12]byte
	if _, err := io.ReadFull(f, fixed[:]); err != nil || string(fixed[:6]) != "\x93NUMPY" {
		return nil, false, nil
	}
	start, long := int64(10), int(binary.LittleEndian.Uint16(fixed[8:]))
	if fixed[6] > 1 {
		start, long = 12, int(binary.LittleEndian.Uint32(fixed[8:]))
	}
	if long > 1<<16 {
		return nil, false, nil
	}
	text := make([]byte, long)
	if _, err := f.ReadAt(text, start); err != nil {
		return nil, false, nil
	}
	m := npyHead.FindSubmatch(text)
	if m == nil {
		return nil, false, nil
	}
	refuse := func(why string) (*Stack, bool, error) { return nil, true, fmt.Errorf("%s: %s", path, why) }
	var shape [3]int
	for i := range shape {
		shape[i], err = strconv.Atoi(string(m[3+i]))
		if err != nil || shape[i] > 1<<24 {
			return refuse(fmt.Sprintf("the shape (%s, %s, %s) is absurd", m[3], m[4], m[5]))
		}
	}
	switch {
	case shape[1] != shape[2]:
		return refuse(fmt.Sprintf("the shape is %v, want k × n × n: graphs one after another", shape))
	case string(m[2]) == "True":
		return refuse("the first index runs fastest: save it with numpy.ascontiguousarray")
	}
	descr := string(m[1])
	item, err := strconv.Atoi(descr[min(2, len(descr)):])
	if err != nil || item <= 0 || item > 1<<10 {
		return refuse(fmt.Sprintf("the type %q is no number and no text", descr))
	}
	if descr[1] == 'U' {
		item *= 4
	}
	s := &Stack{Path: path, Count: shape[0], N: shape[1], start: start + int64(long), size: shape[1] * shape[1] * item}
	info, err := f.Stat()
	if err != nil {
		return nil, true, fileError(path, err)
	}
	if want := s.start + int64(s.Count)*int64(s.size); info.Size() != want {
		return refuse(fmt.Sprintf("the shape %v takes %d bytes, and %d are there", shape, want, info.Size()))
	}
	s.head = oneHead(descr, s.N)
	return s, true, nil
}

// oneHead returns the head of a file with one matrix.
func oneHead(descr string, n int) []byte {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }", descr, n, n)
	var b bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00")
	for (10+len(text)+1)%64 != 0 {
		text += " "
	}
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(text)+1)))
	b.WriteString(text + "\n")
	return b.Bytes()
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
