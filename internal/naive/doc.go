// Package naive implements the definitions in the simplest way, for comparison in tests.
//
// Separation is decided path by path, separators and blankets subset by subset, equivalence classes
// orientation by orientation. It shares no code with the packages under test except the graph
// itself. It is for a few nodes: enumerating subsets takes 2^n steps, enumerating a class 2^m to
// 4^m.
package naive
