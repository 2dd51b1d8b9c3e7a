package compare

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
)

// OpenFile opens a file of a graph. A pipe or a device is refused: it may block for ever, and what
// is read from it is gone.
func OpenFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if m := info.Mode(); !m.IsRegular() && !m.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("is not a regular file")}
	}
	return os.Open(path)
}

// A ChangedError says that a file is not what it was when the run began.
type ChangedError struct{ File string }

func (e *ChangedError) Error() string {
	return fmt.Sprintf("%s: the file changed during the run: run the command again when nothing writes to it", e.File)
}

// file returns the content of a file, until the next call.
func (r *reader) file(from *Origin) (data []byte, err error) {
	r.buf.Reset()
	f, err := OpenFile(from.Path)
	if err == nil {
		defer f.Close()
		var before, after fs.FileInfo
		if before, err = f.Stat(); err == nil {
			_, err = r.buf.ReadFrom(f)
		}
		if err == nil {
			after, err = f.Stat()
		}
		if err == nil && (after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime())) {
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

// FileSum returns the digest of a file: of its name, and of what write writes. A file that cannot
// be read has one, too.
func FileSum(h hash.Hash, path string, write func(w io.Writer) error) (sum [sumSize]byte) {
	h.Reset()
	io.WriteString(h, path+"\x00")
	if write(h) != nil {
		io.WriteString(h, "\x00it cannot be read")
	}
	h.Sum(sum[:0])
	return sum
}

// Short returns a part of a digest that is not 0.
func Short(sum [sumSize]byte) uint64 { return max(1, binary.LittleEndian.Uint64(sum[:])) }
