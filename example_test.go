package sepdist_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

// Read, compare, print.
func ExampleCompare() {
	truth, err := sepdist.Read("examples/asia.txt", format.Options{})
	if err != nil {
		log.Fatal(err)
	}
	guess, err := sepdist.Read("examples/asia-pc.txt", format.Options{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := sepdist.Compare(context.Background(), truth, guess, sepdist.Options{Metrics: []string{"zl-sd", "shd"}})
	if err != nil {
		log.Fatal(err)
	}
	if err := result.CSV(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// metric,value,wrong,of,lower,upper,note,class_of_truth
	// zl-sd,0.5357142857142857,30,56,,,,0
	// shd,0.25,7,28,,,,0.10714285714285714
}

// Graphs need not come from files. The guess turns the collider around and so claims that b
// separates a from c, in both directions.
func ExampleCompare_inMemory() {
	names := graph.NumberedNames("X", 1, 3)
	truth := &sepdist.Graph{Graph: graph.MustNew(names, []graph.Edge{graph.Directed(0, 1), graph.Directed(2, 1)})}
	guess := &sepdist.Graph{Graph: graph.MustNew(names, []graph.Edge{graph.Directed(0, 1), graph.Directed(1, 2)})}
	r, err := sepdist.Compare(context.Background(), truth, guess, sepdist.Options{Metrics: []string{"parent-sd"}})
	if err != nil {
		log.Fatal(err)
	}
	d := r.Results[0].Result
	fmt.Printf("%v of %v claims are wrong: %.2f\n", d.Count.Wrong, d.Count.Of, d.Value)
	// Output: 2 of 6 claims are wrong: 0.33
}

// Do tuberculosis and smoking depend on each other, and do they once a patient is short of
// breath?
func ExampleGraph_Separated() {
	g, err := sepdist.Read("examples/asia.txt", format.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, given := range [][]string{nil, {"dysp"}} {
		s, err := g.Separated(context.Background(), "tub", "smoke", given...)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(given, s.Separated, s.Path)
	}
	// Output:
	// [] true []
	// [dysp] false [tub --> either <-- lung <-- smoke]
}

// The equivalence class of a chain has no arrows.
func ExampleGraph_Convert() {
	g, err := sepdist.ReadFrom(strings.NewReader("a --> b\nb --> c\n"), "chain", format.Options{})
	if err != nil {
		log.Fatal(err)
	}
	cpdag, err := g.Convert(context.Background(), class.CPDAG)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(cpdag)
	// Output: a --- b; b --- c
}
