//go:build !lean

package op

import (
	"path/filepath"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/falsify/verdict"
	"github.com/sepdist/sepdist/internal/picture/page"
)

// FalsifyPage returns a report on graphs that were tested against the same data.
func FalsifyPage(results verdict.Falsifications, members map[*verdict.Falsification]class.Member) page.Falsify {
	p := page.Falsify{Title: "Do the data contradict the graphs?"}
	if len(results) == 1 {
		p.Title = "Do the data contradict the graph?"
		if name := results[0].Graph.Name; name != "" {
			p.Title = "Do the data contradict " + filepath.Base(name) + "?"
		}
	}
	for _, f := range results {
		m := members[f]
		p.Graphs = append(p.Graphs, page.Tested{Outcome: f, Graph: m.Graph(), Series: m.Series()})
	}
	return p
}
