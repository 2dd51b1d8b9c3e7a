// Package harness is shared by the benchmarks against other programs: the environment of the Python
// packages that are the peers, graphs as files that both sides read, and how time and memory are counted.
package harness
