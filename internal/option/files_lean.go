//go:build lean

package option

import "errors"

// The engine in a browser reads options from JSON only. It has no files.
var errNoFiles = &FileError{errors.New("option values cannot be read from files here")}

func (r *renaming) readFile(string) error { return errNoFiles }
func (w *weights) parse(string) error     { return errNoFiles }
func (s *statements) parse(string) error  { return errNoFiles }

var lists = []List{Table}
