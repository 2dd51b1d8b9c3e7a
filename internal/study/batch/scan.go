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
	"slices"
	"unicode/utf8"

	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/internal/study/store"
)

// mostIDs is how many ids are compared with each other; beyond it only neighbours are.
const mostIDs = 8 << 20

// mostDigests is how many pairs a shard may have to have a digest for each.
const mostDigests = 1 << 18

// An Inspector looks at the inputs of a source one after another: it counts them, makes a digest
// of them without what is in their files, and notices duplicate ids.
type Inspector struct {
	Pairs int
	sum   *digest
	ids   []uint64
	last  string
	twice bool // the last id is that of the input before
	bad   bool // the last id is not UTF-8
}

// NewInspector returns one for a source with these columns.
func NewInspector(columns []string) *Inspector {
	i := &Inspector{sum: newDigest()}
	for _, name := range columns {
		i.sum.text(name)
	}
	return i
}

// Add adds an input. It reports false if its id is not valid, or that of the input before.
func (i *Inspector) Add(p *pipeline.Input) bool {
	i.Pairs++
	i.twice, i.bad = p.ID == i.last && i.Pairs > 1, !utf8.ValidString(p.ID)
	i.last = p.ID
	if i.twice || i.bad {
		return false
	}
	if len(i.ids) < mostIDs {
		i.ids = append(i.ids, shortOf(p.ID))
	}
	i.sum.text(p.ID)
	for _, value := range p.More {
		i.sum.text(value)
	}
	for _, g := range [...]*pipeline.Origin{&p.Truth, &p.Guess} {
		i.sum.text(g.Name)
		if g.Settings != "" {
			i.sum.text(g.Settings)
		}
		i.sum.bytes(g.Data)
	}
	return true
}

// Digest returns the digest of the inputs so far.
func (i *Inspector) Digest() string { return i.sum.hex() }

// Check refuses a source without inputs, or with an id that occurs twice.
func (i *Inspector) Check(src *pipeline.Source) error {
	switch {
	case i.Pairs == 0:
		return noPairs(src.Name)
	case i.bad:
		return notUTF8(src.Name, i.last)
	case i.twice:
		return duplicate(src.Name, i.last)
	}
	slices.Sort(i.ids)
	for k := 1; k < len(i.ids); k++ {
		if i.ids[k] == i.ids[k-1] {
			if id, twice := hasTwice(src, i.ids[k]); twice {
				return duplicate(src.Name, id)
			}
		}
	}
	return nil
}

func shortOf(id string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, id)
	return h.Sum64()
}

// Scan reads the source once. It counts the pairs, reads all files of the shard to recognise
// changes, and returns an error for duplicate ids. The source that it returns is the same, but ends
// with an error if it or a file has changed.
func Scan(ctx context.Context, src *pipeline.Source, s *Settings) (store.ScanResult, *pipeline.Source, error) {
	all := NewInspector(src.Columns)
	var seen snapshot
	var owners []int                         // the pair of each file, for the first [mostDigests]
	var bad error                            // of the source
	files := func(yield func(string) bool) { // those of the shard
		for p, err := range src.Inputs {
			k := all.Pairs
			if err != nil || !all.Add(p) {
				bad = err
				return
			}
			if len(seen.pairs) < mostIDs {
				seen.pairs = append(seen.pairs, seen.sum(p))
			}
			for _, g := range [...]*pipeline.Origin{&p.Truth, &p.Guess} {
				if g.Path == "" || !s.Shard.Has(k) {
					continue
				}
				if pair := k / max(s.Shard.Of, 1); pair < mostDigests {
					owners = append(owners, pair)
				}
				if !yield(g.Path) {
					return
				}
			}
			if ctx.Err() != nil {
				return
			}
		}
	}
	var found store.ScanResult
	var err error
	if found.Files, seen.files, err = digestOf(ctx, files, pool.Workers(s.Workers)); err == nil {
		err = bad
	}
	found.Pairs, found.Inputs = all.Pairs, all.Digest()
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		err = all.Check(src)
	}
	if err != nil {
		return found, nil, err
	}
	if n := s.Shard.Count(found.Pairs); n <= mostDigests {
		each := make([]uint64, n)
		for i, pair := range owners {
			each[pair] += seen.files.sums[i]
		}
		found.Files = store.PairDigests(each)
	}
	return found, seen.replay(src, found.Pairs, s.Shard), nil
}

// notUTF8 reports an id that rows in JSON could not have: two such ids could become one.
func notUTF8(source, id string) error {
	return fmt.Errorf("%s: the id %q is not UTF-8: save the manifest as UTF-8, or rename the file", source, id)
}

func noPairs(source string) error { return fmt.Errorf("%s: contains no pairs", source) }

func duplicate(source, id string) error {
	return fmt.Errorf("%s: duplicate id %q: give each pair its own", source, id)
}

// Distinct returns the source, which ends with an error at a duplicate id, at one that is not UTF-8,
// or if there are no pairs.
func Distinct(src *pipeline.Source) *pipeline.Source {
	return &pipeline.Source{Name: src.Name, Columns: src.Columns, Inputs: func(yield func(*pipeline.Input, error) bool) {
		seen := make(map[string]bool)
		for p, err := range src.Inputs {
			switch {
			case err != nil:
			case !utf8.ValidString(p.ID):
				p, err = nil, notUTF8(src.Name, p.ID)
			case seen[p.ID]:
				p, err = nil, duplicate(src.Name, p.ID)
			}
			if err == nil && len(seen) < mostIDs {
				seen[p.ID] = true
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
		if len(seen) == 0 {
			yield(nil, noPairs(src.Name))
		}
	}}
}

// hasTwice returns the id that occurs twice, among those with this short digest.
func hasTwice(src *pipeline.Source, of uint64) (string, bool) {
	seen, twice := map[string]bool{}, ""
	for p, err := range src.Inputs {
		if err != nil || twice != "" { // it was read without an error before
			break
		}
		if shortOf(p.ID) != of {
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
