package distance

var orderMetrics []Metric
