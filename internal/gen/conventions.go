package main

// A convention is the metric that gives the number of another program.
type convention struct {
	Tool   string // with its version if it was run
	Call   string // how to get the number there
	Metric string // the metric that gives it; may be empty
	Note   string
}

// conventions lists the meaning of names that programs share: most have an "SHD", but
// not the same one. Counts are compared, before they are divided by anything.
var conventions = []convention{
	{"gadjid 0.1.0", "parent_aid, ancestor_aid, oset_aid", "parent-aid, ancestor-aid, oset-aid", "equal for all combinations of DAGs and CPDAGs"},
	{"gadjid 0.1.0", "sid", "sid", "DAGs only"},
	{"gadjid 0.1.0", "shd", "shd", ""},
	{"R SID", "structIntervDist", "sid", "for a CPDAG, the same bounds if its chain components have at most eight nodes; for larger ones theirs are wider, since they combine parent sets that no single DAG has"},
	{"R SID", "hammingDist", "shd", ""},
	{"R SID", "hammingDist, allMistakesOne = FALSE", "shd-reversal2", ""},
	{"R pcalg", "shd", "shd", ""},
	{"R bnlearn", "shd", "shd", "of the CPDAGs by default: compare both graphs as CPDAGs (option as)"},
	{"R MXM, pgmpy", "shd, SHD", "shd", ""},
	{"cdt", "metrics.SHD", "shd-reversal2", "on DAGs; it compares adjacency matrices, so that an undirected edge counts 2 against no edge"},
	{"cdt", "metrics.SHD, double_for_anticausal=False", "shd", ""},
	{"dodiscover", "structure_hamming_dist", "shd-reversal2", "as cdt, with the same option"},
	{"causal-learn 0.1.4.8", "SHD", "shd", "older versions count an orientation error only if arrowheads are at opposite ends"},
	{"causal-learn 0.1.4.8", "AdjacencyConfusion", "adjacency-precision, adjacency-recall", ""},
	{"causal-learn 0.1.4.8", "ArrowConfusion", "arrowhead-precision, arrowhead-recall", "with _ce: arrowhead-shared-precision, arrowhead-shared-recall; true negatives are counted differently"},
	{"Tetrad", "AP, AR; AHP, AHR; AHPC, AHRC", "adjacency-, arrowhead-, arrowhead-shared-precision and -recall", "its true negatives are counted over edges of the truth, so that its Matthews coefficients differ"},
	{"sep_distances", "SHD", "shd-reversal2", "it ignores the second edge of a bow, and edges of kinds that its class does not have"},
}
