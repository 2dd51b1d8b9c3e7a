package simulate

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sepdist/sepdist/class"
)

// The largest graphs that are drawn. They are far larger than what a metric can compare, and
// prevent a typo from taking all memory.
const (
	MaxNodes = 10_000_000
	MaxEdges = 100_000_000
)

// Options are those of the root package, field by field, and documented there. The table of
// [Generators] lists the fields that a class takes; it is an error to set another one. In JSON they
// have the names of the flags.
type Options struct {
	Nodes       int
	Edges       int
	Probability float64

	Bidirected       float64 `json:"-"`
	Bows             float64
	TwoCycles        float64 `json:"two-cycles"`
	Known            float64
	Latent, Selected int

	MaxLag int `json:"max-lag"`
	Auto   float64

	Seed   uint64 `json:"-"`
	Prefix string
}

// A Field is the name of one of the [Options] that only some classes take, as on the command line.
type Field string

// The fields.
const (
	Bidirected Field = "bidirected"
	Bows       Field = "bows"
	TwoCycles  Field = "two-cycles"
	Known      Field = "known"
	Latent     Field = "latent"
	Selected   Field = "selected"
	MaxLag     Field = "max-lag"
	Auto       Field = "auto"
)

// Check returns an error if the options are impossible for a class.
func (o Options) Check(kind class.Kind) error {
	g, err := Of(kind)
	if err != nil {
		return err
	}
	return o.check(kind, g.Takes)
}

// check is Check for a class that takes the given fields.
func (o Options) check(kind class.Kind, takes []Field) error {
	for _, f := range []struct {
		name  Field
		value float64
		most  float64
	}{
		{"nodes", float64(o.Nodes), MaxNodes},
		{"edges", float64(o.Edges), MaxEdges},
		{"probability", o.Probability, 1},
		{Bidirected, o.Bidirected, 1},
		{Bows, o.Bows, 1},
		{TwoCycles, o.TwoCycles, 1},
		{Known, o.Known, 1},
		{Latent, float64(o.Latent), MaxNodes},
		{Selected, float64(o.Selected), MaxNodes},
		{MaxLag, float64(o.MaxLag), MaxNodes},
		{Auto, o.Auto, 1},
	} {
		if !(f.value >= 0 && f.value <= f.most) { // NaN is refused, too
			return fmt.Errorf("%s is %s, expected 0 to %s", f.name, plain(f.value), plain(f.most))
		}
		if f.value > 0 && !f.name.common() && !slices.Contains(takes, f.name) {
			return fmt.Errorf("%[2]s %[3]s does not apply to %[1]s: omit it", kind.Title(), f.name, plain(f.value))
		}
	}
	if o.Edges > 0 && o.Probability > 0 {
		return fmt.Errorf("%d edges and the probability %v cannot be combined: use one of them", o.Edges, o.Probability)
	}
	if o.all() > MaxNodes {
		return fmt.Errorf("%d nodes including latent and selected ones, expected at most %d", o.all(), MaxNodes)
	}
	if kind.IsSeries() {
		return o.checkSeries()
	}
	pairs := pairsOf(o.all())
	if uint64(o.Edges) > pairs {
		return fmt.Errorf("%d edges are too many: %d nodes have only %d pairs", o.Edges, o.all(), pairs)
	}
	if most := math.Floor(o.Probability * float64(pairs)); most > MaxEdges {
		return fmt.Errorf("the probability %v gives about %.0f edges, expected at most %d", o.Probability, most, MaxEdges)
	}
	return nil
}

// plain returns a number without an exponent.
func plain(number float64) string { return strconv.FormatFloat(number, 'f', -1, 64) }

// all is the number of nodes before projection.
func (o Options) all() int { return o.Nodes + o.Latent + o.Selected }

func (f Field) common() bool { return f == "nodes" || f == "edges" || f == "probability" }
