package class

// A Policy determines how to treat a graph that is not of its class, as many learned graphs. By default
// it is refused.
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

// Policies lists every policy with a description.
var Policies = []struct {
	Policy Policy
	Doc    string
}{
	{Refuse, "report the violation and compute nothing"},
	{Drop, "count the graph as invalid; its distances are undefined"},
	{Undirected, "treat an edge with conflicting orientations (x-x) as one of unknown direction, and use all readings"},
	{Bidirected, "treat an edge with conflicting orientations (x-x) as a bidirected edge"},
	{Extend, "replace a partially directed graph by a DAG with its directed edges and unshielded colliders, if there is one; node names decide between several"},
	{Maximize, "apply Meek's rules and use the resulting MPDAG, if it is one"},
	{Nearest, "replace it by the CPDAG or PAG on the same skeleton that differs in the fewest edge marks; use all of them if several are equally near"},
	{AsMAG, "replace an ADMG by the MAG with the same separations"},
}
