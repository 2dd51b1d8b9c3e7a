package separator

// Six engines find nearest separators. All return the same sets; which one is used depends on the graph and
// on the number of pairs that are asked for at once. In the order in which they are tried, with the time per
// pair without the time for writing the sets (A: the nodes anterior to x or y; A0: the ancestors of x and of
// those children of x that lead to y):
//
//	engine         chosen if                                             time
//	smallNearest   both graphs have at most msep.MaxSmall nodes and no   n + m word operations for
//	               undirected edges, and all pairs are asked for                    msep.MaxSmallPairs pairs
//	grouped        more than fewNodes nodes, no lines, not manyZones,    n + m for a block of lanes,
//	               and x with all its y: see Strategy.Shares             some dozens of lanes for an x
//	               and stepsPerPair
//	sparse         as grouped, in a large DAG with few edges, where      by the engine it leaves
//	               an x has at most fewTargets y                         a pair to
//	fewAncestors   within sparse: A0 has at most ManyAncestors nodes     edges of A0
//	scalar         a large graph with few edges that is not a DAG, or    edges of A
//	               listed pairs; A has at most ManyAncestors nodes
//	nearestLanes   everything else                                       n + m for a block of pairs
//
// Their benefits: without smallNearest, graphs of ten nodes take 7 times as long; without grouped,
// 1000 nodes with 10 000 edges 4 times and mixed graphs of 3000 edges 5 to 7 times, without sparse mb-zl-sd on 100 000 nodes 6 times, with
// scalar in place of fewAncestors 1.4 times; without scalar mb-zl-sd on mixed graphs of 100 000
// nodes takes 2.3 times as long, and 20 000 listed pairs 3 times.
const (
	// A large graph with few edges has more than largeNodes nodes and fewer than sparseEdges edges per
	// node. Most nodes have few ancestors there.
	largeNodes  = 4096
	sparseEdges = 8

	// fewNodes is the number of nodes up to which looking for y that share a set does not pay.
	fewNodes = 32

	// manyZones is a limit on latent nodes per node times directed edges per node. Above it nearly every y
	// has its own zone, and finding zones takes longer than nearestLanes without them. Measured on ADMGs with 2 to 20 edges per node, 5 to 80 % of them bidirected.
	// With 10 edges and 20 %, nearestLanes is 6 times as fast (1000 nodes) and 10 times (3000).
	manyZones = 3

	// stepsPerPair is the number of steps that grouped may take to divide the y of an x, for each y and
	// each step of nearestLanes for a pair, which are (n + m) / Width + 1. If that is not enough, nearly
	// every y has a different set, as in a cyclic graph with a large component: nearestLanes finds the
	// sets, and grouped tries again with another x after a pause of at most maxBackoff of them. (Measured
	// on 20 graphs: if more steps are needed, grouped takes 1.2 to 10 times as long as nearestLanes; if
	// fewer are, a tenth to a half.)
	stepsPerPair = 5
	maxBackoff   = 64

	// fewTargets is the number of y of one x up to which pairs are handled one by one in a large graph
	// with few edges.
	fewTargets = 64

	// Pairs whose y has many ancestors wait until there are manyFarPairs, and are then handled until
	// fewFarPairs are left.
	manyFarPairs, fewFarPairs = 1 << 16, 512

	// closePairs is the number of pairs with few ancestors whose memory is read at once.
	closePairs = 256

	// Jobs of grouped wait until they fill the lanes manyBlocks times, so that those with long sweeps can
	// be combined, unless they list more than manyListed nodes or manyPieces pieces, or the work is nearly done and one worker
	// would have to do them while others are idle.
	manyBlocks = 8
	manyListed = 1 << 20
	manyPieces = 1 << 19

	// zoneShare is the share of the nodes of a large graph with few edges, 1 in zoneShare, up to which the y of a block
	// are few, so that a zone pays.
	zoneShare = 8
)

// Shares reports whether [Strategy.Shared] is the better choice for separators of x and all its y.
func (s *Strategy) Shares(m Model) bool {
	if s.Shared == nil || m.N() <= fewNodes {
		return false
	}
	dag, _ := m.Canonical()
	if dag == nil {
		return false
	}
	latent := dag.N() - m.N()
	return latent*(dag.M()-2*latent) < manyZones*m.N()*m.N()
}

// largeAndSparse reports whether most nodes of the graph have few ancestors.
func largeAndSparse(m Model) bool {
	g := m.Walk()
	return g.N() > largeNodes && g.M() < sparseEdges*g.N()
}
