package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// An origin is the commit that is released.
type origin struct {
	version string // v0.1.0
	commit  string
	time    time.Time // of the commit
	git     bool
}

// number returns the version as in file names.
func (s origin) number() string { return strings.TrimPrefix(s.version, "v") }

// archive returns the name of the source archive. The sdist of the Python package is sepdist-<number>.tar.gz.
func (s origin) archive() string { return "sepdist_" + s.number() + "_source.tar.gz" }

// source returns the origin. The version is the tag of the commit, or between tags one that names the
// commit. Without git, version and commit must be given, and SOURCE_DATE_EPOCH is the time.
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
	tree, err := exec.Command("git", "-c", "core.autocrlf=false", "-c", "tar.umask=0022", "archive",
		"--format=tar", "--prefix=sepdist-"+s.number()+"/", s.commit).Output()
	if err != nil {
		return fmt.Errorf("git archive: %w", err)
	}
	data, err := gzipped(func(z io.Writer) error { _, err := z.Write(tree); return err })
	if err != nil {
		return err
	}
	return write(out, s.archive(), data)
}
