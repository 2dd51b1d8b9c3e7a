//go:build unix

package pipeline

import (
	"io"
	"io/fs"
	"syscall"
)

// A File is a file of a graph that is open for reading. An [os.File] takes several more system calls to open and
// close, as long as the reading itself if a file is small, and runs read thousands of files.
type File struct {
	path string
	fd   int
}

func open(path string) (*File, error) {
	for {
		fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		switch err {
		case nil:
			return &File{path, fd}, nil
		case syscall.EINTR: // as on some network file systems
		default:
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
}

// Read implements [io.Reader].
func (f *File) Read(to []byte) (int, error) {
	if len(to) == 0 {
		return 0, nil
	}
	const most = 1 << 30 // some systems refuse more at once
	for {
		n, err := syscall.Read(f.fd, to[:min(len(to), most)])
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, &fs.PathError{Op: "read", Path: f.path, Err: err}
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

// Close implements [io.Closer].
func (f *File) Close() error { return syscall.Close(f.fd) }
