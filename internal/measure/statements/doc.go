// Package statements computes the s/c-metrics of Wahl and Runge, which compare two graphs by all
// statements "the set S separates x and y". It counts them exactly, by enumeration or along a frontier,
// or draws a sample.
package statements
