package draw_test

import (
	"log"
	"os"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/picture/draw"
)

func ExampleDifference() {
	names, err := graph.NewNames([]string{"smoke", "tar", "cancer"})
	if err != nil {
		log.Fatal(err)
	}
	truth := graph.MustNew(names, []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 2)})
	guess := graph.MustNew(names, []graph.Edge{graph.Directed(0, 1), graph.Directed(2, 1)})

	// The guess turns the second arrow around, so that both are drawn.
	d, err := draw.Difference(truth, guess, draw.Options{NoLegend: true})
	if err != nil {
		log.Fatal(err)
	}
	if err := d.Text(os.Stdout, "dot"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// digraph {
	//   node [shape=box, style=rounded, fontname="Helvetica", fontsize=10.5, height=0.3, width=0.3, margin="0.1,0.05"];
	//   "smoke" [pos="24.39,128", width=0.67, height=0.33];
	//   "tar" [pos="24.39,70", width=0.4, height=0.33];
	//   "cancer" [pos="24.39,12", width=0.68, height=0.33];
	//   "smoke" -> "tar" [color="#8a8a8a", style=solid];
	//   "tar" -> "cancer" [color="#8a2be2:invis:#8a2be2", style=dashed, penwidth=1.5];
	//   "cancer" -> "tar" [color="#8a2be2:invis:#8a2be2", style=dotted, penwidth=1.5, constraint=false];
	// }
}
