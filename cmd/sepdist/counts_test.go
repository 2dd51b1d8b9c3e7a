package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every count in every summary is that of the rows, also where pairs fail and numbers are undefined.
// What is expected is counted here from the rows of JSON, and from the graphs.

var countedGraphs = map[string]string{
	"truth.txt": "a --> b\nb --> c\nc --> d\ne --> d\n",
	"good.txt":  "a --> b\nc --> b\nc --> d\ne\n",
	"cpdag.txt": "a --- b\nb --- c\nc --> d\ne --> d\n",
	"cyc.txt":   "a --> b\nb --> c\nc --> a\nc --> d\ne\n",
	"other.txt": "a --> b\nb --> x\nc --> x\nd --> x\n",
	"bad.txt":   "a -> b\n",
	"split.txt": "a x-x b\nb --- c\nd\ne\n",
	"full.txt":  "a --> b\na --> c\na --> d\na --> e\nb --> c\nb --> d\nb --> e\nc --> d\nc --> e\nd --> e\n",
	"study.csv": `id,truth,guess,method,n
1,truth.txt,good.txt,pc,10
2,truth.txt,cpdag.txt,pc,10
3,truth.txt,cyc.txt,pc,20
4,truth.txt,other.txt,ges,10
5,truth.txt,missing.txt,ges,10
6,truth.txt,bad.txt,ges,20
7,truth.txt,truth.txt,ges,20
8,truth.txt,full.txt,ges,20
9,truth.txt,split.txt,pc,10
10,truth.txt,missing.txt,pc,20
`,
}

const countedMetrics = "zl-sd,sid,collider-precision,parent-sd,shd"

