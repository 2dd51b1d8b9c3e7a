package main

import (
	"slices"

	"github.com/sepdist/sepdist/distance"
)

// withOptional returns the arguments with the value of --symmetric tied to it. The flag may
// stand alone and then means the mean; the flag package would take a value after a blank for
// a file.
func withOptional(args []string) []string {
	args = slices.Clone(args)
	for i := 0; i+1 < len(args); i++ {
		if args[i] == "--" {
			break
		}
		if args[i] != "--symmetric" {
			continue
		}
		if s, err := distance.ParseSymmetry(args[i+1]); err == nil && s != (distance.Symmetry{}) {
			args[i] += "=" + args[i+1]
			args = slices.Delete(args, i+1, i+2)
		}
	}
	return args
}
