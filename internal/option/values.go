package option

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sepdist/sepdist/internal/measure/task"
)

// A maxOrder sets the highest order.
type maxOrder struct{ to **int }

func (m *maxOrder) kind() Type { return Int }

func (m *maxOrder) parse(text string) error {
	n, err := strconv.ParseInt(text, 0, strconv.IntSize)
	*m.to = new(int(min(n, math.MaxInt-1)))
	return err
}

func (m *maxOrder) UnmarshalJSON(data []byte) error { return m.parse(string(data)) }

// maxSeconds is thirty years.
const maxSeconds = 1_000_000_000

// seconds sets the time after which a search stops. It starts when the option is parsed.
type seconds struct{ o *Options }

func (s *seconds) kind() Type { return Float }

func (s *seconds) parse(text string) error {
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return err
	case !(x > 0):
		return &Error{Value: text, Expected: "a positive number"}
	case x > maxSeconds:
		return &Error{Value: text, Range: fmt.Sprintf("use at most %d", maxSeconds)}
	}
	end := time.Now().Add(time.Duration(x * float64(time.Second)))
	s.o.Limits.Stop = func() bool { return time.Now().After(end) }
	return nil
}

func (s *seconds) UnmarshalJSON(data []byte) error { return s.parse(string(data)) }

// A duration is a time such as 90s or 1h30m, or a number of seconds.
type duration time.Duration

func (d *duration) kind() Type { return Duration }

func (d *duration) parse(text string) error {
	v, err := time.ParseDuration(text)
	if x, fault := strconv.ParseFloat(text, 64); fault == nil {
		v, err = time.Duration(min(x, maxSeconds)*float64(time.Second)), nil
	}
	switch {
	case err != nil || v <= 0: // also for NaN
		return errSyntax
	case v.Seconds() >= maxSeconds:
		return &Error{Value: text, Range: "use at most 30 years"}
	}
	*d = duration(v)
	return nil
}

// UnmarshalJSON accepts a number of seconds, too.
func (d *duration) UnmarshalJSON(data []byte) error {
	if data[0] != '"' {
		return d.parse(string(data))
	}
	return parseText(d, data)
}

// links are kinds of pairs of moments, separated by commas; in JSON they are a list.
type links string

func (l *links) kind() Type { return Names }

func (l *links) parse(text string) error {
	*l = links(text)
	return task.CheckSeries(task.SeriesParams{Links: text})
}

func (l *links) UnmarshalJSON(data []byte) error {
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return errSyntax
	}
	return l.parse(strings.Join(list, ","))
}

// A renaming maps old names of nodes to new ones.
type renaming map[string]string

func (r *renaming) kind() Type { return Mapping }

func (r *renaming) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, (*map[string]string)(r))
}

// parse adds the names of a list such as X1=a,X2=b, or those of a file.
func (r *renaming) parse(text string) error {
	if *r == nil {
		*r = make(renaming)
	}
	if !strings.Contains(text, "=") {
		return r.readFile(text)
	}
	for pair := range strings.SplitSeq(text, ",") {
		old, name, found := strings.Cut(pair, "=")
		if !found || old == "" || name == "" {
			return fmt.Errorf("%q is not of the form OLD=NEW (names with commas or = need a file)", pair)
		}
		if err := r.add(old, name); err != nil {
			return err
		}
	}
	return nil
}

func (r *renaming) add(old, name string) error {
	if before, twice := (*r)[old]; twice && before != name {
		return fmt.Errorf("%s is renamed to both %s and %s", old, before, name)
	}
	(*r)[old] = name
	return nil
}

// weights are those of ordered pairs of nodes. In JSON they are rows [x, y, weight].
type weights map[[2]string]float64

func (w *weights) kind() Type { return PairTable }

func (w *weights) UnmarshalJSON(data []byte) error {
	var rows [][]json.RawMessage
	if err := json.Unmarshal(data, &rows); err != nil {
		return errSyntax
	}
	if len(rows) == 0 {
		return nil
	}
	*w = make(weights, len(rows))
	for _, row := range rows {
		var x, y string
		var weight float64
		if len(row) != 3 || json.Unmarshal(row[0], &x) != nil || json.Unmarshal(row[1], &y) != nil || json.Unmarshal(row[2], &weight) != nil {
			return errSyntax
		}
		if err := w.add(x, y, weight); err != nil {
			return err
		}
	}
	return nil
}

func (w *weights) add(x, y string, weight float64) error {
	if _, twice := (*w)[[2]string{x, y}]; twice {
		return fmt.Errorf("duplicate weight for %q and %q", x, y)
	}
	if !(weight >= 0) || math.IsInf(weight, 0) {
		return fmt.Errorf("unexpected weight %v for %q and %q, expected 0 or more", weight, x, y)
	}
	(*w)[[2]string{x, y}] = weight
	return nil
}

// statements are rows of x, y and then the nodes of the set.
type statements [][]string

func (s *statements) kind() Type { return Statements }

func (s *statements) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, (*[][]string)(s)) }

// A FileError reports what is wrong with a file that an option names.
type FileError struct{ err error }

func (e *FileError) Error() string { return e.err.Error() }
func (e *FileError) Unwrap() error { return e.err }
