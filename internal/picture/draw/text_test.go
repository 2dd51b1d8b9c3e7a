package draw_test

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/draw"
)

func TestText(t *testing.T) {
	for _, tt := range []struct{ format, drawing, want string }{
		{"dot", "a --> b", `"a" -> "b";`},
		{"dot", "b a: a --> b", `"a" -> "b";`},
		{"dot", "a <-> b", `"a" -> "b" [dir=both, arrowtail=normal, arrowhead=normal];`},
		{"dot", "a --- b", `"a" -> "b" [dir=none];`},
		{"dot", "a o-> b", `"a" -> "b" [dir=both, arrowtail=odot, arrowhead=normal];`},
		{"dot", "a <-o b", `"b" -> "a" [dir=both, arrowtail=odot, arrowhead=normal];`},
		{"dot", "a --o b", `"a" -> "b" [arrowhead=odot];`},
		{"dot", "a x-x b", `"a" -> "b" [dir=both, arrowtail=tee, arrowhead=tee];`},
		{"mermaid", "a --> b", "n0 --> n1"},
		{"mermaid", "a <-- b", "n1 --> n0"},
		{"mermaid", "a <-> b", "n0 <--> n1"},
		{"mermaid", "a --- b", "n0 --- n1"},
		{"mermaid", "a o-o b", "n0 o--o n1"},
		{"mermaid", "a o-- b", "n1 --o n0"},
		{"mermaid", "a x-x b", "n0 x--x n1"},
		// Mermaid would show these without the mark at the left.
		{"mermaid", "a o-> b", `n0 -->|"o-#62;"| n1`},
		{"mermaid", "a <-o b", `n1 -->|"o-#62;"| n0`},
		{"mermaid", "a x-o b", `n0 --o|"x-o"| n1`},
		{"tikz", "a --> b", `\draw[sepdist single, {}-{Stealth[]}] (`},
		{"tikz", "a o-o b", `\draw[sepdist single, {Circle[open]}-{Circle[open]}] (`},
		{"tikz", "a x-> b", `\draw[sepdist single, {Rays[n=4]}-{Stealth[]}] (`},
	} {
		out := text(t, graphtest.Arrows(t, tt.drawing), draw.Options{}, tt.format)
		if !strings.Contains(out, tt.want) {
			t.Errorf("%s as %s does not contain %q:\n%s", tt.drawing, tt.format, tt.want, out)
		}
	}
}

func TestEscapes(t *testing.T) {
	for _, tt := range []struct{ format, name, want string }{
		{"dot", `say "hi"`, `"say \"hi\""`},
		{"dot", `a\nb`, `"a\nb" [label="a\\nb"`}, // the label shows the name, the identifier is the name
		{"dot", "x &lt; y", `[label="x &amp;lt; y"`},
		{"dot", "R&D", `"R&D" [pos=`},
		{"mermaid", `a "b" <c>`, `(["a #34;b#34; #60;c#62;"])`},
		{"mermaid", "end", `(["end"])`},
		{"tikz", `50% of $x_1 & {y}\z`, `{50\% of \$x\_1 \& \{y\}\textbackslash{}z}`},
	} {
		g, err := graph.New([]string{tt.name}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if out := text(t, g, draw.Options{}, tt.format); !strings.Contains(out, tt.want) {
			t.Errorf("%q as %s does not contain %q:\n%s", tt.name, tt.format, tt.want, out)
		}
	}
}

// Text formats hold large graphs too, without places.
func TestLargeText(t *testing.T) {
	g := graphtest.DAG(graphtest.Rand(1), 400, 0.01)
	for _, format := range []string{"dot", "mermaid"} {
		arrow := map[string]string{"dot": " -> ", "mermaid": " --> "}[format]
		if got := strings.Count(text(t, g, draw.Options{}, format), arrow); got != g.M() {
			t.Errorf("%s has %d edges, want %d", format, got, g.M())
		}
	}
}
