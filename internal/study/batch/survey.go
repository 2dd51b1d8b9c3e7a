package batch

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/pool"
)

// A Survey is what is known of a source before its pairs are compared.
type Survey struct {
	Pairs  int    `json:"pairs"`  // in all shards
	Inputs string `json:"inputs"` // a digest of the source: ids, names, graphs in memory
	Files  string `json:"files"`  // a digest of what is in the files of the shard
}

// mostIDs is how many ids are compared with each other; beyond it only neighbours are.
const mostIDs = 8 << 20

// Look goes through the source once. It counts the pairs, reads all files of the shard to
// know them again, and refuses ids that stand there twice.
func Look(ctx context.Context, src *compare.Source, s *Settings) (Survey, error) {
	sum := newDigest()
	var look Survey
	var ids []uint64
	var bad error // of the source
	last, short := "", fnv.New64a()
	files := func(yield func(string) bool) { // those of the shard
		for p, err := range src.Inputs {
			k := look.Pairs
			if look.Pairs++; err != nil || p.ID == last && k > 0 {
				bad = err
				return
			}
			last = p.ID
			if len(ids) < mostIDs {
				short.Reset()
				io.WriteString(short, p.ID)
				ids = append(ids, short.Sum64())
			}
			sum.text(p.ID)
			for _, g := range [...]*compare.Origin{&p.Truth, &p.Guess} {
				sum.text(g.Name)
				sum.bytes(g.Data)
				if g.Path != "" && s.Shard.Has(k) && !yield(g.Path) {
					return
				}
			}
			if ctx.Err() != nil {
				return
			}
		}
	}
	var err error
	if look.Files, err = digestOf(ctx, files, pool.Workers(s.Workers)); err == nil {
		err = bad
	}
	look.Inputs = sum.hex()
	switch {
	case err != nil:
		return look, err
	case ctx.Err() != nil:
		return look, context.Cause(ctx)
	case look.Pairs == 0:
		return look, fmt.Errorf("%s: contains no pairs", src.Name)
	case len(ids) < min(look.Pairs, mostIDs):
		return look, fmt.Errorf("%s: duplicate id %q: give each pair its own", src.Name, last)
	}
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] {
			if id, twice := hasTwice(src, ids[i]); twice {
				return look, fmt.Errorf("%s: duplicate id %q: give each pair its own", src.Name, id)
			}
		}
	}
	return look, nil
}

// hasTwice returns the id that occurs twice, among those with this short digest.
func hasTwice(src *compare.Source, of uint64) (string, bool) {
	seen, twice := map[string]bool{}, ""
	for p, err := range src.Inputs {
		if err != nil || twice != "" { // it was read without an error before
			break
		}
		short := fnv.New64a()
		io.WriteString(short, p.ID)
		if short.Sum64() != of {
			continue
		}
		if seen[p.ID] {
			twice = p.ID
		}
		seen[p.ID] = true
	}
	return twice, twice != ""
}

// A digest is a SHA-256 over texts with their lengths.
type digest struct {
	hash.Hash
	buf []byte
}

func newDigest() *digest { return &digest{Hash: sha256.New()} }

func (d *digest) bytes(b []byte) {
	d.buf = binary.AppendUvarint(d.buf[:0], uint64(len(b)))
	d.Write(d.buf)
	d.Write(b)
}

func (d *digest) text(s string) {
	d.buf = binary.AppendUvarint(d.buf[:0], uint64(len(s)))
	d.buf = append(d.buf, s...)
	d.Write(d.buf)
}

func (d *digest) hex() string { return hex.EncodeToString(d.Sum(nil)) }

// digestOf returns one digest of many files, read on several goroutines: the sum of the digests
// of each file with its name.
func digestOf(ctx context.Context, files iter.Seq[string], workers int) (string, error) {
	const batch = 128 // files that go to a worker at once
	batches := func(yield func([]string) bool) {
		var list []string
		for path := range files {
			if list = append(list, path); len(list) == batch {
				if !yield(list) {
					return
				}
				list = nil
			}
		}
		yield(list)
	}
	var total [4]uint64
	err := pool.Run(ctx, workers, batches, func(ctx context.Context) func([]string) [4]uint64 {
		h, buf := sha256.New(), make([]byte, 1<<15)
		return func(list []string) (sum [4]uint64) {
			for _, path := range list {
				if ctx.Err() == nil {
					addFile(&sum, path, h, buf)
				}
			}
			return sum
		}
	}, func(sum [4]uint64) error {
		for i := range total {
			total[i] += sum[i]
		}
		return nil
	})
	var b []byte
	for _, x := range total {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return hex.EncodeToString(b), err
}

// addFile adds the digest of a file. A file that cannot be read has one, too.
func addFile(sum *[4]uint64, path string, h hash.Hash, buf []byte) {
	h.Reset()
	io.WriteString(h, path+"\x00")
	f, err := os.Open(path)
	if err == nil {
		for n := 0; err == nil; {
			n, err = f.Read(buf)
			h.Write(buf[:n])
		}
		f.Close()
	}
	if err != io.EOF {
		io.WriteString(h, "\x00it cannot be read")
	}
	digest := h.Sum(buf[:0])
	for i := range sum {
		sum[i] += binary.LittleEndian.Uint64(digest[8*i:])
	}
}
