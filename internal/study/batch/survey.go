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
	"os"
	"slices"
	"sync"
)

// A Survey is what is known of a source before its pairs are compared.
type Survey struct {
	Pairs  int    `json:"pairs"`  // in all shards
	Inputs string `json:"inputs"` // a digest of the source: ids, names, graphs at hand
	Files  string `json:"files"`  // a digest of what is in the files of the shard
}

// mostIDs is how many ids are held against each other; beyond it only neighbours are.
const mostIDs = 8 << 20

// Look goes through the source once. It counts the pairs, reads all files of the shard to
// know them again, and refuses ids that stand there twice.
func Look(ctx context.Context, src *Source, s *Settings) (Survey, error) {
	sum := newDigest()
	files := newFileDigests(ctx, s.workers())
	var look Survey
	var ids []uint64
	last, short := "", fnv.New64a()
	err := src.Each(func(p *Pair) bool {
		k := look.Pairs
		look.Pairs++
		if p.ID == last && k > 0 {
			return false
		}
		last = p.ID
		if len(ids) < mostIDs {
			short.Reset()
			io.WriteString(short, p.ID)
			ids = append(ids, short.Sum64())
		}
		sum.text(p.ID)
		for _, g := range [...]*Graph{&p.Truth, &p.Guess} {
			sum.text(g.Name)
			sum.bytes(g.Data)
			if g.Path != "" && s.Shard.Has(k) {
				files.add(g.Path)
			}
		}
		return ctx.Err() == nil
	})
	look.Files = files.sum()
	look.Inputs = sum.hex()
	switch {
	case err != nil:
		return look, err
	case ctx.Err() != nil:
		return look, context.Cause(ctx)
	case look.Pairs == 0:
		return look, fmt.Errorf("%s: there is no pair in it", src.Name)
	case len(ids) < min(look.Pairs, mostIDs):
		return look, fmt.Errorf("%s: the id %q stands there twice: give each pair its own", src.Name, last)
	}
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] {
			if id, twice := hasTwice(src, ids[i]); twice {
				return look, fmt.Errorf("%s: the id %q stands there twice: give each pair its own", src.Name, id)
			}
		}
	}
	return look, nil
}

// hasTwice returns the id that stands there twice, among those with this short digest.
func hasTwice(src *Source, of uint64) (string, bool) {
	seen, twice := map[string]bool{}, ""
	_ = src.Each(func(p *Pair) bool { // it was read without an error before
		short := fnv.New64a()
		io.WriteString(short, p.ID)
		if short.Sum64() != of {
			return true
		}
		if seen[p.ID] {
			twice = p.ID
		}
		seen[p.ID] = true
		return twice == ""
	})
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

// fileDigests makes one digest of many files, read on several goroutines: the sum of the
// digests of each file with its number.
type fileDigests struct {
	work  chan []string
	batch []string
	all   sync.WaitGroup
	mu    sync.Mutex
	total [4]uint64
}

func newFileDigests(ctx context.Context, workers int) *fileDigests {
	d := &fileDigests{work: make(chan []string, workers)}
	for range workers {
		d.all.Go(func() {
			h, buf := sha256.New(), make([]byte, 1<<15)
			for batch := range d.work {
				for _, path := range batch {
					if ctx.Err() == nil {
						d.put(path, h, buf)
					}
				}
			}
		})
	}
	return d
}

func (d *fileDigests) add(path string) {
	if d.batch = append(d.batch, path); len(d.batch) == 128 {
		d.work <- d.batch
		d.batch = nil
	}
}

// put adds the digest of a file. A file that cannot be read has one, too.
func (d *fileDigests) put(path string, h hash.Hash, buf []byte) {
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
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.total {
		d.total[i] += binary.LittleEndian.Uint64(digest[8*i:])
	}
}

func (d *fileDigests) sum() string {
	d.work <- d.batch
	close(d.work)
	d.all.Wait()
	var b []byte
	for _, x := range d.total {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return hex.EncodeToString(b)
}
