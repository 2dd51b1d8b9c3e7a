package main

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
)

// symmetric is the flag whose value may be left out.
const symmetric = "symmetric"

// withOptional returns the arguments with the value of --symmetric tied to it. The flag may
// stand alone and then means the mean; the flag package would take a value after a blank for
// a file.
func withOptional(args []string) []string {
	args = slices.Clone(args)
	for i := 0; i+1 < len(args); i++ {
		if args[i] == "--" {
			break
		}
		if args[i] != "--"+symmetric {
			continue
		}
		var s distance.Symmetry
		if err := s.Set(args[i+1]); err == nil && s != (distance.Symmetry{}) {
			args[i] += "=" + args[i+1]
			args = slices.Delete(args, i+1, i+2)
		}
	}
	return args
}

// noSymmetry returns an error for an extra argument that is neither a file nor a value of --symmetric: it
// was probably meant as one.
func noSymmetry(cmd *cobra.Command, args []string) error {
	if f := cmd.Flags().Lookup(symmetric); f == nil || !f.Changed {
		return nil
	}
	for _, arg := range args {
		if _, err := os.Stat(arg); err == nil || arg == "-" {
			continue
		}
		if err := new(distance.Symmetry).Set(arg); err != nil {
			return misused("--%s: %w", symmetric, err)
		}
	}
	return nil
}
