// Package format turns files into graphs and graphs into files.
//
// Every format is one row of [Formats], in a file of its own. [Read] finds out
// which container a file is, by its content first and its name second. What a file
// means it does not guess: where two readings are left, the error is an
// [*AskError], which names the option that decides and its values.
//
// A file is input from outside. Whatever it holds, a reader returns a [*Document]
// or an error of one line, and takes memory in proportion to the file.
package format
