package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/pipeline"
)

// OneTruth pairs one truth with each of the files.
func OneTruth(truth string, guesses []string) *pipeline.Source {
	ids := shortNames(guesses)
	return Listed(truth, len(guesses), func(i int) pipeline.Input {
		return pipeline.Input{ID: ids[i], Truth: file(truth), Guess: file(guesses[i])}
	})
}

// Listed returns the source of n pairs that are made one by one.
func Listed(name string, n int, pair func(i int) pipeline.Input) *pipeline.Source {
	return placed(name, func(first int64, yield func(*pipeline.Input) bool) error {
		for i := first; i < int64(n); i++ {
			p := pair(int(i))
			if p.Place = i; !yield(&p) {
				break
			}
		}
		return nil
	})
}

// placed returns the source of the pairs that each finds from a place on. If yield returns false, each returns nil.
func placed(name string, each func(place int64, yield func(*pipeline.Input) bool) error) *pipeline.Source {
	from := func(place int64) iter.Seq2[*pipeline.Input, error] {
		return func(yield func(*pipeline.Input, error) bool) {
			if err := each(place, func(p *pipeline.Input) bool { return yield(p, nil) }); err != nil {
				yield(nil, err)
			}
		}
	}
	return &pipeline.Source{Name: name, Inputs: from(0), From: from}
}

// GraphFiles returns the files of the graphs of a source.
func GraphFiles(src *pipeline.Source) iter.Seq[string] {
	return func(yield func(string) bool) {
		for p, err := range src.Inputs {
			if err != nil || p.Truth.Path != "" && !yield(p.Truth.Path) || p.Guess.Path != "" && !yield(p.Guess.Path) {
				return
			}
		}
	}
}

// file returns the graph in a file.
func file(path string) pipeline.Origin { return pipeline.Origin{Name: path, Path: path} }

// shortNames returns the names of files without folder and extension, or with these if the names would
// not be distinct.
func shortNames(files []string) []string {
	ids := make([]string, len(files))
	for _, shorten := range []func(string) string{stem, filepath.Base, func(path string) string { return path }} {
		seen := make(map[string]bool, len(files))
		for i, f := range files {
			ids[i] = shorten(f)
			seen[ids[i]] = true
		}
		if len(seen) == len(files) {
			break
		}
	}
	return ids
}

// nestedStem returns the path of a file in a folder without its extensions.
func nestedStem(folder, path string) string {
	inside, err := filepath.Rel(folder, filepath.Dir(path))
	if err != nil || inside == "." {
		return stem(path)
	}
	return filepath.ToSlash(inside) + "/" + stem(path)
}

// stem returns the name of a file without its folder and its extensions: that of a graph,
// and a .gz after it.
func stem(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// Files returns the files in a folder and its subfolders, sorted, without those whose name begins with
// a dot.
func Files(folder string) ([]string, error) {
	files, err := walk(folder)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: there are no files in the folder or its subfolders", folder)
	}
	return files, err
}

// ErrNoPartners reports two folders without a pair.
var ErrNoPartners = errors.New("no file of one folder has the name of a file of the other: rename them, or list the pairs in a manifest")

// Folders pairs the files of two folders that have the same name up to the extension,
// which is the id. A file without a partner is a pair without one of its graphs.
func Folders(truths, guesses string) (*pipeline.Source, error) {
	var by [2]map[string]string
	var ids []string
	for i, folder := range []string{truths, guesses} {
		files, err := Files(folder)
		if err != nil {
			return nil, err
		}
		by[i] = make(map[string]string, len(files))
		for _, f := range files {
			id := nestedStem(folder, f)
			if first, twice := by[i][id]; twice {
				return nil, fmt.Errorf("%s: %s and %s have the same name %q: rename one, or use a manifest", folder, filepath.Base(first), filepath.Base(f), id)
			}
			by[i][id] = f
			if _, known := by[0][id]; i == 0 || !known {
				ids = append(ids, id)
			}
		}
	}
	if len(ids) == len(by[0])+len(by[1]) {
		return nil, fmt.Errorf("%s and %s: %w", truths, guesses, ErrNoPartners)
	}
	slices.Sort(ids)
	find := func(i int, folder, id string) pipeline.Origin {
		if f, ok := by[i][id]; ok {
			return file(f)
		}
		return pipeline.Origin{Err: &pipeline.SystemError{File: fmt.Sprintf("%s: there is no file %q", folder, id), Err: fs.ErrNotExist}}
	}
	return Listed(truths+" and "+guesses, len(ids), func(i int) pipeline.Input {
		return pipeline.Input{ID: ids[i], Truth: find(0, truths, ids[i]), Guess: find(1, guesses, ids[i])}
	}), nil
}
