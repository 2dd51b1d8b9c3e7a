package format_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
)

// packed returns numbers as elements of an array.
func packed(order binary.ByteOrder, kind string, list ...float64) string {
	var b bytes.Buffer
	for _, x := range list {
		var v any
		switch kind {
		case "b1", "u1":
			v = uint8(x)
		case "i1":
			v = int8(x)
		case "i2":
			v = int16(x)
		case "u2":
			v = uint16(x)
		case "i4":
			v = int32(x)
		case "u4":
			v = uint32(x)
		case "i8":
			v = int64(x)
		case "u8":
			v = uint64(x)
		case "f4":
			v = float32(x)
		case "f8":
			v = x
		case "f2": // 0, 1 and 0.5
			v = map[float64]uint16{0: 0, 1: 0x3c00, 0.5: 0x3800}[x]
		}
		if err := binary.Write(&b, order, v); err != nil {
			panic(err)
		}
	}
	return b.String()
}

// texts returns words as elements of the type U with n runes.
func texts(order binary.ByteOrder, runes int, words ...string) string {
	var b bytes.Buffer
	for _, w := range words {
		cell := make([]uint32, runes)
		for i, r := range []rune(w) {
			cell[i] = uint32(r)
		}
		if err := binary.Write(&b, order, cell); err != nil {
			panic(err)
		}
	}
	return b.String()
}

func TestNpyTypes(t *testing.T) {
	little, big := binary.ByteOrder(binary.LittleEndian), binary.ByteOrder(binary.BigEndian)
	cells := []float64{0, 1, 0, 0, 0, 1, 0, 0, 0}
	for _, kind := range []string{"b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8"} {
		for _, order := range []string{"<", ">", "|", "="} {
			bytes := little
			if order == ">" {
				bytes = big
			}
			data := npyOf(order+kind, "(3, 3)", packed(bytes, kind, cells...), 0)
			if got := drawn(t, "g", data, "orientation=row-to-col"); got != "0 --> 1; 1 --> 2" {
				t.Errorf("%s%s: %s", order, kind, got)
			}
		}
	}
	for _, tt := range []struct{ descr, data string }{
		{"<U3", texts(little, 3, "", "-->", "<--", "")},
		{">U3", texts(big, 3, "", "-->", "<--", "")},
		{"<U5", texts(little, 5, "", "-->", "<--", "")},
		{"|S3", "\x00\x00\x00--><--\x00\x00\x00"},
		{"|S4", "\x00\x00\x00\x00-->\x00<--\x00\x00\x00\x00\x00"},
	} {
		if got := drawn(t, "g", npyOf(tt.descr, "(2, 2)", tt.data, 0), ""); got != "0 --> 1" {
			t.Errorf("%s: %s", tt.descr, got)
		}
	}
}

