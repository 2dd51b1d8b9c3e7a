// Package option is the table of options.
//
// Every option is one row of a [List]: its name, type, range, default and documentation, the
// operations that accept it, and the field that it sets. [Table] has the options of a comparison,
// [Simulation], [Falsification] and [Rows] those of other operations.
// The flags of the command line, the JSON of requests and its schema, the keywords of Python and R,
// and the page docs/options.md are derived from the table.
//
// A row parses its value from the text of a flag ([Option.Parse]) or from JSON ([Option.Decode]),
// and both end in the same range check. Options that describe how a file is read are the rows of
// [format.Settings].
package option

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/advice"
)

// Options are what the options set.
type Options = sepdist.Options

// An Option is a row of the table.
type Option struct {
	Name string
	Doc  string // one line

	Values      []string // all values, or those to suggest; nil: any
	Least, Most float64  // range of a number; Most 0: unlimited
	Default     string   // as the text of a flag
	Bare        string   // the value of a flag without a value; empty: it needs one
	Hint        string   // the placeholder of the value in the help of the command; empty: the type

	Ops      Ops
	DrawWith []string // options of draw with which draw accepts this one as well

	Label string // what the page in a browser calls it; empty: the page does not have it

	Short string // one letter for the flag

	Changes bool // of simulate: it is about changing a graph, not about drawing one
	Shared  bool // of simulate: it is about both
	free    bool // its range depends on other options and is checked with them

	field func(o any) any // pointer to the field, or a [parser]
}

// into returns the field function of an option whose value is in a T.
func into[T any](field func(o *T) any) func(o any) any {
	return func(o any) any {
		if o == nil { // for the type only
			o = new(T)
		}
		return field(o.(*T))
	}
}

// Ops is a set of operations.
type Ops uint32

// The operations.
const (
	Compare Ops = 1 << iota
	Explain
	Report
	ROC
	Batch
	Matrix
	Draw
	Experiment
	Merge
	Summary
	Plot
	Simulate
	Falsify

	Measuring = Compare | Explain | Report | ROC | Batch | Matrix
	All       = Measuring | Draw
)

// opNames are the names of the operations, in the order of their constants.
var opNames = []string{"compare", "explain", "report", "roc", "batch", "matrix", "draw", "experiment", "merge", "summary", "plot", "simulate", "falsify"}

