package graph

// A Node is the index of a node: 0 to n-1 in a graph of n nodes.
type Node int32

// A Mark is the symbol at one end of an edge.
type Mark uint8

// The marks, drawn at the left end of an edge.
const (
	None     Mark = iota // no edge
	Tail                 // x --
	Arrow                // x <-
	Circle               // x o-, a tail or an arrow
	Conflict             // x x-, both were claimed
)

// left and right draw a mark at the left and at the right end of an edge.
const (
	left  = " -<ox"
	right = " ->ox"
)

// ParseMarks reads the marks of a drawn edge such as o->, and reports whether it is one.
func ParseMarks(edge []byte) (x, y Mark, ok bool) {
	if len(edge) != 3 || edge[1] != '-' {
		return None, None, false
	}
	x, y = markIn(left, edge[0]), markIn(right, edge[2])
	return x, y, x != None && y != None
}

// markIn returns the mark that is drawn as c.
func markIn(drawn string, c byte) Mark {
	for m := Tail; int(m) < len(drawn); m++ {
		if drawn[m] == c {
			return m
		}
	}
	return None
}

// String draws the mark as at the right end of an edge.
func (m Mark) String() string { return right[m : m+1] }

// An Edge joins two nodes and carries one mark at each of them.
type Edge struct {
	X, Y     Node
	AtX, AtY Mark
}

// Directed returns the edge x --> y.
func Directed(x, y Node) Edge { return Edge{x, y, Tail, Arrow} }

// Bidirected returns the edge x <-> y.
func Bidirected(x, y Node) Edge { return Edge{x, y, Arrow, Arrow} }

// Undirected returns the edge x --- y.
func Undirected(x, y Node) Edge { return Edge{x, y, Tail, Tail} }

// Flip returns the same edge read from its other end.
func (e Edge) Flip() Edge { return Edge{e.Y, e.X, e.AtY, e.AtX} }

// Canonical returns the same edge with the lower node first.
func (e Edge) Canonical() Edge {
	if e.X > e.Y {
		return e.Flip()
	}
	return e
}

// Directed reports whether e is X --> Y or X <-- Y.
func (e Edge) Directed() bool {
	return e.AtX == Tail && e.AtY == Arrow || e.AtX == Arrow && e.AtY == Tail
}

// Bidirected reports whether e is X <-> Y.
func (e Edge) Bidirected() bool { return e.AtX == Arrow && e.AtY == Arrow }

// Undirected reports whether e is X --- Y.
func (e Edge) Undirected() bool { return e.AtX == Tail && e.AtY == Tail }

// Has reports whether one of the two ends of e carries m.
func (e Edge) Has(m Mark) bool { return e.AtX == m || e.AtY == m }

// MayBeParallel reports whether another edge may join the same two nodes: directed and
// bidirected edges may be parallel (bows, 2-cycles).
func (e Edge) MayBeParallel() bool { return e.Directed() || e.Bidirected() }

// Arrow draws the edge without its nodes: "-->", "<->", "o-o".
func (e Edge) Arrow() string {
	return string([]byte{left[e.AtX], '-', right[e.AtY]})
}

// A Status is the orientation of an unshielded triple.
type Status uint8

// The orientations of a triple a, b, c.
const (
	Ambiguous   Status = iota // unknown
	Collider                  // a --> b <-- c
	NonCollider               // anything else
)

// String returns the status as written in the text format.
func (s Status) String() string {
	return [...]string{"ambiguous", "collider", "noncollider"}[s]
}

// A Triple states the orientation of the path A, B, C.
type Triple struct {
	A, B, C Node // B is the middle
	Status  Status
}

// Canonical returns the same triple with the lower end first.
func (t Triple) Canonical() Triple {
	if t.A > t.C {
		t.A, t.C = t.C, t.A
	}
	return t
}
