package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/outfile"
	"github.com/sepdist/sepdist/internal/pipeline"
)

// Shards are the files of one run in parts.
type Shards struct {
	Pairs   int            // in all
	Of      int            // how many shards there should be, without those that have no pair
	Lost    int            // how many of them are missing or incomplete
	Missing []string       // what is missing, one line each for the first of them
	files   map[int]string // by shard
	step    int            // the number of shards, with those that have no pair
}

// mostMissing is how many missing shards are listed.
const mostMissing = 20

// FindShards looks at the files of shards, which must be as they were written. That they belong
// together is known from the files beside them.
func FindShards(files []string) (*Shards, error) {
	var s *Shards
	var first Identity
	for _, file := range files {
		target, _, err := outfile.Regular(file)
		if err != nil {
			return nil, err
		}
		id, run, err := shardOf(target)
		if err != nil {
			return nil, err
		}
		of := max(id.Shard.Of, 1)
		if s == nil {
			s, first = &Shards{Pairs: id.Pairs, Of: min(of, id.Pairs), files: make(map[int]string), step: of}, id
		}
		same := id
		same.Before, first.Before = "", ""
		same.Limit, first.Limit = "", ""
		same.Shard, same.Files, first.Files = first.Shard, "", ""
		switch other, taken := s.files[id.Shard.Index]; {
		case same.Version != first.Version:
			return nil, advice.Errorf("%s: was written by another version of sepdist (%s) than %s (%s): run the command of one of them again with %v", file, same.Version, files[0], first.Version, advice.Option("force"))
		case same != first:
			return nil, fmt.Errorf("%s: was written with other inputs or options than %s (%s)", file, files[0], same.differs(first))
		case of != s.step:
			return nil, fmt.Errorf("%s: is shard %v, but %s is one of %d shards", file, id.Shard, files[0], s.step)
		case taken:
			return nil, fmt.Errorf("%s: is shard %v, and so is %s", file, id.Shard, other)
		}
		s.files[id.Shard.Index] = target
		if run == nil || !exists(target) {
			s.Lost++
			s.Missing = append(s.Missing, fmt.Sprintf("the rest of shard %v: %s is incomplete: run its command again", id.Shard, file))
			s.files[id.Shard.Index] = ""
			continue
		}
		if err := run.verify(target); err != nil {
			return nil, advice.Errorf("%w: restore it, or run its command again with %v", err, advice.Option("force"))
		}
	}
	for i := 0; i < s.Of && len(s.Missing) < mostMissing; i++ {
		if _, given := s.files[i]; !given {
			shard := Shard{i, s.step}
			s.Missing = append(s.Missing, fmt.Sprintf("shard %v with %d of the %d pairs", shard, shard.Count(s.Pairs), s.Pairs))
		}
	}
	s.Lost += s.Of - len(s.files)
	if more := s.Lost - len(s.Missing); more > 0 {
		s.Missing = append(s.Missing, fmt.Sprintf("%d more shards", more))
	}
	return s, nil
}

// shardOf returns the identity of a shard, and a description of its file if it is finished.
func shardOf(file string) (id Identity, run *runFile, err error) {
	if run, err = readRun(file); err != nil {
		return id, nil, err
	}
	if run != nil {
		return run.Identity, run, nil
	}
	f, err := os.Open(file + partExt)
	if err != nil {
		return id, nil, fmt.Errorf("%w: this file identifies the shard %s", pipeline.FileError(file+runExt, fs.ErrNotExist), file)
	}
	records, err := scanRecords(f)
	if err == nil && (len(records) == 0 || json.Unmarshal(records[0].Head, &id) != nil || !id.possible()) {
		err = errRun
	}
	return id, nil, pipeline.FileError(file+partExt, err)
}