func TestNpyHead(t *testing.T) {
	data := packed(binary.LittleEndian, "i1", 0, 1, 0, 0)
	file := func(version, head string) string {
		size := string([]byte{byte(len(head)), byte(len(head) >> 8)})
		if version != "\x01\x00" {
			size += "\x00\x00"
		}
		return "\x93NUMPY" + version + size + head + data
	}
	const v1 = "\x01\x00"
	for _, tt := range []struct{ file, want string }{
		{file(v1, "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }   \n"), "0 --> 1"},
		{file(v1, "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 2), }\n"), "0 <-- 1"},
		{file(v1, "{'shape': (2L, 2L), 'fortran_order': False, \"descr\": '|i1'}\n"), "0 --> 1"},
		{file("\x02\x00", "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }\n"), "0 --> 1"},
		{file("\x03\x00", "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }\n"), "0 --> 1"},
		{file("\x09\x00", "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }\n"), "g: version 9 of npy is not known"},
		{file(v1, "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), 'x': 1}\n"), "g: the npy header is damaged"},
		{file(v1, "{'descr': '|i1', 'fortran_order': False}\n"), "g: the npy header is damaged"},
		{file(v1, "{'descr': '|i1', 'fortran_order': 0, 'shape': (2, 2)}\n"), "g: the npy header is damaged"},
		{file(v1, "{'descr': '|i1', 'fortran_order': False, 'shape': (-2, 2)}\n"), "g: the npy header is damaged"},
		{file(v1, "__import__('os')"), "g: the npy header is damaged"},
		{"\x93NUMPY\x01", "g: the npy header is damaged"},
		{"\x93NUMPY\x01\x00\xff\x00{", "g: the npy header is damaged"},
		{"\x93NUMPY\x02\x00\xff\xff\xff\xff{", "g: an npy header of 4294967295 bytes is too long"},
		{file(v1, "{'descr': '|i1', 'fortran_order': False, 'shape': (3, 3)}\n"), "g: the file ends early: the shape [3 3] takes 9 bytes, and 4 are there"},
		{file(v1, "{'descr': '|i1', 'fortran_order': False, 'shape': (4000000000, 4000000000)}\n"), "g: the shape [4000000000 4000000000] is impossible"},
		{file(v1, "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 1)}\n"), "g: more bytes are there than the 1 that the shape [1 1] takes: save one array a file"},
		{file(v1, "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 4)}\n"), "g: an array of shape [1 4] is not a square matrix"},
		{file(v1, "{'descr': '|i1', 'fortran_order': False, 'shape': (4,)}\n"), "g: an array of shape [4] is not a square matrix"},
		{file(v1, "{'descr': '<c8', 'fortran_order': False, 'shape': (1, 1)}\n"), `g: elements of the type "<c8" are not read: save integers, floats, booleans or texts`},
		{file(v1, "{'descr': '<f16', 'fortran_order': False, 'shape': (1, 1)}\n"), `g: elements of the type "<f16" are not read: save integers, floats, booleans or texts`},
		{file(v1, "{'descr': '<U0', 'fortran_order': False, 'shape': (9, 9)}\n"), `g: elements of the type "<U0" are not read: save integers, floats, booleans or texts`},
		{file(v1, "{'descr': [('a', '<i4'), ('b', '<i4')], 'fortran_order': False, 'shape': (1, 1)}\n"),
			"g: an array of records, or of a type that is neither a number nor a text: save the matrix alone"},
		{file(v1, "{'descr': '|O', 'fortran_order': False, 'shape': (1, 1)}\n"),
			"g: an array of objects is a pickle, which is never read, since that can run code: save it as numbers or with .astype('<U3')"},
		{file(v1, "{'descr': [('a', '|O')], 'fortran_order': False, 'shape': (1, 1)}\n"),
			"g: an array of objects is a pickle, which is never read, since that can run code: save it as numbers or with .astype('<U3')"},
	} {
		if got := drawn(t, "g", tt.file, "orientation=row-to-col"); got != tt.want {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.file, got, tt.want)
		}
	}
}

// linksOf lays words out as an array [i,j,...], rows separated by /, cells by blanks;
// . is an empty one.
func linksOf(shape, cells string) string {
	var words []string
	for _, w := range strings.Fields(strings.ReplaceAll(cells, "/", " ")) {
		words = append(words, strings.TrimPrefix(w, "."))
	}
	return npyOf("<U3", shape, texts(binary.LittleEndian, 3, words...), 0)
}

