package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/pipeline"
)

// Open returns the pairs that files and folders stand for: a manifest, or JSON lines; two folders,
// or two stacks of matrices; one truth and its guesses. Paths in a manifest are relative to base, by
// default its folder. A stack of n matrices of n rows could be a time series, so it must be said to
// be a stack.
func Open(paths []string, base string, stacked bool) (*pipeline.Source, error) {
	if len(paths) == 1 {
		info, err := os.Stat(paths[0])
		switch {
		case err != nil:
			return nil, pipeline.FileError(paths[0], err)
		case info.IsDir():
			return nil, fmt.Errorf("%s: is a folder: name two folders (TRUTHS GUESSES), or a manifest", paths[0])
		}
		switch filepath.Ext(paths[0]) {
		case ".jsonl", ".ndjson", ".json":
			return Lines(paths[0], base), nil
		case ".npy":
			return nil, fmt.Errorf("%s: contains graphs, not pairs: put the truth, or the file of the truths, before it", paths[0])
		}
		return Manifest(paths[0], base), nil
	}
	var folder [2]bool
	var stack [2]*Stack
	for i, path := range paths[:2] {
		info, err := os.Stat(path)
		if err != nil {
			if len(paths) > 2 { // a guess that is missing is a row
				continue
			}
			return nil, pipeline.FileError(path, err)
		}
		folder[i] = info.IsDir()
		if strings.HasSuffix(path, ".npy") {
			if stack[i], err = openStack(path, stacked); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case folder[0] && !folder[1], folder[0] && len(paths) > 2:
		return nil, fmt.Errorf("%s: is a folder: expected the folder of the guesses after it, and nothing else", paths[0])
	case folder[0]:
		return Folders(paths[0], paths[1])
	case len(paths) == 2 && folder[1]:
		files, err := Files(paths[1])
		if err != nil {
			return nil, err
		}
		return OneTruth(paths[0], files), nil
	case len(paths) == 2 && stack[1] != nil:
		return Stacked(stack[0], paths[0], stack[1])
	case stack[0] != nil:
		return nil, fmt.Errorf("%s: contains %d graphs: use a single truth, or a second file with as many graphs", paths[0], stack[0].Count)
	}
	return OneTruth(paths[0], paths[1:]), nil
}

// openStack returns the matrices of a .npy file, or nil where it holds one graph.
func openStack(file string, stacked bool) (*Stack, error) {
	s, is, err := OpenStack(file)
	switch {
	case !is:
		return nil, err
	case err == nil && s.Count == s.N && !stacked:
		return nil, advice.Errorf("%s: is an array of shape %d × %d × %[2]d a stack of %[2]d graphs or a time series? use %[4]v for graphs", file, s.Count, s.N, advice.Option("stacked"))
	}
	return s, err
}
