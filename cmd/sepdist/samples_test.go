package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
)

// A sample is a file that a tool wrote, with what it means and what a user must state.
type sample struct {
	File         string
	Generated    bool
	Class        string
	Options      map[string]any
	Nodes, Edges []string
}

func samples(t *testing.T) []sample {
	t.Helper()
	data, err := os.ReadFile("../../testdata/samples/index.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []sample
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(list, func(s sample) bool { return s.Generated })
}

// flags returns the options as they are typed.
func (s sample) flags() (list []string) {
	for name, value := range s.Options {
		if name != "names" {
			list = append(list, fmt.Sprintf("--%s=%v", strings.ReplaceAll(name, "_", "-"), value))
		}
	}
	slices.Sort(list)
	return list
}

// What the flags say reaches the readers: convert prints the nodes and edges that a
// file of a tool means, or the reader's error.
func TestConvertSamples(t *testing.T) {
	for _, s := range samples(t) {
		t.Run(s.File, func(t *testing.T) {
			file := filepath.Join("../../testdata/samples", filepath.FromSlash(s.File))
			var stdout, stderr bytes.Buffer
			root := newRoot()
			root.SetOut(&stdout)
			root.SetErr(&stderr)
			root.SetArgs(append(append([]string{"convert", "--to", "text"}, s.flags()...), file, "-"))
			err := root.Execute()
			if wrong := s.wrong(file); wrong != nil {
				if err == nil || err.Error() != wrong.Error() || stdout.Len() > 0 {
					t.Errorf("got %v and %q, want the error %v", err, stdout.String(), wrong)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if s.Class == "ts" && strings.HasPrefix(s.File, "tetrad/") {
				s = s.lagged()
			}
			s.check(t, stdout.String())
		})
	}
}

// lagged returns a sample of a time series of Tetrad, whose nodes X and X:1 are the moments X(t) and X(t-1) of one variable.
func (s sample) lagged() sample {
	moment := strings.NewReplacer(":", "(t-")
	nodes, edges := s.Nodes, s.Edges
	s.Nodes, s.Edges = nil, nil
	for _, name := range nodes {
		if !strings.Contains(name, ":") {
			s.Nodes = append(s.Nodes, name)
		}
	}
	for _, e := range edges {
		words := strings.Fields(e)
		for _, i := range []int{0, 2} {
			if words[i] = moment.Replace(words[i]); !strings.Contains(words[i], "(") {
				words[i] += "(t"
			}
			words[i] += ")"
		}
		s.Edges = append(s.Edges, strings.Join(words, " "))
	}
	return s
}

// wrong returns what package format has against the file or the options.
func (s sample) wrong(file string) error {
	var o format.Options
	for _, flag := range s.flags() {
		name, value, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		if err := o.Set(name, value); err != nil {
			return err
		}
	}
	_, err := format.ReadFile(file, o)
	return err
}

// check compares a text with the nodes and edges of the sample, in any order: package
// format tests that of the nodes.
func (s sample) check(t *testing.T, text string) {
	t.Helper()
	var nodes, edges []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if first, _, _ := strings.Cut(line, " "); first == "ambiguous" {
			continue
		}
		d, err := format.Parse([]byte(line), "", format.Options{Format: "text"})
		if err != nil {
			t.Fatal(err)
		}
		if d.Graph.M() == 0 {
			nodes = append(nodes, d.Graph.Name(0))
			continue
		}
		e := d.Graph.EdgeList()[0]
		for range 2 {
			edges = append(edges, d.Graph.Name(e.X)+" "+e.Arrow()+" "+d.Graph.Name(e.Y))
			e = e.Flip()
		}
	}
	if want := slices.Sorted(slices.Values(s.Nodes)); !slices.Equal(slices.Sorted(slices.Values(nodes)), want) {
		t.Errorf("nodes %q, want %q", nodes, want)
	}
	if len(edges) != 2*len(s.Edges) {
		t.Errorf("%d edges, want %d", len(edges)/2, len(s.Edges))
	}
	for _, e := range s.Edges {
		if !slices.Contains(edges, e) {
			t.Errorf("no edge %s in %q", e, edges)
		}
	}
}
