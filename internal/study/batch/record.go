package batch

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// The record of a run is the file OUT.run: a line with the identity, then a line for each mark.
// Before each line stands a code that depends on all lines up to it, so that a line that was
// lost, doubled or changed is noticed.
type record struct {
	id    Identity
	marks []mark // of the journal, rising
	final *mark  // of the finished file

	code string // of the last line
	end  int64  // after the last line
}

// A mark says how far a file had come, and what was in it.
type mark struct {
	Pairs  int    `json:"pairs"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Final  bool   `json:"final,omitempty"`
}

// longestLine is that of a record. Identities are far shorter: what is long in them is a digest.
const longestLine = 1 << 16

// line returns a line of the record after the last one.
func (r *record) line(value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	if len(text) >= longestLine/2 {
		return nil, fmt.Errorf("a line of %d bytes is too long", len(text))
	}
	r.code = lineCode(r.code, text)
	return append(append([]byte(r.code+" "), text...), '\n'), nil
}

func lineCode(before string, text []byte) string {
	h := sha256.New()
	io.WriteString(h, before+"\n")
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// readRecord reads a record. It reports false where even the identity is damaged. What follows a
// line that is damaged or torn is not in it.
func readRecord(in io.Reader) (r *record, known bool, err error) {
	r = new(record)
	lines := bufio.NewReaderSize(in, longestLine)
	for first := true; ; first = false {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF || err == bufio.ErrBufferFull {
			return r, !first, nil
		}
		if err != nil {
			return r, false, err
		}
		code, text, _ := bytes.Cut(line[:len(line)-1], []byte(" "))
		if string(code) != lineCode(r.code, text) || !r.add(text, first) {
			return r, !first, nil
		}
		r.code = string(code)
		r.end += int64(len(line))
	}
}

// add takes what a line says. It refuses what no run writes.
func (r *record) add(text []byte, first bool) bool {
	if first {
		return json.Unmarshal(text, &r.id) == nil && r.id.possible()
	}
	var m mark
	if json.Unmarshal(text, &m) != nil || m.Pairs < 0 || m.Pairs > r.id.Pairs || m.Bytes < 0 {
		return false
	}
	if m.Final {
		r.final = &m
		return true
	}
	for n := len(r.marks); n > 0 && r.marks[n-1].Bytes >= m.Bytes; n-- {
		r.marks = r.marks[:n-1] // of rows that were found damaged, and were computed again
	}
	r.marks = append(r.marks, m)
	return true
}

// possible reports whether there can be such a run.
func (id *Identity) possible() bool {
	s := id.Shard
	return id.Pairs > 0 && s.Of >= 0 && s.Index >= 0 && s.Index < max(s.Of, 1) && s.Index < id.Pairs
}
