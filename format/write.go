package format

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Write writes d in the named format and returns warnings to print. What the format
// cannot hold is a [*LossError], or with o.Lossy left out and counted.
func Write(w io.Writer, d *Document, name string, o Options) (notes []string, err error) {
	f, err := lookup("", name)
	if err != nil {
		return nil, err
	}
	if f.Write == nil {
		return nil, fmt.Errorf("%s is only read", f.Name)
	}
	holds := f.Holds
	if f.HoldsWith != nil {
		if holds, err = f.HoldsWith(o); err != nil {
			return nil, err
		}
	}
	part, lost := holds.fit(d)
	if len(lost) > 0 && !o.Lossy {
		return nil, &LossError{f.Name, lost}
	}
	if !holds.Cycles {
		if _, cycle := part.Graph.Order(); cycle != nil {
			names := make([]string, len(cycle))
			for i, v := range cycle {
				names[i] = part.Graph.Name(v)
			}
			return nil, fmt.Errorf("%s cannot hold a directed cycle: %s", f.Name, shown(strings.Join(append(names, names[0]), " --> ")))
		}
	}
	b := bufio.NewWriter(w)
	if err := f.Write(b, part, o); err != nil {
		return nil, err
	}
	if len(lost) > 0 {
		notes = append(notes, "lost in "+f.Name+": "+losses(lost))
	}
	return append(notes, part.Notes...), b.Flush()
}
