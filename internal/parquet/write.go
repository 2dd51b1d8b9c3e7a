package parquet

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/bits"
	"slices"

	"github.com/klauspost/compress/snappy"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	groupRows = 100_000 // rows of a row group, which is in memory until it is written
	pageSize  = 1 << 20
)

// A Writer writes a file. Its columns have the types INT64 and DOUBLE, whose values can be null, or
// BYTE_ARRAY, which has texts in UTF-8 and no nulls.
type Writer struct {
	out   io.Writer
	err   error
	parts []part
	rows  int // of this row group
	at    int64
	meta  format.FileMetaData
}

// A part is the column of a row group.
type part struct {
	Column
	list   []int          // of each row: the place of its text; of numbers 1, and 0 for null
	plain  []byte         // numbers
	texts  []string       // each once
	places map[string]int // of texts
	size   int            // of texts
}

// NewWriter returns a writer for a file with these columns.
func NewWriter(out io.Writer, columns []Column) *Writer {
	w := &Writer{out: out, meta: format.FileMetaData{Version: 2, CreatedBy: "sepdist", RowGroups: []format.RowGroup{}}}
	w.meta.Schema = append(w.meta.Schema, format.SchemaElement{Name: "schema", NumChildren: thrift.New(int32(len(columns)))})
	for _, c := range columns {
		e := format.SchemaElement{Name: c.Name, Type: thrift.New(c.Type), RepetitionType: thrift.New(format.Optional)}
		if c.Type == format.ByteArray { // with both annotations of strings, the old and the new
			e.RepetitionType.V, e.ConvertedType, e.LogicalType.Value = format.Required, thrift.New(deprecated.UTF8), &format.StringType{}
		}
		w.meta.Schema = append(w.meta.Schema, e)
		w.parts = append(w.parts, part{Column: c, places: make(map[string]int)})
	}
	w.write([]byte(magic))
	return w
}

// Write writes a row, with values in the form of [Reader.Next].
func (w *Writer) Write(row [][]byte) error {
	for i, v := range row {
		p := &w.parts[i]
		if p.Type != format.ByteArray {
			p.plain = append(p.plain, v...)
			p.list = append(p.list, min(len(v), 1))
			continue
		}
		place, ok := p.places[string(v)]
		if !ok {
			place = len(p.texts)
			p.texts = append(p.texts, string(v))
			p.places[p.texts[place]] = place
			p.size += 4 + len(v)
		}
		p.list = append(p.list, place)
	}
	if w.rows++; w.rows == groupRows {
		w.flush()
	}
	return w.err
}

// Close writes the rest and the metadata. It does not close the file.
func (w *Writer) Close() error {
	if w.rows > 0 {
		w.flush()
	}
	footer, err := thrift.Marshal(&protocol, &w.meta)
	w.err = cmp.Or(w.err, err)
	w.write(append(binary.LittleEndian.AppendUint32(footer, uint32(len(footer))), magic...))
	return w.err
}

// flush writes a row group.
func (w *Writer) flush() {
	group := format.RowGroup{NumRows: int64(w.rows), Ordinal: int16(len(w.meta.RowGroups))}
	for i := range w.parts {
		m := w.chunk(&w.parts[i])
		group.TotalByteSize += m.TotalUncompressedSize
		group.Columns = append(group.Columns, format.ColumnChunk{MetaData: m})
	}
	w.meta.RowGroups = append(w.meta.RowGroups, group)
	w.meta.NumRows += group.NumRows
	w.rows = 0
}

// chunk writes the column of a row group and empties it.
func (w *Writer) chunk(p *part) format.ColumnMetaData {
	m := format.ColumnMetaData{Type: p.Type, Encoding: []format.Encoding{format.Plain, format.RLE}, PathInSchema: []string{p.Name},
		Codec: format.Snappy, NumValues: int64(w.rows), DataPageOffset: w.at}
	start := w.at
	var page []byte
	switch {
	case p.Type != format.ByteArray:
		for _, level := range p.list {
			m.Statistics.NullCount += int64(1 - level)
		}
		page = appendRuns(make([]byte, 4), p.list, 1)
		binary.LittleEndian.PutUint32(page, uint32(len(page)-4))
		w.dataPage(&m, w.rows, format.Plain, append(page, p.plain...))
	case p.size <= pageSize && 2*len(p.texts) <= w.rows:
		m.DictionaryPageOffset, m.Encoding = w.at, append(m.Encoding, format.RLEDictionary)
		for _, text := range p.texts {
			page = appendText(page, text)
		}
		w.page(&m, format.PageHeader{Type: format.DictionaryPage, DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(len(p.texts))})}, page)
		m.DataPageOffset = w.at
		width := max(1, bits.Len(uint(len(p.texts)-1)))
		w.dataPage(&m, w.rows, format.RLEDictionary, appendRuns([]byte{byte(width)}, p.list, width))
	default:
		n := 0
		for i, place := range p.list {
			if n, page = n+1, appendText(page, p.texts[place]); len(page) >= pageSize || i == len(p.list)-1 {
				w.dataPage(&m, n, format.Plain, page)
				n, page = 0, page[:0]
			}
		}
	}
	clear(p.places)
	p.list, p.plain, p.texts, p.size = p.list[:0], p.plain[:0], p.texts[:0], 0
	m.TotalCompressedSize = w.at - start
	return m
}

func (w *Writer) dataPage(m *format.ColumnMetaData, n int, encoding format.Encoding, content []byte) {
	h := format.DataPageHeader{NumValues: int32(n), Encoding: encoding, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE, Statistics: m.Statistics}
	w.page(m, format.PageHeader{DataPageHeader: thrift.New(h)}, content)
}

// page writes a page. The header gets its sizes and its checksum.
func (w *Writer) page(m *format.ColumnMetaData, h format.PageHeader, content []byte) {
	body := snappy.Encode(nil, content)
	h.UncompressedPageSize, h.CompressedPageSize, h.CRC = int32(len(content)), int32(len(body)), int32(crc32.ChecksumIEEE(body))
	head, err := thrift.Marshal(&protocol, &h)
	w.err = cmp.Or(w.err, err)
	m.TotalUncompressedSize += int64(len(head) + len(content))
	w.write(append(head, body...))
}

func (w *Writer) write(data []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(data)
	}
	w.at += int64(len(data))
}

func appendText(to []byte, text string) []byte {
	return append(binary.LittleEndian.AppendUint32(to, uint32(len(text))), text...)
}

// appendRuns appends numbers for [runs]: one run if they are equal, or else all packed.
func appendRuns(to []byte, list []int, width int) []byte {
	head, size := uint64(len(list)+7)/8<<1|1, (len(list)+7)/8*width
	if !slices.ContainsFunc(list, func(x int) bool { return x != list[0] }) {
		head, size, list = uint64(len(list))<<1, (width+7)/8, list[:1]
	}
	packed := make([]byte, size)
	for i, x := range list {
		for got, at := 0, i*width; got < width; got += 8 - (at+got)%8 {
			packed[(at+got)/8] |= byte(x >> got << ((at + got) % 8))
		}
	}
	return append(binary.AppendUvarint(to, head), packed...)
}
