package format

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/sepdist/sepdist/internal/npy"
)

var nestedFormat = Format{
	Name: "nested",
	Doc:  "an array as nested lists, as JSON and Python have them: [[0, 1], [0, 0]]; with a third index for lags",
	Recipes: []Recipe{
		{"tigramite", "json.dump(results['graph'].tolist(), open('g.txt', 'w'))"},
		{"NumPy", "json.dump(A.tolist(), open('g.txt', 'w'))"},
	},
	Asks:      matrixAsks,
	Silent:    npyFormat.Silent,
	Holds:     npyFormat.Holds,
	HoldsWith: npyFormat.HoldsWith,
	Sniff: func(in *Input) bool {
		text := bytes.TrimLeft(bytes.TrimPrefix(in.Head(), []byte("array(")), nestedBlanks)
		inner, ok := bytes.CutPrefix(text, []byte("["))
		return ok && bytes.HasPrefix(bytes.TrimLeft(inner, nestedBlanks), []byte("["))
	},
	Read:  readNested,
	Write: writeNested,
}

const nestedBlanks = " \t\r\n"

// A nested reads nested lists. Commas between elements may lack, as where NumPy prints
// an array.
type nested struct {
	in    *Input
	data  []byte
	at    int
	open  []int // elements so far of the lists that are open
	shape []int // of the lists that were closed; 0: none yet
	kind  byte  // of the elements: i, f, U; 0: none yet

	m      *matrix
	count  int // elements so far
	places []int
	values []int16
}

func readNested(in *Input, o Options) (*Document, error) {
	data, err := in.All()
	if err != nil {
		return nil, err
	}
	r := &nested{in: in, data: data, m: newMatrix(in, o)}
	if err := r.read(); err != nil {
		return nil, err
	}
	a := array{&npy.Array{Shape: r.shape, Kind: r.kind}}
	err = a.fill(r.m, o, func(put func(k int, v int16)) error {
		for i, k := range r.places {
			put(k, r.values[i])
		}
		return nil
	})
	if err != nil {
		return nil, in.refuseArray("", err)
	}
	return r.m.document(o)
}

// unexpected shows what stands at a place.
func (r *nested) unexpected(at int, want string) error {
	before := r.data[:at]
	start := bytes.LastIndexByte(before, '\n') + 1
	token := r.data[at:]
	if i := bytes.IndexAny(token, nestedBlanks); i > 0 {
		token = token[:i]
	}
	return &ParseError{r.in.Name, bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1, string(token[:min(len(token), 200)]), want}
}

func (r *nested) blanks() {
	for r.at < len(r.data) && bytes.IndexByte([]byte(nestedBlanks), r.data[r.at]) >= 0 {
		r.at++
	}
}

// read reads all lists.
func (r *nested) read() error {
	isArray := bytes.HasPrefix(r.data, []byte("array("))
	if isArray {
		r.at = len("array(")
	}
	for first := true; first || len(r.open) > 0; first = false {
		r.blanks()
		if r.at == len(r.data) {
			return r.unexpected(r.at, "]")
		}
		var err error
		switch c := r.data[r.at]; {
		case c == '[':
			err = r.down()
		case first:
			err = r.unexpected(r.at, "[")
		case c == ']':
			err = r.up()
		default:
			err = r.element()
		}
		if err != nil {
			return err
		}
	}
	r.blanks()
	if rest := bytes.TrimRight(r.data[r.at:], nestedBlanks); len(rest) > 0 && !(isArray && rest[len(rest)-1] == ')') {
		return r.unexpected(r.at, "the end of the text after the last ]")
	}
	return nil
}

// down opens a list.
func (r *nested) down() error {
	if depth := len(r.open); depth == 4 || r.count > 0 && depth >= len(r.shape) {
		return r.unexpected(r.at, "an element")
	}
	r.open = append(r.open, 0)
	if len(r.shape) < len(r.open) {
		r.shape = append(r.shape, 0)
	}
	r.at++
	return nil
}

