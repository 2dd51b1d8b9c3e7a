package distance

// A Convention says which metric gives the number that another program prints.
type Convention struct {
	Tool   string // with its version where it was run
	Call   string // how the number is had there
	Metric string // the metric of this package that gives it; empty where none does
	Note   string
}

// Conventions lists what programs mean by the names they share: most have an "SHD", but
// not the same one. Counts are compared, before they are divided by anything.
var Conventions = []Convention{
	{"gadjid 0.1.0", "parent_aid, ancestor_aid, oset_aid", "parent-aid, ancestor-aid, oset-aid", "equal in all mixes of DAGs and CPDAGs"},
	{"gadjid 0.1.0", "sid", "sid", "DAGs only"},
	{"gadjid 0.1.0", "shd", "shd", ""},
	{"R SID", "structIntervDist", "sid", "for a CPDAG, the same bounds where its chain components have up to eight nodes; for larger ones theirs are wider, as they combine the parents of nodes that no single DAG has"},
	{"R SID", "hammingDist", "shd", ""},
	{"R SID", "hammingDist, allMistakesOne = FALSE", "shd-reversal2", ""},
	{"R pcalg", "shd", "shd", ""},
	{"R bnlearn", "shd", "shd", "of the CPDAGs, unless told otherwise: compare with --as cpdag"},
	{"R MXM, pgmpy", "shd, SHD", "shd", ""},
	{"cdt", "metrics.SHD", "shd-reversal2", "on DAGs; it compares adjacency matrices, so that a line, which stands there twice, counts 2 against no edge"},
	{"cdt", "metrics.SHD, double_for_anticausal=False", "shd", ""},
	{"dodiscover", "structure_hamming_dist", "shd-reversal2", "as cdt, with the same option"},
	{"causal-learn 0.1.4.8", "SHD", "shd", "older versions counted other marks only where arrowheads are at opposite ends"},
	{"causal-learn 0.1.4.8", "AdjacencyConfusion", "adjacency-precision, adjacency-recall", ""},
	{"causal-learn 0.1.4.8", "ArrowConfusion", "arrowhead-precision, arrowhead-recall", "with _ce: arrowhead-shared-precision, arrowhead-shared-recall; its true negatives are others"},
	{"Tetrad", "AP, AR; AHP, AHR; AHPC, AHRC", "adjacency-, arrowhead-, arrowhead-shared-precision and -recall", "its true negatives are counted over edges of the truth, so that its Matthews coefficients are others"},
	{"sep_distances", "SHD", "shd-reversal2", "it overlooks the second edge of a bow, and edges of kinds that its class does not have"},
}
