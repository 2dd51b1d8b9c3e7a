package distance

var separationMetrics []Metric
