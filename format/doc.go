// Package format turns files into graphs and graphs into files.
//
// Every format is one row of [Formats]. [Read] recognises the format of a file
// by its content first and its name second. It never guesses what a file
// means: if two interpretations are possible, the error is an
// [*AmbiguityError], which names the option that decides and its values.
//
// Files are untrusted input. Whatever a file contains, a reader returns a [*Document]
// or an error of one line, and uses memory in proportion to the file.
package format
