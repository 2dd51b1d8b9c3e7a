package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// targets are the platforms with an archive.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

type target struct{ os, arch string }

// name returns the name of an archive without its extension.
func (t target) name(s origin) string {
	return fmt.Sprintf("sepdist_%s_%s_%s", s.number(), strings.ReplaceAll(t.os, "darwin", "macos"), t.arch)
}

// A file of an archive.
type file struct {
	path string
	data []byte
	mode int64
}

// archive builds the command for a platform and packs it with the shared files.
func archive(out, work string, t target, s origin, shared map[string][]byte) error {
	program, err := build(work, t, s)
	if err != nil {
		return err
	}
	name := "sepdist"
	if t.os == "windows" {
		name += ".exe"
	}
	files := []file{{name, program, 0o755}}
	for path, data := range shared {
		files = append(files, file{path, data, 0o644})
	}
	pack, ext := tarball, ".tar.gz"
	if t.os == "windows" {
		pack, ext = zipped, ".zip"
	}
	data, err := pack(t.name(s), files, s.time)
	if err != nil {
		return err
	}
	return write(out, t.name(s)+ext, data)
}

// build returns the command for a platform. It does not depend on the environment.
func build(work string, t target, s origin) ([]byte, error) {
	path := filepath.Join(work, t.os+"-"+t.arch)
	cmd := exec.Command(goCommand(), "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -buildid= -X main.release="+s.version+" -X main.commit="+s.commit, "-o", path, "./cmd/sepdist")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.os, "GOARCH="+t.arch,
		"GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// packPage packs the static page, if it exists.
func packPage(out, folder string, s origin) error {
	if _, err := os.Stat(folder); folder == "" || errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var files []file
	page := os.DirFS(folder)
	err := fs.WalkDir(page, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(page, path)
		files = append(files, file{path, data, 0o644})
		return err
	})
	if err != nil {
		return err
	}
	name := "sepdist_" + s.number() + "_page"
	data, err := tarball(name, files, s.time)
	if err != nil {
		return err
	}
	return write(out, name+".tar.gz", data)
}

// tarball packs files in the order of their paths, without owners.
func tarball(folder string, files []file, at time.Time) ([]byte, error) {
	return gzipped(func(z io.Writer) error {
		w := tar.NewWriter(z)
		for _, f := range sorted(files) {
			h := &tar.Header{Typeflag: tar.TypeReg, Name: folder + "/" + f.path, Size: int64(len(f.data)), Mode: f.mode, ModTime: at, Format: tar.FormatPAX}
			if err := w.WriteHeader(h); err != nil {
				return err
			}
			if _, err := w.Write(f.data); err != nil {
				return err
			}
		}
		return w.Close()
	})
}

// gzipped returns the compressed output of fill, with a header without time and name.
func gzipped(fill func(io.Writer) error) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := fill(z); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

func zipped(folder string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range sorted(files) {
		h := &zip.FileHeader{Name: folder + "/" + f.path, Method: zip.Deflate, Modified: at}
		h.SetMode(os.FileMode(f.mode))
		to, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.path, b.path) })
}
