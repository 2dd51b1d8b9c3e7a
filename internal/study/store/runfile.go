package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/sepdist/sepdist/internal/pipeline"
)

// A runFile describes a finished file of rows. It is a journal of its own, in OUT.run.
type runFile struct {
	Identity Identity `json:"identity"`
	Pairs    int      `json:"pairs"` // of the shard
	Bytes    int64    `json:"bytes"`
	SHA256   string   `json:"sha256"`
}

func (r *runFile) write(w io.Writer) error {
	text, err := json.Marshal(r)
	if err == nil {
		text = append(text, '\n')
		_, err = w.Write(append(append(recordHead(int64(len(text)), sha256.Sum256(text)), text...), '\n'))
	}
	return err
}

var errRun = errors.New("it does not identify the shard: it is damaged or was written by another program")

// readRun returns the description of the file at path, or nil if there is none.
func readRun(path string) (*runFile, error) {
	f, err := os.Open(path + runExt)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, pipeline.FileError(path+runExt, err)
	}
	records, err := scanRecords(f)
	r := new(runFile)
	if err == nil && (len(records) != 1 || json.Unmarshal(records[0].Head, r) != nil || !r.Identity.possible() || r.Bytes < 0) {
		err = errRun
	}
	return r, pipeline.FileError(path+runExt, err)
}

// verify returns an error if a finished file was changed.
func (r *runFile) verify(path string) error {
	n, sum, err := fileDigest(path)
	switch {
	case err != nil:
		return err
	case n < r.Bytes:
		return fmt.Errorf("%s: was truncated after it was written: it has %d of %d bytes", path, n, r.Bytes)
	case sum != r.SHA256:
		return fmt.Errorf("%s: was changed after it was written", path)
	}
	return nil
}

func fileDigest(path string) (n int64, sum string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", pipeline.FileError(path, err)
	}
	defer f.Close()
	h := sha256.New()
	n, err = io.Copy(h, f)
	return n, hex.EncodeToString(h.Sum(nil)), pipeline.FileError(path, err)
}
