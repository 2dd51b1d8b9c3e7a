package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/internal/outfile"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/paint"
	"github.com/sepdist/sepdist/internal/table"
)

// An output is where a command writes a file.
type output struct {
	force bool

	// derived is set for files in a folder, whose names the user did not choose: a link there is not followed, since
	// others may have put it there.
	derived bool
}

func (o *output) addFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&o.force, "force", "f", false, "overwrite a file that exists")
}

// write lets f write the file, or standard output for "-". The file appears under its
// name only when it is complete; if f fails, there is no file.
func (o *output) write(cmd *cobra.Command, file string, f func(w io.Writer) error) error {
	if file == "-" {
		b := newBuffered(cmd.OutOrStdout())
		if err := f(b); err != nil {
			return err
		}
		return b.Flush()
	}
	target, old, err := outfile.Target(file) // what a link points to is to change, not the link
	switch {
	case err != nil:
		return fileError(file, err)
	case o.derived && target != file && !o.force:
		return existsError(file)
	case o.derived && target != file:
		target, old = file, nil // the link is replaced
	case old == nil:
	case old.IsDir():
		return folderError(file)
	case !old.Mode().IsRegular(): // a pipe or a device is written to, and not replaced
		return fill(target, os.O_WRONLY, nil, f)
	case !o.force:
		return existsError(file)
	}
	// A random name: in containers every process can have the same number, and one that was killed
	// leaves its file.
	part := fmt.Sprintf("%s.%x.part", target, rand.Uint64())
	defer context.AfterFunc(cmd.Context(), func() { os.Remove(part) })() // it may not come to its end
	err = fill(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, old, f)
	if err == nil {
		err = os.Rename(part, target)
	}
	if err != nil {
		os.Remove(part)
		if cmd.Context().Err() != nil { // the file was removed while it was written
			return context.Cause(cmd.Context())
		}
	}
	return fileError(file, err)
}

// A buffered writer has the width of the writer below it.
type buffered struct {
	*bufio.Writer
	screen table.Screen
}

func newBuffered(w io.Writer) *buffered {
	s, ok := w.(table.Screen)
	if !ok {
		s = &console{width: table.DefaultColumns}
	}
	return &buffered{bufio.NewWriter(w), s}
}

func (b *buffered) Columns() int { return b.screen.Columns() }
func (b *buffered) Bold() bool   { return b.screen.Bold() }

// free returns an error if a file exists and may not be overwritten: before hours of work, not after them.
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

// The flags whose values are files that a command writes, and files that it reads.
var (
	writingFlags = []string{"out", "summary", "statistics", "draw", "plot", "report"}
	readFlags    = []string{"weights", "statements", "rename", "font"}
)

// keepInputs returns an error if a command would write a file that it reads, or write two
// outputs to one file.
func keepInputs(cmd *cobra.Command, args []string) error {
	var outputs []string
	flags := map[string]string{} // by the file they write
	for _, name := range writingFlags {
		for _, file := range flagValues(cmd, name) {
			target, _, err := outfile.Target(file)
			if file == "" || file == "-" || err != nil {
				continue
			}
			if path, err := filepath.Abs(target); err == nil {
				if other, twice := flags[path]; twice {
					return fmt.Errorf("%s: is written by both --%s and --%s: choose two files", file, other, name)
				}
				flags[path] = name
			}
			outputs = append(outputs, file)
		}
	}
	inputs := slices.Clone(args)
	for _, name := range readFlags {
		inputs = append(inputs, flagValues(cmd, name)...)
	}
	return outfile.Apart(outputs, slices.Values(inputs))
}

// flagValues returns the values of a flag, if the command has it.
func flagValues(cmd *cobra.Command, name string) []string {
	f := cmd.Flags().Lookup(name)
	if f == nil {
		return nil
	}
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

// A writer writes a result in one form.
type writer = func(w io.Writer) error

// chosen returns the form whose flag is set, or else the usual one. At most one of the flags is set, see [exclusive].
func chosen(cmd *cobra.Command, usual writer, forms map[string]writer) writer {
	for flag, form := range forms {
		if set, _ := cmd.Flags().GetBool(flag); set {
			return form
		}
	}
	return usual
}

// A forms adds the flags --json and --csv to a command and prints its result in the form they choose.
type forms struct{ raw bool }

// addFlags adds --json and, where csv says what it prints, --csv.
func (f *forms) addFlags(cmd *cobra.Command, csv string) {
	cmd.Flags().Bool("json", false, "print JSON")
	if csv != "" {
		cmd.Flags().Bool("csv", false, csv)
		addRaw(cmd, &f.raw)
		exclusive(cmd, "json", "csv")
	}
}

// print prints a result.
func (f *forms) print(cmd *cobra.Command, result interface {
	Text(w io.Writer) error
	JSON(w io.Writer) error
}) error {
	list := map[string]writer{"json": result.JSON}
	if table, ok := result.(interface{ CSV(io.Writer, bool) error }); ok {
		list["csv"] = func(w io.Writer) error { return table.CSV(w, f.raw) }
	}
	return new(output).write(cmd, "-", chosen(cmd, result.Text, list))
}

// A pictureFlag names the file of a picture, in a format by its extension.
type pictureFlag struct{ file, format string }

// check finds the format, if there is a file.
func (p *pictureFlag) check(flag string) error {
	if p.file == "" {
		return nil
	}
	var err error
	if p.format, err = paint.FormatOf(p.file); err != nil {
		return misused("%s%v", flag, err)
	}
	return nil
}

// write writes the picture, if it has a file.
func (p *pictureFlag) write(cmd *cobra.Command, out *output, draw func() (*canvas.Picture, error)) error {
	if p.file == "" {
		return nil
	}
	picture, err := draw()
	if err != nil {
		return err
	}
	return out.write(cmd, p.file, func(w io.Writer) error { return paint.Write(w, picture, p.format, paint.Options{}) })
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
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", file, path.Err)
	}
	return err
}
