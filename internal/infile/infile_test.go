package infile_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/infile"
)

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

func TestEndlessInputEnds(t *testing.T) {
	if _, err := infile.ReadAll(zeros{}); !errors.Is(err, infile.ErrLarge) {
		t.Error(err)
	}
	if _, err := bufio.NewReader(infile.Lines(zeros{})).ReadString('\n'); !errors.Is(err, infile.ErrLine) {
		t.Error(err)
	}
}

// Only lines are bounded: a long table of short lines passes.
func TestLongTablesPass(t *testing.T) {
	const n = 2 * infile.MaxLine
	table := io.LimitReader(&repeat{text: strings.Repeat("0123456\n", 1000)}, n)
	if read, err := io.Copy(io.Discard, infile.Lines(table)); read != n || err != nil {
		t.Errorf("read %d of %d bytes, %v", read, n, err)
	}
}

type repeat struct {
	text string
	at   int
}

func (r *repeat) Read(b []byte) (int, error) {
	n := copy(b, r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	return n, nil
}