func TestLinks(t *testing.T) {
	for _, tt := range []struct{ shape, cells, flags, want string }{
		{"(4, 4)", ". --> . o-> / <-- . <-> . / . <-> . --- / <-o . --- .", "", "0 --> 1; 0 o-> 3; 1 <-> 2; 2 --- 3"},
		{"(2, 2)", ". o-o / o-o .", "", "g: is o-o an undirected edge of a CPDAG or a circle edge of a PAG? use --class cpdag or pag"},
		{"(2, 2)", ". o-o / o-o .", "class=cpdag", "0 --- 1"},
		{"(2, 2)", ". o-o / o-o .", "class=pag", "0 o-o 1"},
		{"(3, 3)", ". o-o . / o-o . o-> / . <-o .", "", "0 o-o 1; 1 o-> 2"}, // a PAG, since no CPDAG has o->
		{"(2, 2)", ". +-> / <-+ .", "", "0 --> 1; 0 <-> 1"},
		{"(2, 2)", ". x-> / <-x .", "", "0 x-> 1"},
		{"(2, 2)", ". x-x / x-x .", "class=cpdag", "0 x-x 1"},
		{"(2, 2, 1)", ". --> / <-- .", "", "0 --> 1"},
		{"(2, 2, 1, 1)", ". --> / <-- .", "", "0 --> 1"},
		{"(2, 2)", ". --> / . .", "", `g: row 1, column 2 is "-->" but row 2, column 1 is "", and that is not its mirror image`},
		{"(2, 2)", ". --> / <-> .", "", `g: row 1, column 2 is "-->" but row 2, column 1 is "<->", and that is not its mirror image`},
		{"(2, 2)", "--> . / . .", "", `g: row 1, column 1 is "-->", which is a self-loop: --drop-self-loops drops it`},
		{"(2, 2)", ". -?> / <?- .", "", `g: row 1, column 2: the link "-?>" is of a graph that is not finished, or of background knowledge`},
		{"(2, 2)", ". ->> / <<- .", "", `g: row 1, column 2: "->>" is not a link such as -->`},
		{"(2, 2)", ". --> / <-- .", "codes=causal-learn", "g: the entries are links such as -->, which are not numbers of the code causal-learn: omit --codes"},
		// The third index is the lag.
		{"(3, 3, 2)", ". --> . --> --> . / . . . . o-o . / <-- . o-o . . .", "class=cpdag", "0(t) <-- 0(t-1); 0(t) --> 2(t); 1(t) <-- 0(t-1); 1(t) --- 2(t)"},
		{"(2, 2, 2)", ". . . <-- / . . . .", "", `g: row 1, column 2 at lag 1 is "<--", which is not an edge from the past`},
		{"(2, 2, 2)", ". . . o-> / . . . <->", "", "1(t) <-> 1(t-1); 1(t) <-o 0(t-1); 0(t)"},
		// The third and fourth are the lags of the two ends: a chain 0(t-1) --> 0(t).
		{"(1, 1, 2, 2)", ". <-- --> .", "", "0(t) <-- 0(t-1)"},
		{"(2, 2, 2, 2)", ". . . . --> . . --> / <-- . . <-- . . . .", "", "0(t) --> 1(t)"},
		{"(2, 2, 2, 2)", ". . . . --> . . . / <-- . . . . . . .", "",
			"g: the link of row 1, column 2 from time t-0 to t-0 is not the same at all times, or has no mirror image: save the stationary graph of three dimensions"},
		{"(2, 2, 2, 2)", ". . . . . . . --> / . . . <-- . . . .", "",
			"g: the link of row 1, column 2 from time t-1 to t-1 is not the same at all times, or has no mirror image: save the stationary graph of three dimensions"},
	} {
		got := drawn(t, "g", linksOf(tt.shape, tt.cells), tt.flags)
		if got != tt.want {
			t.Errorf("%s %s:\ngot  %s\nwant %s", tt.shape, tt.cells, got, tt.want)
		}
	}
}

