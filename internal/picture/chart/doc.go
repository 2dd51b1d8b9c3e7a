// Package chart draws numbers in one house style: lines with error bands, scatter, boxes, heat
// maps and ROC curves, as SVG, PNG or PDF. It knows nothing of graphs.
//
// A picture is one or more panels in a row with one legend; see [Write].
package chart
