package class

import (
	"fmt"
	"strings"
)

// A Policy says what to do with a graph that is not of its class, as learned graphs often
// are. Nothing is mended without one.
type Policy string

// The policies.
const (
	Refuse     Policy = "refuse"
	Drop       Policy = "drop"
	Undirected Policy = "undirected"
	Bidirected Policy = "bidirected"
	Extend     Policy = "extend"
	Maximize   Policy = "maximize"
	Nearest    Policy = "nearest"
	AsMAG      Policy = "as-mag"
)

// Policies lists every policy with what it does.
var Policies = []struct {
	Policy Policy
	Doc    string
}{
	{Refuse, "say what is wrong, and no number"},
	{Drop, "count the graph as invalid: its distances are undefined"},
	{Undirected, "read an edge that was oriented both ways as one of unknown direction, and take all readings"},
	{Bidirected, "read an edge that was oriented both ways as a bidirected edge"},
	{Extend, "take a DAG that has the arrows and the unshielded colliders of a partially directed graph, if there is one; which of several depends on the names of nodes"},
	{Maximize, "orient what follows by Meek's rules, and take the MPDAG, if there is one"},
	{Nearest, "take the CPDAG or PAG on the same skeleton that differs in the fewest marks, and all of them where several are equally near"},
	{AsMAG, "take the MAG with the separations of an ADMG"},
}

// ParsePolicy returns the policy of the given name; the empty name is that of [Refuse].
func ParsePolicy(name string) (Policy, error) {
	var names []string
	for _, p := range Policies {
		if name == string(p.Policy) {
			return p.Policy, nil
		}
		names = append(names, string(p.Policy))
	}
	if name == "" {
		return Refuse, nil
	}
	return "", fmt.Errorf("no policy is named %q: say one of %s", name, strings.Join(names, ", "))
}