// Numbers with three indices: VAR-LiNGAM has the lag first and the effect in the
// row, tigramite's old graphs have it last and the cause in the row.
func TestNumbersWithLags(t *testing.T) {
	stack := func(kind, shape string, cells ...float64) string {
		return npyOf("<"+kind, shape, packed(binary.LittleEndian, kind, cells...), 0)
	}
	for _, tt := range []struct{ file, flags, want string }{
		{stack("f8", "(2, 3, 3)", 0, 0, 0, 0.5, 0, 0, 0, 0, 0 /**/, 0, 0, 0, 0, 0, 0.7, 0, 0, 0), "orientation=col-to-row", "0(t) --> 1(t); 1(t) <-- 2(t-1); 2(t)"},
		{stack("f8", "(2, 2, 2)", 0, 0, 0.5, 0 /**/, 0, 0, 0.7, 0), "orientation=col-to-row", "0(t) --> 1(t); 1(t) <-- 0(t-1)"},
		{stack("f8", "(2, 2, 2)", 0, 0, 0.5, 0 /**/, 0, 0, 0.2, 0), "orientation=col-to-row threshold=0.3", "0(t) --> 1(t)"},
		{stack("f8", "(2, 2, 2)", 0, 0, 0.5, 0 /**/, 0, 0, 0.7, 0), "", "g: does a 1 in row i, column j mean i → j or j → i? use --orientation row-to-col or col-to-row"},
		{stack("f8", "(1, 2, 2)", 0, 0, 0.5, 0), "orientation=col-to-row", "0 --> 1"},
		{stack("f8", "(2, 2, 2)", 0, 0, 0.5, 0 /**/, 0, 0, math.NaN(), 0), "orientation=col-to-row", "g: NaN at a lag"},
		{stack("i4", "(2, 2, 3)", 0, 1, 0 /**/, 1, 0, 0 /**/, 0, 0, 1 /**/, 0, 0, 0), "codes=tigramite", "0(t) <-- 0(t-1); 0(t) <-- 1(t-2); 0(t) --> 1(t)"},
		{stack("i4", "(2, 2, 2)", 0, 1 /**/, 1, 0 /**/, 1, 0 /**/, 0, 0), "codes=tigramite class=cpdag", "0(t) <-- 0(t-1); 0(t) --- 1(t)"},
		{stack("i4", "(2, 2, 2)", 0, 1 /**/, 1, 0 /**/, 1, 0 /**/, 0, 0), "",
			"g: is the lag the last index of the array of the shape [2 2 2], as in tigramite, or the first, as in a stack of matrices? use --codes tigramite or plain; with --codes tigramite, is o-o an undirected edge of a CPDAG or a circle edge of a PAG? use --class ts-cpdag or ts-pag"},
		{stack("i4", "(2, 2, 3)", 0, 1, 0 /**/, 1, 0, 0 /**/, 0, 0, 1 /**/, 0, 0, 0), "codes=causal-learn",
			"g: row 1, column 2 is 1 and row 2, column 1 is 0, which together are not an edge in the code causal-learn"},
		{stack("i4", "(2, 2, 3)", 0, 1, 0 /**/, 0, 0, 0 /**/, 0, 0, 1 /**/, 0, 0, 0), "codes=causal-learn",
			"g: the array has lags, which the code causal-learn has not: save the lag 0 alone"},
		{stack("f8", "(2, 3, 4)", make([]float64, 24)...), "", "g: an array of shape [2 3 4] is not a square matrix"},
		{stack("f8", "(2, 2, 2, 2)", make([]float64, 16)...), "", "g: an array of shape [2 2 2 2] is not a square matrix"},
	} {
		if got := drawn(t, "g", tt.file, tt.flags); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.flags, got, tt.want)
		}
	}
}

func TestNestedListsAreRefused(t *testing.T) {
	const want = "g: an array as nested lists is not read: save it with numpy.save or numpy.savetxt"
	for _, text := range []string{
		"[[0, 1, 0], [0, 0, 1], [0, 0, 0]]\n", " [\n [0,1],[0,0]\n]", "[[0. 1.]\n [0. 0.]]\n", "array([['', '-->'],\n       ['<--', '']], dtype='<U3')\n",
	} {
		for _, ext := range []string{"", ".txt", ".json", ".csv"} {
			if got := strings.Replace(drawn(t, "g"+ext, text, ""), "g"+ext, "g", 1); got != want {
				t.Errorf("%q in g%s: %s, want %s", text, ext, got, want)
			}
		}
	}
}

