package pipeline

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"time"
)

// A Stamp is the size of a file and the time of its last change. If it differs, the file may have changed.
type Stamp struct {
	Size    int64
	Written time.Time
}

// isOf reports whether the file at path has the stamp.
func (s Stamp) isOf(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Size() == s.Size && info.ModTime().Equal(s.Written)
}

// A SeenFile is the content of a file that was read before.
type SeenFile struct {
	Content []byte
	Stamp   Stamp
}

// OpenFile opens a file of a graph, and returns its stamp. It refuses pipes and devices, which may block forever and
// can be read only once.
func OpenFile(path string) (*File, Stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, Stamp{}, err
	}
	if m := info.Mode(); !m.IsRegular() && !m.IsDir() {
		return nil, Stamp{}, &fs.PathError{Op: "open", Path: path, Err: errors.New("is not a regular file")}
	}
	f, err := open(path)
	return f, Stamp{info.Size(), info.ModTime()}, err
}

// A ChangedError is the error for a file that changed during a run.
type ChangedError struct{ File string }

func (e *ChangedError) Error() string {
	return fmt.Sprintf("%s: the file changed during the run: run the command again when nothing writes to it", e.File)
}

// file returns the content of a file. It is valid until the next call.
func (r *reader) file(from *Origin) (data []byte, err error) {
	if from.Seen != nil && from.Seen.Stamp.isOf(from.Path) {
		return from.Seen.Content, nil
	}
	r.buf.Reset()
	f, before, err := OpenFile(from.Path)
	if err == nil {
		defer f.Close()
		if _, err = r.buf.ReadFrom(f); err == nil && !before.isOf(from.Path) {
			return nil, &ChangedError{from.Name}
		}
	}
	if from.Sum != 0 {
		if r.hash == nil {
			r.hash = newHash()
		}
		sum := FileSum(r.hash, from.Path, func(w io.Writer) error {
			w.Write(r.buf.Bytes())
			return err
		})
		if Short(sum) != from.Sum {
			return nil, &ChangedError{from.Name}
		}
	}
	return r.buf.Bytes(), err
}

// sumSize is the size of a digest by SHA-256.
const sumSize = 32

// FileSum returns the digest of the path of a file and the content that write writes. If write fails, the digest is
// that of an unreadable file.
func FileSum(h hash.Hash, path string, write func(w io.Writer) error) (sum [sumSize]byte) {
	h.Reset()
	io.WriteString(h, path+"\x00")
	if write(h) != nil {
		io.WriteString(h, "\x00it cannot be read")
	}
	h.Sum(sum[:0])
	return sum
}

// Short returns the first 8 bytes of a digest, or 1 if they are 0.
func Short(sum [sumSize]byte) uint64 { return max(1, binary.LittleEndian.Uint64(sum[:])) }
