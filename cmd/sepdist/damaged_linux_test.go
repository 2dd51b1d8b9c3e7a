package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sepdist/sepdist/format"
)

var damaged = flag.Int("damaged", 8, "how many times TestDamagedInputs damages each file")

// most is the largest memory that a command may take for a small file, in kilobytes.
const most = 500_000

// run runs the command, and returns what it prints, the line of its error, and the kilobytes that it took.
func run(t *testing.T, args ...string) (out, line string, memory int64) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(os.Args[0], args...)
	cmd.Args[0] = "sepdist" // by its name the test binary is the command
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if memory = cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; memory > most {
		t.Errorf("sepdist %s took %d kB", strings.Join(args, " "), memory)
	}
	if err != nil {
		line = strings.TrimSpace(stderr.String())
	}
	return stdout.String() + stderr.String(), line, memory
}

// internals matches what packages of Go write into errors, and what no sentence has.
var internals = regexp.MustCompile(`(?:^|[\s("])(json|xml|csv|zip|gzip|flate|zlib|yaml|http|io|fs|os|exec|bufio|strconv|reflect|runtime|context|sfnt|parquet|thrift|snappy|zstd|s2|utf8|template)(: |\.[A-Z])` +
	`|unexpected EOF|^EOF|: EOF|buffer full|invalid character '|invalid syntax|cannot unmarshal|Go (value|struct)|looking for beginning|end of JSON input|value out of range|runtime error|goroutine|interface \{|<nil>|%!|0xc0|nil pointer|index out of|slice bounds|bare "|wrong number of fields|extraneous|did not find expected|rune error|invalid UTF-8 in string`)

// A damagedFile is a file that commands read.
type damagedFile struct {
	name  string
	data  []byte
	calls []string // FILE stands for it
}

// Damaged files of all kinds give errors without the words of Go's packages, no panic, and take little memory. More by
//
//	go test -run Damaged ./cmd/sepdist -damaged 500
func TestDamagedInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, f := range damagedFiles(t) {
		t.Run(f.name, func(t *testing.T) { f.test(t) })
		if err := os.WriteFile(f.name, f.data, 0o666); err != nil { // others need it
			t.Fatal(err)
		}
	}
}

// test damages the file and runs the commands.
func (f *damagedFile) test(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	runs, longest, largest := 0, time.Duration(0), int64(0)
	for k := range *damaged {
		data := damage(rng, f.data, k)
		if err := os.WriteFile(f.name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, call := range f.calls {
			args := strings.Fields(strings.ReplaceAll(call, "FILE", f.name))
			start := time.Now()
			out, line, memory := run(t, args...)
			runs, longest, largest = runs+1, max(longest, time.Since(start)), max(largest, memory)
			for text := range strings.SplitSeq(out, "\n") {
				if strings.HasPrefix(text, "failed: ") || strings.Contains(text, "note: ") || strings.Contains(text, ",error,") {
					line += "\n" + text
				}
			}
			if found := internals.FindString(line); found != "" {
				t.Errorf("sepdist %s: %q in %s\nof %.200q", strings.Join(args, " "), found, line, data)
			}
		}
		for _, old := range must(filepath.Glob("out.csv*")) {
			os.Remove(old)
		}
	}
	t.Logf("%d runs: at most %v and %d kB", runs, longest, largest)
}

// damage returns a damaged copy: cut off, with bytes changed, removed, repeated, or with a value that is out
// of place.
func damage(rng *rand.Rand, data []byte, k int) []byte {
	odd := []string{"\x00", "\xff\xfe", `"`, "{", "}", "[", "<", "</", "&x;", ",", "\n", "\r", "99999999999999999999", "1e999", "-1", "NaN", "null", "true", ": ", "- ", "\t", "é", "\u202e", "''", `\`, `\u12`, "%", strings.Repeat("9", 400), strings.Repeat("a", 70_000)}
	data = slices.Clone(data)
	if len(data) == 0 {
		return data
	}
	for range 1 + rng.IntN(3) {
		at := rng.IntN(len(data) + 1)
		end := min(len(data), at+1+rng.IntN(20))
		switch (k + rng.IntN(2)) % 6 {
		case 0:
			data = data[:at]
		case 1:
			data = slices.Insert(data, at, []byte(odd[rng.IntN(len(odd))])...)
		case 2:
			data = slices.Delete(data, at, end)
		case 3:
			data = slices.Insert(data, at, slices.Clone(data[at:end])...)
		case 4:
			for i := at; i < end; i++ {
				data[i] = byte(rng.Uint32())
			}
		default: // a number or a word becomes another value
			word := regexp.MustCompile(`[0-9.]+|"[^"]*"|\w+`).FindAllIndex(data, -1)
			if len(word) > 0 {
				w := word[rng.IntN(len(word))]
				data = slices.Replace(data, w[0], w[1], []byte(odd[rng.IntN(len(odd))])...)
			}
		}
	}
	return data
}

