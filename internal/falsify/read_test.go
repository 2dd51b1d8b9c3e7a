package falsify_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/falsify"
	"github.com/sepdist/sepdist/internal/npy"
)

// array returns an npy file of numbers.
func array(t *testing.T, shape []int, fortran bool, values ...float64) []byte {
	t.Helper()
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	npy.WriteHeader(w, "<f8", shape)
	for _, v := range values {
		w.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
	w.Flush()
	if fortran {
		return bytes.Replace(b.Bytes(), []byte("'fortran_order': False"), []byte("'fortran_order': True "), 1)
	}
	return b.Bytes()
}

// names returns an npy file of texts of one letter.
func names(list string) []byte {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	npy.WriteHeader(w, "<U1", []int{len(list)})
	for _, r := range list {
		w.Write(binary.LittleEndian.AppendUint32(nil, uint32(r)))
	}
	w.Flush()
	return b.Bytes()
}

func zipped(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"data.npy", "more.npy", "names.npy"} {
		if files[name] == nil {
			continue
		}
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRead(t *testing.T) {
	rows := array(t, []int{3, 2}, false, 1, 2, 0, 4, 5, 6)
	for _, c := range []struct {
		what  string
		text  []byte
		names string // of the columns, if they have names
	}{
		{"csv", []byte("\ufeffa,b\n1,2\n0,4\n5,6\n"), "ab"},
		{"quoted", []byte("\"a\", \"b\"\r\n1,2\r\n0,4\r\n5,6\r\n"), "ab"},
		{"tsv", []byte("a\tb\n1\t2\n0\t4\n5\t6"), "ab"},
		{"semicolons", []byte("a;b\n1;2\n0;4\n5;6"), "ab"},
		{"blanks", []byte("a  b\n1  2\n0 4\n\n5 6\n"), "ab"},
		{"npy", rows, ""},
		{"npy by column", array(t, []int{3, 2}, true, 1, 0, 5, 2, 4, 6), ""},
		{"npz", zipped(t, map[string][]byte{"data.npy": rows}), ""},
		{"npz with names", zipped(t, map[string][]byte{"data.npy": rows, "names.npy": names("ab")}), "ab"},
	} {
		d, err := falsify.Read(bytes.NewReader(c.text), "file")
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if d.Unnamed != (c.names == "") || len(d.Columns) != 2 || d.Columns[0].Len() != 3 {
			t.Errorf("%s: %+v", c.what, d)
			continue
		}
		for i, want := range [][]float64{{1, 0, 5}, {2, 4, 6}} {
			for row, v := range want {
				if s := d.Columns[i]; s.Texts != nil && s.Texts[row] != string(rune('0'+int(v))) || s.Texts == nil && s.Numbers[row] != v || c.names != "" && s.Name != c.names[i:i+1] {
					t.Errorf("%s: column %d is %+v", c.what, i, s)
				}
			}
		}
	}
	for want, text := range map[string][]byte{
		"the file is empty":            []byte(" \n"),
		"the file is not text":         []byte("a,b\n\x00"),
		"numbers only":                 []byte("1,2\n3,4\n"),
		"line 3 has 1 cells":           []byte("a,b\n1,2\n3\n"),
		"line 2: ":                     []byte("a,b\n\"1,2\n"),
		"expected numbers in rows":     array(t, []int{4}, false, 1, 2, 3, 4),
		"ends early":                   rows[:len(rows)-9],
		"two arrays":                   zipped(t, map[string][]byte{"data.npy": rows, "more.npy": rows}),
		"no array":                     zipped(t, map[string][]byte{"names.npy": names("ab")}),
		"3 names for 2 columns":        zipped(t, map[string][]byte{"data.npy": rows, "names.npy": names("abc")}),
		"the zip is damaged":           []byte("PK\x03\x04 and no more"),
		"expected rows and columns":    array(t, []int{0, 2}, false),
		"elements of the type \"<c8\"": bytes.Replace(rows, []byte("<f8"), []byte("<c8"), 1),
	} {
		if d, err := falsify.Read(bytes.NewReader(text), "file"); err == nil || !strings.HasPrefix(err.Error(), "file: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v", want, d, err)
		}
	}
}
