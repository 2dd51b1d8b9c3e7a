// Package graphtest has graphs for tests: drawn ones, random ones of every class, and pairs with
// known distances; and helpers to test laws.
//
// It imports equiv for equivalence classes, so the tests of equiv and of the packages that equiv
// imports are in separate packages (equiv_test).
package graphtest
