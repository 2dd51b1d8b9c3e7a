// Package simulate draws random graphs of every class and makes small changes to a
// graph.
//
// All is drawn from a seed: the same options give the same graph on every machine and
// with every release of Go. Nodes come in an order that says nothing of the causal
// order.
package simulate
