package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/sepdist/sepdist/internal/compare"
)

// An Identity identifies the inputs and options of a run. Two runs with the same identity write the same
// rows.
type Identity struct {
	Survey
	Shard   Shard  `json:"shard"`
	Options string `json:"options"` // all that changes the rows, in words of its own
}

// differs says in what the two are not the same.
func (id Identity) differs(old Identity) string {
	var what []string
	for _, d := range []struct {
		name string
		same bool
	}{
		{"pairs", id.Inputs == old.Inputs && id.Pairs == old.Pairs},
		{"graphs in the files", id.Files == old.Files || id.Inputs != old.Inputs || id.Shard != old.Shard},
		{"options", id.Options == old.Options},
		{"shard", id.Shard == old.Shard},
	} {
		if !d.same {
			what = append(what, d.name)
		}
	}
	return strings.Join(what, ", ")
}

// The files beside the file of rows.
const (
	partExt = ".part" // the journal: the rows so far
	runExt  = ".run"  // the identity; it is locked so long as a run works
	tempExt = ".temp" // the rows in another form than that of the journal
)

// An Output is a file of rows that is being written. Rows go to a journal, and the file
// appears under its name when it is whole.
type Output struct {
	Path     string
	Finished bool // the file is there, whole, from the same inputs
	Done     int  // pairs of the shard whose rows are in the journal
	run      *os.File
	part     *os.File
}

// OpenOutput opens the output for a run. Where a run of the same identity was ended early
// it goes on after the last pair that is whole; where there are rows of another identity it
// refuses, or with force starts over.
func OpenOutput(path string, id Identity, src *compare.Source, s *Settings, force bool) (*Output, error) {
	run, err := os.OpenFile(path+runExt, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, compare.FileError(path+runExt, err)
	}
	o := &Output{Path: path, run: run}
	if err := o.open(id, src, s, force); err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

func (o *Output) open(id Identity, src *compare.Source, s *Settings, force bool) error {
	path := o.Path
	switch free, err := lock(o.run); {
	case err != nil:
		return fmt.Errorf("%s: cannot be locked: %w: write to another disk", path+runExt, err)
	case !free:
		return fmt.Errorf("%s: another run is writing this file: wait until it ends, or choose another file", path)
	}
	old, known, err := readIdentity(o.run)
	if err != nil {
		return compare.FileError(path+runExt, err)
	}
	whole, begun := exists(path), exists(path+partExt)
	switch {
	case force, !whole && !begun:
		return o.begin(id, s)
	case !known:
		os.Remove(path + runExt) // it says nothing
		return fmt.Errorf("%s: already exists and was not written by such a run: choose another file, or use option force to overwrite it", path)
	case old != id:
		return fmt.Errorf("%s: was written with other inputs or options (%s): choose another file, or use option force to start over", path, id.differs(old))
	case whole:
		o.Finished = true
		os.Remove(path + partExt)
		return nil
	}
	return o.resume(src, s)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

func readIdentity(r io.ReadSeeker) (id Identity, known bool, err error) {
	if _, err = r.Seek(0, io.SeekStart); err != nil {
		return id, false, err
	}
	b, err := io.ReadAll(io.LimitReader(r, 1<<20))
	return id, err == nil && json.Unmarshal(b, &id) == nil, err
}

// begin writes the identity and makes an empty journal.
func (o *Output) begin(id Identity, s *Settings) (err error) {
	for _, file := range []string{o.Path, o.Path + partExt, o.Path + tempExt} {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return compare.FileError(file, err)
		}
	}
	b, err := json.Marshal(id)
	if err != nil {
		return err
	}
	if err = o.run.Truncate(0); err == nil {
		if _, err = o.run.WriteAt(append(b, '\n'), 0); err == nil {
			err = o.run.Sync()
		}
	}
	if err != nil {
		return compare.FileError(o.Path+runExt, err)
	}
	if o.part, err = os.OpenFile(o.Path+partExt, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
		return compare.FileError(o.Path+partExt, err)
	}
	_, err = o.Write(s.Form.head(s.Times))
	return err
}

// resume cuts the journal after the last pair that is whole.
func (o *Output) resume(src *compare.Source, s *Settings) (err error) {
	if o.part, err = os.OpenFile(o.Path+partExt, os.O_RDWR, 0); err != nil {
		return compare.FileError(o.Path+partExt, err)
	}
	done, keep, err := kept(o.part, src, s)
	if err != nil {
		return err
	}
	o.Done = done
	if err = o.part.Truncate(keep); err == nil {
		_, err = o.part.Seek(keep, io.SeekStart)
	}
	if err != nil {
		return compare.FileError(o.Path+partExt, err)
	}
	if keep == 0 {
		_, err = o.Write(s.Form.head(s.Times))
	}
	return err
}

// kept returns how many pairs have all their rows in the journal, and how far these go.
// Of the last pair nobody knows whether it is whole: it is not counted.
func kept(journal io.Reader, src *compare.Source, s *Settings) (pairs int, bytes int64, err error) {
	in, err := NewReader(journal, s.Form)
	if bytes = int64(len(s.Form.head(s.Times))); err != nil || in.offset != bytes {
		return 0, 0, nil // not even the whole line above the rows
	}
	row, torn := in.Read()
	for p, err := range s.Shard.after(src, 0) {
		of := func() bool {
			return torn == nil && row.ID == p.ID && row.Truth == p.Truth.Name && row.Guess == p.Guess.Name
		}
		if err != nil || !of() {
			return pairs, bytes, err
		}
		end := bytes
		for of() {
			end = in.offset
			row, torn = in.Read()
		}
		if torn != nil {
			break
		}
		pairs++
		bytes = end
	}
	return pairs, bytes, nil
}

// Write writes rows to the journal.
func (o *Output) Write(b []byte) (int, error) {
	n, err := o.part.Write(b)
	if err != nil {
		err = fmt.Errorf("%w: the rows so far are kept; free some space and run the same command again", compare.FileError(o.Path+partExt, err))
	}
	return n, err
}

// Finish gives the journal the name of the file. Where convert is set it writes the file
// from the journal instead.
func (o *Output) Finish(convert func(w io.Writer, journal io.Reader) error) error {
	part := o.Path + partExt
	if err := o.part.Sync(); err != nil {
		return compare.FileError(part, err)
	}
	if err := o.part.Close(); err != nil {
		return compare.FileError(part, err)
	}
	if convert == nil {
		return fileErrorOr(o.Path, os.Rename(part, o.Path))
	}
	if err := o.convert(convert); err != nil {
		os.Remove(o.Path + tempExt)
		return fmt.Errorf("%w: the rows are kept in %s; run the same command again", compare.FileError(o.Path, err), part)
	}
	if err := os.Rename(o.Path+tempExt, o.Path); err != nil {
		return compare.FileError(o.Path, err)
	}
	return fileErrorOr(part, os.Remove(part))
}

func fileErrorOr(file string, err error) error {
	if err == nil {
		return nil
	}
	return compare.FileError(file, err)
}

func (o *Output) convert(f func(w io.Writer, journal io.Reader) error) error {
	in, err := os.Open(o.Path + partExt)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(o.Path + tempExt)
	if err != nil {
		return err
	}
	err = f(out, in)
	if err == nil {
		err = out.Sync()
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}

// Close unlocks the output. Rows that were written stay.
func (o *Output) Close() error {
	if o.part != nil {
		o.part.Close()
	}
	return o.run.Close()
}
