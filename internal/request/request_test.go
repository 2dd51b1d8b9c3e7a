package request

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sepdist/sepdist/graph"
)

// ask sends a request and returns the JSON and the parts of the answer.
func ask(t *testing.T, request string, parts ...[]byte) (map[string]any, [][]byte) {
	t.Helper()
	frame, err := join(json.RawMessage(request), parts)
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, Answer(context.Background(), frame, nil))
}

func opened(t *testing.T, frame []byte) (map[string]any, [][]byte) {
	t.Helper()
	all, err := split(frame)
	if err != nil {
		t.Fatal(err)
	}
	var header map[string]any
	if err := json.Unmarshal(all[0], &header); err != nil {
		t.Fatal(err)
	}
	return header, all[1:]
}

// failed returns the error of an answer.
func failed(t *testing.T, request string, parts ...[]byte) Error {
	t.Helper()
	header, _ := ask(t, request, parts...)
	text, err := json.Marshal(header["error"])
	if err != nil {
		t.Fatal(err)
	}
	var e Error
	if err := json.Unmarshal(text, &e); err != nil || e.Message == "" {
		t.Fatalf("%s: no error: %v", request, header)
	}
	return e
}

const (
	collider = `{"nodes": ["a", "b", "c"], "edges": [["a", "-->", "b"], ["c", "-->", "b"]]}`
	chain    = `{"nodes": ["a", "b", "c"], "edges": [["a", "-->", "b"], ["b", "-->", "c"]]}`
)

// The chain claims that b separates a from c, both ways; in the truth it connects them.
func TestCompare(t *testing.T) {
	header, _ := ask(t, `{"op": "compare", "truth": `+collider+`, "guess": `+chain+`, "metrics": ["parent-sd"], "to": "csv"}`)
	results := header["comparison"].(map[string]any)["results"].([]any)
	r := results[0].(map[string]any)
	if r["wrong"] != 2.0 || r["of"] != 6.0 {
		t.Errorf("%v", r)
	}
	if text := header["text"].(string); !strings.Contains(text, "parent-sd,") {
		t.Errorf("%q", text)
	}
}

// Several guesses get one comparison each, in order, and one text.
func TestCompareGuesses(t *testing.T) {
	header, _ := ask(t, `{"op": "compare", "truth": `+collider+`, "guesses": [`+chain+`, `+collider+`], "metrics": ["parent-sd"], "to": "latex"}`)
	list := header["comparisons"].([]any)
	for i, want := range []float64{2, 0} {
		if r := list[i].(map[string]any)["results"].([]any)[0].(map[string]any); r["wrong"] != want {
			t.Errorf("guess %d: %v, want %v wrong", i, r, want)
		}
	}
	if text := header["text"].(string); len(list) != 2 || !strings.Contains(text, `& 0.3333 & \textbf{0.0000}`) {
		t.Errorf("%d comparisons, %s", len(list), text)
	}
	header, _ = ask(t, `{"op": "compare", "truth": `+collider+`, "guesses": [`+chain+`, `+collider+`], "metrics": ["shd"], "to": "all"}`)
	if got := fmt.Sprint(header["table"].([]any)[1], header["best"].([]any)[1]); got != "[shd ↓ 0.3333 0.0000] [false false true]" {
		t.Error(got)
	}
	if texts := header["texts"].(map[string]any); len(texts) != 4 || !strings.Contains(texts["markdown"].(string), "**0.0000**") {
		t.Errorf("%v", texts)
	}
	header, _ = ask(t, `{"op": "compare", "truth": `+collider+`, "guesses": [`+chain+`], "metrics": ["shd"]}`)
	if list := header["comparisons"].([]any); len(list) != 1 {
		t.Errorf("%v", list)
	}
}

