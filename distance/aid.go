package distance

var adjustmentMetrics []Metric
