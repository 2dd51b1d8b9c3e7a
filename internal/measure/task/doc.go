// Package task describes one measurement: its parameters, the pairs that it counts, how workers share it,
// the memory that it uses again, and what an engine returns.
package task
