// Package store keeps the rows of a study.
//
// A [Row] is the value of one metric for one pair. A [Table] reads rows from CSV, JSON lines, wide
// rows, the journal of a run or its shards; whatever writes or summarises rows takes a Table. A
// [Journal] keeps the rows of a run that is not finished, for batches on one machine and for blocks
// on a cluster. An [Output] makes a file of a journal: a run that is killed continues where it was.
package store
