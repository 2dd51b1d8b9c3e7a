// Package graphtest has graphs for tests: drawn, random of every class, and with
// known distances; and helpers for laws that hold of all of them.
package graphtest
