package draw

// The house style: one font, few colours, thin lines.
const (
	ink   colour = 0x1A1A1A // text, arrows
	grey  colour = 0x5A5A5A // what both graphs have, axes
	pale  colour = 0xD9D9D9 // grid lines
	paper colour = 0xFFFFFF

	// These are apart from each other and from grey for all kinds of colour vision;
	// the first two are of the palette of Okabe and Ito (Color universal design, 2008).
	vermilion colour = 0xD55E00
	blue      colour = 0x0072B2
	violet    colour = 0x8A2BE2

	nameSize  = 10.5 // of node names
	titleSize = 12
	smallSize = 9 // legends, axes, notes
	margin    = 12
)

// A kind is what an edge of a drawing stands for.
type kind int

const (
	single   kind = iota // an edge of the one graph drawn
	agreed               // in both graphs
	missing              // between nodes that are adjacent in the truth only, or one edge more there
	extra                // the same in the guess
	asTruth              // the nodes are adjacent in both, with other marks: those of the truth
	asGuess              // those of the guess
	allKinds = asGuess + 1
)

// Each kind differs from the others by colour and by line, so that a drawing can be
// read in grey.
var kinds = [allKinds]struct {
	name string // class in SVG
	pen  pen
}{
	single:  {"single", pen{ink, 1.1, nil}},
	agreed:  {"agreed", pen{grey, 1.1, nil}},
	missing: {"missing", pen{vermilion, 1.7, []float64{7, 3.5}}},
	extra:   {"extra", pen{blue, 1.9, []float64{1.9, 2.3}}},
	asTruth: {"as-truth", pen{violet, 1.5, []float64{8, 2.5, 1.8, 2.5}}},
	asGuess: {"as-guess", pen{violet, 1.5, []float64{3.2, 1.8}}},
}
