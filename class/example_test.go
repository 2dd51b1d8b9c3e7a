package class_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/graph"
)

func ExampleOf() {
	// The direction of the two undirected edges is open: there are three equivalent DAGs.
	g, err := graph.New([]string{"tar", "smoke", "cancer"}, []graph.Edge{graph.Undirected(0, 1), graph.Undirected(1, 2)})
	if err != nil {
		log.Fatal(err)
	}
	m, err := class.Infer(context.Background(), g)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Kind(), m.Model().Size())
	// Output: cpdag 3
}

func ExampleCheck() {
	g, err := graph.New([]string{"a", "b", "c"}, []graph.Edge{graph.Directed(0, 1), graph.Undirected(1, 2)})
	if err != nil {
		log.Fatal(err)
	}
	_, err = class.Check(context.Background(), g, class.CPDAG)
	var bad *class.Error
	if errors.As(err, &bad) {
		fmt.Println(bad.Err.Code, bad.Witness)
	}
	// Output: meek-rule-1 [a b c]
}

func ExampleModel_As() {
	g, err := graph.New([]string{"a", "b", "c"}, []graph.Edge{graph.Directed(0, 1), graph.Bidirected(1, 2)})
	if err != nil {
		log.Fatal(err)
	}
	m, err := class.Infer(context.Background(), g)
	if err != nil {
		log.Fatal(err)
	}
	pag, err := m.As(context.Background(), class.PAG)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(pag.Graph())
	// Output: a o-> b; b <-o c
}
