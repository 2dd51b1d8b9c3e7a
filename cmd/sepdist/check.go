package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/input"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/report"
)

func newCheck() *cobra.Command {
	var in inputFlags
	var form forms
	var o option.Options
	cmd := newCommand("check", takes(1, maxArgs, "at least one graph"), func(cmd *cobra.Command, args []string) error {
		if err := oneStdin(args); err != nil {
			return err
		}
		policy := class.Policy("")
		if cmd.Flags().Changed("invalid") {
			policy = o.Invalid
		}
		var read []input.Reading
		var list report.Checks
		var faults []error
		for _, file := range args {
			g, err := in.graph(cmd, "", file)
			read = append(read, input.Reading{Err: err})
			check := report.Check{Name: file, Witness: []string{}}
			if err == nil {
				check, err = checkGraph(cmd, g, policy)
			} else {
				check.Why = new(oneLine(err))
			}
			if cmd.Context().Err() != nil {
				return err
			}
			if list = append(list, &check); err != nil {
				faults = append(faults, err)
			}
		}
		if err := input.Ask(read, false); err != nil && (len(args) == 1 || len(input.Answers(err)) > 0) {
			return err
		}
		if err := form.print(cmd, list); err != nil {
			return err
		}
		switch {
		case len(faults) == 0:
			return nil
		case len(args) == 1:
			return faults[0]
		}
		what := "are not valid"
		if slices.ContainsFunc(read, func(r input.Reading) bool { return r.Err != nil }) {
			what = "are not valid or cannot be read"
		}
		return exitWith(len(faults), len(args), fmt.Errorf("%d of %d graphs %s", len(faults), len(args), what))
	})
	form.addFlags(cmd, "")
	addNamed(cmd, &o, "invalid")
	in.addFlags(cmd)
	return cmd
}

// checkGraph checks a graph. If a policy is named, there is no error if the policy makes the graph comparable.
func checkGraph(cmd *cobra.Command, g *sepdist.Graph, policy class.Policy) (report.Check, error) {
	check, bad := sepdist.Check(cmd.Context(), g, policy)
	works := func(p [3]string) bool { return p[0] == string(policy) && p[1] == "" }
	switch {
	case cmd.Context().Err() != nil:
		return check, bad
	case policy == "":
	case slices.ContainsFunc(check.Policies, works):
		bad = nil
		check.Policies = slices.DeleteFunc(check.Policies, func(p [3]string) bool { return !works(p) })
		check.Repair = check.Policies[0][2]
	case check.Valid && len(check.Policies) > 0:
		bad = advice.Errorf("%s: as a guess it is refused for its cycle, and %v does not repair it", g.Name, advice.Option("invalid", string(policy)))
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
	if fault, ok := errors.AsType[*class.Error](bad); ok { // all of it is in the report
		bad = fmt.Errorf("%s: not %s (%s)", g.Name, fault.Kind.Title(), fault.Err.Code)
		if policy != "" {
			bad = advice.Errorf("%w, and %v does not repair it", bad, advice.Option("invalid", string(policy)))
		}
	}
	return check, bad
}