func TestJSONWithoutKeys(t *testing.T) {
	const want = `g.json: the layout of the JSON is unknown: it has no keys: ours has "format": "sepdist", and others are named by --format`
	for _, text := range []string{"{}", "[]", "3"} {
		if got := drawn(t, "g.json", text, ""); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestNpz(t *testing.T) {
	little := binary.LittleEndian
	graph := linksOf("(3, 3)", ". --> . / <-- . <-- / . --> .")
	names := npyOf("<U4", "(3,)", texts(little, 4, "a b", "größ", "日"), 0)
	triples := func(shape string, cells ...float64) string {
		return npyOf("<i8", shape, packed(little, "i8", cells...), 0)
	}
	object := npyOf("|O", "(3, 3)", "\x80\x04.", 0)
	series := linksOf("(2, 2, 2)", ". . --> --> / <-- . . .")
	for _, tt := range []struct {
		file []byte
		want string
	}{
		{zipOf("graph.npy", graph), "0 --> 1; 1 <-- 2"},
		{zipOf("arr_0.npy", graph), "0 --> 1; 1 <-- 2"},
		{zipOf("p_matrix.npy", npyOf("<f8", "(3, 3)", "\x00", 71), "any.npy", graph), "0 --> 1; 1 <-- 2"},
		{zipOf("sepsets.npy", object, "graph.npy", graph, "readme.txt", "hello"), "0 --> 1; 1 <-- 2"},
		{zipOf("graph.npy", graph, "var_names.npy", names), "a b --> größ; größ <-- 日"},
		{zipOf("graph.npy", graph, "columns.npy", names), "a b --> größ; größ <-- 日"},
		{zipOf("graph.npy", graph, "ambiguous_triples.npy", triples("(1, 3)", 0, 1, 2)), "0 --> 1; 1 <-- 2; ambiguous 0 1 2"},
		{zipOf("graph.npy", graph, "ambiguous_triples.npy", triples("(1, 4)", 2, 0, 1, 0)), "0 --> 1; 1 <-- 2; ambiguous 0 1 2"},
		{zipOf("graph.npy", graph, "ambiguous_triples.npy", triples("(2, 3)", 0, 1, 2, 2, 1, 0)), "0 --> 1; 1 <-- 2; ambiguous 0 1 2"},
		{zipOf("graph.npy", graph, "ambiguous_triples.npy", triples("(2, 4)", 2, 0, 1, 0, 0, 0, 1, 2)), "0 --> 1; 1 <-- 2; ambiguous 0 1 2"},
		{zipOf("graph.npy", graph, "ambiguous_triples.npy", npyOf("<f8", "(0,)", "", 0)), "0 --> 1; 1 <-- 2"},
		{zipOf("graph.npy", series, "ambiguous_triples.npy", triples("(1, 4)", 0, -1, 1, 0)), "0(t) --> 1(t); 1(t) <-- 0(t-1); ambiguous 0(t) 1(t) 0(t-1)"},

		{zipOf("graph.npy", graph, "ambiguous_triples.npy", triples("(1, 3)", 0, 2, 1)), "g: the triple 0, 2, 1 is not a path"},
		{zipOf("graph.npy", graph, "ambiguous_triples.npy", triples("(1, 3)", 0, 1, 7)), "g: a triple names node 8 of a graph with 3 nodes"},
		{zipOf("graph.npy", graph, "ambiguous_triples.npy", triples("(1, 4)", 0, -1, 1, 2)), "g: a triple has a lag, and the graph has none"},
		{zipOf("graph.npy", series, "ambiguous_triples.npy", triples("(1, 4)", 0, 1, 1, 0)), "g: row 1 of the array ambiguous_triples is not i, k, j or i, lag, k, j: lags are 0 or negative"},
		{zipOf("graph.npy", graph, "ambiguous_triples.npy", triples("(2,)", 0, 1)), "g: the array ambiguous_triples of shape [2] is not a list of i, k, j or i, lag, k, j"},
		{zipOf("graph.npy", graph, "ambiguous_triples.npy", object),
			"g: the array ambiguous_triples: an array of objects is a pickle, which is never read, since that can run code: save it as numbers or with .astype('<U3')"},
		{zipOf("graph.npy", object), "g: the array graph: an array of objects is a pickle, which is never read, since that can run code: save it as numbers or with .astype('<U3')"},
		{zipOf("a.npy", graph, "b.npy", graph), "g: 2 of the arrays a, b can be the graph: save it under the name graph"},
		{zipOf("a.npy", names, "b.npy", names), "g: 0 of the arrays a, b can be the graph: save it under the name graph"},
		{zipOf("graph.npy", graph, "x.npy", names, "y.npy", names), "g: the arrays x and y can both be the names of the nodes: save them under the name var_names"},
		{zipOf("graph.npy", graph, "var_names.npy", graph), "g: the array var_names is not a list of 3 texts"},
		{zipOf("graph.npy", graph, "graph.npy", graph), `g: two arrays are called "graph"`},
		{zipOf("readme.txt", "hello"), "g: the zip holds no arrays: save them with numpy.savez"},
		{zipOf("graph.npy", graph)[:60], "g: the zip is damaged or ends early"},
		{bomb(t, npyOf("|i1", "(10000, 10000)", "", 0)), "g: the file unpacks to more than 100 times its size: unpack it first if you trust it"},
	} {
		if got := drawn(t, "g", string(tt.file), ""); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// bomb returns a zip with an array of which the elements are 100 MB of zeros.
func bomb(t *testing.T, head string) []byte {
	t.Helper()
	// Blocks of zeros can be put one after the other: packing 100 MB would take longer
	// than refusing it.
	var first, block, all bytes.Buffer
	for _, part := range []struct {
		to   *bytes.Buffer
		data string
	}{{&first, head}, {&block, strings.Repeat("\x00", 1_000_000)}} {
		w, err := flate.NewWriter(part.to, flate.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(part.data))
		w.Flush()
	}
	packed := append(first.Bytes(), bytes.Repeat(block.Bytes(), 100)...)
	z := zip.NewWriter(&all)
	w, err := z.CreateRaw(&zip.FileHeader{Name: "graph.npy", Method: zip.Deflate, CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(head) + 100_000_000)})
	if err != nil {
		t.Fatal(err)
	}
	w.Write(packed)
	z.Close()
	return all.Bytes()
}

// A sparse matrix of SciPy: 0 --> 1, 0 --> 2, 2 --> 1.
func TestNpzSparse(t *testing.T) {
	ints := func(list ...float64) string {
		return npyOf("<i4", fmt.Sprintf("(%d,)", len(list)), packed(binary.LittleEndian, "i4", list...), 0)
	}
	ones := npyOf("|i1", "(3,)", "\x01", 2)
	sparse := func(kind string, rest ...string) []byte {
		return zipOf(append([]string{"format.npy", npyOf("|S3", "()", kind, 0), "shape.npy", ints(3, 3), "data.npy", ones}, rest...)...)
	}
	for _, tt := range []struct {
		file []byte
		want string
	}{
		{sparse("csr", "indptr.npy", ints(0, 2, 2, 3), "indices.npy", ints(1, 2, 1)), "0 --> 1; 0 --> 2; 1 <-- 2"},
		{sparse("csc", "indptr.npy", ints(0, 0, 2, 3), "indices.npy", ints(0, 2, 0)), "0 --> 1; 0 --> 2; 1 <-- 2"},
		{sparse("coo", "row.npy", ints(0, 2, 0), "col.npy", ints(1, 1, 2)), "0 --> 1; 0 --> 2; 1 <-- 2"},
		{sparse("coo", "row.npy", ints(0, 2, 0), "col.npy", ints(1, 1, 1)), "g: row 1, column 2 occurs twice"},
		{sparse("coo", "row.npy", ints(0, 2, 0), "col.npy", ints(1, 1, 3)), "g: the array data: an entry in row 1, column 4 is outside of the matrix"},
		{sparse("coo", "row.npy", ints(0, 2), "col.npy", ints(1, 1)), "g: the arrays of the sparse matrix do not fit together"},
		{sparse("coo", "row.npy", ints(0, 2, 0)), "g: the array col of the sparse matrix is missing"},
		{sparse("bsr", "row.npy", ints(0, 2, 0)), `g: a sparse matrix of the kind "bsr" is not read: save it as scipy.sparse.csr_array`},
		{sparse("csr", "indptr.npy", ints(0, 4, 2, 3), "indices.npy", ints(1, 2, 1)), "g: the array indptr does not fit the matrix"},
		{zipOf("format.npy", npyOf("|S3", "()", "coo", 0), "shape.npy", ints(2e9, 2e9), "data.npy", ones, "row.npy", ints(0, 2, 0), "col.npy", ints(1, 1, 2)),
			"g: a matrix with 2000000000 rows cannot fit in a file of"},
	} {
		if got := drawn(t, "g", string(tt.file), "orientation=row-to-col"); !strings.HasPrefix(got, tt.want) {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestMtx(t *testing.T) {
	for _, tt := range []struct{ flags, text, want string }{
		{"codes=gadjid orientation=row-to-col", "%%MatrixMarket matrix coordinate integer general\n4 4 3\n1 2 1\n1 3 2\n4 2 1\n", "1 --> 2; 1 --- 3; 2 <-- 4"},
		{"orientation=row-to-col", "%%MatrixMarket matrix coordinate pattern general\n% a comment\n\n3 3 2\n1 2\n3 2\n", "1 --> 2; 2 <-- 3"},
		{"", "%%matrixmarket MATRIX Coordinate Pattern Symmetric\r\n3 3 2\r\n2 1\r\n3 2\r\n", "1 --- 2; 2 --- 3"},
		{"orientation=row-to-col", "%%MatrixMarket matrix array real general\n2 2\n0\n0\n0.5\n0\n", "1 --> 2"},
		{"", "%%MatrixMarket matrix array integer symmetric\n2 2\n0\n1\n0\n", "1 --- 2"},
		{"codes=causal-learn", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 -1\n2 1 1\n", "1 --> 2"},
		{"orientation=row-to-col", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n1 2\n", "g: row 1, column 2 occurs twice"},
		{"", "%%MatrixMarket matrix coordinate complex general\n3 3 2\n", `g:1:34: unexpected "complex", expected real or integer or pattern`},
		{"", "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n", `g:1:39: unexpected "skew-symmetric", expected general or symmetric`},
		{"", "%%MatrixMarket matrix array pattern general\n3 3\n", `g:1:29: unexpected "pattern", expected real or integer for an array`},
		{"", "%%MatrixMarket matrix coordinate\n", "g:1:33: unexpected end of text, expected real or integer or pattern"},
		{"", "%%MatrixMarket matrix coordinate pattern general\n", "g:1:49: unexpected end of text, expected 3 sizes"},
		{"", "%%MatrixMarket matrix coordinate pattern general\n3 4 2\n1 2\n1 2\n", "g: a matrix of 3 rows and 4 columns is not square"},
		{"", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n", "g:3:4: unexpected end of text, expected 2 entries, of which 1 are there"},
		{"", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n1 3\n", `g:4:1: unexpected "1", expected the end of the text after 1 entries`},
		{"", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 4\n", `g:3:3: unexpected "4", expected a place from 1 to 3`},
		{"", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n0 1\n", `g:3:1: unexpected "0", expected a place from 1 to 3`},
		{"", "%%MatrixMarket matrix coordinate integer general\n3 3 1\n2 1\n", `g:3:3: unexpected "1", expected 3 fields in the line`},
		{"", "%%MatrixMarket matrix coordinate real general\n3 3 1\n2 1 x\n", `g:3:5: unexpected "x", expected a number`},
		{"", "%%MatrixMarket matrix coordinate pattern general\n1000000000 1000000000 0\n", "g: a matrix with 1000000000 rows cannot fit in a file of 73 bytes"},
	} {
		if got := drawn(t, "g", tt.text, tt.flags); got != tt.want {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
