// Package chart draws numbers: heat maps, bars, histograms, and panels of lines with bands,
// points, boxes and ROC curves. It does not depend on graphs.
//
// Each kind of chart is a struct that becomes a [canvas.Picture].
package chart
