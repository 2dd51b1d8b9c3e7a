// Package outfile says which file a name stands for when it is written.
package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// mostLinks is how many links are followed one after another.
const mostLinks = 40

// Target follows symbolic links to the file that is to be written, which need not exist. Its
// info is nil where it does not.
func Target(path string) (target string, info fs.FileInfo, err error) {
	target = path
	for range mostLinks {
		info, err = os.Lstat(target)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return target, nil, nil
		case err != nil || info.Mode()&fs.ModeSymlink == 0:
			return target, info, err
		}
		to, err := os.Readlink(target)
		if err != nil {
			return target, nil, err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(target), to)
		}
		target = to
	}
	return target, nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("too many symbolic links")}
}

// Regular is [Target] for a file that is replaced as a whole: where there is something other than a regular
// file it returns an error.
func Regular(path string) (target string, info fs.FileInfo, err error) {
	target, info, err = Target(path)
	switch {
	case err != nil || info == nil || info.Mode().IsRegular():
		return target, info, err
	case info.IsDir():
		return target, info, fmt.Errorf("%s: is a folder: name a file", path)
	}
	return target, info, fmt.Errorf("%s: is not a regular file, so it cannot be replaced: choose another file", path)
}
