// Package summary says what the rows of a study show: statistics by group, as a table and as
// charts. It holds one number for each pair and metric.
package summary
