package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// origin is what is released.
type origin struct {
	version string // v0.1.0
	commit  string
	time    time.Time // of the commit
	git     bool
}

// number returns the version as it stands in the names of files.
func (s origin) number() string { return strings.TrimPrefix(s.version, "v") }

// archive returns the name of the source archive. The sdist of the Python package is sepdist-<number>.tar.gz.
func (s origin) archive() string { return "sepdist_" + s.number() + "_source.tar.gz" }

// source returns what is released: the tag of the commit, or between tags a version that names
// the commit. Without git, version and commit must be given, and SOURCE_DATE_EPOCH is the time.
func source(version, commit string) (origin, error) {
	s := origin{version: version, commit: commit}
	head, err := git("rev-parse", "HEAD")
	s.git = err == nil
	if s.git {
		s.commit = cmp.Or(s.commit, head)
	}
	if s.commit == "" {
		return s, errors.New("this is not a git clone: give -version and -commit")
	}
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" && s.git {
		if epoch, err = git("show", "-s", "--format=%ct", "HEAD"); err != nil {
			return s, err
		}
	}
	seconds, err := strconv.ParseInt(cmp.Or(epoch, "0"), 10, 64)
	if err != nil {
		return s, fmt.Errorf("SOURCE_DATE_EPOCH: %q is not a number of seconds", epoch)
	}
	s.time = time.Unix(seconds, 0).UTC()
	if s.version != "" {
		return s, nil
	}
	if !s.git {
		return s, errors.New("this is not a git clone: give -version")
	}
	s.version = "v0.0.0-" + s.time.Format("20060102150405") + "-" + s.commit[:12]
	if described, err := git("describe", "--tags", "--match", "v[0-9]*", "--abbrev=12"); err == nil {
		s.version = described
	}
	changed, err := git("status", "--porcelain")
	if err != nil {
		return s, err
	}
	if changed != "" {
		fmt.Fprintln(os.Stderr, "release: files differ from the commit, so the version ends in +changed")
		s.version += "+changed"
	}
	return s, nil
}

func git(args ...string) (string, error) {
	out, err := exec.Command("git", args...).Output()
	return strings.TrimSpace(string(out)), err
}

// sourceArchive writes the files of the commit, which package managers build from.
func sourceArchive(out string, s origin) error {
	if !s.git {
		return nil
	}
	listed, err := exec.Command("git", "ls-tree", "-r", "-z", "--format=%(objectmode) %(path)", s.commit).Output()
	if err != nil {
		return fmt.Errorf("git ls-tree: %w", err)
	}
	var files []file
	for entry := range strings.SplitSeq(strings.TrimRight(string(listed), "\x00"), "\x00") {
		mode, path, _ := strings.Cut(entry, " ")
		files = append(files, file{path: path, program: mode == "100755"})
	}
	if err := readObjects(s.commit, files); err != nil {
		return err
	}
	data, err := tarball("sepdist-"+s.number(), files, s.time)
	if err != nil {
		return err
	}
	return write(out, s.archive(), data)
}

// readObjects reads the files of a commit, as they are in git.
func readObjects(commit string, files []file) error {
	var asked bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&asked, "%s:%s\n", commit, f.path)
	}
	cmd := exec.Command("git", "cat-file", "--batch")
	cmd.Stdin = &asked
	answer, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	for i := range files { // each is a line "object type size", the bytes, and a line break
		head, rest, _ := bytes.Cut(answer, []byte("\n"))
		fields := strings.Fields(string(head))
		size, err := strconv.Atoi(fields[len(fields)-1])
		if err != nil || size >= len(rest) {
			return fmt.Errorf("git cat-file: %s", head)
		}
		files[i].data, answer = rest[:size], rest[size+1:]
	}
	return nil
}
