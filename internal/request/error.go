package request

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/internal/try"
	"github.com/sepdist/sepdist/internal/wording"
)

// An Error is what is wrong, for a program on the other side. Its message calls options as
// option=value, or in the words of the page.
type Error struct {
	Kind     string   `json:"kind"` // class, nodes, metric, option, parse, canceled, internal, or error
	Message  string   `json:"message"`
	Question string   `json:"question,omitempty"` // that the option answers
	Role     string   `json:"role,omitempty"`     // truth or guess
	Option   string   `json:"option,omitempty"`   // that is at fault, or would help
	Value    string   `json:"value,omitempty"`    // that it has
	Values   []string `json:"values,omitempty"`   // that it may have
	Witness  []string `json:"witness,omitempty"`  // nodes that show it
	Missing  []string `json:"missing,omitempty"`  // nodes that the guess does not have
	Extra    []string `json:"extra,omitempty"`    // nodes that the truth does not have
}

func (e *Error) Error() string { return e.Message }

// wrong returns an error about an option.
func wrong(option, value, message string, values ...string) error {
	return &Error{Kind: "option", Option: option, Value: value, Values: values, Message: message}
}

// refuse ends the answer with an error about an option.
func refuse(option, value, message string, values ...string) {
	try.Check(wrong(option, value, message, values...))
}

// fail ends the answer with an error.
func fail(form string, args ...any) { try.Check(fmt.Errorf(form, args...)) }

// metricError says that a list of metrics has a name that is none.
type metricError struct{ error }

// wire returns an error as it goes to the other side.
func wire(r *Request, err error) *Error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	e := &Error{Kind: "error"}
	var (
		bad      *class.Error
		nodes    *graph.NodesError
		unknown  *graph.NodeError
		metric   *distance.ClassError
		named    *metricError
		ask      *format.AmbiguityError
		turned   *format.OrientationError
		parse    *format.ParseError
		file     *format.FileError
		loss     *format.LossError
		internal *pool.PanicError
	)
	text := err.Error()
	switch {
	case errors.As(err, &internal):
		e.Kind = "internal"
		text += "\n" + string(internal.Stack)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		e.Kind = "canceled"
	case errors.As(err, &bad):
		e.Kind, e.Witness = "class", bad.Witness
	case errors.As(err, &nodes):
		e.Kind, e.Missing, e.Extra = "nodes", nodes.Missing, nodes.Extra
		e.Witness = slices.Concat(nodes.Missing, nodes.Extra)
	case errors.As(err, &unknown):
		e.Kind, e.Witness = "nodes", []string{unknown.Name}
	case errors.As(err, &metric):
		e.Kind, e.Role = "metric", metric.Role
	case errors.As(err, &named):
		e.Kind = "metric"
	case errors.As(err, &ask):
		e.Kind, e.Option, e.Values, e.Question = "option", ask.Option, ask.Values, r.word(ask.Question)
		if len(e.Values) == 2 && e.Values[0] == "" { // a switch
			e.Values = []string{"true", "false"}
		}
	case errors.As(err, &turned):
		e.Kind, e.Option, e.Value = "option", "orientation", turned.Stated
	case errors.As(err, &loss):
		e.Kind, e.Option = "option", "lossy"
	case errors.As(err, &file) && file.File == "": // of a matrix in memory
		e.Kind = "graph"
	case errors.As(err, &parse), errors.As(err, &file), errors.Is(err, format.ErrUnknown):
		e.Kind = "parse"
	}
	if first := wording.First(text); first != "" && e.Option == "" {
		if e.Option = first; e.Kind == "error" {
			e.Kind = "option"
		}
	}
	e.Message = r.word(text)
	if r != nil {
		e.Role = cmp.Or(e.Role, r.role(text))
	}
	return e
}

// role returns which of the two graphs an error begins with.
func (r *Request) role(text string) string {
	for _, of := range []struct {
		role  string
		graph *Graph
	}{{"truth", r.Truth}, {"guess", r.Guess}} {
		if of.graph != nil && strings.HasPrefix(text, cmp.Or(of.graph.Name, of.role)+": ") {
			return of.role
		}
	}
	return ""
}
