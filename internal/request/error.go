package request

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/pool"
)

// An Error is an error in a response. The door of the request decides how its message spells
// options; the fields are the same for all doors.
type Error struct {
	Kind     string   `json:"kind"` // class, nodes, metric, option, parse, graph, changed, canceled, internal, or error
	Message  string   `json:"message"`
	Question string   `json:"question,omitempty"` // the question that the option answers
	Role     string   `json:"role,omitempty"`     // truth or guess
	Option   string   `json:"option,omitempty"`   // the option that is wrong or would help
	Value    string   `json:"value,omitempty"`    // its value
	Values   []string `json:"values,omitempty"`   // the values that it can have
	Witness  []string `json:"witness,omitempty"`  // the nodes that show what is wrong
	Missing  []string `json:"missing,omitempty"`  // nodes that the guess does not have
	Extra    []string `json:"extra,omitempty"`    // nodes that the truth does not have
}

// expected returns the error for an option that has another value than expected. The values, if
// any, are all that it can have.
func expected(option, value, want string, values ...string) error {
	e := advice.Wrong(option, value, "%v: expected %s", advice.Option(option, value), want)
	e.Values = values
	return e
}

// spell returns how the user of the request spells options. The role is that of the graph that a
// text is about, if there are two.
func (r *Request) spell(role string) advice.Spell {
	switch {
	case r == nil:
	case r.Door == "python":
		return option.Python(role)
	case r.Door == "r":
		return option.R(role)
	case r.Door == "page":
		return option.Page
	}
	return advice.Flag
}

// metricLists are the ways to list all metrics, by door.
var metricLists = map[string]string{"python": "sepdist.metrics()"}

// wire returns an error as it is sent.
func wire(r *Request, err error) *Error {
	f := advice.FieldsOf(err)
	e := &Error{Kind: f.Code, Role: f.Role, Option: f.Option, Value: f.Value, Values: f.Values, Witness: f.Witness}
	var (
		bad      *class.Error
		nodes    *graph.NodesError
		unknown  *graph.NodeError
		metric   *distance.ClassError
		name     *distance.NameError
		ask      *format.AmbiguityError
		turned   *format.OrientationError
		parse    *format.ParseError
		file     *format.FileError
		loss     *format.LossError
		foreign  *format.UnknownError
		changed  *pipeline.ChangedError
		value    *option.Error
		internal *pool.PanicError
	)
	more := ""
	switch {
	case errors.As(err, &internal):
		e.Kind, more = "internal", "\n"+string(internal.Stack)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		e.Kind = "canceled"
	case e.Kind != "":
	case errors.As(err, &value):
		e.Kind, e.Option, e.Value = "option", value.Name, value.Value
	case errors.As(err, &changed):
		e.Kind = "changed"
	case errors.As(err, &bad):
		e.Kind, e.Witness = "class", bad.Witness
	case errors.As(err, &nodes):
		e.Kind, e.Missing, e.Extra = "nodes", nodes.Missing, nodes.Extra
		e.Witness = slices.Concat(nodes.Missing, nodes.Extra)
	case errors.As(err, &unknown):
		e.Kind, e.Witness = "nodes", []string{unknown.Name}
	case errors.As(err, &metric):
		e.Kind, e.Role = "metric", metric.Role
	case errors.As(err, &name):
		if e.Kind = "metric"; r != nil && metricLists[r.Door] != "" {
			more = "; " + metricLists[r.Door] + " lists all"
		}
	case errors.As(err, &ask):
		e.Kind, e.Option, e.Values, e.Question = "option", ask.Option, ask.Values, ask.Question
	case errors.As(err, &turned):
		e.Kind, e.Option, e.Value = "option", "orientation", turned.Stated
	case errors.As(err, &loss):
		e.Kind, e.Option = "option", "lossy"
	case errors.As(err, &file) && file.File == "": // of a matrix in memory
		e.Kind = "graph"
	case errors.As(err, &parse), errors.As(err, &file), errors.As(err, &foreign):
		e.Kind = "parse"
	case e.Option != "":
		e.Kind = "option"
	}
	e.Kind = cmp.Or(e.Kind, "error")
	if guess := (*format.UnknownError)(nil); r != nil && r.Door == "page" && r.Graph != nil && r.Graph.Name == "" && errors.As(err, &guess) {
		err = guess.Err // the text on the page is in the native format
	}
	e.Message = advice.Render(err, r.spell(e.Role)) + more
	return e
}
