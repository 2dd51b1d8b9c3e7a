package option

import (
	"slices"

	"github.com/sepdist/sepdist/internal/simulate"
)

// Simulation lists the options of random graphs. Those of Changes apply to a graph that is changed,
// the others to one that is drawn. Their range depends on the class, see [simulate.Options.Check].
var Simulation = List{
	drawn("nodes", "number of nodes", func(o *simulate.Options) any { return &o.Nodes }),
	drawn("edges", "number of edges", func(o *simulate.Options) any { return &o.Edges }),
	share("probability", "probability that a pair of nodes has an edge", func(o *simulate.Options) any { return &o.Probability }),
	{
		Name: "bidirected", Doc: "probability that an edge is bidirected",
		Ops: Simulate, Most: 1, Shared: true, free: true, field: into(func(t *simulate.Task) any { return &t.Options.Bidirected }),
	},
	share("bows", "probability that a directed edge has a parallel bidirected edge", func(o *simulate.Options) any { return &o.Bows }),
	share("two-cycles", "probability that a directed edge has a reverse edge (2-cycle)", func(o *simulate.Options) any { return &o.TwoCycles }),
	share("known", "probability that an edge left undirected by the CPDAG is oriented as background knowledge", func(o *simulate.Options) any { return &o.Known }),
	drawn("latent", "number of additional latent nodes", func(o *simulate.Options) any { return &o.Latent }),
	drawn("selected", "number of additional selection nodes (conditioned on)", func(o *simulate.Options) any { return &o.Selected }),
	drawn("max-lag", "time series: largest lag of a link", func(o *simulate.Options) any { return &o.MaxLag }),
	share("auto", "time series: share of the links that join a variable with itself", func(o *simulate.Options) any { return &o.Auto }),
	{
		Name: "prefix", Doc: "prefix of the node names", Default: "X",
		Ops: Simulate, field: into(func(t *simulate.Task) any { return &t.Options.Prefix }),
	},
	changed("remove", "number of edges to remove", func(c *simulate.Changes) *int { return &c.Remove }),
	changed("reverse", "number of directed edges to reverse", func(c *simulate.Changes) *int { return &c.Reverse }),
	changed("add", "number of edges to add", func(c *simulate.Changes) *int { return &c.Add }),
	changed("any", "number of further random changes of any of the three kinds", func(c *simulate.Changes) *int { return &c.Any }),
	{
		Name: "seed", Doc: "seed of the random numbers", Default: "1",
		Ops: Simulate, Shared: true, field: into(func(t *simulate.Task) any { return &t.Options.Seed }),
	},
}

// Simulating returns the options of Simulation that change a graph, or those that draw one, without those that
// both share.
func Simulating(changes bool) List {
	return slices.DeleteFunc(slices.Clone(Simulation), func(o Option) bool { return o.Shared || o.Changes != changes })
}

func drawn(name, doc string, field func(o *simulate.Options) any) Option {
	return Option{Name: name, Doc: doc, Ops: Simulate, free: true, field: into(func(t *simulate.Task) any { return field(&t.Options) })}
}

// share is drawn for an option from 0 to 1.
func share(name, doc string, field func(o *simulate.Options) any) Option {
	row := drawn(name, doc, field)
	row.Most = 1
	return row
}

func changed(name, doc string, field func(c *simulate.Changes) *int) Option {
	return Option{Name: name, Doc: doc, Ops: Simulate, free: true, Changes: true, field: into(func(t *simulate.Task) any { return field(&t.Changes) })}
}