// counted makes a folder with the graphs and returns what runs commands in it.
func counted(t *testing.T) func(args ...string) (stdout, stderr string) {
	t.Chdir(t.TempDir())
	for name, text := range countedGraphs {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return func(args ...string) (string, string) {
		t.Helper()
		stdout := screen{columns: 300}
		var stderr bytes.Buffer
		root := newRoot()
		root.SetArgs(args)
		root.SetOut(&stdout)
		root.SetErr(&stderr)
		if err := root.Execute(); err != nil {
			fmt.Fprintln(&stderr, oneLine(err))
		}
		return stdout.String(), stderr.String()
	}
}

type countedRow struct {
	ID, Method, Metric, Status, Code, Reason string
	Truth                                    string   `json:"truth_class"`
	Guess                                    string   `json:"guess_class"`
	Value                                    *float64 `json:"value"`
	N                                        json.Number
}

func rowsOfJSON(t *testing.T, file string) (rows []countedRow) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(bytes.NewReader(data)); dec.More(); {
		var r countedRow
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

// A tally has what a summary may count.
type countTally struct {
	pairs, failed, apart int
	conflicting          int
	reasons              map[string]int            // of pairs that failed
	values               map[string]int            // by metric
	missing              map[string]map[string]int // by metric and reason
}

func tallyOf(rows []countedRow) countTally {
	c := countTally{reasons: map[string]int{}, values: map[string]int{}, missing: map[string]map[string]int{}}
	pairs := map[string][]countedRow{}
	for _, r := range rows {
		pairs[r.ID] = append(pairs[r.ID], r)
		if c.missing[r.Metric] == nil {
			c.missing[r.Metric] = map[string]int{}
		}
		if r.Value != nil {
			c.values[r.Metric]++
		} else {
			c.missing[r.Metric][r.Code]++
		}
	}
	for _, pair := range pairs {
		c.pairs++
		if !slices.ContainsFunc(pair, func(r countedRow) bool { return r.Status == "ok" }) {
			c.failed++
			c.reasons[pair[0].Code]++
			if strings.Contains(pair[0].Reason, "conflicting orientations") {
				c.conflicting++
			}
		} else if pair[0].Truth == "dag" && pair[0].Guess == "cpdag" {
			c.apart++
		}
	}
	return c
}

// list writes counts as a summary does: most first, then by name.
func list(counts map[string]int) string {
	var codes []string
	for code := range counts {
		codes = append(codes, code)
	}
	slices.SortFunc(codes, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	for i, code := range codes {
		codes[i] = fmt.Sprintf("%d %s", counts[code], code)
	}
	return strings.Join(codes, ", ")
}

func wantLine(t *testing.T, text, line string) {
	t.Helper()
	for got := range strings.Lines(text) {
		if words := strings.Join(strings.Fields(got), " "); words == line || strings.HasPrefix(words+" ", line) {
			return
		}
	}
	t.Errorf("no line %q in\n%s", line, text)
}

func TestCountsOfBatch(t *testing.T) {
	run := counted(t)
	out, notes := run("batch", "--metrics", countedMetrics, "--summary", "--out", "rows.jsonl", "study.csv")
	c := tallyOf(rowsOfJSON(t, "rows.jsonl"))
	if c.pairs != 10 || c.failed != 6 || c.conflicting != 1 || c.apart != 1 || c.values["zl-sd"] != 4 || c.values["collider-precision"] == 0 {
		t.Fatalf("the study is not what it is meant to be: %+v", c)
	}
	wantLine(t, notes, fmt.Sprintf("%d of %d pairs could not be compared (%s); the first: ", c.failed, c.pairs, list(c.reasons)))
	wantLine(t, notes, fmt.Sprintf("note: in %d of %d pairs truth and guess are of different classes", c.apart, c.pairs))
	share := func(n int) string { return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(c.pairs)) }
	wantLine(t, out, fmt.Sprintf("pairs %d", c.pairs))
	wantLine(t, out, "valid "+share(c.pairs-c.failed))
	wantLine(t, out, "conflicting "+share(c.conflicting))
	wantLine(t, out, "invalid "+share(c.failed-c.conflicting))
	for code, n := range c.reasons {
		wantLine(t, out, fmt.Sprintf("%s %d", code, n))
	}
	for metric, n := range c.values {
		if !regexp.MustCompile(fmt.Sprintf(`(?m)^%s +%d `, metric, n)).MatchString(out) {
			t.Errorf("%s has %d values; the summary says\n%s", metric, n, out)
		}
	}
}

func TestCountsOfGroups(t *testing.T) {
	run := counted(t)
	run("batch", "--metrics", countedMetrics, "--out", "rows.jsonl", "study.csv")
	run("batch", "--metrics", countedMetrics, "--wide", "--out", "wide.csv", "study.csv")
	for i := 1; i <= 3; i++ {
		run("batch", "--metrics", countedMetrics, "--shard", fmt.Sprintf("%d/3", i), "--out", fmt.Sprintf("part%d.csv", i), "study.csv")
	}
	merged, _ := run("merge", "--out", "merged.csv", "--summary", "part1.csv", "part2.csv", "part3.csv")
	rows := rowsOfJSON(t, "rows.jsonl")
	all := tallyOf(rows)
	wantLine(t, merged, fmt.Sprintf("pairs %d", all.pairs))
	wantLine(t, merged, fmt.Sprintf("valid %d ", all.pairs-all.failed))
	for _, file := range []string{"rows.jsonl", "wide.csv", "merged.csv"} {
		out, _ := run("summary", "--by", "method,n", "--to", "json", file)
		var s struct {
			Pairs  int
			Groups []struct {
				Metric                string
				Group                 map[string]string
				Pairs, Values, Failed int
				Mean                  *float64
				Reasons               []struct {
					Code  string
					Pairs int
				}
			}
		}
		if err := json.Unmarshal([]byte(out), &s); err != nil {
			t.Fatal(err)
		}
		if s.Pairs != all.pairs || len(s.Groups) != 4*5 {
			t.Errorf("%s: %d pairs, %d groups", file, s.Pairs, len(s.Groups))
		}
		text, _ := run("summary", "--by", "method,n", file)
		wantLine(t, text, fmt.Sprintf("%d pairs, 4 groups", all.pairs))
		wantLine(t, text, fmt.Sprintf("Note: in %d of %d pairs ", all.apart, all.pairs))
		for _, g := range s.Groups {
			c := tallyOf(slices.DeleteFunc(slices.Clone(rows), func(r countedRow) bool {
				return r.Method != g.Group["method"] || r.N.String() != g.Group["n"]
			}))
			sum := 0.0
			for _, r := range rows {
				if r.Method == g.Group["method"] && r.N.String() == g.Group["n"] && r.Metric == g.Metric && r.Value != nil {
					sum += *r.Value
				}
			}
			reasons := map[string]int{}
			for _, r := range g.Reasons {
				reasons[r.Code] = r.Pairs
			}
			if g.Pairs != c.pairs || g.Values != c.values[g.Metric] || g.Failed != c.pairs-c.values[g.Metric] || list(reasons) != list(c.missing[g.Metric]) {
				t.Errorf("%s: %+v, by the rows %+v", file, g, c)
			}
			if (g.Mean == nil) != (g.Values == 0) || g.Mean != nil && (*g.Mean-sum/float64(g.Values)) > 1e-12 {
				t.Errorf("%s: mean of %+v, by the rows %v of %d", file, g, sum, c.values[g.Metric])
			}
			failed := "0"
			if g.Failed > 0 {
				failed = fmt.Sprintf("%d (%s)", g.Failed, list(c.missing[g.Metric]))
			}
			row := regexp.MustCompile(fmt.Sprintf(`(?m)^%s +%s +%d +%d .* %s$`, g.Group["method"], g.Group["n"], g.Pairs, g.Values, regexp.QuoteMeta(failed)))
			if _, table, _ := strings.Cut(text, "\n"+g.Metric+"\n"); !row.MatchString(strings.Split(table, "\n\n")[0]) {
				t.Errorf("%s: no row %v in\n%s", file, row, text)
			}
		}
	}
}

func TestCountsOfMatrix(t *testing.T) {
	run := counted(t)
	out, notes := run("matrix", "--metric", "shd", "truth.txt", "good.txt", "cpdag.txt", "cyc.txt", "other.txt", "missing.txt")
	cells, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	empty, all := 0, 0
	for _, row := range cells[1:] {
		for _, cell := range row[1:] {
			if all++; cell == "" {
				empty++
			}
		}
	}
	wantLine(t, notes, fmt.Sprintf("%d of %d comparisons failed: ", empty, all))
	wantLine(t, notes, fmt.Sprintf("note: in %d of %d pairs truth and guess are of different classes", 5, all)) // a CPDAG with two DAGs both ways, and with the cyclic truth
}

func TestCountsOfExperiment(t *testing.T) {
	run := counted(t)
	grid := `{"class": ["mag", "dag"], "nodes": [5], "edges": [4, 10], "change": [{"remove": 1, "reverse": 1}, {"add": 1}], "repetitions": 6, "metrics": ["zl-sd", "collider-recall"], "seed": 3}`
	if err := os.WriteFile("grid.json", []byte(grid), 0o666); err != nil {
		t.Fatal(err)
	}
	out, notes := run("experiment", "--out", "rows.jsonl", "--summary", "--statistics", "cells.csv", "grid.json")
	rows := rowsOfJSON(t, "rows.jsonl")
	c := tallyOf(rows)
	if c.pairs != 48 || c.failed == 0 || c.values["collider-recall"] == c.pairs-c.failed {
		t.Fatalf("the experiment is not what it is meant to be: %+v", c)
	}
	wantLine(t, notes, fmt.Sprintf("%d of %d pairs could not be compared (%s); the first: ", c.failed, c.pairs, list(c.reasons)))
	wantLine(t, out, fmt.Sprintf("pairs %d", c.pairs))
	for metric, n := range c.values {
		if !regexp.MustCompile(fmt.Sprintf(`(?m)^%s +%d `, metric, n)).MatchString(out) {
			t.Errorf("%s has %d values; the summary says\n%s", metric, n, out)
		}
	}
	file, err := os.Open("cells.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cells, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	values, lost := map[string]int{}, map[string]int{}
	for _, row := range cells[1:] {
		if row[3] != "" { // a correlation of two metrics
			continue
		}
		n, _ := strconv.Atoi(row[4])
		l, _ := strconv.Atoi(row[14])
		if n+l != 6 {
			t.Errorf("%v: %d values and %d lost of 6 repetitions", row, n, l)
		}
		values[row[2]] += n
		lost[row[2]] += l
		sum := 0
		for _, part := range strings.Split(row[15], ", ") {
			number, _, _ := strings.Cut(part, " ")
			k, _ := strconv.Atoi(number)
			sum += k
		}
		if sum != l {
			t.Errorf("%v: the reasons say %d, and %d were lost", row, sum, l)
		}
	}
	for _, metric := range []string{"zl-sd", "collider-recall"} {
		if values[metric] != c.values[metric] || lost[metric] != c.pairs-c.values[metric] {
			t.Errorf("%s: %d values and %d lost, by the rows %d and %d", metric, values[metric], lost[metric], c.values[metric], c.pairs-c.values[metric])
		}
	}
}

func TestCountsOfCompareAndExplain(t *testing.T) {
	run := counted(t)
	adjacent := map[string]int{"truth.txt": 4, "good.txt": 3, "cpdag.txt": 4, "full.txt": 10}
	for guess, edges := range adjacent {
		out, _ := run("compare", "--json", "--metrics", "sd,mb,aid,shd", "truth.txt", guess)
		text, _ := run("compare", "--metrics", "sd,mb,aid,shd", "truth.txt", guess)
		var c struct {
			Results []struct {
				Metric               string
				Wrong, Of            *int
				Claims, Unidentified *int
			}
		}
		if err := json.Unmarshal([]byte(out), &c); err != nil {
			t.Fatal(err)
		}
		wantLine(t, text, fmt.Sprintf("separation distances: the guess makes %d claims about 20 ordered pairs; %d are adjacent in it", 20-2*edges, 2*edges))
		for _, r := range c.Results {
			if r.Claims != nil && (*r.Claims != 20-2*edges || *r.Wrong > *r.Claims) {
				t.Errorf("%s %s: %d wrong of %d claims, and %d edges", guess, r.Metric, *r.Wrong, *r.Claims, edges)
			}
			unidentified := ""
			if r.Unidentified != nil {
				unidentified = fmt.Sprintf(", %d unidentified", *r.Unidentified)
			}
			if r.Wrong != nil && !regexp.MustCompile(fmt.Sprintf(`(?m)^%s .* %d of %d [a-z ]+%s$`, r.Metric, *r.Wrong, *r.Of, unidentified)).MatchString(text) {
				t.Errorf("%s %s: %d of %d is not in\n%s", guess, r.Metric, *r.Wrong, *r.Of, text)
			}
		}
		for _, metric := range []string{"zl-sd", "parent-aid", "shd", "sc-metric"} {
			countsOfExplain(t, run, guess, metric)
		}
	}
}

// countsOfExplain recounts what explain says of all wrong claims, and of some.
func countsOfExplain(t *testing.T, run func(...string) (string, string), guess, metric string) {
	t.Helper()
	out, _ := run("explain", "--json", "--limit", "1000", "--metric", metric, "truth.txt", guess)
	var e struct {
		Wrong  *int
		Claims []struct{ X, Y, Edge string }
		Nodes  []struct {
			Node  string
			Wrong int
		}
		Edges []struct {
			Edge   string
			Claims int
		}
	}
	if err := json.Unmarshal([]byte(out), &e); err != nil {
		t.Fatal(err)
	}
	if e.Wrong != nil && *e.Wrong != len(e.Claims) {
		t.Errorf("%s %s: %d wrong, and %d are listed", guess, metric, *e.Wrong, len(e.Claims))
	}
	nodes, edges := map[string]int{}, map[string]int{}
	for _, c := range e.Claims {
		nodes[c.X]++
		nodes[c.Y]++
		edges[c.Edge]++
	}
	for _, n := range e.Nodes {
		if n.Wrong != nodes[n.Node] {
			t.Errorf("%s %s: node %s is said to be in %d claims, and is in %d", guess, metric, n.Node, n.Wrong, nodes[n.Node])
		}
	}
	for _, g := range e.Edges {
		if g.Claims != edges[g.Edge] {
			t.Errorf("%s %s: %d claims are said to be due to %s, and %d are", guess, metric, g.Claims, g.Edge, edges[g.Edge])
		}
	}
	text, _ := run("explain", "--limit", "1", "--metric", metric, "truth.txt", guess)
	if len(e.Claims) > 1 && (!strings.Contains(text, "; showing 1\n") || regexp.MustCompile(`(?m)^due to .* claims?$`).MatchString(text)) {
		t.Errorf("%s %s: one of %d claims is shown as if it were all:\n%s", guess, metric, len(e.Claims), text)
	}
}

func TestCountsOfCheck(t *testing.T) {
	run := counted(t)
	for file, want := range map[string][]string{
		"truth.txt": {"nodes 5", "edges 4: 4 -->", "components 1"},
		"good.txt":  {"nodes 5", "edges 3: 3 -->", "components 2"},
		"cpdag.txt": {"nodes 5", "edges 4: 2 ---, 2 -->", "components 1"},
		"split.txt": {"nodes 5", "edges 2: 1 ---, 1 x-x", "components 3"},
	} {
		out, _ := run("check", file)
		for _, line := range want {
			wantLine(t, out, line)
		}
	}
	out, _ := run("check", "cpdag.txt") // a --> b --> c, a <-- b --> c, a <-- b <-- c
	members, _ := run("members", "cpdag.txt")
	if n := strings.Count(members, "e --> d"); !strings.Contains(out, fmt.Sprintf("equivalence class  %d DAGs", n)) || n != 3 {
		t.Errorf("%d members are listed; check says\n%s", n, out)
	}
}
