package main

import (
	"io"
	"os"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/sepdist/sepdist/internal/plain"
)

// A console is standard output. It remembers the first error, which some who write to it do not
// look at. On a terminal it writes what a terminal would act on as escapes; files and pipes get
// every byte.
type console struct {
	out    io.Writer
	isTerm bool
	held   []byte // the begin of a character
	err    error
}

func newConsole(out *os.File) *console {
	return &console{out: out, isTerm: term.IsTerminal(int(out.Fd()))}
}

func (c *console) Write(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	text := p
	if c.isTerm {
		text = append(c.held, p...)
		whole := len(text)
		for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
			if last := text[len(text)-i:]; utf8.RuneStart(last[0]) {
				if !utf8.FullRune(last) {
					whole -= i
				}
				break
			}
		}
		c.held = append([]byte(nil), text[whole:]...)
		text = []byte(plain.Block(string(text[:whole])))
	}
	if _, err := c.out.Write(text); err != nil {
		c.err = fileError("stdout", err)
		return 0, c.err
	}
	return len(p), nil
}

// end writes the rest, and returns the first error there was.
func (c *console) end() error {
	if len(c.held) > 0 && c.err == nil {
		_, c.err = io.WriteString(c.out, plain.Block(string(c.held)))
	}
	return c.err
}
