package sepdist

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
)

// align returns g, the guess, with the nodes in the order of names, those of the truth. It matches nodes by name or by
// position.
func (o *Options) align(names *graph.Names, truth, guess *Graph, g *graph.Graph) (*graph.Graph, error) {
	truthName, guessName := graphNames(truth, guess)
	if o.ByPosition {
		if o.Project {
			return nil, advice.Wrong("project", "", "%v matches nodes by name, and %v by position: name the unobserved nodes with %v", advice.Option("project"), advice.Option("by-position"), advice.Option("latent"))
		}
		aligned, err := g.Rename(names)
		if err != nil {
			return nil, advice.About("guess", guessName, advice.Errorf("%v needs as many nodes as the truth: %w", advice.Option("by-position"), err))
		}
		return aligned, nil
	}
	aligned, err := g.Align(names)
	if err == nil {
		return aligned, nil
	}
	differ, ok := errors.AsType[*graph.NodesError](err)
	if !ok {
		return nil, err
	}
	if o.Project && names.Len() == 0 {
		all, omit := truth.nodes().Names(), ""
		if all.Len() == g.N() { // nothing is latent
			omit = "omit it, and "
		}
		differ = &graph.NodesError{Missing: all.List(), Extra: g.Names().List()}
		err = advice.Errorf("%w; the graphs have no node in common, and %v leaves none: %s%v", differ, advice.Option("project"), omit, otherNames(all, g.Names(), differ))
		return nil, advice.About("guess", guessName, err)
	}
	if len(differ.Missing) == 0 && edgesOnly(truth) {
		return nil, advice.About("truth", truthName, &listError{differ, differ.Extra, guessName, advice.Text{}})
	}
	latent := func(nodes []string) advice.Ref { return advice.Option("latent", nodes...) }
	const most = 3 // nodes that a message lists
	add := "add it to the guess if it has no edges there"
	if len(differ.Missing) > 1 {
		add = "add them to the guess if they have no edges there"
	}
	switch {
	case len(differ.Missing) > 0 && len(differ.Extra) > 0:
		err = advice.Errorf("%w: %v", err, otherNames(names, g.Names(), differ))
	case len(differ.Extra) > 0 && guess.Series == nil && len(differ.Extra) <= most:
		if kind.EdgesOf(g)&^(kind.Directed|kind.Bidirected) != 0 {
			err = advice.Errorf("%w: for nodes that are not observed, convert the guess with %v first", err, latent(differ.Extra))
		} else {
			err = advice.Errorf("%w: for nodes that are not observed, convert the guess with %v and %v first", err, latent(differ.Extra), advice.Option("as", "admg"))
		}
	case len(differ.Extra) > 0 || o.Project:
	case edgesOnly(guess):
		err = &listError{differ, differ.Missing, truthName, advice.Textf(", or use %v if it is not observed", advice.Option("project"))}
	case len(differ.Missing) <= most:
		err = advice.Errorf("%w: %s; use %v or %v for nodes that are not observed, or %v for those that are always conditioned on", err, add, advice.Option("project"), latent(differ.Missing), advice.Option("selected"))
	default:
		err = advice.Errorf("%w: %s; use %v if they are latent, or name them with %v and %v", err, add, advice.Option("project"), advice.Option("latent"), advice.Option("selected"))
	}
	return nil, advice.About("guess", guessName, err)
}

// alignSeries is align for the links of a time series. The variables were already renamed and aligned.
func (o *Options) alignSeries(names, renamed *graph.Names, s *graph.Series) (*graph.Series, error) {
	if o.ByPosition {
		renamed = names
	}
	s, err := graph.NewSeries(renamed.List(), s.Links(), s.Triples()...)
	if err != nil {
		return nil, err
	}
	return s.Align(names)
}

// edgesOnly reports whether the file of a graph lists no nodes, only edges.
func edgesOnly(g *Graph) bool {
	f, known := format.Lookup(g.Format)
	return known && !f.Capabilities.Isolated
}

// A listError is the error for a list of edges that does not have all nodes of the other graph.
type listError struct {
	*graph.NodesError
	nodes []string
	other string      // the name of the graph that has them
	or    advice.Text // what else could be done
}

func (e *listError) Error() string { return e.Render(advice.Flag) }

func (e *listError) Render(spell advice.Spell) string {
	const most = 3
	list, occurs, alone := strings.Join(e.nodes[:min(most, len(e.nodes))], ", "), "occurs", "add a line with this name alone"
	if rest := len(e.nodes) - most; rest > 0 {
		list += fmt.Sprintf(" and %d more", rest)
	}
	if len(e.nodes) > 1 {
		occurs, alone = "occur", "add a line for each with its name alone"
	}
	return fmt.Sprintf("%s of %s %s in no edge of this file, which lists edges only: %s%s", list, e.other, occurs, alone, e.or.Render(spell))
}

func (e *listError) Unwrap() error { return e.NodesError }

