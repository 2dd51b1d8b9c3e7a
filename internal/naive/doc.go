// Package naive holds the definitions, slow and plain, as the judge in tests.
//
// Separation is decided path by path, separators and blankets subset by subset,
// equivalence classes orientation by orientation. Nothing here is shared with the
// packages it judges, apart from the graph itself. Meant for a handful of nodes:
// what enumerates subsets takes 2^n steps, what enumerates a class 2^m to 4^m.
package naive
