package jsonscan_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/jsonscan"
)

// checkLeap compares the short way over a value with the long one, from every bracket of a text.
func checkLeap(t *testing.T, text string) {
	t.Helper()
	for at := range len(text) {
		if text[at] != '{' && text[at] != '[' {
			continue
		}
		long, short := jsonscan.Scanner{Data: []byte(text), At: at}, jsonscan.Scanner{Data: []byte(text), At: at}
		_, ok := long.ValueInFull()
		leapt := short.Leap()
		if leapt && (!ok || short.At != long.At) || !leapt && short.At != at {
			t.Fatalf("%q from byte %d: %v at %d, the long way says %v at %d", text, at, leapt, short.At, ok, long.At)
		}
	}
}

// The short way steps over what the long one does, to the same place, or stays where it is.
func TestLeap(t *testing.T) {
	seeds := append([]string{
		`{"nodes": ["A", "B", "C"], "edges": [["A", "-->", "B"], ["B", "o->", "C"]], "class": "pag"}`,
		`{"id":1,"truth":{"nodes":["a"],"edges":[]},"guess":"x --> y\n\"z\"","more":[true,false,null,-0.5e+3]}`,
		`[{}, [], {"a": {}}, [[]], {"b": [{"c": "}]"}]}]`,
		strings.Repeat(`{"a":[`, 40) + strings.Repeat(`]}`, 40),
		strings.Repeat("[", 1001) + strings.Repeat("]", 1001),
	}, texts...)
	for _, text := range seeds {
		checkLeap(t, text)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	const bytes = "{}[]\",:\\ \n1-eatn\x01"
	for range 20000 {
		text := []byte(seeds[rng.IntN(3)])
		for range 1 + rng.IntN(3) {
			switch i := rng.IntN(len(text)); rng.IntN(3) {
			case 0:
				text[i] = bytes[rng.IntN(len(bytes))]
			case 1:
				text = append(text[:i], text[i+1:]...)
			case 2:
				text = append(text[:i], append([]byte{bytes[rng.IntN(len(bytes))]}, text[i:]...)...)
			}
		}
		checkLeap(t, string(text))
	}
	// What is read by the thousand is not read the long way.
	for _, text := range seeds[:3] {
		if s := (jsonscan.Scanner{Data: []byte(text)}); !s.Leap() || !s.End() {
			t.Errorf("%s: there is no short way", text)
		}
	}
}

// A list of so many strings is read as any list is.
func TestStrings(t *testing.T) {
	for _, text := range []string{
		`["a","b","c"]`, ` [ "a" , "-->" , "b\n" ] `, `["a","b"]`, `["a","b","c","d"]`, `["a","b",3]`, `["a","b","c"`, `["a" "b","c"]`,
		`[]`, `["a","b","c",]`, `{"a":1}`, `"a"`, ``, `[[],"a","b"]`, `["a","b","\q"]`,
	} {
		var want []string
		s := jsonscan.Scanner{Data: []byte(text)}
		ok := s.Array(func() bool {
			text, ok := s.String()
			want = append(want, string(text))
			return ok
		}) && len(want) == 3
		var got [3][]byte
		again := jsonscan.Scanner{Data: []byte(text)}
		if is := again.Strings(got[:]); is != ok || ok && again.At != s.At {
			t.Errorf("%s: %v at %d, expected %v at %d", text, is, again.At, ok, s.At)
			continue
		}
		for i := range want {
			if ok && string(got[i]) != want[i] {
				t.Errorf("%s: string %d is %q, expected %q", text, i, got[i], want[i])
			}
		}
	}
}

func FuzzLeap(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(checkLeap)
}