// All ways to give a graph give the same one.
func TestGraphs(t *testing.T) {
	ends := []byte{0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0}
	marks := []byte{1, 2, 1, 2}
	names := `"nodes": ["a", "b", "c"], `
	for _, g := range []struct {
		graph string
		parts [][]byte
	}{
		{collider, nil},
		{`{` + names + `"ends": 0, "marks": 1}`, [][]byte{ends, marks}},
		{`{` + names + `"cells": 0, "options": {"codes": "plain", "orientation": "row-to-col"}}`, [][]byte{{0, 1, 0, 0, 0, 0, 0, 1, 0}}},
		{`{` + names + `"cells": 0, "options": {"codes": "plain", "orientation": "col-to-row"}}`, [][]byte{{0, 0, 0, 1, 0, 1, 0, 0, 0}}},
		{`{` + names + `"array": {"data": 0, "type": "<i2", "shape": [3, 3], "strides": [2, 6]}, "options": {"orientation": "row-to-col"}}`,
			[][]byte{{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}}},
		{`{` + names + `"sparse": {"layout": "csr", "size": 3, "rows": {"data": 0, "type": "<i4", "shape": [4]},
			"cols": {"data": 1, "type": "<i4", "shape": [2]}, "values": {"data": 2, "type": "|i1", "shape": [2]}},
			"options": {"codes": "plain", "orientation": "row-to-col"}}`,
			[][]byte{{0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0}, {1, 1}}},
		{`{"text": "a --> b\nc --> b\n", "name": "g.txt"}`, nil},
		{`{"data": 0, "options": {"format": "text"}}`, [][]byte{[]byte("a\nb\nc\na --> b\nb <-- c\n")}},
	} {
		header, parts := ask(t, `{"op": "convert", "graph": `+g.graph+`, "to": "text"}`, g.parts...)
		if header["error"] != nil {
			t.Fatalf("%s: %v", g.graph, header["error"])
		}
		lines := strings.Fields(strings.ReplaceAll(string(parts[0]), "\n", " "))
		if got := strings.Join(lines, " "); got != "a b c a --> b b <-- c" && got != "a b c a --> b c --> b" {
			t.Errorf("%s: %s", g.graph, got)
		}
	}
}

func TestOps(t *testing.T) {
	both := `"truth": ` + collider + `, "guess": ` + chain
	for _, c := range []struct{ request, key string }{
		{`{"op": "explain", ` + both + `, "metrics": ["zl-sd"], "limit": 5}`, "explanation"},
		{`{"op": "explain", ` + both + `, "metrics": ["zl-sd"], "limit": 5, "x": "a", "y": "c"}`, "explanation"},
		{`{"op": "check", "graph": ` + collider + `}`, "check"},
		{`{"op": "convert", "graph": ` + collider + `, "as": "cpdag"}`, "graph"},
		{`{"op": "draw", "graph": ` + collider + `, "to": "svg"}`, "data"},
		{`{"op": "draw", ` + both + `, "to": "dot"}`, "data"},
		{`{"op": "report", ` + both + `, "metrics": ["shd"], "options": {"baseline": 20}, "limit": 3}`, "data"},
		{`{"op": "read", "graph": {"text": "a --> b\n"}}`, "graph"},
		{`{"op": "simulate", "class": "dag", "random": {"nodes": 5, "edges": 4}}`, "graph"},
		{`{"op": "simulate", "graph": ` + collider + `, "changes": {"reverse": 1}}`, "graph"},
		{`{"op": "metrics"}`, "metrics"},
	} {
		header, _ := ask(t, c.request)
		if header["error"] != nil || header[c.key] == nil {
			t.Errorf("%s: %v", c.request, header["error"])
		}
	}
}

func TestSeparated(t *testing.T) {
	for given, want := range map[string]bool{`[]`: true, `["b"]`: false} {
		header, _ := ask(t, `{"op": "separated", "graph": `+collider+`, "x": "a", "y": ["c"], "given": `+given+`}`)
		if header["separated"] != want {
			t.Errorf("given %s: %v", given, header)
		}
	}
}

