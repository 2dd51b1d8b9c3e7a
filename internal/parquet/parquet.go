// Package parquet reads and writes flat Parquet files: tables of numbers and texts. It leaves out
// columns of lists and records. The format is described at https://parquet.apache.org/docs/file-format.
//
// No length in a file decides alone how much memory is allocated. Sizes are compared with the file,
// and counts with what such a file can contain.
package parquet

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const magic = "PAR1" // at both ends of a file

var errDamaged = errors.New("the Parquet file is damaged or of a kind that is not supported")

// A Column is a column whose values are neither lists nor records.
type Column struct {
	Name string
	Type format.Type

	optional bool
	width    int // bytes of a value, 0 for texts
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
		return float64(integer(value))
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
	case c.Type == format.Int32 || c.Type == format.Int64:
		return strconv.FormatInt(integer(value), 10)
	case c.Type == format.Float:
		return strconv.FormatFloat(c.Number(value), 'g', -1, 32)
	}
	return strconv.FormatFloat(c.Number(value), 'g', -1, 64)
}

func integer(value []byte) int64 {
	if len(value) == 4 {
		return int64(int32(binary.LittleEndian.Uint32(value)))
	}
	return int64(binary.LittleEndian.Uint64(value))
}

var protocol thrift.CompactProtocol

// A metaReader limits the length of lists, for which the library allocates memory, to what is left.
type metaReader struct {
	thrift.BytesReader
	size int
}

func (r metaReader) ReadList() (thrift.List, error) {
	list, err := r.BytesReader.ReadList()
	if int(list.Size) > r.size-r.BytesRead() {
		err = errDamaged
	}
	return list, err
}

// Discard is a method that the library looks for.
func (r metaReader) Discard(n int) (int, error) {
	return r.BytesReader.(interface{ Discard(int) (int, error) }).Discard(n)
}

// decode reads metadata from the start of data and returns its length.
func decode(data []byte, to any) (int, error) {
	in := metaReader{protocol.NewReaderFromBytes(data), len(data)}
	if thrift.NewDecoder(in).Decode(to) != nil {
		return 0, errDamaged
	}
	return in.BytesRead(), nil
}
