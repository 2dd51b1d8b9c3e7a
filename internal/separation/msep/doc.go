// Package msep answers m-separation queries on one graph.
//
// The graph must be one that can be walked: its arrows make no cycle; beside them it
// may have bidirected edges, bows, and undirected edges. Its first nodes are observed, the
// others latent: no set that is asked about holds a latent node.
//
// A walk that comes to a node by a tail may leave it by any edge unless the node stops it; one
// that comes by an arrowhead leaves by a tail as a non-collider or by an arrowhead as a collider:
//
//	--- v ---     v passes when it is not given
//	--> v -->     v passes when it is not given
//	--> v <--     v passes when it is given
//
// With walks in place of paths a collider must itself be given: a walk can go down to
// a given descendant and come back.
//
// There are nine walks. They differ in the question and in how many queries they answer at
// once: one, 64 nodes to a machine word, or 256 queries, one bit of a [Word] each (a lane). In a
// graph of n nodes and m edges:
//
//	walk      question                                        states of a node     time
//	Oracle    one source, one set: who is reached, by which   by tail, by head     n + m
//	          path; closures and Markov blankets
//	Walker    the same in a large sparse graph, source by     by tail, by head     edges that it comes to
//	          source; no path
//	Small     the same in a DAG of at most 64 nodes           a bit in two words   n words
//	Lanes     256 sources, each with its own set; closures    two words: tail,     n + m, in a few sweeps
//	                                                          head
//	Sets      one source, 256 sets                            two words            n + m, in a few sweeps
//	Sweep     256 sets of ends: what leads to them ([Before]  one word             edges that it comes to
//	          says along which edges)
//	Below     some nodes of a DAG: which of them lead to      a class              edges below them
//	          each node
//	Moral     256 parts of moral graphs of ancestral sets     five words           n + m, in a few sweeps
//	          in a DAG, or in a [Zone] of it: who touches each
//	Adjust    256 treatments, each with its own set: whose    four words, three    n + m, in a few sweeps
//	          effects it identifies; optimal sets             more in a CPDAG
//
// Lanes, Sets, Moral and Adjust go over a [Plan], the graph in a topological order. [Marks] is the
// set of nodes that walks of one query at a time use.
//
// The package trusts its graph: what comes from outside is checked in package class.
package msep
