package store

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/pipeline"
)

// A Journal is a locked file of records that only grows. The first record identifies the study, and
// each other one has a head and the rows of some pairs:
//
//	sepdist-study LENGTH SHA256\n
//	{"from": 0, "to": 3}\n
//	rows and a line break
//
// LENGTH and SHA256 are those of the head, its line break and the rows. Whatever follows the last
// whole record is cut off and computed again.
type Journal struct {
	Path    string
	Records []Record // those after the first
	Damage  string   // what was found after the last whole record, unless it was torn by the end of a run

	identity json.RawMessage // nil if the journal is new
	file     *os.File
	end      int64
}

// A Record is a part of a journal.
type Record struct {
	Head     json.RawMessage
	start    int64
	at, size int64 // of the rows
}

const magic = "sepdist-study "

// OpenJournal opens a journal or creates an empty one.
func OpenJournal(path string) (*Journal, error) {
	f, err := openOwn(path)
	if err != nil {
		return nil, err
	}
	j := &Journal{Path: path, file: f}
	if err := j.open(); err != nil {
		f.Close()
		return nil, err
	}
	return j, nil
}

func (j *Journal) open() error {
	switch free, err := lock(j.file); {
	case err != nil:
		return fmt.Errorf("%s: cannot be locked: %w: write to another disk", j.Path, err)
	case !free:
		return fmt.Errorf("%s: another run is writing this file: wait until it ends, or choose another file", j.Path)
	}
	info, err := j.file.Stat()
	if now, gone := os.Lstat(j.Path); err == nil && (gone != nil || !os.SameFile(info, now)) {
		return fmt.Errorf("%s: another run has just ended: run the command again", j.Path)
	}
	if err != nil {
		return pipeline.FileError(j.Path, err)
	}
	records, err := j.scan(info.Size())
	if len(records) > 0 {
		j.identity, j.Records = records[0].Head, records[1:]
	}
	return pipeline.FileError(j.Path, err)
}

// openOwn opens a file for reading and writing, and creates it if necessary. It does not follow
// links, which others may have put there.
func openOwn(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if !errors.Is(err, fs.ErrExist) {
		return f, pipeline.FileError(path, err)
	}
	found, err := os.Lstat(path)
	if err == nil && !found.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is a link or a special file: remove it, or choose another output", path)
	}
	if err == nil {
		f, err = os.OpenFile(path, os.O_RDWR, 0)
	}
	if err != nil {
		return nil, pipeline.FileError(path, err)
	}
	if opened, err := f.Stat(); err != nil || !os.SameFile(found, opened) {
		f.Close()
		return nil, fmt.Errorf("%s: was replaced while it was opened: run the command again", path)
	}
	return f, nil
}

// scan returns the whole records of a journal of some bytes, and sets its end.
func (j *Journal) scan(size int64) (records []Record, err error) {
	in := bufio.NewReaderSize(j.file, 1<<16)
	for {
		line, err := in.ReadSlice('\n')
		if err == io.EOF {
			if !bytes.HasPrefix(line, []byte(magic)) && !bytes.HasPrefix([]byte(magic), line) {
				j.Damage = "its last record is damaged"
			}
			return records, nil
		}
		length, sum, ok := firstLine(line)
		if err != nil && err != bufio.ErrBufferFull {
			return nil, err
		}
		start := j.end + int64(len(line))
		switch {
		case err != nil || !ok:
			j.Damage = "rows were changed after they were written"
			return records, nil
		case length >= size-start: // torn
			return records, nil
		}
		h := sha256.New()
		body := io.TeeReader(io.LimitReader(in, length), h)
		head := bufio.NewReaderSize(body, 1<<12)
		text, _ := head.ReadBytes('\n')
		if _, err := io.Copy(io.Discard, head); err != nil {
			return nil, err
		}
		end, err := in.ReadByte()
		if err != nil || end != '\n' || hex.EncodeToString(h.Sum(nil)) != sum || !bytes.HasSuffix(text, []byte("\n")) || !json.Valid(text) {
			j.Damage = "rows were changed after they were written"
			return records, nil
		}
		records = append(records, Record{bytes.Clone(text[:len(text)-1]), j.end, start + int64(len(text)), length - int64(len(text))})
		j.end = start + length + 1
	}
}

// scanRecords returns the whole records of a file, and closes it.
func scanRecords(f *os.File) ([]Record, error) {
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return (&Journal{file: f}).scan(info.Size())
}

// firstLine returns the length and the digest of a record.
func firstLine(line []byte) (length int64, sum string, ok bool) {
	fields := bytes.Fields(bytes.TrimPrefix(line, []byte(magic)))
	if !bytes.HasPrefix(line, []byte(magic)) || len(fields) != 2 {
		return 0, "", false
	}
	length, err := strconv.ParseInt(string(fields[0]), 10, 64)
	return length, string(fields[1]), err == nil && length >= 0
}

// New reports whether the journal is empty, or was being created when a run ended.
func (j *Journal) New() bool { return j.identity == nil && j.Damage == "" }

// Identity decodes the identity.
func (j *Journal) Identity(to any) error {
	if j.identity == nil || json.Unmarshal(j.identity, to) != nil {
		return advice.Errorf("%s: is damaged or is not the journal of a study: choose another file, or use %v to start over", j.Path, advice.Option("force"))
	}
	return nil
}

// Begin empties the journal and writes the identity.
func (j *Journal) Begin(identity any) (err error) {
	if err = j.file.Truncate(0); err == nil {
		j.end, j.Records, j.Damage = 0, nil, ""
		if err = j.Add(identity, nil); err == nil {
			j.identity, j.Records = j.Records[0].Head, nil
			err = j.file.Sync()
		}
	}
	return pipeline.FileError(j.Path, err)
}

// Keep cuts the journal after the first n records beside the identity.
func (j *Journal) Keep(n int) error {
	if n < len(j.Records) {
		j.end, j.Records = j.Records[n].start, j.Records[:n]
	}
	return pipeline.FileError(j.Path, j.file.Truncate(j.end))
}

func recordHead(length int64, sum [sha256.Size]byte) []byte {
	return fmt.Appendf(nil, "%s%d %x\n", magic, length, sum)
}

// Add appends a record.
func (j *Journal) Add(head any, rows []byte) error {
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	body := append(append(bytes.Clone(text), '\n'), rows...)
	record := append(append(recordHead(int64(len(body)), sha256.Sum256(body)), body...), '\n')
	if _, err := j.file.WriteAt(record, j.end); err != nil {
		return fmt.Errorf("%w: the rows so far are kept; free some space and run the same command again", pipeline.FileError(j.Path, err))
	}
	start := j.end
	j.end += int64(len(record))
	j.Records = append(j.Records, Record{text, start, j.end - 1 - int64(len(rows)), int64(len(rows))})
	return nil
}

// Rows returns the rows of a record.
func (j *Journal) Rows(i int) io.Reader {
	return io.NewSectionReader(j.file, j.Records[i].at, j.Records[i].size)
}

// Close unlocks the journal.
func (j *Journal) Close() error { return j.file.Close() }

// Remove removes the journal. It is removed while it is locked if the system allows that.
func (j *Journal) Remove() error {
	err := os.Remove(j.Path)
	j.file.Close()
	if err != nil {
		err = os.Remove(j.Path)
	}
	return pipeline.FileError(j.Path, err)
}