// otherNames returns what to do if the nodes of the guess may be those of the truth under other
// names, with the likely pairing.
func otherNames(truth, guess *graph.Names, differ *graph.NodesError) advice.Text {
	byPosition := advice.Option("by-position")
	rename := func(pairs ...string) advice.Ref { return advice.Option("rename", pairs...) }
	pairs, byPlace := likely(truth.List(), guess.List(), differ)
	if pairs == nil {
		some := rename(differ.Extra[0] + "=...")
		if truth.Len() != guess.Len() {
			return advice.Textf("use %v if nodes have other names (%v needs graphs with as many nodes)", some, byPosition)
		}
		return advice.Textf("use %v if they are the same nodes in the same order, or %v to rename nodes of the guess", byPosition, some)
	}
	list := firstPairs(pairs)
	if byPlace { // which may be wrong
		return advice.Textf("use %v if both list the same nodes in the same order (%s), or %v to pair them otherwise", byPosition, strings.Join(list, ","), rename(pairs[0][0]+"=..."))
	}
	if !inOrder(truth.List(), guess.List(), pairs) {
		return advice.Textf("use %v if these are the same nodes (%v if they are in the same order)", rename(list...), byPosition)
	}
	return advice.Textf("use %v if these are the same nodes, or %v, since they are in the same order", rename(list...), byPosition)
}

// matched returns a note with the nodes that are matched by position, unless they have the same names. The order of a
// file that lists edges is that of their first occurrence, which need not be what the user expects.
func matched(truth, guess []string) []string {
	if slices.Equal(truth, guess) {
		return nil
	}
	pairs := make([][2]string, min(len(guess), len(truth)))
	for i := range pairs {
		pairs[i] = [2]string{guess[i], truth[i]}
	}
	return []string{"nodes are matched by position: " + strings.Join(firstPairs(pairs), ", ")}
}

// firstPairs returns some pairs of nodes as the option rename takes them.
func firstPairs(pairs [][2]string) (list []string) {
	const most = 4
	for _, p := range pairs[:min(most, len(pairs))] {
		list = append(list, p[0]+"="+p[1])
	}
	if len(pairs) > most {
		list = append(list, "...")
	}
	return list
}

// inOrder reports whether all nodes of two graphs are paired with the one in the same place.
func inOrder(truth, guess []string, pairs [][2]string) bool {
	to := make(map[string]string, len(pairs))
	for _, p := range pairs {
		to[p[0]] = p[1]
	}
	return slices.EqualFunc(guess, truth, func(name, other string) bool {
		if paired, changed := to[name]; changed {
			name = paired
		}
		return name == other
	})
}

// likely pairs nodes of the guess with nodes of the truth that have another name: names that
// differ only in case or punctuation, numbered names with another prefix or first number, and, if the names of
// the guess are numbers only, nodes at the same position. It returns nil if it finds no pairing.
func likely(truth, guess []string, differ *graph.NodesError) (pairs [][2]string, byPlace bool) {
	for _, key := range []func(string) string{strings.ToLower, letters} {
		if pairs := byKey(differ.Missing, differ.Extra, key); pairs != nil {
			return pairs, false
		}
	}
	if len(truth) != len(guess) {
		return nil, false
	}
	of, ok := numbers(guess)
	if !ok {
		return nil, false
	}
	if to, both := numbers(truth); both {
		shift := slices.Min(to) - slices.Min(of)
		place := make(map[int]int, len(to))
		for i, x := range to {
			place[x] = i
		}
		for i, x := range of {
			j, known := place[x+shift]
			if !known {
				return nil, false
			}
			pairs = append(pairs, [2]string{guess[i], truth[j]})
		}
		return pairs, false
	}
	for i := range guess {
		pairs = append(pairs, [2]string{guess[i], truth[i]})
	}
	return pairs, true
}

// byKey pairs names with the same key. It returns nil unless each key belongs to one name in each list.
func byKey(missing, extra []string, key func(string) string) [][2]string {
	if len(missing) != len(extra) {
		return nil
	}
	to := make(map[string]string, len(missing))
	for _, name := range missing {
		to[key(name)] = name
	}
	met := make(map[string]bool, len(extra))
	var pairs [][2]string
	for _, name := range extra {
		other, known := to[key(name)]
		if !known || met[other] {
			return nil
		}
		met[other] = true
		pairs = append(pairs, [2]string{name, other})
	}
	return pairs
}

// letters returns the letters and digits of a name in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// numbers returns the numbers of names such as X1, X2, ..., which have the same prefix, or none, and no gaps.
func numbers(names []string) ([]int, bool) {
	var list []int
	prefix := ""
	for i, name := range names {
		head := strings.TrimRight(name, "0123456789")
		x, err := strconv.Atoi(name[len(head):])
		if err != nil || i > 0 && head != prefix {
			return nil, false
		}
		prefix = head
		list = append(list, x)
	}
	sorted := slices.Sorted(slices.Values(list))
	return list, len(list) > 0 && sorted[len(sorted)-1]-sorted[0] == len(sorted)-1 && len(slices.Compact(sorted)) == len(list)
}
