package distance

var structureMetrics []Metric
