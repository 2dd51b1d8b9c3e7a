package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/snappy"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// values returns the text of every value of a file, by column, "null" for null.
func values(f *File) (map[string][]string, error) {
	all := map[string][]string{}
	for i := range f.Columns {
		c := &f.Columns[i]
		list := []string{}
		for in := f.Read(c); ; {
			v, err := in.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.Name, err)
			}
			text := "null"
			if v != nil {
				text = c.Text(v)
			}
			list = append(list, text)
		}
		all[c.Name] = list
	}
	return all, nil
}

func open(data []byte) (*File, error) { return Open(bytes.NewReader(data), int64(len(data))) }

// foreign returns the files of other programs, by name. testdata/write.py has written them.
func foreign(tb testing.TB) map[string][]byte {
	files := map[string][]byte{}
	paths, _ := filepath.Glob("testdata/*.parquet")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		files[strings.TrimSuffix(filepath.Base(path), ".parquet")] = data
	}
	if len(files) != 10 {
		tb.Fatalf("%d files, expected 10", len(files))
	}
	return files
}

// The values are those of the formulas in testdata/write.py.
func TestForeign(t *testing.T) {
	want := map[string]func(k int) string{
		"flag":   func(k int) string { return nullIf(k%7 == 6, strconv.FormatBool(k%3 == 0)) },
		"int":    func(k int) string { return strconv.Itoa(k*k - 50) },
		"long":   func(k int) string { return strconv.Itoa((k-50)<<40 + k) },
		"float":  func(k int) string { return fmt.Sprint(float32(k) / 8) },
		"double": func(k int) string { return nullIf(k%5 == 4, fmt.Sprint(float64(k)/16-1)) },
		"text":   func(k int) string { return nullIf(k%11 == 10, strings.Repeat("é", k%4)+strconv.Itoa(k%13)) },
		"none":   func(int) string { return "null" },
		"fixed":  func(k int) string { return fmt.Sprintf("%03d", k) },
		"time":   func(k int) string { return strconv.Itoa((1577836800 + k) * 1e9) },
	}
	for name, data := range foreign(t) {
		f, err := open(data)
		if name == "arrow-brotli" {
			if err == nil || err.Error() != "compressed with BROTLI: write it with snappy, gzip or zstd" {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(name, err)
		}
		all, err := values(f)
		if err != nil {
			t.Fatal(name, err)
		}
		columns := map[byte]int{'a': 9, 'p': 7, 'd': 7, 'f': 6}[name[0]]
		if len(all) != columns || f.Rows != 100 {
			t.Errorf("%s: %d columns, %d rows", name, len(all), f.Rows)
		}
		for column, list := range all {
			if len(list) != 100 {
				t.Errorf("%s: %s has %d values", name, column, len(list))
			}
			for k, got := range list {
				if want := want[column](k); got != want && !sameNumber(got, want) {
					t.Errorf("%s: %s, row %d: %s, want %s", name, column, k, got, want)
				}
			}
		}
	}
}

func nullIf(null bool, text string) string {
	if null {
		return "null"
	}
	return text
}

// sameNumber reports whether two texts are one number, with and without an exponent.
func sameNumber(a, b string) bool {
	x, bad := strconv.ParseFloat(a, 64)
	y, worse := strconv.ParseFloat(b, 64)
	return bad == nil && worse == nil && x == y
}

// write returns a file with a text, a number and a whole number in each row. Numbers are null now and then.
func write(tb testing.TB, rows int, text func(k int) string) []byte {
	var out bytes.Buffer
	w := NewWriter(&out, []Column{{Name: "t", Type: format.ByteArray}, {Name: "a,b", Type: format.Double}, {Name: "n", Type: format.Int64}})
	for k := range rows {
		row := [][]byte{[]byte(text(k)), nil, binary.LittleEndian.AppendUint64(nil, uint64(-k))}
		if k%3 > 0 {
			row[1] = binary.LittleEndian.AppendUint64(nil, math.Float64bits(float64(k)/2))
		}
		if err := w.Write(row); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// What is written is read again: without rows, in dictionaries of any size, in several pages and row groups.
func TestWriter(t *testing.T) {
	for _, test := range []struct {
		rows int
		text func(k int) string
	}{
		{0, nil},
		{1, func(int) string { return "" }},
		{1000, func(int) string { return "one" }},
		{1000, func(k int) string { return strconv.Itoa(k % 2) }},
		{7001, func(k int) string { return strconv.Itoa(k % 257) }},
		{3000, func(k int) string { return strings.Repeat("long ", 200) + strconv.Itoa(k) }},
		{groupRows + 5, func(k int) string { return strconv.Itoa(k % 70_000) }},
	} {
		f, err := open(write(t, test.rows, test.text))
		if err != nil {
			t.Fatal(err)
		}
		all, err := values(f)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != 3 || f.Rows != test.rows {
			t.Fatalf("%d columns, %d rows, expected 3 and %d", len(all), f.Rows, test.rows)
		}
		nulls := int64(0)
		for _, m := range f.Columns[1].chunks {
			nulls += m.Statistics.NullCount
		}
		if nulls != int64(test.rows+2)/3 { // programs that filter rows rely on it
			t.Errorf("%d nulls of %d rows", nulls, test.rows)
		}
		for k := range test.rows {
			want := nullIf(k%3 == 0, fmt.Sprint(float64(k)/2))
			if all["t"][k] != test.text(k) || all["a,b"][k] != want || all["n"][k] != strconv.Itoa(-k) {
				t.Fatalf("row %d of %d: %q, %s, %s", k, test.rows, all["t"][k], all["a,b"][k], all["n"][k])
			}
		}
	}
}

// readDamaged reads a file that may be damaged, and fails if it allocates many megabytes. A panic fails
// the test by itself.
func readDamaged(t *testing.T, data []byte, limit uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := open(data)
	for i := 0; err == nil && i < len(f.Columns); i++ {
		c := &f.Columns[i]
		for in := f.Read(c); ; {
			var v []byte
			if v, err = in.Next(); err != nil {
				break
			}
			if c.Numeric() && v != nil {
				c.Number(v)
			}
			c.Text(v)
		}
		if err == io.EOF {
			err = nil
		}
	}
	if err != nil && !errors.Is(err, errDamaged) && !strings.HasPrefix(err.Error(), "compressed with") {
		t.Errorf("the error is of a library: %v", err)
	}
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > limit {
		t.Errorf("reading %d bytes allocated %d MB", len(data), mb)
	}
}

// TestDamaged changes some bytes of each file, and cuts it off.
func TestDamaged(t *testing.T) {
	files := foreign(t)
	files["ours"] = write(t, 400, func(k int) string { return strconv.Itoa(k % 7) })
	r := rand.New(rand.NewPCG(1, 2))
	for name, good := range files {
		for range 300 {
			bad := bytes.Clone(good)
			for range 1 + r.IntN(4) {
				bad[r.IntN(len(bad))] = byte(r.Uint32())
			}
			if r.IntN(10) == 0 {
				bad = bad[:r.IntN(len(bad))]
			}
			if readDamaged(t, bad, 400); t.Failed() {
				t.Fatalf("%s: %q", name, bad)
			}
		}
		for n := range 200 {
			if _, err := open(good[:len(good)*n/200]); err == nil {
				t.Errorf("%s: %d %% of it are read", name, n/2)
			}
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, data := range foreign(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { readDamaged(t, data, 400) })
}

// A file of one column and one page that claims what its length rules out is damaged, and takes no memory.
func TestClaims(t *testing.T) {
	type claim struct {
		rows     int64
		encoding format.Encoding
		body     string
	}
	file := func(c claim, change func(*format.SchemaElement, *format.ColumnMetaData, *format.PageHeader)) []byte {
		body := snappy.Encode(nil, []byte(c.body))
		element := format.SchemaElement{Name: "x", Type: thrift.New(format.Int64), RepetitionType: thrift.New(format.Optional)}
		page := format.PageHeader{UncompressedPageSize: int32(len(c.body)), CompressedPageSize: int32(len(body)),
			DataPageHeader: thrift.New(format.DataPageHeader{NumValues: int32(c.rows), Encoding: c.encoding, DefinitionLevelEncoding: format.RLE})}
		meta := format.ColumnMetaData{Type: format.Int64, Codec: format.Snappy, NumValues: c.rows, DataPageOffset: 4}
		if change != nil {
			change(&element, &meta, &page)
		}
		head, err := thrift.Marshal(&protocol, &page)
		if err != nil {
			t.Fatal(err)
		}
		meta.TotalCompressedSize = int64(len(head) + len(body))
		footer, err := thrift.Marshal(&protocol, &format.FileMetaData{
			Schema:    []format.SchemaElement{{Name: "schema", NumChildren: thrift.New(int32(1))}, element},
			RowGroups: []format.RowGroup{{NumRows: c.rows, Columns: []format.ColumnChunk{{MetaData: meta}}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		data := append(append(append([]byte(magic), head...), body...), footer...)
		return append(binary.LittleEndian.AppendUint32(data, uint32(len(footer))), magic...)
	}
	const run = "\x06\x00\x00\x00\x80\x80\x80\x80\x10\x01" // levels: 2^31 times 1
	for _, test := range []struct {
		name   string
		good   bool
		claim  claim
		change func(*format.SchemaElement, *format.ColumnMetaData, *format.PageHeader)
	}{
		{"a value", true, claim{1, format.Plain, run + "\x01\x00\x00\x00\x00\x00\x00\x00"}, nil},
		{"nulls", true, claim{1000, format.Plain, "\x03\x00\x00\x00\xd0\x0f\x00"}, nil},
		{"2^31 nulls", false, claim{1 << 31, format.Plain, "\x06\x00\x00\x00\x80\x80\x80\x80\x10\x00"}, nil},
		{"no value", false, claim{1, format.Plain, run}, nil},
		{"no dictionary", false, claim{1, format.RLEDictionary, run + "\x01\x02\x00"}, nil},
		{"2^31 zeros in blocks of 2^16", false, claim{1000, format.DeltaBinaryPacked, run + "\x80\x80\x04\x01\x80\x80\x80\x80\x08\x00" + strings.Repeat("\x00", 4000)}, nil},
		{"2^60 packed places", false, claim{1, format.RLEDictionary, run + "\x10\x81\x80\x80\x80\x80\x80\x80\x80\x20"}, nil},
		{"a number of one byte", false, claim{1, format.DeltaLengthByteArray, run + "\x80\x01\x04\x01\x02a"}, nil},
		{"the first value continues another", false, claim{1, format.DeltaByteArray, run + "\x80\x01\x04\x01\x0a\x80\x01\x04\x01\x00"}, nil},
		{"a page of 64 MB", false, claim{1, format.Plain, run}, func(_ *format.SchemaElement, _ *format.ColumnMetaData, p *format.PageHeader) {
			p.UncompressedPageSize = maxPage
		}},
		{"fewer values than rows", false, claim{2, format.Plain, run + strings.Repeat("\x01", 16)}, func(_ *format.SchemaElement, m *format.ColumnMetaData, p *format.PageHeader) {
			m.NumValues, p.DataPageHeader.V.NumValues = 1, 1
		}},
		{"values without a length", false, claim{1, format.Plain, run}, func(e *format.SchemaElement, m *format.ColumnMetaData, _ *format.PageHeader) {
			e.Type.V, m.Type = format.FixedLenByteArray, format.FixedLenByteArray
		}},
	} {
		data := file(test.claim, test.change)
		readDamaged(t, data, 32)
		f, err := open(data)
		if err == nil {
			_, err = values(f)
		}
		if (err == nil) != test.good {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	// The meaning of numbers is in the schema.
	for _, test := range []struct {
		kind   deprecated.ConvertedType
		scale  int32
		number float64
		text   string
	}{
		{deprecated.Int64, 0, -3, "-3"},
		{deprecated.Uint64, 0, 0x1p64, "18446744073709551613"},
		{deprecated.Decimal, 1, -0.3, "-0.3"},
	} {
		data := file(claim{1, format.Plain, run + "\xfd" + strings.Repeat("\xff", 7)}, func(e *format.SchemaElement, _ *format.ColumnMetaData, _ *format.PageHeader) {
			e.ConvertedType, e.Scale = thrift.New(test.kind), thrift.New(test.scale)
		})
		f, err := open(data)
		if err != nil {
			t.Fatal(err)
		}
		c := &f.Columns[0]
		if v, err := f.Read(c).Next(); err != nil || c.Number(v) != test.number || c.Text(v) != test.text {
			t.Errorf("%v is %v or %q (%v), want %v and %q", test.kind, c.Number(v), c.Text(v), err, test.number, test.text)
		}
	}
	data := file(claim{1, format.Plain, run + "ab"}, func(e *format.SchemaElement, m *format.ColumnMetaData, _ *format.PageHeader) {
		e.Type.V, m.Type, e.TypeLength, e.LogicalType.Value = format.FixedLenByteArray, format.FixedLenByteArray, thrift.New(int32(2)), &format.Float16Type{}
	})
	if _, err := open(data); err == nil || !strings.Contains(err.Error(), "FLOAT16") {
		t.Errorf("FLOAT16: %v", err)
	}
	// Structs in structs, in a field that is not known, would overflow the stack.
	deep := "\x4c" + strings.Repeat("\x1c", 20<<20)
	size := binary.LittleEndian.AppendUint32(nil, uint32(len(deep)))
	readDamaged(t, []byte(magic+deep+string(size)+magic), 512)
	const footer = "\x15\x02\x19\xfc\xff\xff\xff\xff\x07" // its list of columns has 2^31 elements
	readDamaged(t, []byte("PAR1"+footer+"\x09\x00\x00\x00PAR1"), 32)
}

// A number has the bits of the data, the lowest first.
func TestBitsAt(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	data := make([]byte, 20)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	for width := range 65 {
		for at := 0; at+width <= 8*len(data); at++ {
			want := uint64(0)
			for k := range width {
				want |= uint64(data[(at+k)/8]>>((at+k)%8)&1) << k
			}
			if got := bitsAt(data, at, width); got != want {
				t.Fatalf("%d bits at %d are %x, want %x", width, at, got, want)
			}
		}
	}
}
