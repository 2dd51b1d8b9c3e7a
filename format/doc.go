// Package format reads and writes graphs in the formats of many tools.
//
// [Formats] lists the formats. [Read], [ReadFile] and [Parse] recognise the format of a file by its
// content first and by its name second. They do not guess the meaning of a file: if it has several,
// the error is an [*AmbiguityError] with the option that decides. [Array] and [SparseArray] are
// matrices in memory, with the same options, inference and messages as files.
//
// Files are untrusted input. A reader returns a [*Document] or an error of one line for any content,
// and uses memory in proportion to the file.
//
// # How a file becomes a graph
//
// A file is an input (input.go): unpacked, without a byte-order mark, not yet in memory as a whole.
// choose (read.go) finds its row of Formats and calls its reader. There are two kinds of readers.
//
// Texts: a scanner (scan.go; json_read.go and xml.go for those families) splits the text into tokens
// with positions, and a builder (build.go) collects nodes, edges and triples, and reports
// contradictions with both positions. There is one family for each prefix of file names:
//
//	text       the native format
//	json       ours, caugi's, and node-link JSON of networkx
//	tetrad     text, JSON and XML of Tetrad, causal-learn
//	dot        Graphviz; dagitty uses the same lexer
//	graphml    GraphML
//	list       lists of edges
//	network    Bayesian networks: BIF, NET, XMLBIF, bnlearn
//
// Matrices: all sources produce one stream of entries, and the rest is the same for all of them.
//
//	source      matrix_table*.go (CSV, TSV, blanks), matrix_mtx.go, matrix_npy.go, matrix_npz.go,
//	            matrix_sparse.go, matrix_array.go (arrays in memory)
//	   |        numbers and links become small integers: matrix.number, linkValue
//	entries     matrix_entries.go: row, column, value; zeros are not kept
//	   |        one sort, one merge
//	pairs       the values at (i,j) and (j,i)
//	   |        matrix_infer.go: the stated code, or the only one that has all pairs; questions
//	decoder     matrix_decoder.go: a code of matrix_codes.go, its direction, the meaning of NaN
//	   |
//	edges       matrix_edges.go: a graph, or a time series if there are lags
//
// A [Coding] skips the inference: it reads many matrices in one stated code.
//
// Graphs whose nodes are moments of a time series become a [Series] in series.go.
//
// # How a graph becomes a file
//
// [Write] (write.go) fits the graph to the [Capabilities] of the format (capabilities.go), which
// count what is lost, and calls its writer. Matrices are written as entries again
// (matrix_write.go).
package format