// damagedFiles writes files of every kind into the working folder, whole ones.
func damagedFiles(t *testing.T) (list []damagedFile) {
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	must := func(args ...string) {
		if _, line, _ := run(t, args...); line != "" {
			t.Fatalf("sepdist %s: %s", strings.Join(args, " "), line)
		}
	}
	add := func(name string, calls ...string) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, damagedFile{name, data, calls})
	}
	write("t.txt", "A --> B\nB --> C\nD --> C\nA --> D\n")
	write("g.txt", "A --> B\nC --> B\nD --> C\n")
	write("s.txt", "A(t-1) --> B(t)\nB(t-2) --> B(t)\nA(t) --> B(t)\n")
	add("g.txt", "check FILE", "explain --metric shd t.txt FILE", "draw t.txt FILE", "report t.txt FILE", "roc t.txt FILE", "compare t.txt FILE", "simulate --reverse 1 FILE", "members FILE", "separators FILE A C")
	for _, f := range format.Formats {
		if !f.CanRead() || !f.CanWrite() || f.Name == "text" {
			continue
		}
		for _, graph := range []string{"g", "s"} {
			name := graph + "-" + f.Name + append(f.Extensions, ".txt")[0]
			if _, line, _ := run(t, "convert", "--lossy", "--to", f.Name, graph+".txt", name); line != "" {
				continue // it cannot represent time
			}
			add(name, "check FILE", "check --format "+f.Name+" FILE", "compare "+graph+".txt FILE")
		}
	}
	write("m.csv", "id,truth,guess,method\n1,t.txt,g.txt,pc\n2,t.txt,t.txt,ges\n")
	add("m.csv", "batch --metrics shd FILE", "batch --metrics shd -o out.csv FILE")
	write("m.jsonl", `{"id": "1", "truth": "A --> B", "guess": {"nodes": ["A", "B"], "edges": [["A", "-->", "B"]]}, "n": 3}`+"\n"+`{"id": 2, "truth": "t.txt", "guess": "g.txt"}`+"\n")
	add("m.jsonl", "batch --metrics shd FILE")
	for _, name := range []string{"rows.csv", "rows.jsonl", "rows.parquet"} {
		must("batch", "--metrics", "shd,zl-sd", "-o", name, "m.csv")
		add(name, "summary --by method FILE", "plot --x method --metric shd FILE")
	}
	must("batch", "--metrics", "shd", "--shard", "1/2", "-o", "one.csv", "m.csv")
	must("batch", "--metrics", "shd", "--shard", "2/2", "-o", "two.csv", "m.csv")
	add("one.csv", "merge -o out.csv FILE two.csv")
	add("one.csv.run", "merge -o out.csv one.csv two.csv")
	write("grid.json", `{"class": ["dag"], "nodes": [5], "density": [0.1, 0.3], "change": [{"remove": 1}, {}], "repetitions": 2, "metrics": ["zl-sd", "shd"], "seed": 1}`)
	add("grid.json", "experiment -o out.csv FILE")
	write("grid.yaml", "class: [dag]\nnodes: [5]\nedges: [4]\nchange:\n  - {remove: 1}\nrepetitions: 2\nmetrics: [shd]\n")
	add("grid.yaml", "experiment -o out.csv FILE")
	write("weights.csv", "x,y,weight\nA,B,2\nB,A,0.5\n")
	add("weights.csv", "compare --metrics zl-sd --weights FILE t.txt g.txt")
	write("statements.csv", "A,B\nA,C,B\n")
	add("statements.csv", "compare --metrics s-metric --statements FILE t.txt g.txt", "compare --metrics given-sd --separators FILE t.txt g.txt")
	write("names.csv", "E,A\nF,B\n")
	write("renamed.txt", "E --> F\n")
	add("names.csv", "compare --metrics shd --rename FILE --project t.txt renamed.txt")
	var data strings.Builder
	data.WriteString("A,B,C,D\n")
	rng := rand.New(rand.NewPCG(2, 2))
	for range 60 {
		fmt.Fprintf(&data, "%.3f,%.3f,%.3f,%d\n", rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.IntN(3))
	}
	write("data.csv", data.String())
	add("data.csv", "falsify t.txt FILE")
	write("font.ttf", "\x00\x01\x00\x00\x00\x0a\x00\x80\x00\x03\x00\x20glyf\x00\x00\x00\x00\x00\x00\x00\x0c\x00\x00\x00\x0a")
	write("odd.txt", "\"変数\" --> B\n")
	add("font.ttf", "draw --to png --font FILE -o - odd.txt")
	return list
}

