package format

import (
	"bytes"
	"slices"
	"strings"
)

// sniffs returns a sniff function for tables with a certain layout.
func sniffs(is func(t *table) bool) func(in *input) bool {
	return func(in *input) bool {
		if !in.sniffed {
			in.table, in.sniffed = sniffTable(in), true
		}
		return in.table != nil && is(in.table)
	}
}

// sniffTable returns the layout of a text that can only be a matrix, or nil.
func sniffTable(in *input) *table {
	head := in.head()
	if !isText(head) {
		return nil
	}
	whole := len(head) < headSize
	if !whole {
		if end := bytes.LastIndexByte(head, '\n'); bytes.Count(head, []byte("\n")) >= 2 {
			head = head[:end+1]
		} else if len(bytes.FieldsFunc(head, func(r rune) bool { return strings.ContainsRune(",;\t ", r) })) > 100 {
			// The first two rows are longer than the head.
			all, err := in.all()
			if err != nil {
				return nil
			}
			head, whole = all, true
		}
	}
	t := newTable(in, head)
	if t == nil || isListHeader(t.first) || len(t.first) > 2 && len(t.first[0].text) == 0 && isListHeader(t.first[1:]) {
		return nil
	}
	row := t.second
	if len(row) == 0 {
		return nil
	}
	named := t.rowNames
	if !whole && len(t.first) == len(row) && !t.isData(t.first) {
		// The number of rows is not yet known.
		named = len(t.first[0].text) == 0 || !cellsOnly(row[:1])
	}
	if named {
		row = row[1:]
	}
	switch {
	case len(row) == 0 || !cellsOnly(row):
		return nil
	case len(row) >= 4:
		return t
	case !whole || t.n < 2:
		return nil
	}
	// A table this small may be a list of edges.
	m, err := t.matrix(Options{})
	if err != nil && t.header && t.rowNames && (len(t.first[0].text) == 0 || t.shared()) {
		return t // reading it reports what is wrong with its names or shape
	}
	if err != nil || !t.rowNames && !m.links && len(m.now.loops) > 0 {
		return nil
	}
	return t
}

// isTableExt reports whether a file extension is that of a table.
func isTableExt(ext string) bool {
	return slices.Contains(csvFormat.Extensions, ext) || slices.Contains(tsvFormat.Extensions, ext)
}

// shared reports whether some row has the name of a column.
func (t *table) shared() bool {
	columns, row := t.columns(), -1
	for start, end := range t.records(t.begin) {
		if row++; row == 0 { // the header
			continue
		}
		if f, _ := t.field(t.data[start:end], 0); slices.Contains(columns, string(f.text)) {
			return true
		}
	}
	return false
}

// isListHeader reports whether a header is that of a list of edges.
func isListHeader(row []field) bool {
	if len(row) < 2 {
		return false
	}
	pair := [2]string{strings.ToLower(string(row[0].text)), strings.ToLower(string(row[1].text))}
	return slices.Contains([][2]string{
		{"source", "target"}, {"from", "to"}, {"cause", "effect"}, {"parent", "child"}, {"u", "v"}, {"node1", "node2"},
	}, pair)
}

// maybeList reports whether a table without row names could also be a list of edges: two nodes, and
// perhaps a weight, in each row.
func (t *table) maybeList(m *matrix) bool {
	if t.rowNames || m.links || m.n != 2 && m.n != 3 {
		return false
	}
	var ends [3][3]int16
	for e := range m.now.entries {
		ends[e.row][e.col] = e.value
	}
	for i := range m.n {
		if ends[i][0] == ends[i][1] {
			return false // from a node to itself
		}
		for j := range i {
			if ends[i][0] == ends[j][0] && ends[i][1] == ends[j][1] {
				return false
			}
		}
	}
	return true
}
