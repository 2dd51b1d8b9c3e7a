package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// maxPage is the limit for the content of one page, and for its header. Writers aim at 1 MB.
const maxPage = 64 << 20

// ratios has the codecs that are supported, and how many bytes one byte can become.
var ratios = map[format.CompressionCodec]int64{
	format.Uncompressed: 1, format.Snappy: 22, format.Gzip: 1032, format.Zstd: 1 << 15, format.Lz4Raw: 255,
}

// A File is an open Parquet file.
type File struct {
	Columns []Column // that are neither lists nor records
	Rows    int

	in io.ReaderAt
}

// Open reads the metadata of a file.
func Open(in io.ReaderAt, size int64) (*File, error) {
	tail := make([]byte, 8) // the length of the footer, and the magic number
	if n, _ := in.ReadAt(tail, max(size-8, 0)); n < 8 || string(tail[4:]) != magic {
		return nil, errDamaged
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > size-12 {
		return nil, errDamaged
	}
	data := make([]byte, length)
	var footer format.FileMetaData
	if n, _ := in.ReadAt(data, size-8-length); n < len(data) {
		return nil, errDamaged
	}
	if _, err := decode(data, &footer); err != nil || len(footer.Schema) == 0 {
		return nil, errDamaged
	}
	f := &File{in: in}
	places, err := f.addColumns(footer.Schema[1:])
	if err != nil {
		return nil, err
	}
	// Runs make millions of equal values from a few bytes, but a table also has others.
	most := (100*size + 1<<22) / int64(max(1, len(f.Columns)))
	for _, group := range footer.RowGroups {
		if group.NumRows < 0 || group.NumRows > most-int64(f.Rows) || len(group.Columns) != len(places) {
			return nil, errDamaged
		}
		f.Rows += int(group.NumRows)
		for i := range group.Columns {
			if places[i] < 0 {
				continue
			}
			if err := f.Columns[places[i]].addChunk(&group.Columns[i], group.NumRows, size); err != nil {
				return nil, err
			}
		}
	}
	return f, nil
}

// addColumns adds the columns of a schema, which is a tree in preorder without its root. It returns the
// place of each leaf among the columns, -1 if the leaf is left out.
func (f *File) addColumns(schema []format.SchemaElement) (places []int, err error) {
	inside := 0 // elements left of this list or record
	for i := range schema {
		e := &schema[i]
		if e.Type.Valid {
			place := -1
			if inside == 0 && e.RepetitionType.V != format.Repeated {
				place = len(f.Columns)
				c := Column{Name: e.Name, Type: e.Type.V, optional: e.RepetitionType.V == format.Optional, width: widths[e.Type.V]}
				if c.Type == format.FixedLenByteArray {
					c.width = int(e.TypeLength.V)
				}
				if kind := e.ConvertedType; kind.Valid {
					c.unsigned = kind.V >= deprecated.Uint8 && kind.V <= deprecated.Uint64
					if kind.V == deprecated.Decimal {
						c.scale = math.Pow10(int(e.Scale.V))
					}
				}
				if _, half := e.LogicalType.Value.(*format.Float16Type); half || c.scale != 0 && c.Type >= format.ByteArray {
					return nil, fmt.Errorf("column %q has numbers of type DECIMAL or FLOAT16 in bytes: save them as floating-point numbers", c.Name)
				}
				f.Columns = append(f.Columns, c)
			}
			places = append(places, place)
		}
		inside = max(inside-1, 0) + int(max(e.NumChildren.V, 0))
	}
	return places, nil
}

// addChunk adds the part of the column that is in a row group.
func (c *Column) addChunk(chunk *format.ColumnChunk, rows, size int64) error {
	m := &chunk.MetaData
	if d := m.DictionaryPageOffset; d > 0 && d < m.DataPageOffset {
		m.DataPageOffset = d // the start
	}
	if m.DataPageOffset < 0 || m.DataPageOffset > size || m.TotalCompressedSize < 0 || m.TotalCompressedSize > size-m.DataPageOffset ||
		m.NumValues != rows || m.Type != c.Type || c.width <= 0 && c.Type != format.ByteArray || chunk.FilePath != "" {
		return errDamaged
	}
	if ratios[m.Codec] == 0 {
		return fmt.Errorf("compressed with %v: write it with snappy, gzip or zstd", m.Codec)
	}
	c.chunks = append(c.chunks, m)
	return nil
}

// A Reader reads the values of a column, page by page.
type Reader struct {
	in     io.ReaderAt
	column *Column
	chunks []*format.ColumnMetaData // after this one

	codec      format.CompressionCodec
	start, end int64 // of the rest of this chunk
	rows       int   // in it
	dictionary [][]byte

	raw, content []byte // of a page; the next one uses the memory again
	left         int    // values of the page
	levels       *runs  // 0 for null and 1 for a value; or nil
	value        func() []byte
}

// Read returns a reader for a column of the file.
func (f *File) Read(c *Column) *Reader { return &Reader{in: f.in, column: c, chunks: c.chunks} }

// Next returns the next value, nil for null, or [io.EOF]. A value is valid until the next call. A truth
// value is a byte, and a number has its bytes with the lowest first.
func (r *Reader) Next() ([]byte, error) {
	for r.left == 0 {
		if r.rows > 0 {
			if err := r.page(); err != nil {
				return nil, err
			}
		} else if len(r.chunks) > 0 {
			m := r.chunks[0]
			r.start, r.end, r.rows, r.codec = m.DataPageOffset, m.DataPageOffset+m.TotalCompressedSize, int(m.NumValues), m.Codec
			r.chunks, r.dictionary = r.chunks[1:], nil
		} else {
			return nil, io.EOF
		}
	}
	r.left--
	if r.levels != nil {
		if level := r.levels.next(); level == 0 {
			return nil, nil
		} else if level < 0 {
			return nil, errDamaged
		}
	}
	v := r.value()
	if v == nil || r.column.width > 0 && len(v) != r.column.width {
		return nil, errDamaged
	}
	return v, nil
}

// page reads a page.
func (r *Reader) page() error {
	h, err := r.header()
	packed, size := int64(h.CompressedPageSize), int(h.UncompressedPageSize)
	if err != nil || packed < 0 || packed > r.end-r.start || size < 0 || int64(size) > min(maxPage, 1<<20+packed*ratios[r.codec]) {
		return errDamaged
	}
	r.raw = slices.Grow(r.raw[:0], int(packed)+1)[:packed] // not nil
	if n, _ := r.in.ReadAt(r.raw, r.start); n < len(r.raw) || h.CRC != 0 && uint32(h.CRC) != crc32.ChecksumIEEE(r.raw) {
		return errDamaged
	}
	r.start += packed
	v1, v2, body := &h.DataPageHeader.V, &h.DataPageHeaderV2.V, cursor(r.raw)
	levels := cursor(body.take(int(v2.DefinitionLevelsByteLength))) // which are not compressed
	codec := r.codec
	if v2.IsCompressed.Valid && !v2.IsCompressed.V {
		codec = format.Uncompressed
	}
	if size -= len(levels); size < 0 || v2.RepetitionLevelsByteLength != 0 {
		return errDamaged
	}
	content, err := r.unpack(codec, body, size)
	if err != nil {
		return err
	}
	n, encoding := v2.NumValues, v2.Encoding
	switch h.Type {
	case format.DictionaryPage:
		value := r.column.values(format.Plain, content, 0, nil)
		r.raw, r.content, r.dictionary = nil, nil, nil // the dictionary keeps the memory
		for range h.DictionaryPageHeader.V.NumValues {
			v := value()
			if v == nil {
				return errDamaged
			}
			r.dictionary = append(r.dictionary, v)
		}
		return nil
	case format.DataPage:
		if n, encoding = v1.NumValues, v1.Encoding; r.column.optional {
			levels = content.sized()
		}
	case format.DataPageV2:
	default:
		return errDamaged
	}
	if n < 0 || int(n) > r.rows {
		return errDamaged
	}
	r.left, r.rows, r.levels = int(n), r.rows-int(n), nil
	if r.column.optional {
		r.levels = &runs{data: levels, width: 1}
	}
	r.value = r.column.values(encoding, content, int(n), r.dictionary)
	return nil
}

// header reads the header of a page. Statistics can make it long.
func (r *Reader) header() (h format.PageHeader, err error) {
	for size := int64(1 << 10); size <= maxPage; size *= 16 {
		data := make([]byte, min(size, r.end-r.start))
		if n, _ := r.in.ReadAt(data, r.start); n < len(data) {
			return h, errDamaged
		}
		h = format.PageHeader{}
		if n, err := decode(data, &h); err == nil {
			r.start += int64(n)
			return h, nil
		}
		if size >= r.end-r.start {
			break
		}
	}
	return h, errDamaged
}

// zstdDecoder returns a decoder that writes no more than the capacity of a slice.
var zstdDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
})

// unpack returns the content of a page, which must have this size.
func (r *Reader) unpack(codec format.CompressionCodec, body []byte, size int) (content cursor, err error) {
	r.content = slices.Grow(r.content[:0], size+1)[:size]
	content, n := r.content, 0
	switch {
	case size == 0: // some programs do not compress it
	case codec == format.Uncompressed:
		content, n = body, len(body)
	case codec == format.Snappy:
		if n, err = snappy.DecodedLen(body); n == size {
			_, err = snappy.Decode(content, body)
		}
	case codec == format.Gzip:
		var in *gzip.Reader
		if in, err = gzip.NewReader(bytes.NewReader(body)); err == nil {
			if n, err = io.ReadFull(in, content[:size+1]); err == io.ErrUnexpectedEOF {
				err = nil // there is no further byte
			}
		}
	case codec == format.Zstd:
		var decoder *zstd.Decoder
		if decoder, err = zstdDecoder(); err == nil {
			content, err = decoder.DecodeAll(body, content[:0])
			n = len(content)
		}
	case codec == format.Lz4Raw:
		n, err = lz4.UncompressBlock(body, content)
	}
	if err != nil || n != size {
		return nil, errDamaged
	}
	return content, nil
}
