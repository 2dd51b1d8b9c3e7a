package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/table"
)

// A console is standard output. It remembers the first error, because not every writer checks for
// errors. On a terminal, control characters are written as escapes, except our own for bold text;
// files and pipes get every byte.
type console struct {
	out    io.Writer
	isTerm bool
	width  int
	held   []byte // the begin of a character
	err    error
}

func newConsole(out *os.File) *console {
	c := &console{out: out, isTerm: term.IsTerminal(int(out.Fd())), width: table.DefaultColumns}
	if width, _, err := term.GetSize(int(out.Fd())); c.isTerm && err == nil && width > 0 {
		c.width = width
	}
	return c
}

// Columns returns the width of the terminal. Together with Bold it implements [table.Screen].
func (c *console) Columns() int { return c.width }

// Bold reports whether text may be bold: on a terminal, unless NO_COLOR is set.
func (c *console) Bold() bool {
	return c.isTerm && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func (c *console) Write(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	text := p
	if c.isTerm {
		if c.err = refuseBinary(p); c.err != nil {
			return 0, c.err
		}
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
		text = []byte(escaped(string(text[:whole])))
	}
	if _, err := c.out.Write(text); err != nil {
		c.err = fileError("stdout", err)
		return 0, c.err
	}
	return len(p), nil
}

// binaryFiles has the first bytes of files that are not for terminals.
var binaryFiles = map[string]string{
	"\x89PNG": "a PNG picture", "%PDF": "a PDF file", "\x93NUMPY": "a NumPy array", "PK\x03\x04": "a ZIP archive", "<!DOCTYPE": "a web page",
}

// refuseBinary returns an error if p begins a file that is not for terminals.
func refuseBinary(p []byte) error {
	for begin, what := range binaryFiles {
		if bytes.HasPrefix(p, []byte(begin)) {
			return fmt.Errorf("stdout: %s is not shown on a terminal: name a file with --out FILE, or redirect the output", what)
		}
	}
	return nil
}

// escaped returns text with control characters escaped, except those for bold text.
func escaped(text string) string {
	return boldAgain.Replace(plain.Block(text))
}

var boldAgain = strings.NewReplacer(plain.Block(table.BoldOn), table.BoldOn, plain.Block(table.BoldOff), table.BoldOff)

// message writes an error and a command to paste, if there is one: in one line, or on a terminal with the text wrapped and the
// command on a line of its own.
func (c *console) message(text, command string) {
	if command != "" {
		command = "for example: " + command
	}
	if !c.isTerm {
		if command != "" {
			text += "; " + command
		}
		fmt.Fprintln(c.out, text)
		return
	}
	p := table.NewPage(c)
	if p.Paragraph(text); command != "" {
		p.WriteString(command + "\n")
	}
	p.Flush(c.out) // an error about an error has no place to go
}

// say prints a message that is not a result on stderr, wrapped on a terminal.
func say(cmd *cobra.Command, format string, args ...any) {
	text := plain.Text(fmt.Sprintf(format, args...))
	if out := cmd.ErrOrStderr(); out != os.Stderr {
		fmt.Fprintln(out, text)
	} else {
		newConsole(os.Stderr).message(text, "")
	}
}

// end writes the rest, and returns the first error there was.
func (c *console) end() error {
	if len(c.held) > 0 && c.err == nil {
		_, c.err = io.WriteString(c.out, plain.Block(string(c.held)))
	}
	return c.err
}
