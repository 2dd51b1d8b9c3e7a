// Package msep answers m-separation queries on one graph.
//
// The graph must have no directed cycle. It may also have bidirected edges, bows, and undirected
// edges. Its first nodes are observed and the others latent: no set of a query contains a latent node.
//
// A walk that reaches a node by a tail may leave it by any edge if the node is not given. A walk that
// reaches it by an arrowhead passes a non-collider or a collider:
//
//	--- v ---     v passes when it is not given
//	--> v -->     v passes when it is not given
//	--> v <--     v passes when it is given
//
// Since these are walks and not paths, a collider must itself be given: a walk can go down to
// a given descendant and back.
//
// There are nine walks. They differ in the question and in the number of queries they answer at
// once: one, one with 64 nodes in a machine word, or 256, one for each bit (a lane) of a [Word].
// In a graph with n nodes and m edges:
//
//	walk      question                                        states of a node     time
//	Oracle    one source, one set: reached nodes, and a       by tail, by head     n + m
//	          path; closures and Markov blankets
//	Walker    the same in a large sparse graph, source by     by tail, by head     edges that it meets
//	          source; no path
//	Small     the same in a DAG of at most 64 nodes           a bit in two words   n words
//	Lanes     256 sources, each with its own set; closures    two words: tail,     n + m, in a few sweeps
//	                                                          head
//	Sets      one source, 256 sets                            two words            n + m, in a few sweeps
//	Sweep     256 sets of ends: the nodes before them, in     one word             edges that it meets
//	          the relation [Before]
//	Below     some nodes of a DAG: which of them lead to      a class              edges below them
//	          each node
//	Moral     256 parts of moral graphs of ancestral sets     five words           n + m, in a few sweeps
//	          in a DAG, or in a [Zone] of it: nodes that touch each
//	Adjust    256 treatments, each with its own set: which    four words, three    n + m, in a few sweeps
//	          effects it identifies; optimal sets             more in a CPDAG
//
// Lanes, Sets, Moral and Adjust use a [Plan], the graph in topological order. [Marks] is the
// set of nodes that walks of one query use, and [Pieces] the nodes that Lanes and Moral answer about, 64 at once.
//
// The package does not check its graph: package class does.
package msep
