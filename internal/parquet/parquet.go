// Package parquet reads and writes flat Parquet files: tables of numbers and texts. It leaves out
// columns of lists and records. The format is described at https://parquet.apache.org/docs/file-format.
//
// No length in a file decides alone how much memory is allocated. Sizes are compared with the file,
// and counts with what such a file can contain.
package parquet

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const magic = "PAR1" // at both ends of a file

var errDamaged = errors.New("the Parquet file is damaged or of a kind that is not supported: write it again, or as CSV")

// A Column is a column whose values are neither lists nor records.
type Column struct {
	Name string
	Type format.Type

	optional bool
	unsigned bool
	scale    float64 // a whole number stands for this many parts of 1; 0 for 1
	width    int     // bytes of a value, 0 for texts
	chunks   []*format.ColumnMetaData
}

// widths has the bytes of a value. Those of FIXED_LEN_BYTE_ARRAY are in the schema.
var widths = map[format.Type]int{format.Boolean: 1, format.Int32: 4, format.Int64: 8, format.Int96: 12, format.Float: 4, format.Double: 8}

// Numeric reports whether the values are numbers.
func (c *Column) Numeric() bool { return c.Type != format.Boolean && c.Type < format.ByteArray }

// Number returns a value as a number. INT96 is a time, in nanoseconds since 1970.
func (c *Column) Number(value []byte) float64 {
	switch c.Type {
	case format.Int32, format.Int64:
		x := float64(integer(value))
		if c.unsigned {
			x = float64(natural(value))
		}
		return x / cmp.Or(c.scale, 1)
	case format.Int96:
		days := int64(binary.LittleEndian.Uint32(value[8:])) - 2440588 // from Julian day 0 to 1970-01-01
		return float64(days*86400e9 + integer(value[:8]))
	case format.Float:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(value)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(value))
}

// Text returns a value as CSV has it. A null is empty.
func (c *Column) Text(value []byte) string {
	switch {
	case value == nil || c.Type >= format.ByteArray:
		return string(value)
	case c.Type == format.Boolean:
		return strconv.FormatBool(value[0] == 1)
	case c.unsigned:
		return strconv.FormatUint(natural(value), 10)
	case c.scale == 0 && (c.Type == format.Int32 || c.Type == format.Int64):
		return strconv.FormatInt(integer(value), 10)
	case c.Type == format.Float:
		return strconv.FormatFloat(c.Number(value), 'g', -1, 32)
	}
	return strconv.FormatFloat(c.Number(value), 'g', -1, 64)
}

func integer(value []byte) int64 {
	if len(value) == 4 {
		return int64(int32(natural(value)))
	}
	return int64(natural(value))
}

func natural(value []byte) uint64 {
	if len(value) == 4 {
		return uint64(binary.LittleEndian.Uint32(value))
	}
	return binary.LittleEndian.Uint64(value)
}

var protocol thrift.CompactProtocol

// mostOpen is the limit for structs that have begun and those that must follow in the same lists. Each row group and column
// is one.
const mostOpen = 1 << 18

// A metaReader limits the length of lists, for which the library allocates memory, to what is left, and the depth of structs,
// which it reads recursively. Metadata has neither lists of lists nor sets and maps.
type metaReader struct {
	thrift.BytesReader
	size int
	open int
}

func (r *metaReader) ReadField() (thrift.Field, error) {
	field, err := r.BytesReader.ReadField()
	switch field.Type {
	case thrift.STOP:
		r.open--
	case thrift.STRUCT:
		r.open++
	case thrift.SET, thrift.MAP:
		err = errDamaged
	}
	if r.open > mostOpen {
		err = errDamaged
	}
	return field, err
}

func (r *metaReader) ReadList() (thrift.List, error) {
	list, err := r.BytesReader.ReadList()
	if list.Type == thrift.STRUCT {
		r.open += int(list.Size)
	}
	if int(list.Size) > r.size-r.BytesRead() || list.Type > thrift.BINARY && list.Type != thrift.STRUCT {
		err = errDamaged
	}
	return list, err
}

// Discard is a method that the library looks for.
func (r *metaReader) Discard(n int) (int, error) {
	return r.BytesReader.(interface{ Discard(int) (int, error) }).Discard(n)
}

// decode reads metadata from the start of data and returns its length.
func decode(data []byte, to any) (int, error) {
	in := &metaReader{BytesReader: protocol.NewReaderFromBytes(data), size: len(data)}
	if thrift.NewDecoder(in).Decode(to) != nil {
		return 0, errDamaged
	}
	return in.BytesRead(), nil
}