// Graphs and matrices in one request give what one pair after the other gives.
func TestCompareMany(t *testing.T) {
	matrices := `{"op": "compare-many", "metrics": ["parent-sd", "shd"], "matrices": {"nodes": 3, "truth": 0, "guess": 1, "code": {"codes": "plain", "orientation": "row-to-col"}}}`
	truth := []byte{0, 1, 0, 0, 0, 0, 0, 1, 0}
	guesses := slices.Concat([]byte{0, 1, 0, 0, 0, 1, 0, 0, 0}, truth, []byte{0, 1, 0, 0, 0, 1, 1, 0, 0})
	header, parts := ask(t, matrices, truth, guesses)
	numbers := func(part []byte) (list []float64) {
		for ; len(part) > 0; part = part[8:] {
			list = append(list, math.Float64frombits(binary.LittleEndian.Uint64(part)))
		}
		return list
	}
	wrong := numbers(parts[1])
	if want := []float64{2, 1, 0, 0}; !slices.Equal(wrong[:4], want) || !math.IsNaN(wrong[4]) {
		t.Errorf("wrong %v, expected %v and then none", wrong, want)
	}
	failures := header["errors"].([]any)
	if len(failures) != 1 || failures[0].(map[string]any)["pair"] != 2.0 {
		t.Errorf("%v", failures)
	}
	table := `{"op": "compare-many", "metrics": ["parent-sd", "shd"], "graphs": {"names": [["a", "b", "c"], ["c", "b", "a"]], "classes": ["", "dag"], "heads": 0, "ends": 1, "marks": 2, "triples": 3, "pairs": 4}}`
	var p answer
	p.int32s([]int32{0, 2, 0, 0, 1, 2, 1, 0})
	p.int32s([]int32{0, 1, 2, 1, 2, 1, 1, 0})
	p.part([]byte{1, 2, 1, 2, 1, 2, 1, 2})
	p.int32s(nil)
	p.int32s([]int32{0, 1, 0, 0})
	_, parts = ask(t, table, p.parts...)
	if wrong := numbers(parts[1]); !slices.Equal(wrong, []float64{2, 1, 0, 0}) {
		t.Errorf("wrong %v", wrong)
	}
}

