//go:build !unix

package pipeline

import "os"

// A File is a file of a graph that is open for reading.
type File struct{ *os.File }

func open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}
