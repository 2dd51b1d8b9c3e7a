// Package outfile finds the files that a command writes, and keeps them apart from those it reads.
package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
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

// Apart returns an error if one of the outputs is the same regular file as one of the inputs, by
// its own name or through a link. It looks at the inputs only if one of the outputs exists.
func Apart(outputs []string, inputs iter.Seq[string]) error {
	type output struct {
		name string
		info fs.FileInfo
	}
	var taken []output
	for _, name := range outputs {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			taken = append(taken, output{name, info})
		}
	}
	if len(taken) == 0 {
		return nil
	}
	last := ""
	for name := range inputs {
		if name == last { // the truth of many guesses
			continue
		}
		last = name
		info, err := os.Stat(name)
		if err != nil {
			continue
		}
		for _, out := range taken {
			switch {
			case !os.SameFile(out.info, info):
			case out.name == name:
				return fmt.Errorf("%s: is also an input: choose another file to write", name)
			default:
				return fmt.Errorf("%s: is the same file as the input %s: choose another file to write", out.name, name)
			}
		}
	}
	return nil
}
