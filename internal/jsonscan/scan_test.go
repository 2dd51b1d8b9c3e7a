package jsonscan_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/jsonscan"
)

var texts = []string{
	`{}`, `[]`, `""`, `1`, ` {"a": [1, -2.5e3, true, null], "b\n": {"c": "\u00e9\"" } } `, `[[[]], {"x": ""}]`,
	``, `{`, `}`, `[1,]`, `[,1]`, `{"a"}`, `{"a":}`, `{"a": 1,}`, `[1 2]`, `{"a": [1}`, `"a`, `"a\`, `tru`, `1 2`, `{a: 1}`, "\"\n\"", `[1]]`, `01`,
}

// What is valid for encoding/json is valid here, and strings have the same text.
func check(t *testing.T, text string) {
	s := jsonscan.Scanner{Data: []byte(text)}
	raw, ok := s.Value()
	ok = ok && s.End()
	deep := strings.Count(text, "[")+strings.Count(text, "{") >= 1000
	if valid := json.Valid([]byte(text)); ok && !valid && !badEscape(text) || !ok && valid && !deep {
		t.Fatalf("%q: %v, want %v", text, ok, valid)
	}
	if !ok && s.Want == "" {
		t.Errorf("%q: an error without what was expected", text)
	}
	if s.At > len(text) {
		t.Errorf("%q: stands at %d", text, s.At)
	}
	var want string
	if json.Unmarshal(raw, &want) != nil || len(raw) == 0 || raw[0] != '"' || !json.Valid([]byte(text)) {
		return
	}
	if got, ok := (&jsonscan.Scanner{Data: raw}).String(); !ok || strings.ToValidUTF8(string(got), "�") != want && strings.Contains(want, "�") == false {
		t.Errorf("%q is %q, want %q", raw, got, want)
	}
}

// badEscape reports whether a text has a backslash: Value does not look at what follows one.
func badEscape(text string) bool { return strings.Contains(text, `\`) }

func TestScanner(t *testing.T) {
	for _, text := range texts {
		check(t, text)
	}
	check(t, strings.Repeat("[", 5000)+strings.Repeat("]", 5000))
}

// A value that came before is stepped over as any other is.
func TestAgain(t *testing.T) {
	for _, first := range texts {
		before, ok := (&jsonscan.Scanner{Data: []byte(first)}).Value()
		if !ok {
			continue // it was not stepped over
		}
		for _, text := range append(texts, first+`, 2`, first+`3`, ` `+first+`}`) {
			want, got := jsonscan.Scanner{Data: []byte(text)}, jsonscan.Scanner{Data: []byte(text)}
			raw, ok := want.Value()
			again, same := got.Again(before)
			if ok != same || string(raw) != string(again) || got.At != want.At {
				t.Errorf("%q after %q: %q, %v at %d, want %q, %v at %d", text, before, again, same, got.At, raw, ok, want.At)
			}
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(check)
}