// Names lists the operations of the set.
func (ops Ops) Names() (names []string) {
	for i, name := range opNames {
		if ops&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// A Type is the type of the values of an option.
type Type string

// The types. Each is also what the help of the command prints for a value.
const (
	Switch     Type = "bool"
	Int        Type = "int"
	Uint       Type = "uint"
	Float      Type = "float"
	Text       Type = "string"
	Names      Type = "strings"
	Numbers    Type = "floats"
	Mapping    Type = "mapping"
	PairTable  Type = "weights"
	Statements Type = "statements"
	Duration   Type = "duration"
)

// File reports whether the value of a flag is the name of a file.
func (t Type) File() bool { return t == PairTable || t == Statements }

// expectedValues describes the values of each type.
var expectedValues = map[Type]string{
	Switch:     "true or false",
	Int:        "a whole number",
	Uint:       "a whole number from 0 to 18446744073709551615",
	Float:      "a number",
	Text:       "a text",
	Names:      "a list of names",
	Numbers:    "a list of numbers separated by commas",
	Mapping:    "a mapping from old names to new ones",
	PairTable:  "a list of x, y and weight",
	Statements: "a list of statements: x, y and then the nodes of the set",
	Duration:   "a time such as 90s, 10m or 1h30m",
}

// A parser is the target of an option whose values are more than a number, a text or a list.
type parser interface {
	kind() Type
	parse(text string) error
	json.Unmarshaler
}

// An Error reports a value that an option cannot have.
type Error struct {
	Name, Value string
	Expected    string // "a positive number": the value is not one
	Range       string // "use at most 10": the value is out of range
	Err         error  // any other reason
}

func (e *Error) Error() string { return e.Render(advice.Flag) }

// Render returns the text of the error with the option and its value as spelled by a door.
func (e *Error) Render(spell advice.Spell) string {
	given := spell(e.Name, e.Value)
	switch {
	case e.Expected != "":
		return given + ": expected " + e.Expected
	case e.Range != "":
		return given + " is out of range: " + e.Range
	}
	return given + ": " + e.Reason()
}

func (e *Error) Unwrap() error { return e.Err }

// Reason returns what is wrong with the value.
func (e *Error) Reason() string {
	switch {
	case e.Expected != "":
		return e.Value + " is not " + e.Expected
	case e.Range != "":
		return e.Value + " is out of range: " + e.Range
	}
	return e.Err.Error()
}

// A List is the options of some operations. All set the same struct.
type List []Option

// Find returns the option of the given name, or an error that suggests others.
func (l List) Find(name string) (*Option, error) {
	var names []string
	for i := range l {
		if l[i].Name == name {
			return &l[i], nil
		}
		names = append(names, l[i].Name)
	}
	return nil, fmt.Errorf("unknown option %q%s", name, advice.DidYouMean(name, names))
}

// SetDefaults sets the values of options that are not given.
func (l List) SetDefaults(to any) {
	for i := range l {
		if t := &l[i]; t.Default != "" {
			if err := t.set(to, t.Default); err != nil {
				panic(t.Name + ": " + err.Error())
			}
		}
	}
}

// Decode sets the options of a JSON object.
func (l List) Decode(to any, given map[string]json.RawMessage) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		t, err := l.Find(name)
		if err == nil {
			err = t.Decode(to, given[name])
		} else {
			err = &Error{Name: name, Value: string(given[name]), Err: err}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Find returns the option of a comparison with the given name.
func Find(name string) (*Option, error) { return Table.Find(name) }

// Defaults returns the options of a comparison if none is given.
func Defaults() (o Options) {
	Table.SetDefaults(&o)
	return o
}

// DecodeAll returns the options of a comparison from a JSON object.
func DecodeAll(given map[string]json.RawMessage) (Options, error) {
	o := Defaults()
	return o, Table.Decode(&o, given)
}

// Type returns the type of the values.
func (t *Option) Type() Type {
	switch f := t.field(nil).(type) {
	case *bool:
		return Switch
	case *int, *int64:
		return Int
	case *uint64:
		return Uint
	case *float64:
		return Float
	case *[]string:
		return Names
	case *[]float64:
		return Numbers
	case parser:
		return f.kind()
	}
	return Text
}

// Parse sets the option to the value that a flag has. Lists and mappings grow: a flag can be given
// several times.
func (t *Option) Parse(o any, text string) error {
	if err := t.set(o, text); err != nil {
		return t.fault(text, err)
	}
	return t.check(o, text)
}

// errSyntax says that a text or a value of JSON is not of the type of the option.
var errSyntax = errors.New("wrong type")

// fault returns the error about a value.
func (t *Option) fault(value string, err error) error {
	var own *Error
	var file *FileError
	switch {
	case errors.As(err, &own):
		own.Name = t.Name
		return own
	case errors.As(err, &file):
		return err
	case errors.Is(err, strconv.ErrRange) && t.Type() != Uint: // whose range is in what is expected
		return &Error{Name: t.Name, Value: value, Range: "expected " + expectedValues[t.Type()]}
	case errors.Is(err, errSyntax), errors.Is(err, strconv.ErrSyntax), errors.Is(err, strconv.ErrRange):
		return &Error{Name: t.Name, Value: value, Expected: expectedValues[t.Type()]}
	}
	return &Error{Name: t.Name, Value: value, Err: err}
}

// set stores the value of a flag in its field.
func (t *Option) set(o any, text string) (err error) {
	switch f := t.field(o).(type) {
	case *bool:
		*f, err = strconv.ParseBool(text)
	case *int:
		var n int64
		n, err = strconv.ParseInt(text, 0, strconv.IntSize)
		*f = int(n)
	case *int64:
		*f, err = strconv.ParseInt(text, 0, 64)
	case *uint64:
		*f, err = strconv.ParseUint(text, 0, 64)
	case *float64:
		*f, err = strconv.ParseFloat(text, 64)
	case *string:
		*f = text
	case *[]string:
		var list []string
		list, err = splitNames(text)
		*f = append(*f, list...)
	case *[]float64:
		for part := range strings.SplitSeq(text, ",") {
			x, fault := strconv.ParseFloat(strings.TrimSpace(part), 64)
			if fault != nil {
				return errSyntax
			}
			*f = append(*f, x)
		}
	case parser:
		return f.parse(text)
	}
	return err
}

// splitNames splits a list at its commas. Names with commas are quoted as in CSV.
func splitNames(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	list, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		return nil, errSyntax
	}
	return list, nil
}

// Decode sets the option to a value of JSON. null, "" and a 0 that is out of range stand for
// the default.
func (t *Option) Decode(o any, data []byte) error {
	text := string(data)
	if text == "null" || text == `""` || text == "0" && t.Least > 0 {
		return nil
	}
	if err := json.Unmarshal(data, t.field(o)); err != nil {
		var wrong *json.UnmarshalTypeError
		var syntax *json.SyntaxError
		if errors.As(err, &wrong) || errors.As(err, &syntax) {
			err = errSyntax
		}
		return t.fault(text, err)
	}
	return t.check(o, text)
}

// check returns an error if the value, which a door wrote as text, is out of range.
func (t *Option) check(o any, text string) error {
	var x float64
	if t.free {
		return nil
	}
	switch f := t.field(o).(type) {
	case *int:
		x = float64(*f)
	case *int64:
		x = float64(*f)
	case *float64:
		x = *f
	case *maxOrder:
		x = float64(**f.to)
	case *string:
		if t.Values != nil && !slices.Contains(t.Values, *f) {
			return &Error{Name: t.Name, Value: strconv.Quote(*f), Err: fmt.Errorf("unknown value %q%s: use one of %s", *f, advice.DidYouMean(*f, t.Values), strings.Join(t.Values, ", "))}
		}
		return nil
	default:
		return nil
	}
	switch {
	case !(x >= t.Least) && t.Least > 0:
		return &Error{Name: t.Name, Value: text, Expected: "a positive number"}
	case !(x >= t.Least):
		return &Error{Name: t.Name, Value: text, Expected: "a number from 0 up"}
	case t.Most > 0 && x > t.Most:
		return &Error{Name: t.Name, Value: text, Range: fmt.Sprintf("use at most %.0f", t.Most)}
	}
	return nil
}

// policyNames lists the policies.
func policyNames() (names []string) {
	for _, p := range class.Policies {
		names = append(names, string(p.Policy))
	}
	return names
}

// A symmetry is parsed by [distance.Symmetry.Set].
type symmetry distance.Symmetry

func (s *symmetry) kind() Type { return Text }

func (s *symmetry) parse(text string) error {
	return (*distance.Symmetry)(s).Set(text)
}

// UnmarshalJSON accepts a weight as a number, too.
func (s *symmetry) UnmarshalJSON(data []byte) error {
	if data[0] != '"' {
		return s.parse(string(data))
	}
	return parseText(s, data)
}

// A policy is parsed by its name. An empty text means [class.Refuse].
type policy class.Policy

func (p *policy) kind() Type { return Text }

func (p *policy) parse(text string) error {
	if names := policyNames(); text != "" && !slices.Contains(names, text) {
		return fmt.Errorf("unknown policy %q%s: use one of %s", text, advice.DidYouMean(text, names), strings.Join(names, ", "))
	}
	*p = policy(cmp.Or(class.Policy(text), class.Refuse))
	return nil
}

func (p *policy) UnmarshalJSON(data []byte) error { return parseText(p, data) }

// A toClass is parsed by [class.Parse].
type toClass class.Kind

func (k *toClass) kind() Type { return Text }

func (k *toClass) parse(text string) error {
	v, err := class.Parse(text)
	*k = toClass(v)
	return err
}

func (k *toClass) UnmarshalJSON(data []byte) error { return parseText(k, data) }

// parseText parses a string of JSON like the text of a flag.
func parseText(p parser, data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return errSyntax
	}
	return p.parse(text)
}

// For returns the options of an operation.
func (l List) For(op Ops) List {
	return slices.DeleteFunc(slices.Clone(l), func(o Option) bool { return o.Ops&op == 0 })
}