func TestErrors(t *testing.T) {
	cycle := `{"nodes": ["a", "b"], "edges": [["a", "-->", "b"], ["b", "-->", "a"]], "class": "dag"}`
	for _, c := range []struct {
		request string
		want    Error
		text    string
	}{
		{`{"op": "nonsense"}`, Error{Kind: "option", Option: "op"}, "no such request"},
		{`{"op": "compare", "truth": ` + collider + `}`, Error{Kind: "error", Role: "guess"}, "no guess"},
		{`{"op": "compare", "truth": ` + collider + `, "guess": ` + chain + `, "metrics": ["zl"]}`, Error{Kind: "metric"}, "zl"},
		{`{"op": "compare", "truth": ` + cycle + `, "guess": ` + cycle + `}`, Error{Kind: "class", Role: "truth", Witness: []string{"a", "b"}}, "directed cycle"},
		{`{"op": "compare", "truth": ` + collider + `, "guess": {"nodes": ["a", "b"]}}`, Error{Kind: "nodes", Role: "guess", Option: "project", Missing: []string{"c"}, Witness: []string{"c"}}, "project=True"},
		{`{"op": "compare", "truth": ` + collider + `, "guess": ` + chain + `, "options": {"sources": ["q"]}}`, Error{Kind: "nodes", Option: "sources", Witness: []string{"q"}}, "no node"},
		{`{"op": "compare", "truth": ` + collider + `, "guess": ` + chain + `, "options": {"workers": -1}}`, Error{Kind: "option", Option: "workers"}, "workers=-1"},
		{`{"op": "compare", "truth": ` + collider + `, "guess": ` + chain + `, "options": {"workers": "x"}}`, Error{Kind: "option", Option: "workers"}, `workers="x": expected a whole number`},
		{`{"op": "read", "graph": {"text": "a ~> b\n", "options": {"format": "text"}}}`, Error{Kind: "parse"}, "~>"},
		{`{"op": "read", "graph": {"text": "0,1\n0,0\n", "name": "m.csv", "options": {"format": "matrix"}}}`, Error{Kind: "option", Option: "orientation", Values: []string{"row-to-col", "col-to-row"}}, `orientation="row-to-col"`},
		{`{"op": "read", "graph": {"text": "0,1\n0,0\n", "role": "guess", "options": {"format": "matrix"}}}`, Error{Kind: "option", Role: "guess", Option: "orientation", Values: []string{"row-to-col", "col-to-row"}}, "row i"},
		{`{"op": "compare", "metrics": ["shd"], "truth": {"text": "a --> b\n"}, "guess": {"text": "0,1\n0,0\n", "options": {"format": "matrix"}}}`, Error{Kind: "option", Role: "guess", Option: "orientation", Values: []string{"row-to-col", "col-to-row"}}, "by_position=True"},
		{`{"op": "read", "graph": {"text": "a", "options": {"nonsense": "1"}}}`, Error{Kind: "option", Option: "nonsense"}, "nonsense"},
		{`{"op": "check", "graph": {"nodes": ["a", "a"]}}`, Error{Kind: "graph"}, "both named"},
		{`{"op": "check", "graph": {"nodes": ["a"], "ends": 7, "marks": 8}}`, Error{Kind: "error"}, "part"},
		{`{"op": "check", "graph": {"nodes": ["a"], "cells": 0, "options": {"codes": "plain", "orientation": "row-to-col"}}}`, Error{Kind: "error"}, "part"},
		{`{"op": "draw", "graph": ` + chain + `, "to": "bmp"}`, Error{Kind: "option", Option: "to"}, "svg"},
		{`{"op": "convert", "graph": ` + chain + `, "to": "bmp"}`, Error{Kind: "option", Option: "to"}, "text"},
		{`{"op": "compare-many", "metrics": ["shd"]}`, Error{Kind: "error"}, "neither"},
	} {
		e := failed(t, strings.Replace(c.request, "{", `{"door": "python", `, 1))
		if e.Kind != c.want.Kind || e.Option != c.want.Option || e.Role != c.want.Role || !slices.Equal(e.Witness, c.want.Witness) || !slices.Equal(e.Missing, c.want.Missing) ||
			c.want.Values != nil && !slices.Equal(e.Values, c.want.Values) {
			t.Errorf("%s\n%+v\nexpected %+v", c.request, e, c.want)
		}
		if !strings.Contains(e.Message, c.text) || strings.Contains(e.Message, "--orientation") || strings.Contains(e.Message, "--project") {
			t.Errorf("%s\n%s\nexpected %s", c.request, e.Message, c.text)
		}
	}
}

// A bug is an error in the answer, not the end of the process that uses us.
func TestPanics(t *testing.T) {
	ops["panic"] = func(context.Context, *Request, *answer) error { panic("for the test") }
	defer delete(ops, "panic")
	if e := failed(t, `{"op": "panic"}`); e.Kind != "internal" || !strings.Contains(e.Message, "for the test") {
		t.Errorf("%+v", e)
	}
}

