package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/outfile"
)

// An output is where a command writes a file.
type output struct {
	force bool
}

func (o *output) addFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.force, "force", false, "overwrite a file that exists")
}

// write lets f write the file, or standard output for "-". The file appears under its
// name only when it is whole; where f fails there is none.
func (o *output) write(cmd *cobra.Command, file string, f func(w io.Writer) error) error {
	if file == "-" {
		b := bufio.NewWriter(cmd.OutOrStdout())
		if err := f(b); err != nil {
			return err
		}
		return b.Flush()
	}
	target, old, err := outfile.Target(file) // what a link points to is to change, not the link
	switch {
	case err != nil:
		return fileError(file, err)
	case old == nil:
	case old.IsDir():
		return folderError(file)
	case !old.Mode().IsRegular(): // a pipe or a device is written to, and not replaced
		return fill(target, os.O_WRONLY, nil, f)
	case !o.force:
		return existsError(file)
	}
	part := fmt.Sprintf("%s.%d.part", target, os.Getpid())
	defer context.AfterFunc(cmd.Context(), func() { os.Remove(part) })() // it may not come to its end
	err = fill(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, old, f)
	if err == nil {
		err = os.Rename(part, target)
	}
	if err != nil {
		os.Remove(part)
	}
	return fileError(file, err)
}

// free returns an error where the file exists and may not be overwritten: before hours of work, not
// after them.
func (o *output) free(files ...string) error {
	for _, file := range files {
		if file == "" || file == "-" || o.force {
			continue
		}
		if _, old, err := outfile.Target(file); err == nil && old != nil && old.Mode().IsRegular() {
			return existsError(file)
		}
	}
	return nil
}

func existsError(file string) error {
	return fmt.Errorf("%s: already exists: use --force to overwrite it", file)
}

// fill opens the file, lets f write it, and closes it. It gets the permissions of the old one.
func fill(file string, flag int, old fs.FileInfo, f func(w io.Writer) error) error {
	out, err := os.OpenFile(file, flag, 0o666)
	if err != nil {
		return err
	}
	if old != nil {
		err = out.Chmod(old.Mode().Perm())
	}
	b := bufio.NewWriter(out)
	if err == nil {
		err = f(b)
	}
	if err == nil {
		err = b.Flush()
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}

// folderError says that a file was to be named.
func folderError(file string) error {
	return fmt.Errorf("%s: is a folder: name a file", file)
}

// fileError puts what the system says about a file into the one form of our errors.
func fileError(file string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", file, path.Err)
	}
	return err
}
