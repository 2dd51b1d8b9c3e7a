package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// targets are the platforms that have an archive.
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
	path    string
	data    []byte
	program bool
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
	files := []file{{path: name, data: program, program: true}}
	for path, data := range shared {
		files = append(files, file{path: path, data: data})
	}
	if t.os == "windows" {
		data, err := zipped(t.name(s), files, s.time)
		if err != nil {
			return err
		}
		return write(out, t.name(s)+".zip", data)
	}
	data, err := tarball(t.name(s), files, s.time)
	if err != nil {
		return err
	}
	return write(out, t.name(s)+".tar.gz", data)
}

// build returns the command for a platform. What the environment could change is fixed.
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

// pack packs the static page, where there is one.
func pack(out, folder string, s origin) error {
	if _, err := os.Stat(folder); folder == "" || errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var files []file
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(folder, path)
		files = append(files, file{path: filepath.ToSlash(rel), data: data})
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

// tarball packs files in the order of their paths, owned by nobody in particular.
func tarball(folder string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression) // whose header has no time and no name
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, f := range sorted(files) {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: folder + "/" + f.path, Size: int64(len(f.data)), Mode: mode(f), ModTime: at, Format: tar.FormatPAX}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func zipped(folder string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range sorted(files) {
		h := &zip.FileHeader{Name: folder + "/" + f.path, Method: zip.Deflate, Modified: at}
		h.SetMode(os.FileMode(mode(f)))
		to, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func mode(f file) int64 {
	if f.program {
		return 0o755
	}
	return 0o644
}

func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.path, b.path) })
}

// writeSums writes the sums of all files of a folder, in the form of sha256sum.
func writeSums(out string) error {
	const name = "SHA256SUMS"
	var b bytes.Buffer
	err := filepath.WalkDir(out, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == name {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(out, path)
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(data), filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, name), b.Bytes(), 0o666)
}
