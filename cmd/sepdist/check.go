package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/try"
)

func newCheck() *cobra.Command {
	var in inputFlags
	var form forms
	cmd := newCommand("check", takes(1, 1, "one graph"), func(cmd *cobra.Command, args []string) {
		src := in.graph(cmd, "", args[0])
		check, bad := compare.Check(cmd.Context(), src, nil)
		if cmd.Context().Err() != nil {
			try.Check(bad)
			return
		}
		for i, p := range check.Policies {
			check.Policies[i][0] = "as it is"
			if p[0] != "" {
				check.Policies[i][0] = "--invalid " + p[0]
			}
		}
		form.print(cmd, &check)
		var fault *class.Error
		if errors.As(bad, &fault) { // the whole of it stands on stdout
			fail("%s: not %s (%s)", src.Name, fault.Kind.Title(), fault.Err.Code)
		}
		try.Check(bad)
	})
	form.addFlags(cmd, "")
	in.addFlags(cmd)
	return cmd
}
