package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/format"
)

// An answer is what a door to the library prints as JSON, without times, or why it refuses. Both
// call options as the command does.
type answer struct{ json, refusal string }

var (
	seconds = regexp.MustCompile(`,?\s*"seconds": [-+.e0-9]+`)
	roles   = strings.NewReplacer("--truth-", "--", "--guess-", "--")
)

func answerOf(text string, err error) answer {
	a := answer{json: seconds.ReplaceAllString(text, "")}
	if err != nil {
		a.refusal = roles.Replace(oneLine(err))
	}
	return a
}

// command returns the answer of the command line.
func command(args ...string) answer {
	var stdout bytes.Buffer
	root := newRoot()
	root.SetOut(&stdout)
	root.SetErr(new(bytes.Buffer))
	root.SetArgs(args)
	err := root.Execute()
	return answerOf(stdout.String(), err)
}

// A file is a graph in a file, with what must be stated of it.
type file struct {
	path  string
	flags []string
	nodes string // the names, sorted
}

func (f file) options(t *testing.T) (o format.Options) {
	t.Helper()
	for _, flag := range f.flags {
		name, value, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		if err := o.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// in returns the flags for the role of the file.
func (f file) in(role string) (list []string) {
	for _, flag := range f.flags {
		list = append(list, "--"+role+"-"+strings.TrimPrefix(flag, "--"))
	}
	return list
}

// files returns every sample and every example, and a graph that only its own statement of a
// class makes valid.
func files(t *testing.T) (list []file) {
	t.Helper()
	for _, s := range samples(t) {
		path := filepath.Join("../../testdata/samples", filepath.FromSlash(s.File))
		list = append(list, file{path, s.flags(), strings.Join(slices.Sorted(slices.Values(s.Nodes)), "\n")})
	}
	examples, err := filepath.Glob("../../examples/*.txt")
	if err != nil || len(examples) == 0 {
		t.Fatal("no examples", err)
	}
	for _, path := range examples {
		list = append(list, file{path, nil, "asia"})
	}
	square := filepath.Join(t.TempDir(), "square.dagitty")
	if err := os.WriteFile(square, []byte("mag { a -- b; b -- c; c -- d; d -- a; }"), 0o666); err != nil {
		t.Fatal(err)
	}
	return append(list, file{square, nil, "square"})
}

// The Go API and the command say the same of every sample and example: numbers, classes and
// refusals, which differ at most in what a door calls an option.
func TestDoorsAgree(t *testing.T) {
	byNodes := make(map[string][]file)
	refused, valid := 0, 0
	for _, f := range files(t) {
		byNodes[f.nodes] = append(byNodes[f.nodes], f)
		t.Run("check "+f.path, func(t *testing.T) {
			var api answer
			g, err := sepdist.Read(f.path, f.options(t))
			if err != nil {
				api = answerOf("", err)
			} else {
				var out bytes.Buffer
				check, why := sepdist.Check(t.Context(), g)
				if err := check.JSON(&out); err != nil {
					t.Fatal(err)
				}
				if api = answerOf(out.String(), nil); why != nil {
					api.refusal = fmt.Sprintf("%s: not ", f.path)
				}
			}
			got := command(append(append([]string{"check", "--json"}, f.flags...), f.path)...)
			if got.json != api.json || !strings.HasPrefix(got.refusal, api.refusal) || (api.refusal == "") != (got.refusal == "") {
				t.Errorf("the command says\n%s%s\nthe API says\n%s%s", got.json, got.refusal, api.json, api.refusal)
			}
			if got.refusal != "" {
				refused++
			} else {
				valid++
			}
		})
	}
	if refused == 0 || valid == 0 {
		t.Errorf("%d files are valid and %d refused: want some of both", valid, refused)
	}
	compared := 0
	for _, nodes := range slices.Sorted(maps.Keys(byNodes)) {
		same := byNodes[nodes]
		for i, truth := range same {
			guess := same[(i+1)%len(same)] // where it is the only one, itself
			t.Run("compare "+truth.path+" "+guess.path, func(t *testing.T) {
				api := compareByAPI(t, truth, guess)
				args := append([]string{"compare", "--json", "--metrics", "all"}, append(truth.in("truth"), guess.in("guess")...)...)
				if got := command(append(args, truth.path, guess.path)...); got != api {
					t.Errorf("the command says\n%s%s\nthe API says\n%s%s", got.json, got.refusal, api.json, api.refusal)
				}
				if api.refusal == "" {
					compared++
				}
			})
		}
	}
	if compared < 40 {
		t.Errorf("only %d pairs could be compared", compared)
	}
}

func compareByAPI(t *testing.T, truth, guess file) answer {
	t.Helper()
	var graphs []*sepdist.Graph
	for _, f := range []file{truth, guess} {
		g, err := sepdist.Read(f.path, f.options(t))
		if err != nil {
			return answerOf("", err)
		}
		graphs = append(graphs, g)
	}
	c, err := sepdist.Compare(t.Context(), graphs[0], graphs[1], sepdist.Options{Metrics: []string{"all"}, Seed: 1})
	if err != nil {
		return answerOf("", err)
	}
	var out bytes.Buffer
	if err := c.JSON(&out); err != nil {
		t.Fatal(err)
	}
	return answerOf(out.String(), nil)
}

// A file's own statement of its class reaches the comparison through the API, too, and so do the
// notes of its reader.
func TestReadKeepsTheClass(t *testing.T) {
	g, err := sepdist.ReadFrom(strings.NewReader("mag { a -- b; b -- c; c -- d; d -- a; }"), "square.dagitty", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := sepdist.Compare(t.Context(), g, g, sepdist.Options{Metrics: []string{"zl-sd"}})
	if err != nil {
		t.Fatal(err)
	}
	if c.Truth.Class != "mag" || c.Results[0].Result.Value != 0 {
		t.Errorf("%+v", c)
	}
	loop, err := sepdist.ReadFrom(strings.NewReader("a --> b\na --> a\n"), "loop.txt", format.Options{DropSelfLoops: true})
	if err != nil || len(loop.Notes) != 1 {
		t.Errorf("a dropped self-loop gives the notes %q, %v", loop.Notes, err)
	}
	check, err := sepdist.Check(t.Context(), loop)
	if err != nil || check.Class != "dag" || check.Name != "loop.txt" {
		t.Errorf("%+v, %v", check, err)
	}
}
