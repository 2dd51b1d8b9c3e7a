// Package graphtest has graphs for tests: drawn, random of every class, and with
// known distances; and helpers for laws that hold of all of them.
//
// It imports mec for drawings of equivalence classes, so tests of mec and of what mec
// imports stand in packages of their own (mec_test).
package graphtest