func TestJobs(t *testing.T) {
	started := make(chan struct{})
	ops["wait"] = func(ctx context.Context, r *Request, _ *answer) error {
		r.progress(0.5)
		close(started)
		<-ctx.Done()
		return nil
	}
	defer delete(ops, "wait")
	frame, err := join(json.RawMessage(`{"op": "wait"}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	var j Jobs
	if err := j.Start(7, frame); err != nil {
		t.Fatal(err)
	}
	if j.Start(7, frame) == nil {
		t.Error("two jobs have one number")
	}
	<-started
	if done, share, err := j.Poll(7, time.Millisecond); done || share != 0.5 || err != nil {
		t.Errorf("%v, %v, %v", done, share, err)
	}
	one := j.find(7)
	j.Drop(7)
	<-one.done
	if e := mustError(t, one.response); e != "canceled" {
		t.Errorf("%s", e)
	}
	if _, _, err := j.Poll(7, 0); err == nil {
		t.Error("a job that was dropped is still there")
	}
	if frame, err = join(json.RawMessage(`{"op": "metrics"}`), nil); err != nil {
		t.Fatal(err)
	}
	if err := j.Start(8, frame); err != nil {
		t.Fatal(err)
	}
	response, err := j.Take(8)
	if err != nil {
		t.Fatal(err)
	}
	if header, _ := opened(t, response); header["metrics"] == nil {
		t.Errorf("%v", header)
	}
}

func mustError(t *testing.T, frame []byte) any {
	t.Helper()
	header, _ := opened(t, frame)
	return header["error"].(map[string]any)["kind"]
}

// Two requests at once on a pipe, and one that is cancelled.
func TestServe(t *testing.T) {
	in, send := io.Pipe()
	receive, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(in, out)
		out.Close()
	}()
	frame, err := join(json.RawMessage(`{"op": "metrics"}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = send.Write(slices.Concat(message(1, msgRequest, frame), message(2, msgRequest, frame), message(3, msgCancel, nil)))
	}()
	answered := map[int64]bool{}
	for len(answered) < 2 {
		var head [24]byte
		if _, err := io.ReadFull(receive, head[:]); err != nil {
			t.Fatal(err)
		}
		data := make([]byte, binary.LittleEndian.Uint64(head[16:]))
		if _, err := io.ReadFull(receive, data); err != nil {
			t.Fatal(err)
		}
		if binary.LittleEndian.Uint32(head[8:]) == msgResponse {
			if header, _ := opened(t, data); header["metrics"] == nil {
				t.Errorf("%v", header)
			}
			answered[int64(binary.LittleEndian.Uint64(head[:]))] = true
		}
	}
	send.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A request that is not JSON is answered without the words of package json.
func TestNotJSON(t *testing.T) {
	for _, text := range []string{"", "{", "[", `{"op":`, `{"op" 5}`, strings.Repeat("[", 100_000)} {
		frame := append([]byte(magic+"\x01\x00\x00\x00"), binary.LittleEndian.AppendUint64(nil, uint64(len(text)))...)
		header, _ := opened(t, Answer(context.Background(), append(frame, text...), nil))
		e, _ := header["error"].(map[string]any)
		if got, _ := e["message"].(string); !strings.HasPrefix(got, "the request is not JSON after ") {
			t.Errorf("%.20q: %v", text, header)
		}
	}
}

// A block that is not one of a plan is an error about it.
func TestOddBlocks(t *testing.T) {
	for _, block := range []string{"[]", "5", `{"lo": "x"}`, `{"lo": 1e99}`} {
		frame, err := join(json.RawMessage(`{"op": "block", "metrics": ["shd"], "study": {"form": "csv", "lines": 0, "block": `+block+`}}`), [][]byte{[]byte("{}\n")})
		if err != nil {
			t.Fatal(err)
		}
		header, _ := opened(t, respond(context.Background(), frame, nil, true))
		e, _ := header["error"].(map[string]any)
		if got, _ := e["message"].(string); !strings.HasSuffix(got, ": expected a block of the plan") {
			t.Errorf("%s: %v", block, header)
		}
	}
}

// message returns a message to Serve.
func message(id int64, kind uint32, data []byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(id))
	b = binary.LittleEndian.AppendUint32(b, kind)
	b = binary.LittleEndian.AppendUint32(b, 0)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(data)))
	return append(b, data...)
}