// Rows returns the rows of the shards in the order that one run has.
func (s *Shards) Rows(form Form) Table {
	return Text(form, func() (io.ReadCloser, error) {
		r, w := io.Pipe()
		go func() { w.CloseWithError(s.Merge(w, form)) }()
		return r, nil
	})
}

// Merge writes the rows of the shards in the order that one run has. Shards that are
// missing are passed over.
func (s *Shards) Merge(w io.Writer, form Form) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var parts []*linePairs
	var head []byte
	for _, index := range slices.Sorted(maps.Keys(s.files)) {
		file := s.files[index]
		if file == "" {
			continue
		}
		f, err := os.Open(file)
		if err != nil {
			return pipeline.FileError(file, err)
		}
		defer f.Close()
		p := &linePairs{file: file, in: bufio.NewReaderSize(f, 1<<16), form: form, pairs: Shard{index, s.step}.Count(s.Pairs)}
		if form != JSONL {
			line, err := p.in.ReadBytes('\n')
			if err != nil {
				return fmt.Errorf("%s: no rows: %w", file, err)
			}
			if head == nil {
				head = line
				out.Write(head)
			} else if !slices.Equal(head, line) {
				return advice.Errorf("%s: the columns differ from those of the other shards: write the shards without %v, and merge with %[2]v", file, advice.Option("wide"))
			}
		}
		parts = append(parts, p)
	}
	for more := true; more; {
		more = false
		for _, p := range parts {
			if p.count == p.pairs {
				continue
			}
			more = true
			rows, err := p.next()
			if err == io.EOF {
				err = fmt.Errorf("%s: ends after %d of %d pairs: it is truncated", p.file, p.count, p.pairs)
			}
			if err != nil {
				return err
			}
			if _, err := out.Write(rows); err != nil {
				return err
			}
		}
	}
	for _, p := range parts {
		if _, err := p.next(); err != io.EOF {
			return fmt.Errorf("%s: has rows after its last pair: it was modified", p.file)
		}
	}
	return out.Flush()
}

// linePairs reads rows pair by pair, as they are written.
type linePairs struct {
	file  string
	in    *bufio.Reader
	form  Form
	id    string
	ahead []byte // the first row of the next pair
	pairs int    // that there should be
	count int    // of the pairs so far
	rows  []byte
}

// next returns the rows of the next pair, until the next call.
func (p *linePairs) next() ([]byte, error) {
	p.rows = append(p.rows[:0], p.ahead...)
	id := p.id
	for {
		row, rowID, err := p.row()
		if err == io.EOF && len(p.rows) > 0 {
			p.ahead = nil
			p.count++
			return p.rows, nil
		}
		if err != nil {
			return nil, err
		}
		if len(p.rows) > 0 && rowID != id {
			p.ahead, p.id = row, rowID
			p.count++
			return p.rows, nil
		}
		p.rows, id = append(p.rows, row...), rowID
	}
}

// row returns one row, which in CSV may be several lines, and its id.
func (p *linePairs) row() (row []byte, id string, err error) {
	for {
		line, err := p.in.ReadBytes('\n')
		if err != nil {
			if err == io.EOF && len(row)+len(line) > 0 {
				err = errTorn
			}
			return nil, "", errorIn(p.file, err)
		}
		row = append(row, line...)
		if p.form == JSONL {
			var j struct{ ID string }
			err := json.Unmarshal(row, &j)
			return row, j.ID, errorIn(p.file, err)
		}
		if bytes.Count(row, []byte(`"`))%2 == 0 {
			return row, firstField(row), nil
		}
	}
}

func errorIn(file string, err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// firstField returns the first field of a row, the id, as it is written.
func firstField(row []byte) string {
	if row[0] != '"' {
		field, _, _ := strings.Cut(string(row), ",")
		return field
	}
	for i := 1; i < len(row); i++ {
		if row[i] == '"' {
			if i+1 < len(row) && row[i+1] == '"' {
				i++
				continue
			}
			return string(row[:i+1])
		}
	}
	return string(row)
}
