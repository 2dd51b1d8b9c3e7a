package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

var errParquet = errors.New("the Parquet file is damaged or of a kind that is not supported")

// maxPage is the limit for the content of one page of a Parquet file. Writers aim at 1 MB.
const maxPage = 64 << 20

// openParquet opens a Parquet file whose page headers are plausible. The library trusts them: it
// allocates what they claim, and panics if they contradict each other.
func openParquet(r io.ReaderAt, size int64) (file *parquet.File, err error) {
	var tail [8]byte // length of the footer, and the magic number
	if _, err := r.ReadAt(tail[:], max(size-8, 0)); err != nil || int64(binary.LittleEndian.Uint32(tail[:])) > size-12 {
		return nil, errParquet
	}
	err = guardParquet(func() error {
		if file, err = parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true)); err != nil {
			return err
		}
		for _, group := range file.Metadata().RowGroups {
			for _, c := range group.Columns {
				if err := checkPages(r, size, &c.MetaData); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return file, err
}

// guardParquet calls f, which uses the library. Errors and panics of the library become
// errParquet; io.EOF passes through.
func guardParquet(f func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errParquet
		}
	}()
	if err = f(); err != nil && !errors.Is(err, io.EOF) {
		return errParquet
	}
	return err
}

// checkPages reads the page headers of a column chunk.
func checkPages(r io.ReaderAt, size int64, c *format.ColumnMetaData) error {
	start := c.DataPageOffset
	if d := c.DictionaryPageOffset; d > 0 && d < start {
		start = d
	}
	end := start + c.TotalCompressedSize
	if start < 0 || c.TotalCompressedSize < 0 || end > size || c.NumValues < 0 {
		return errParquet
	}
	var protocol thrift.CompactProtocol
	for values := int64(0); start < end && values < c.NumValues; {
		chunk := io.NewSectionReader(r, start, end-start)
		in := bufio.NewReaderSize(chunk, 4096)
		var h format.PageHeader
		if err := thrift.NewDecoder(protocol.NewReader(in)).Decode(&h); err != nil {
			return errParquet
		}
		read, _ := chunk.Seek(0, io.SeekCurrent) // it fails only for a negative offset
		levels := int64(h.DataPageHeaderV2.V.DefinitionLevelsByteLength) + int64(h.DataPageHeaderV2.V.RepetitionLevelsByteLength)
		count := max(h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues, h.DictionaryPageHeader.V.NumValues)
		body := start + read - int64(in.Buffered())
		start = body + int64(h.CompressedPageSize)
		if h.CompressedPageSize < 0 || start > end || h.UncompressedPageSize < 0 || h.UncompressedPageSize > maxPage ||
			int64(count) > c.NumValues || count < 0 || levels < 0 || levels > int64(h.CompressedPageSize) {
			return errParquet
		}
		if c.Codec == format.Snappy && snappyLength(r, body+levels, start) > int64(h.UncompressedPageSize) {
			return errParquet
		}
		if !h.DictionaryPageHeader.Valid {
			values += int64(count)
		}
	}
	return nil
}

// snappyLength returns the length that a Snappy block claims for its content.
func snappyLength(r io.ReaderAt, start, end int64) int64 {
	n, err := binary.ReadUvarint(bufio.NewReaderSize(io.NewSectionReader(r, start, end-start), 16))
	if err != nil {
		return 0 // an empty page
	}
	return int64(min(n, 1<<40))
}