// Requests are answered if the input ends behind them, with an error or without one.
func TestServeAnswersAtTheEnd(t *testing.T) {
	frame, err := join(json.RawMessage(`{"op": "metrics"}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ end, want string }{
		{"", ""},
		{"short", "standard input ends in the middle of a message"},
		{string(message(9, msgRequest, frame)[:30]), "standard input ends in the middle of a message"},
		{string(message(9, msgRequest, nil)[:16]) + strings.Repeat("\xff", 8), "the head of a message announces 18446744073709551615 bytes: expected at most 68719476736"},
		{string(message(9, msgProgress, nil)), "the head of a message has kind 3: expected 1 (request) or 2 (cancel)"},
	} {
		var out bytes.Buffer
		err := Serve(strings.NewReader(string(message(1, msgRequest, frame))+string(message(2, msgRequest, []byte("damaged")))+c.end), &out)
		if (c.want != "" || err != nil) && fmt.Sprint(err) != c.want {
			t.Errorf("got the error %v, want %q", err, c.want)
		}
		answered := 0
		for out.Len() > 0 {
			head := out.Next(24)
			data := out.Next(int(binary.LittleEndian.Uint64(head[16:])))
			if binary.LittleEndian.Uint32(head[8:]) == msgResponse {
				opened(t, data)
				answered++
			}
		}
		if answered != 2 {
			t.Errorf("%q: %d answers", c.end, answered)
		}
	}
}

// Work ends once its progress cannot be written, which is how a worker notices that its process has ended.
func TestServeWithoutReader(t *testing.T) {
	receive, out := io.Pipe()
	receive.Close()
	s := &server{out: bufio.NewWriter(out)}
	ended := make(chan struct{})
	if err := s.jobs.start(1, false, func(ctx context.Context, _ func(float64)) []byte {
		<-ctx.Done()
		close(ended)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	s.wait(1)
	<-ended
}

// Whatever the bytes are, Serve ends, and what it writes are messages with frames.
func FuzzServe(f *testing.F) {
	frame, err := join(json.RawMessage(`{"op": "check", "graph": `+collider+`}`), nil)
	if err != nil {
		f.Fatal(err)
	}
	one := message(1, msgRequest, frame)
	f.Add(one)
	f.Add(append(one, message(1, msgCancel, nil)...))
	f.Add(append(one, message(2, msgRequest, []byte("damaged"))...))
	f.Add(one[:len(one)-1])
	f.Add(append(message(9, msgRequest, nil)[:16:16], "\xff\xff\xff\xff\xff\xff\xff\xff"...))
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, op := range []string{"simulate", "report", "journal", "plan"} {
			if bytes.Contains(in, []byte(op)) {
				return // may take long, as requested, or write files
			}
		}
		var out bytes.Buffer
		_ = Serve(bytes.NewReader(in), &out)
		for out.Len() > 0 {
			head := out.Next(24)
			if len(head) < 24 {
				t.Fatal("a head is cut off")
			}
			data := out.Next(int(binary.LittleEndian.Uint64(head[16:])))
			if binary.LittleEndian.Uint32(head[8:]) == msgResponse {
				opened(t, data)
			}
		}
	})
}

func TestCounter(t *testing.T) {
	c, err := NewCounter("parent-aid", "row-to-col", "", 1)
	if err != nil {
		t.Fatal(err)
	}
	truth, guess := []int8{0, 1, 0, 0}, []int8{0, 0, 1, 0}
	for range 3 { // in the same memory
		if wrong, of, err := c.Count(context.Background(), 2, truth, guess); wrong != 2 || of != 2 || err != nil {
			t.Errorf("%v of %v, %v", wrong, of, err)
		}
		if wrong, _, err := c.Count(context.Background(), 2, truth, truth); wrong != 0 || err != nil {
			t.Errorf("%v, %v", wrong, err)
		}
	}
	_, _, err = c.Count(context.Background(), 2, []int8{0, 3, 0, 0}, guess)
	if err == nil {
		t.Fatal("3 is an edge")
	}
	if kind, text := Kind(err); kind != "graph" || !strings.Contains(text, "3") {
		t.Errorf("%s: %s", kind, text)
	}
}

// A pair that was loaded is counted as the current one is, by any number of goroutines, also where the
// cells have changed in between; a counter is free again after an error and after a job.
func TestCounterLoad(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, metric := range []string{"parent-aid", "ancestor-aid", "oset-aid", "sid"} {
		at, err := NewCounter(metric, "row-to-col", "", 1)
		if err != nil {
			t.Fatal(err)
		}
		for workers := 1; workers <= 3; workers++ {
			c, err := NewCounter(metric, "col-to-row", "", workers)
			if err != nil {
				t.Fatal(err)
			}
			var jobs Jobs
			for id := range int64(20) {
				n := 2 + rng.IntN(30)
				var cells, turned [2][]int8
				for k := range cells {
					cells[k], turned[k] = make([]int8, n*n), make([]int8, n*n)
					for i := range n {
						for j := range i {
							if rng.IntN(4) == 0 {
								cells[k][i*n+j], turned[k][j*n+i] = 1, 1
							}
						}
					}
				}
				wrong, of, err := at.Count(context.Background(), n, cells[0], cells[1])
				if err != nil {
					t.Fatal(err)
				}
				if err := c.Load(n, turned[0], append(turned[1][:n*n-1:n*n-1], 1)); err == nil {
					t.Fatal("a self-loop was read")
				}
				if err := c.Load(n, turned[0], turned[1]); err != nil {
					t.Fatal(err)
				}
				clear(turned[0])
				clear(turned[1])
				free := make(chan bool, 1)
				if err := jobs.StartCount(id, c, id%2 == 0, func() { free <- true }); err != nil {
					t.Fatal(err)
				}
				frame, err := jobs.Take(id)
				if err != nil {
					t.Fatal(err)
				}
				if answer, _ := opened(t, frame); answer["wrong"] != wrong || answer["of"] != of {
					t.Errorf("%s: %v; expected %v of %v", metric, answer, wrong, of)
				}
				<-free
			}
		}
	}
}

// Whatever the bytes are, there is an answer, which is a frame.
func FuzzAnswer(f *testing.F) {
	for _, request := range []string{`{"op": "check", "graph": ` + collider + `}`, `{"op": "layout", "truth": ` + collider + `, "guess": ` + chain + `, "at": {"a": [1e300, 0]}}`,
		`{"op": "draw", "to": "svg", "graph": {"text": "X(t-999999) --> Y(t)"}}`, `{"op": "compare-many", "metrics": ["shd"], "matrices": {"nodes": 1, "count": 4294967296, "truth": 0, "guess": 0}}`,
		`{"op": "read", "graph": {"text": "\"\\u034f\" --> \"a\\u3164\""}}`, `{"op": "read", "graph": {"data": 0}}`, `{"op": "compare-many", "metrics": ["shd"], "matrices": {"nodes": 1, "truth": 0, "guess": 0, "code": {"codes": "gadjid", "orientation": "row-to-col"}}}`} {
		frame, err := join(json.RawMessage(request), [][]byte{{0}})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(frame)
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if strings.Contains(string(frame), "simulate") || strings.Contains(string(frame), "report") {
			return // which may take long, as asked
		}
		header, _ := opened(t, Answer(ctx, frame, nil))
		if e, failed := header["error"].(map[string]any); failed && e["kind"] == "internal" {
			t.Errorf("%v", e["message"])
		}
	})
}

// The numbers of marks are part of the schema.
func TestMarks(t *testing.T) {
	if graph.Tail != 1 || graph.Arrow != 2 || graph.Circle != 3 || graph.Conflict != 4 || graph.Ambiguous != 0 || graph.NonCollider != 2 {
		t.Error("marks or statuses have other numbers than the schema says")
	}
}

// A graph without edges is a time series without links beside one with lags, in every form.
func TestSeriesWithoutLinks(t *testing.T) {
	for _, guess := range []string{
		`{"text": "A\nB\n"}`, `{"text": "A\nB\n", "options": {"class": "ts-dag"}}`, `{"nodes": ["A", "B"]}`, `{"nodes": ["A", "B"], "class": "ts-admg"}`,
	} {
		header, _ := ask(t, `{"op": "compare", "truth": {"text": "A(t-1) --> B(t)"}, "guess": `+guess+`, "metrics": ["shd"]}`)
		text, _ := json.Marshal(header)
		if !strings.Contains(string(text), `"wrong":1`) {
			t.Errorf("guess %s: %s", guess, text)
		}
	}
}
