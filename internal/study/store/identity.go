package store

import (
	"fmt"
	"strings"

	"github.com/sepdist/sepdist/internal/advice"
)

// A ScanResult describes a source before its pairs are compared.
type ScanResult struct {
	Pairs  int    `json:"pairs"`  // in all shards
	Inputs string `json:"inputs"` // a digest of the source: ids, names, graphs in memory
	Files  string `json:"files"`  // a digest of the files of the shard, or [PairDigests]
}

// pairDigits is the length of the digest of a pair.
const pairDigits = 16

// PairDigests returns the digests of the files of each pair, one after another.
func PairDigests(each []uint64) string {
	var b []byte
	for _, sum := range each {
		b = fmt.Appendf(b, "%0*x", pairDigits, sum)
	}
	return string(b)
}

// changed reports whether the files of pair k of the shard differ from those of another run, as far as known.
func (id *Identity) changed(old Identity, k int) bool {
	lo, hi := k*pairDigits, (k+1)*pairDigits
	return id.Files != old.Files && (len(id.Files) < hi || len(old.Files) < hi || id.Files[lo:hi] != old.Files[lo:hi])
}

// An Identity identifies the inputs and options of a run. Two runs with the same identity write the
// same rows, except for pairs that take longer than allowed.
type Identity struct {
	ScanResult
	Version string `json:"version"` // of the program
	Shard   Shard  `json:"shard"`
	Options string `json:"options"`         // all options that change the rows, without Reading
	Reading string `json:"reading"`         // the options of reading, one on each line
	Limit   string `json:"limit,omitempty"` // the options that decide which pairs fail because they take long

	Before string `json:"before,omitempty"` // a digest of the rows of a [PreviousRun]
}

// differs lists the parts in which two identities differ.
func (id Identity) differs(old Identity) string {
	var what []string
	for _, d := range []struct {
		name string
		same bool
	}{
		{"pairs", id.Inputs == old.Inputs && id.Pairs == old.Pairs},
		{"graphs in the files", id.Files == old.Files || id.Inputs != old.Inputs || id.Shard != old.Shard},
		{"options", id.Options == old.Options && id.Reading == old.Reading},
		{"shard", id.Shard == old.Shard},
		{"rows from before", id.Before == old.Before},
	} {
		if !d.same {
			what = append(what, d.name)
		}
	}
	return strings.Join(what, ", ")
}

// possible reports whether a run can have this identity.
func (id *Identity) possible() bool {
	s := id.Shard
	return id.Pairs > 0 && s.Of >= 0 && s.Index >= 0 && s.Index < max(s.Of, 1) && s.Index < id.Pairs
}

// A Shard is one of Of parts of the pairs: every pair whose number is Index modulo Of. The zero
// value is all pairs.
type Shard struct {
	Index int `json:"index"` // from 0
	Of    int `json:"of"`
}

// Has reports whether pair k, from 0, is in the shard.
func (s Shard) Has(k int) bool { return s.Of <= 1 || k%s.Of == s.Index }

// Count returns how many of n pairs are in the shard.
func (s Shard) Count(n int) int {
	if s.Of <= 1 {
		return n
	}
	return (n - s.Index + s.Of - 1) / s.Of
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index+1, max(s.Of, 1)) }

// same returns an error if rows at path have another identity.
func (id Identity) same(old Identity, path string) error {
	old.Limit = id.Limit // pairs that fail because of it can be compared again
	switch {
	case old == id:
		return nil
	case old.Version != id.Version:
		return advice.Errorf("%s: was written by another version of sepdist (%s), and this is %s: finish it with that version, or use %v to start over", path, old.Version, id.Version, advice.Option("force"))
	}
	return advice.Errorf("%s: was written with other inputs or options (%s): choose another file, or use %v to start over", path, id.differs(old), advice.Option("force"))
}
