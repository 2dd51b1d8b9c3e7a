package format_test

import (
	"archive/zip"
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
)

// sampleFiles returns the samples whose names end so.
func sampleFiles(f *testing.F, ends ...string) []string {
	var seeds []string
	for _, s := range samples(f) {
		for _, end := range ends {
			if !strings.HasSuffix(s.File, end) {
				continue
			}
			if data, err := os.ReadFile(s.path()); err == nil && len(data) < 20_000 {
				seeds = append(seeds, string(data))
			}
		}
	}
	return seeds
}

func FuzzNpy(f *testing.F) { fuzzWith(f, "npy", matrixCodes("tigramite"), sampleFiles(f, ".npy")...) }

func FuzzMtx(f *testing.F) {
	fuzzWith(f, "mtx", matrixCodes(""), append(sampleFiles(f, ".mtx"),
		"%%MatrixMarket matrix array real symmetric\n2 2\n0\n1\n0\n", "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n\n3 3 1\n2 1\n")...)
}

func FuzzTable(f *testing.F) {
	fuzzWith(f, "csv", matrixCodes("tigramite"), append(sampleFiles(f, ".csv", "_table.txt", ".amat.cpag.txt", ".r.txt", "rcd.txt"),
		"a;b\n0;0,5\n0;0\n", "\t-->\n<--\t\n", `"a\"b" "c"`+"\n"+`"a\"b" 0 1`+"\n"+`"c" 0 0`+"\n", "# c\n0 .\n1 0\n")...)
}

// FuzzNpz fuzzes the arrays inside the zip, which its checksums would keep a fuzzer
// from.
func FuzzNpz(f *testing.F) {
	z, err := zip.OpenReader("../testdata/samples/tigramite/pcmciplus.npz")
	if err != nil {
		f.Fatal(err)
	}
	defer z.Close()
	member := make(map[string]string)
	for _, file := range z.File {
		r, err := file.Open()
		if err != nil {
			f.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(r); err != nil {
			f.Fatal(err)
		}
		member[file.Name] = b.String()
	}
	f.Add([]byte(member["graph.npy"]), []byte(member["var_names.npy"]), []byte(npyOf("<i8", "(1, 4)", "\x02\x00\x00\x00\x00\x00\x00\x00", 3)))
	f.Fuzz(func(t *testing.T, graph, names, triples []byte) {
		o := format.Options{Format: "npz", Class: class.PAG, Codes: "tigramite"}
		checkFile(t, zipOf("graph.npy", string(graph), "var_names.npy", string(names), "ambiguous_triples.npy", string(triples)), o)
		o.Codes, o.Orientation = "plain", "row-to-col"
		checkFile(t, zipOf("format.npy", npyOf("|S3", "()", "csr", 0), "shape.npy", npyOf("<i8", "(2,)", "\x02\x00\x00\x00\x00\x00\x00\x00", 1),
			"data.npy", string(graph), "indices.npy", string(names), "indptr.npy", string(triples)), o)
	})
}

// npyOf returns an array: data, and as often as wanted the same again.
func npyOf(descr, shape, data string, again int) string {
	head := "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n"
	return "\x93NUMPY\x01\x00" + string([]byte{byte(len(head)), byte(len(head) >> 8)}) + head + strings.Repeat(data, again+1)
}

// zipOf returns a zip of names and contents.
func zipOf(pairs ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		w, err := z.Create(pairs[i])
		if err != nil {
			panic(err)
		}
		w.Write([]byte(pairs[i+1]))
	}
	z.Close()
	return b.Bytes()
}
