package simulate_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/simulate"
)

// The truth is a random DAG; the guess is missing one of its edges and has another the wrong
// way round.
func ExampleChange() {
	dag, err := simulate.Graph(context.Background(), class.DAG, simulate.Options{Nodes: 4, Edges: 4, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	truth, err := class.Check(context.Background(), dag, class.DAG)
	if err != nil {
		log.Fatal(err)
	}
	guess, err := simulate.Change(context.Background(), truth, simulate.Changes{Remove: 1, Reverse: 1, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(dag)
	fmt.Println(guess)
	// Output:
	// X1 <-- X3; X1 <-- X4; X2 <-- X3; X2 <-- X4
	// X1 --> X4; X2 <-- X3; X2 <-- X4
}
