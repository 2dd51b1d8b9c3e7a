package batch

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/internal/pipeline"
)

// Pattern returns a pair for each file that matches a pattern such as results/{method}/{n}/{seed}.csv.
// Words in braces stand for any text without a slash, and are columns of the rows. The truth of a pair
// is the file of the same values in the pattern of truths, such as truths/{n}/{seed}.csv.
func Pattern(guesses, truths string) (*pipeline.Source, error) {
	guesses, truths = filepath.ToSlash(guesses), filepath.ToSlash(truths)
	columns, err := placeholders(guesses)
	if err != nil {
		return nil, err
	}
	used, err := placeholders(truths)
	if err != nil {
		return nil, err
	}
	for _, name := range used {
		if !slices.Contains(columns, name) {
			return nil, fmt.Errorf("the truth %s has {%s}, which the pattern %s does not have", truths, name, guesses)
		}
	}
	files, values, err := matching(guesses, columns)
	if err != nil {
		return nil, err
	}
	truth := func(row []string) string {
		return placeholder.ReplaceAllStringFunc(truths, func(word string) string {
			return row[slices.Index(columns, word[1:len(word)-1])]
		})
	}
	src := Listed(guesses, len(files), func(i int) pipeline.Input {
		id := cmp.Or(strings.Join(values[i], "/"), files[i])
		return pipeline.Input{ID: id, Truth: file(truth(values[i])), Guess: file(files[i]), More: values[i]}
	})
	src.Columns = columns
	return src, nil
}

var placeholder = regexp.MustCompile(`\{[^{}/]*\}`)

// placeholders returns the words in braces, each once.
func placeholders(pattern string) (names []string, err error) {
	if rest := placeholder.ReplaceAllString(pattern, ""); strings.ContainsAny(rest, "{}") {
		return nil, fmt.Errorf("the pattern %s has a brace without its partner: expected words such as {method}", pattern)
	}
	for _, word := range placeholder.FindAllString(pattern, -1) {
		name := word[1 : len(word)-1]
		switch {
		case name == "":
			return nil, fmt.Errorf("the pattern %s has braces without a name: expected words such as {method}", pattern)
		case reserved(name):
			return nil, fmt.Errorf("the pattern %s: %q is the name of a column of the rows: rename it", pattern, name)
		case !slices.Contains(names, name):
			names = append(names, name)
		}
	}
	return names, nil
}

// matching returns the files that match a pattern, sorted, and the values of its words.
func matching(pattern string, columns []string) (files []string, values [][]string, err error) {
	var expr strings.Builder
	var groups []string
	at := 0
	for _, place := range placeholder.FindAllStringIndex(pattern, -1) {
		expr.WriteString(regexp.QuoteMeta(pattern[at:place[0]]) + `([^/]+?)`)
		groups = append(groups, pattern[place[0]+1:place[1]-1])
		at = place[1]
	}
	match := regexp.MustCompile("^" + expr.String() + regexp.QuoteMeta(pattern[at:]) + "$")
	fixed, _, _ := strings.Cut(pattern, "{")
	folder := filepath.Dir(fixed + "x")
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, nil, fmt.Errorf("the pattern %s: there is no folder %s", pattern, folder)
	}
	all, err := walk(folder)
	if err != nil {
		return nil, nil, err
	}
	for _, path := range all {
		found := match.FindStringSubmatch(filepath.ToSlash(path))
		if found == nil {
			found = match.FindStringSubmatch("./" + filepath.ToSlash(path))
		}
		if found == nil {
			continue
		}
		row := make([]string, len(columns))
		same := true // a word that occurs twice has one value
		for i, name := range groups {
			k := slices.Index(columns, name)
			same = same && (row[k] == "" || row[k] == found[i+1])
			row[k] = found[i+1]
		}
		if same {
			files, values = append(files, path), append(values, row)
		}
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("the pattern %s matches none of the %d files in %s", pattern, len(all), folder)
	}
	return files, values, nil
}

// walk returns the files in a folder and its subfolders, sorted, without those whose name begins with
// a dot.
func walk(folder string) (files []string, err error) {
	err = filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch hidden := strings.HasPrefix(e.Name(), ".") && path != folder; {
		case hidden && e.IsDir():
			return filepath.SkipDir
		case !hidden && !e.IsDir():
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		return nil, pipeline.FileError(folder, err)
	}
	return files, nil
}