// up closes a list, which must be as long as its sisters.
func (r *nested) up() error {
	depth := len(r.open) - 1
	n := r.open[depth]
	switch {
	case n == 0:
		return r.unexpected(r.at, "an element")
	case r.shape[depth] != 0 && r.shape[depth] != n:
		return r.unexpected(r.at, fmt.Sprintf("lists of the same length: this one has %d elements, one before it %d", n, r.shape[depth]))
	}
	r.shape[depth] = n
	r.open = r.open[:depth]
	r.at++
	r.next()
	return nil
}

// next counts an element of the list that is open, and passes the comma after it.
func (r *nested) next() {
	if depth := len(r.open) - 1; depth >= 0 {
		r.open[depth]++
		r.blanks()
		if r.at < len(r.data) && r.data[r.at] == ',' {
			r.at++
		}
	}
}

// element reads a number or a link in quotes.
func (r *nested) element() error {
	start := r.at
	if len(r.open) < len(r.shape) {
		return r.unexpected(start, "[")
	}
	var v int16
	kind := byte('U')
	if q := r.data[start]; q == '\'' || q == '"' {
		long := bytes.IndexByte(r.data[start+1:], q)
		if long < 0 {
			return r.unexpected(start, "a link that ends with a quote")
		}
		link := string(r.data[start+1 : start+1+long])
		var err error
		if v, err = linkIn(link); err != nil {
			return r.unexpected(start, "a link such as -->")
		}
		r.at = start + long + 2
	} else {
		end := start
		for end < len(r.data) && bytes.IndexByte([]byte(nestedBlanks+",[]"), r.data[end]) < 0 {
			end++
		}
		if end == start {
			return r.unexpected(start, "an element")
		}
		word := r.data[start:end]
		x, ok := parseCell(word, false)
		if !ok || math.IsInf(x, 0) {
			return r.unexpected(start, "a number or a link in quotes")
		}
		kind = 'i'
		if bytes.ContainsAny(word, ".eEnN") {
			kind = 'f'
		}
		v = r.m.number(x)
		r.at = end
	}
	if r.kind != 0 && (r.kind == 'U') != (kind == 'U') {
		return r.unexpected(start, "numbers only, or links only")
	}
	if r.kind != 'f' {
		r.kind = kind
	}
	if v != 0 {
		r.places, r.values = append(r.places, r.count), append(r.values, v)
	}
	r.count++
	r.next()
	return nil
}

// writeNested writes lists as JSON has them, one line for each row.
func writeNested(w *bufio.Writer, d *Document, o Options) error {
	layers, err := newLayers(d, o)
	if err != nil {
		return err
	}
	n, steps := len(namesOf(d)), len(layers)
	shape := []int{n, n}
	place := func(_ int, c cell) int { return int(c.row)*n + int(c.col) }
	show := func(v int16) string { return strconv.Itoa(int(v)) }
	switch {
	case o.Codes == links && steps > 1:
		shape = []int{n, n, steps}
		place = func(lag int, c cell) int { return (int(c.row)*n+int(c.col))*steps + lag }
	case steps > 1: // as in writeArray
		shape = []int{steps, n, n}
		place = func(lag int, c cell) int { return (lag*n+int(c.row))*n + int(c.col) }
		show = func(v int16) string { return strconv.Itoa(int(v)) + ".0" }
	}
	if o.Codes == links {
		show = func(v int16) string { return strconv.Quote(linkText(v)) }
	}
	values := make([]int16, n*n*steps)
	for lag, cells := range layers {
		for _, c := range cells {
			values[place(lag, c)] = c.value
		}
	}
	writeLists(w, shape, values, show)
	return w.WriteByte('\n')
}

// writeLists writes values as lists of a shape.
func writeLists(w *bufio.Writer, shape []int, values []int16, show func(v int16) string) {
	if len(shape) == 0 {
		w.WriteString(show(values[0]))
		return
	}
	w.WriteByte('[')
	for i, part := range slices.Collect(slices.Chunk(values, max(1, len(values)/max(1, shape[0])))) {
		if i > 0 {
			w.WriteByte(',')
			if len(shape) > 1 {
				w.WriteByte('\n')
			} else {
				w.WriteByte(' ')
			}
		}
		writeLists(w, shape[1:], part, show)
	}
	w.WriteByte(']')
}
