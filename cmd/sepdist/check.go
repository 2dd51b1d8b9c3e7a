package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/option"
)

func newCheck() *cobra.Command {
	var in inputFlags
	var form forms
	var o option.Options
	cmd := newCommand("check", takes(1, 1, "one graph"), func(cmd *cobra.Command, args []string) error {
		src, err := in.graph(cmd, "", args[0])
		if err != nil {
			return err
		}
		check, bad := sepdist.Check(cmd.Context(), src)
		if cmd.Context().Err() != nil {
			return bad
		}
		if given := cmd.Flags().Changed("invalid"); given && bad != nil {
			works := func(p [3]string) bool { return p[0] == string(o.Invalid) && p[1] == "" }
			if slices.ContainsFunc(check.Policies, works) {
				bad = nil
			}
			check.Policies = slices.DeleteFunc(check.Policies, func(p [3]string) bool { return bad == nil && !works(p) })
		}
		for i, p := range check.Policies {
			switch {
			case p[1] != "":
				check.Policies[i][0] = "--invalid " + p[0] + " --class " + p[1]
			case p[0] != "":
				check.Policies[i][0] = "--invalid " + p[0]
			default:
				check.Policies[i][0] = "as it is"
			}
		}
		if err := form.print(cmd, &check); err != nil {
			return err
		}
		var fault *class.Error
		if errors.As(bad, &fault) { // the whole text is on stdout
			return fmt.Errorf("%s: not %s (%s)", src.Name, fault.Kind.Title(), fault.Err.Code)
		}
		return bad
	})
	form.addFlags(cmd, "")
	addNamed(cmd, &o, "invalid")
	in.addFlags(cmd)
	return cmd
}