// The journal of a run that was stopped, damaged: the run is resumed with the right rows, or there is one line.
func TestDamagedJournals(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"t.txt": "A --> B\nB --> C\n", "g.txt": "B --> A\nB --> C\n", "m.csv": "id,truth,guess\n1,t.txt,g.txt\n2,t.txt,t.txt\n3,g.txt,t.txt\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	call := []string{"batch", "--metrics", "shd,zl-sd", "--workers", "1", "-o", "out.csv", "m.csv"}
	if _, line, _ := run(t, call...); line != "" {
		t.Fatal(line)
	}
	want, err := os.ReadFile("out.csv")
	if err != nil {
		t.Fatal(err)
	}
	finished, err := os.ReadFile("out.csv.run")
	if err != nil {
		t.Fatal(err)
	}
	journal := journalOf(t, call)
	rng := rand.New(rand.NewPCG(3, 3))
	resumed := 0
	for k := range 10 * *damaged {
		for _, file := range must(filepath.Glob("out.csv*")) {
			os.Remove(file)
		}
		if k%3 == 0 {
			if err := os.WriteFile("out.csv", damage(rng, want, k), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("out.csv.run", damage(rng, finished, k), 0o666); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile("out.csv.part", damage(rng, journal, k), 0o666); err != nil {
			t.Fatal(err)
		}
		_, line, _ := run(t, call...)
		if found := internals.FindString(line); found != "" {
			t.Errorf("%q in %s", found, line)
		}
		if line == "" {
			resumed++
			if got, err := os.ReadFile("out.csv"); err != nil || !bytes.Equal(got, want) {
				t.Errorf("other rows than without damage: %v\n%s", err, got)
			}
		}
	}
	t.Logf("%d of %d runs were resumed", resumed, 10**damaged)
}

// journalOf returns the journal of a run that ends before its file is in place: its summary cannot be written.
func journalOf(t *testing.T, call []string) []byte {
	t.Helper()
	for _, file := range must(filepath.Glob("out.csv*")) {
		os.Remove(file)
	}
	_, line, _ := run(t, append(slices.Clone(call), "--summary=missing/summary.json")...)
	journal, err := os.ReadFile("out.csv.part")
	if err != nil {
		t.Fatalf("%v; the run said %q", err, line)
	}
	return journal
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
