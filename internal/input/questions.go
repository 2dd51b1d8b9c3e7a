package input

import (
	"errors"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
)

// A Reading is a graph that was read, or the error about it.
type Reading struct {
	Role  string
	Graph *graph.Graph
	Err   error
}

// Ask returns the error about several files, or nil if all were read. If the first file with an error
// has several meanings, the error asks all questions about all files. One of them is how to match the
// nodes, if their names differ from those of the truth, which is the first file, and byName is set.
func Ask(files []Reading, byName bool) error {
	first := slices.IndexFunc(files, func(f Reading) bool { return f.Err != nil })
	if first < 0 {
		return nil
	}
	q := new(Questions)
	graphs := make([]*graph.Graph, len(files))
	for i, f := range files {
		var ask *format.AmbiguityError
		switch {
		case errors.As(f.Err, &ask):
			q.errs = append(q.errs, f.Err)
			q.add(f, ask)
			if ask.Assumed != nil {
				graphs[i] = ask.Assumed.Graph
			}
		case f.Err != nil:
			return files[first].Err
		default:
			graphs[i] = f.Graph
		}
	}
	q.byPosition = byName && len(files) > 1 && slices.ContainsFunc(graphs[1:], func(g *graph.Graph) bool { return samePlaces(graphs[0], g) })
	if more := slices.ContainsFunc(files[first+1:], func(f Reading) bool { return f.Err != nil }); !more && !q.byPosition {
		return files[first].Err
	}
	return q
}

// samePlaces reports whether two graphs have the same number of nodes, but different names.
func samePlaces(t, g *graph.Graph) bool {
	if t == nil || g == nil || t.N() != g.N() {
		return false
	}
	a, b := slices.Sorted(slices.Values(t.Names().List())), slices.Sorted(slices.Values(g.Names().List()))
	return !slices.Equal(a, b)
}

// Questions is an error that asks everything that several files leave open.
type Questions struct {
	errs       []error // about each file
	list       []question
	byPosition bool
}

// A question is about one file or several.
type question struct {
	*format.AmbiguityError
	files  []string
	prefix string
}

// add adds the questions about a file. A question about files of both roles is asked once.
func (q *Questions) add(f Reading, ask *format.AmbiguityError) {
	prefix := ask.Prefix
	if prefix == "" && f.Role != "" {
		prefix = f.Role + "-"
	}
	for _, one := range append([]*format.AmbiguityError{ask}, ask.Also...) {
		same := func(p question) bool { return p.Option == one.Option && slices.Equal(p.Values, one.Values) }
		i := slices.IndexFunc(q.list, same)
		if i < 0 {
			i = len(q.list)
			q.list = append(q.list, question{AmbiguityError: one, prefix: prefix})
		}
		known := &q.list[i]
		if known.prefix != prefix {
			known.prefix = ""
		}
		if ask.File != "" && !slices.Contains(known.files, ask.File) {
			known.files = append(known.files, ask.File)
		}
	}
}

func (q *Questions) Error() string { return q.Render(advice.Flag) }

// Render returns the questions with the options as spelled by a door.
func (q *Questions) Render(spell advice.Spell) string {
	var b strings.Builder
	files := ""
	for i, one := range q.list {
		if i > 0 {
			b.WriteString("; ")
		}
		if of := strings.Join(one.files, ", "); of != files {
			files = of
			b.WriteString(of + ": ")
		}
		b.WriteString(one.Ask(one.prefix, spell))
	}
	if q.byPosition {
		b.WriteString("; the nodes have different names: " + spell("by-position") + " matches them by their order, " + spell("rename") + " by name")
	}
	return b.String()
}

// Unwrap returns the errors about the files, which have their roles.
func (q *Questions) Unwrap() []error { return q.errs }

// Answers returns references to the options that answer the questions of an error, each with one value.
func Answers(err error) (list []advice.Ref) {
	var q *Questions
	if !errors.As(err, &q) {
		q = new(Questions)
		if ask := (*format.AmbiguityError)(nil); errors.As(err, &ask) {
			q.add(Reading{}, ask)
		}
	}
	for _, one := range q.list {
		list = append(list, advice.Option(one.prefix+one.Option, one.Answer()))
	}
	if q.byPosition {
		list = append(list, advice.Option("by-position"))
	}
	return list
}
