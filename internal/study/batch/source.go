package batch

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Source names pairs of graphs, in a fixed order, as often as it is asked.
type Source struct {
	Name string // for messages
	each func(yield func(*Pair) bool) error
}

// Each calls yield for every pair, until it returns false. The pair is the source's own and
// is used again. An error says that the source itself is at fault.
func (s *Source) Each(yield func(*Pair) bool) error { return s.each(yield) }

// Numbered returns the source of n pairs that are made one by one.
func Numbered(name string, n int, pair func(i int) Pair) *Source {
	return &Source{name, func(yield func(*Pair) bool) error {
		for i := range n {
			p := pair(i)
			if !yield(&p) {
				break
			}
		}
		return nil
	}}
}

// OneTruth pairs one truth with each of the files. Their names without the folder and the
// extension are the ids, or as much more of them as tells them apart.
func OneTruth(truth string, guesses []string) (*Source, error) {
	ids := make([]string, len(guesses))
	for _, shorten := range []func(string) string{stem, filepath.Base, func(path string) string { return path }} {
		seen := make(map[string]bool, len(guesses))
		for i, g := range guesses {
			ids[i] = shorten(g)
			seen[ids[i]] = true
		}
		if len(seen) == len(guesses) {
			break
		}
	}
	return &Source{truth, func(yield func(*Pair) bool) error {
		var p Pair
		for i, g := range guesses {
			p = Pair{ID: ids[i], Truth: Graph{Name: truth, Path: truth}, Guess: Graph{Name: g, Path: g}}
			if !yield(&p) {
				break
			}
		}
		return nil
	}}, nil
}

// stem returns the name of a file without its folder and its extensions: that of a graph,
// and a .gz after it.
func stem(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// Files returns the files in a folder, sorted, without those whose name begins with a dot.
func Files(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fileError(folder, err)
	}
	var files []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && !e.IsDir() {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: there is no file in it", folder)
	}
	return files, nil
}

// Folders pairs the files of two folders that have the same name up to the extension,
// which is the id. A file without a partner is a pair that lacks a graph.
func Folders(truths, guesses string) (*Source, error) {
	var by [2]map[string]string
	var ids []string
	for i, folder := range []string{truths, guesses} {
		files, err := Files(folder)
		if err != nil {
			return nil, err
		}
		by[i] = make(map[string]string, len(files))
		for _, f := range files {
			id := stem(f)
			if first, twice := by[i][id]; twice {
				return nil, fmt.Errorf("%s: %s and %s are both called %q: rename one, or write a manifest", folder, filepath.Base(first), filepath.Base(f), id)
			}
			by[i][id] = f
			if _, known := by[0][id]; i == 0 || !known {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	graph := func(i int, folder, id string) Graph {
		if f, ok := by[i][id]; ok {
			return Graph{Name: f, Path: f}
		}
		return Graph{Err: &systemError{fmt.Sprintf("%s: no file is called %q", folder, id), fs.ErrNotExist}}
	}
	return &Source{truths + " and " + guesses, func(yield func(*Pair) bool) error {
		var p Pair
		for _, id := range ids {
			p = Pair{ID: id, Truth: graph(0, truths, id), Guess: graph(1, guesses, id)}
			if !yield(&p) {
				break
			}
		}
		return nil
	}}, nil
}

// open opens a file for each reading of it.
func open(path string, f func(io.Reader) error) error {
	in, err := os.Open(path)
	if err != nil {
		return fileError(path, err)
	}
	defer in.Close()
	return f(in)
}

// errStop ends a reading that has what it wants.
var errStop = errors.New("stop")

// unlessStopped returns err, or nil where it is errStop.
func unlessStopped(err error) error {
	if err == errStop {
		return nil
	}
	return err
}
