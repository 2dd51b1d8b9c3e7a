// Package request answers requests in JSON, with matrices and lists of edges beside it as binary
// parts. It is what every door has in common: the C library, the worker on standard input and
// output, and whatever else cannot call Go. docs/schema/request-v1.schema.json describes it.
package request
