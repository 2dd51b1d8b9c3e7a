package block_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/simulate"
	"github.com/sepdist/sepdist/internal/study/batch"
	"github.com/sepdist/sepdist/internal/study/block"
	"github.com/sepdist/sepdist/internal/study/store"
)

var ctx = context.Background()

// write writes a file into a folder and returns its path.
func write(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// text returns a graph in the native format.
func text(t *testing.T, d simulate.Drawn) string {
	t.Helper()
	var b bytes.Buffer
	if _, err := format.Write(&b, &format.Document{Graph: d.Graph}, "text", format.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rows returns what batch writes for the study, with the line above the rows.
func rows(t *testing.T, s *block.Study) string {
	t.Helper()
	src, err := s.Source()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	b.Write(s.Settings.Head(src))
	if err := batch.Run(ctx, src, &s.Settings, 0, 1000, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// blocks returns what the blocks of a plan give together, run in reverse and each by what is left
// of it in JSON.
func blocks(t *testing.T, s *block.Study, seconds float64) (text string, plan *block.Plan) {
	t.Helper()
	plan, err := s.Plan(ctx, seconds)
	if err != nil {
		t.Fatal(err)
	}
	answers := make([][]byte, len(plan.Blocks))
	for i, b := range slices.Backward(plan.Blocks) {
		wire, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		var there block.Block
		if err := json.Unmarshal(wire, &there); err != nil {
			t.Fatal(err)
		}
		a, err := s.Run(ctx, &there)
		if err != nil {
			t.Fatal(err)
		}
		answers[i] = a.Rows
	}
	text = plan.Head
	next := 0
	for i := 0; i < len(plan.Blocks); {
		b := plan.Blocks[i]
		if b.Lo != next {
			t.Fatalf("block %v after pair %d", &b, next)
		}
		next = b.Hi
		if b.Part == nil {
			text += string(answers[i])
			i++
			continue
		}
		end := i
		for end < len(plan.Blocks) && plan.Blocks[end].Lo == b.Lo {
			end++
		}
		joined, _, err := s.Join(answers[i:end], b.Metrics)
		if err != nil {
			t.Fatal(err)
		}
		text += string(joined)
		i = end
	}
	if next != plan.Pairs {
		t.Fatalf("the blocks end at %d of %d pairs", next, plan.Pairs)
	}
	return text, plan
}

// random is a study of random pairs.
func random(count, nodes int) *block.Study {
	s := &block.Study{Count: count, Random: &simulate.Task{Class: class.DAG, Options: simulate.Options{Nodes: nodes, Edges: 2 * nodes, Seed: 7, Prefix: "X"}, Changes: simulate.Changes{Any: 3}, Change: true}}
	s.Settings.Form = store.CSV
	s.Settings.Ambiguous = "all"
	return s
}

// folder writes the pairs of a random study into files, with a manifest that has some pairs that
// cannot be compared, and returns the study of these.
func folder(t *testing.T, s *block.Study, ending string) *block.Study {
	t.Helper()
	dir := t.TempDir()
	manifest := "\ufeffid,truth,guess,\"the method\"\n"
	lines := ""
	for k := range s.Count {
		truth, guess, err := simulate.TruthAndGuess(ctx, s.Random.Class, s.Random.Options, s.Random.Changes, true, uint64(k+1))
		if err != nil {
			t.Fatal(err)
		}
		id := fmt.Sprintf("%0*d", len(fmt.Sprint(s.Count)), k+1)
		t1, g1 := write(t, dir, "truth/"+id+".txt", text(t, truth)), "guess/"+id+".txt"
		write(t, dir, g1, text(t, guess))
		method := "pc"
		switch k % 5 {
		case 2:
			g1 = "guess/none.txt"
		case 3:
			method = "\"two\nlines\""
		}
		manifest += fmt.Sprintf("%s,truth/%s,%s,%s\n", id, filepath.Base(t1), g1, method)
		quoted, _ := json.Marshal(text(t, guess))
		lines += fmt.Sprintf("{\"id\": %d, \"truth\": \"truth/%s\", \"guess\": %s, \"n\": %d}\n\n", k, filepath.Base(t1), quoted, k)
	}
	made := &block.Study{Settings: s.Settings}
	if ending == ".csv" {
		made.Paths = []string{write(t, dir, "manifest.csv", manifest)}
	} else {
		made.Paths = []string{write(t, dir, "pairs.jsonl", lines)}
	}
	return made
}

func TestBlocksGiveTheRowsOfBatch(t *testing.T) {
	few := random(40, 8)
	inMemory := folder(t, few, ".jsonl")
	data, err := os.ReadFile(inMemory.Paths[0])
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(inMemory.Paths[0])
	data = bytes.ReplaceAll(data, []byte(`"truth/`), []byte(`"`+filepath.ToSlash(dir)+`/truth/`))
	inMemory = &block.Study{Lines: data, Columns: batch.KeysOfLines(bytes.NewReader(data)), Settings: few.Settings}
	for name, s := range map[string]*block.Study{"random": few, "csv": folder(t, few, ".csv"), "jsonl": folder(t, few, ".jsonl"), "memory": inMemory} {
		for _, form := range []store.Form{store.CSV, store.JSONL} {
			s.Settings.Form = form
			want := rows(t, s)
			for _, seconds := range []float64{1e-9, 0.001, 100} {
				got, plan := blocks(t, s, seconds)
				if got != want {
					t.Errorf("%s: blocks of %v s give\n%s\nbatch gives\n%s", name, seconds, got, want)
				}
				if n := len(plan.Blocks); seconds == 100 && n != 1 || seconds < 1e-6 && n != 40 {
					t.Errorf("%s: %d blocks of %v s", name, n, seconds)
				}
			}
		}
	}
}

func TestLargePairsAreCut(t *testing.T) {
	s := random(3, 100)
	s.Settings.Metrics = []string{"shd", "zl-sd", "parent-aid", "sid", "pparent-sd", "ancestor-sd", "mb-zl-sd"}
	for _, form := range []store.Form{store.CSV, store.JSONL} {
		s.Settings.Form = form
		want := rows(t, s)
		got, plan := blocks(t, s, 1e-5)
		if got != want {
			t.Errorf("blocks give\n%s\nbatch gives\n%s", got, want)
		}
		parts := make([]int, plan.Pairs)
		for _, b := range plan.Blocks {
			parts[b.Lo]++
		}
		if slices.Min(parts) < 3 { // the metrics without parts, and two parts of the sources
			t.Errorf("the pairs have %d blocks", parts)
		}
	}
}

// The pairs of simulate --count are those that a study draws.
func TestRandomPairsAreThoseOfFiles(t *testing.T) {
	s := random(10, 8)
	files := folder(t, s, ".csv")
	strip := func(text string) (list []string) {
		for line := range strings.Lines(text) {
			if f := strings.Split(line, ","); len(f) > 7 && !strings.Contains(line, "missing-file") {
				list = append(list, strings.Join(append(f[:5:5], f[len(f)-8:]...), ","))
			}
		}
		return list
	}
	drawn := strip(rows(t, s))
	for _, row := range strip(strings.ReplaceAll(rows(t, files), "\"two\nlines\"", "x")) {
		if !slices.Contains(drawn, row) {
			t.Errorf("%q is no row of the random study", row)
		}
	}
}

func TestChangedManifests(t *testing.T) {
	s := folder(t, random(20, 6), ".csv")
	plan, err := s.Plan(ctx, 1e-9)
	if err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(s.Paths[0])
	if err != nil {
		t.Fatal(err)
	}
	last := &plan.Blocks[len(plan.Blocks)-1]
	for name, text := range map[string]string{
		"another guess": strings.Replace(string(old), "guess/20.txt", "guess/19.txt", 1),
		"a line less":   string(old[:bytes.LastIndexByte(old[:len(old)-1], '\n')+1]),
		"no manifest":   "nothing",
		"a line more":   strings.Replace(string(old), "\n01,", "\n00,truth/01.txt,guess/01.txt,pc\n01,", 1),
	} {
		write(t, filepath.Dir(s.Paths[0]), "manifest.csv", text)
		_, err := s.Run(ctx, last)
		var changed *pipeline.ChangedError
		if !errors.As(err, &changed) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

func TestBadStudies(t *testing.T) {
	dir := t.TempDir()
	for name, paths := range map[string][]string{
		"no pairs":     {write(t, dir, "empty.csv", "id,truth,guess\n")},
		"duplicate id": {write(t, dir, "twice.csv", "id,truth,guess\n1,a,b\n2,a,b\n1,a,c\n")},
		"no column":    {write(t, dir, "columns.csv", "id,truth\n1,a\n")},
		"is a folder":  {dir},
		"names no":     nil,
	} {
		s := &block.Study{Paths: paths, Settings: random(1, 3).Settings}
		if _, err := s.Plan(ctx, 1); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}
