// Package msep answers m-separation queries on one graph.
//
// The graph must be one that can be walked: its arrows make no cycle; beside them it
// may have bidirected edges, bows, and lines. Its first nodes are observed, the others
// latent: no set that is asked about holds a latent node.
//
// There are two ways to ask. An [Oracle] answers one query after the other and can
// show the path that is open. [Lanes] answer 256 queries at once, each with its own
// source and its own set, one bit of a [Word] each; this is what the distances use.
//
// Both are one walk with many rules. A walk that comes to a node by a tail may leave
// it by any edge unless the node stops it; one that comes by an arrowhead leaves by a
// tail as a non-collider or by an arrowhead as a collider:
//
//	--- v ---     v passes when it is not given
//	--> v -->     v passes when it is not given
//	--> v <--     v passes when it is given
//
// With walks in place of paths a collider must itself be given: a walk can go down to
// a given descendant and come back.
//
// The package trusts its graph: what comes from outside is checked in package class.
package msep
