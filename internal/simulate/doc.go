// Package simulate draws random graphs of every class and makes small changes to a
// graph.
//
// The same options and seed give the same graph on every machine and with every release of
// Go. The order of the nodes is independent of the causal order.
package simulate
