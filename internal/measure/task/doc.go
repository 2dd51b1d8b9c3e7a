// Package task describes one measurement: its parameters, the pairs that it counts, the sharing
// among workers, reusable memory, and the functions of an engine.
package task
