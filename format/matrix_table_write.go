package format

import (
	"bufio"
	"strconv"
	"strings"
)

// A tableStyle is the layout in which a table is written.
type tableStyle struct {
	sep              string
	header, rowNames bool
	corner           bool // the header has a field for the column of names
	quoteAll         bool // names and links, as R does
}

var (
	csvStyle   = tableStyle{sep: ",", header: true, rowNames: true, corner: true}
	tsvStyle   = tableStyle{sep: "\t", header: true, rowNames: true, corner: true}
	rStyle     = tableStyle{sep: " ", header: true, rowNames: true, quoteAll: true}
	bareStyle  = tableStyle{sep: " "}
	benchStyle = tableStyle{sep: ",", header: true}
)

// quote returns a name as it is written in the table.
func (l tableStyle) quote(name string) string {
	if l.quoteAll {
		return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"`
	}
	if name != "" && strings.Trim(name, blanks) == name && name[0] != '#' && !strings.HasPrefix(name, "\ufeff") &&
		!strings.ContainsAny(name, "\t;,\"\r\n") {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// head writes the header. With an empty corner, names that look like links would be read as a row of
// links.
func (l tableStyle) head(w *bufio.Writer, names, quoted []string) {
	if l.corner {
		if allLinks(names) {
			w.WriteString("node")
		}
		w.WriteString(l.sep)
	}
	w.WriteString(strings.Join(quoted, l.sep))
	w.WriteByte('\n')
}

func allLinks(names []string) bool {
	for _, name := range names {
		if link, _ := isLink([]byte(name)); !link && strings.Trim(name, blanks) != "" {
			return false
		}
	}
	return true
}

func writeTable(w *bufio.Writer, d *Document, o Options, l tableStyle) error {
	layers, err := newLayers(d, o)
	if err != nil {
		return err
	}
	names := d.Graph.Names().List()
	quoted := quoteNames(d.Graph, l.quote)
	if l.header {
		l.head(w, names, quoted)
	}
	cells := layers[0]
	sortRows(cells, len(names))
	asLinks := codeFor(o).name == links
	for v := range names {
		if l.rowNames {
			w.WriteString(quoted[v])
			w.WriteString(l.sep)
		}
		for u := range names {
			if u > 0 {
				w.WriteString(l.sep)
			}
			value := int16(0)
			if len(cells) > 0 && int(cells[0].row) == v && int(cells[0].col) == u {
				value, cells = cells[0].value, cells[1:]
			}
			l.cell(w, value, asLinks)
		}
		w.WriteByte('\n')
	}
	return nil
}

func (l tableStyle) cell(w *bufio.Writer, value int16, asLink bool) {
	switch {
	case !asLink:
		w.WriteString(strconv.Itoa(int(value)))
	case l.quoteAll:
		w.WriteString(strconv.Quote(linkText(value)))
	default:
		w.WriteString(linkText(value))
	}
}
