package jsonscan_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/jsonscan"
)

// checkValue compares Value with its definition, from every bracket of a text.
func checkValue(t *testing.T, text string) {
	t.Helper()
	for at := range len(text) {
		if text[at] != '{' && text[at] != '[' {
			continue
		}
		want, got := jsonscan.Scanner{Data: []byte(text), At: at}, jsonscan.Scanner{Data: []byte(text), At: at}
		_, ok := want.ValueByRecursion()
		_, is := got.Value()
		deep := got.Want == "fewer values inside each other"
		if is != ok || got.At != want.At || got.Want != want.Want && !deep {
			t.Fatalf("%q from byte %d: %v at %d, want %q; by recursion %v at %d, want %q", text, at, is, got.At, got.Want, ok, want.At, want.Want)
		}
	}
}

func TestValue(t *testing.T) {
	seeds := append([]string{
		`{"nodes": ["A", "B", "C"], "edges": [["A", "-->", "B"], ["B", "o->", "C"]], "class": "pag"}`,
		`{"id":1,"truth":{"nodes":["a"],"edges":[]},"guess":"x --> y\n\"z\"","more":[true,false,null,-0.5e+3]}`,
		`[{}, [], {"a": {}}, [[]], {"b": [{"c": "}]"}]}]`,
		strings.Repeat(`{"a":[`, 40) + strings.Repeat(`]}`, 40),
		strings.Repeat("[", 1001) + strings.Repeat("]", 1001),
	}, texts...)
	for _, text := range seeds {
		checkValue(t, text)
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
		checkValue(t, string(text))
	}
}

// Strings reads a list of strings as Array does.
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

func FuzzValue(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(checkValue)
}
