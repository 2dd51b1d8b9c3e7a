package batch

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"hash/maphash"
	"io"
	"iter"

	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/internal/study/store"
)

// A snapshot is what a scan found in a source: a part of the digest of each pair, and each file of
// the shard, as far as there is room for them.
type snapshot struct {
	pairs []uint64
	files seenFiles
	hash  maphash.Hash
}

// seenFiles is what was seen of files, in their order: a part of the digest of the first [mostIDs],
// and what is in small ones among the first of them.
type seenFiles struct {
	sums []uint64
	kept []pipeline.SeenFile // without content where it was not kept
	room int                 // bytes of content that may still be kept
}

const (
	mostKept  = 64 << 20 // bytes of all files together
	smallFile = 32 << 10 // bytes of a file that is kept
)

// add adds a file.
func (s *seenFiles) add(sum [sha256.Size]byte, file pipeline.SeenFile) {
	if len(s.sums) < mostIDs {
		s.sums = append(s.sums, pipeline.Short(sum))
	}
	if s.room < 0 {
		return // what is kept has the numbers of its files
	}
	const entry = 64 // bytes of a SeenFile, about
	if s.room -= len(file.Content) + entry; s.room >= 0 {
		s.kept = append(s.kept, file)
	}
}

// expect says what the file of a graph, the k-th, is expected to be.
func (s *seenFiles) expect(g *pipeline.Origin, k int) {
	if g.Sum, g.Seen = 0, nil; k < len(s.sums) {
		g.Sum = s.sums[k]
	}
	if k < len(s.kept) && s.kept[k].Content != nil {
		g.Seen = &s.kept[k]
	}
}

// sum returns a digest of an input without its files.
func (k *snapshot) sum(p *pipeline.Input) uint64 {
	h := &k.hash
	h.Reset()
	for _, s := range [...]string{p.ID, p.Truth.Name, p.Guess.Name, p.Truth.Settings, p.Guess.Settings} {
		h.WriteString(s)
		h.WriteByte(0)
	}
	h.Write(p.Truth.Data)
	h.WriteByte(0)
	h.Write(p.Guess.Data)
	return h.Sum64()
}

// replay returns the source, which must not have changed.
func (k *snapshot) replay(src *pipeline.Source, pairs int, shard store.Shard) *pipeline.Source {
	changed := &pipeline.ChangedError{File: src.Name}
	return &pipeline.Source{Name: src.Name, Columns: src.Columns, Inputs: func(yield func(*pipeline.Input, error) bool) {
		n, file := 0, 0
		for p, err := range src.Inputs {
			if err == nil && (n >= pairs || n < len(k.pairs) && k.sum(p) != k.pairs[n]) {
				err = changed
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, g := range [...]*pipeline.Origin{&p.Truth, &p.Guess} {
				if g.Path != "" && shard.Has(n) {
					k.files.expect(g, file)
					file++
				}
			}
			if n++; !yield(p, nil) {
				return
			}
		}
		if n < pairs {
			yield(nil, changed)
		}
	}}
}

// digestOf returns one digest of many files, read on several goroutines: the sum of the digests
// of each file with its name. It returns what it has seen of each, too.
func digestOf(ctx context.Context, files iter.Seq[string], workers int) (string, seenFiles, error) {
	const batch = 128 // files that go to a worker at once
	batches := func(yield func([]string) bool) {
		var list []string
		for path := range files {
			if list = append(list, path); len(list) == batch {
				if !yield(list) {
					return
				}
				list = make([]string, 0, batch)
			}
		}
		yield(list)
	}
	type look struct {
		sum        [sha256.Size]byte
		stamp      pipeline.Stamp
		start, end int // of the content, where it is kept
	}
	type looks struct {
		list    []look
		content []byte // of the files, one after another
	}
	var total [4]uint64
	seen := seenFiles{room: mostKept}
	err := pool.Run(ctx, workers, batches, func(ctx context.Context) func([]string) looks {
		h, buf, known := sha256.New(), make([]byte, smallFile+1), make(map[string]int)
		return func(list []string) looks {
			clear(known)
			of := looks{list: make([]look, 0, len(list))}
			for _, path := range list {
				if ctx.Err() != nil {
					break
				}
				if first, again := known[path]; again { // as the truth of many guesses
					of.list = append(of.list, of.list[first])
					continue
				}
				known[path] = len(of.list)
				l := look{start: len(of.content)}
				var n int
				l.sum, l.stamp, n = sumOf(path, h, buf)
				of.content = append(of.content, buf[:n]...)
				l.end = len(of.content)
				of.list = append(of.list, l)
			}
			return of
		}
	}, func(of looks) error {
		for i := range of.list {
			l := &of.list[i]
			for i := range total {
				total[i] += binary.LittleEndian.Uint64(l.sum[8*i:])
			}
			file := pipeline.SeenFile{Stamp: l.stamp}
			if l.end > l.start {
				file.Content = of.content[l.start:l.end:l.end]
			}
			seen.add(l.sum, file)
		}
		return nil
	})
	var b []byte
	for _, x := range total {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return hex.EncodeToString(b), seen, err
}

// sumOf returns the digest of a file, its stamp, and how many bytes of buf are all of it: 0 where it
// has more, or cannot be read.
func sumOf(path string, h hash.Hash, buf []byte) (sum [sha256.Size]byte, stamp pipeline.Stamp, small int) {
	sum = pipeline.FileSum(h, path, func(w io.Writer) error {
		f, at, err := pipeline.OpenFile(path)
		if err != nil {
			return err
		}
		defer f.Close()
		n, err := io.ReadFull(f, buf)
		w.Write(buf[:n])
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			if int64(n) == at.Size { // else it changes just now
				small, stamp = n, at
			}
			return nil
		case err != nil:
			return err
		}
		_, err = io.CopyBuffer(w, struct{ io.Reader }{f}, buf)
		return err
	})
	return sum, stamp, small
}
