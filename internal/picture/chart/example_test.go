package chart_test

import (
	"io"
	"log"

	"github.com/sepdist/sepdist/internal/picture/chart"
)

func ExampleHeatMap() {
	p, err := chart.HeatMap(chart.Heat{
		Title:  "Where the guess is wrong",
		Names:  []string{"smoke", "tar", "cancer"},
		Values: [][]float64{{0, 1, 2}, {0, 0, 3}, {1, 0, 0}},
		Row:    "source", Column: "target", Unit: "wrong claims",
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := p.SVG(io.Discard); err != nil { // os.Stdout, say
		log.Fatal(err)
	}
	// Output:
}
