package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
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
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fileError(file, err)
	case info.IsDir():
		return folderError(file)
	case !info.Mode().IsRegular(): // a pipe or a device cannot be replaced
		return o.fill(file, os.O_WRONLY, f)
	case !o.force:
		return fmt.Errorf("%s: already exists: use --force to overwrite it", file)
	default:
		// What a link points to is to change, not the link.
		if file, err = filepath.EvalSymlinks(file); err != nil {
			return err
		}
	}
	part := fmt.Sprintf("%s.%d.part", file, os.Getpid())
	defer context.AfterFunc(cmd.Context(), func() { os.Remove(part) })() // it may not come to its end
	err = o.fill(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f)
	if err == nil {
		err = os.Rename(part, file)
	}
	if err != nil {
		os.Remove(part)
	}
	return fileError(file, err)
}

// fill opens the file, lets f write it, and closes it.
func (o *output) fill(file string, flag int, f func(w io.Writer) error) error {
	out, err := os.OpenFile(file, flag, 0o666)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(out)
	err = f(b)
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
