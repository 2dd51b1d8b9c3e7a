package format

import (
	"bytes"
	"math"
	"strconv"
)

// fields returns the fields of a row.
func (t *table) fields(start, end int) []field { return t.split(t.data[start:end], start) }

func (t *table) split(row []byte, at int) []field {
	var list []field
	for i := 0; ; {
		if t.sep == ' ' {
			for i < len(row) && isBlank(row[i]) {
				i++
			}
			if i == len(row) {
				return list
			}
		}
		f, next := t.field(row, i)
		f.at += at
		list = append(list, f)
		if next > len(row) {
			return list
		}
		i = next
	}
}

// blanks around a cell are not part of it. Other white space may be part of a name.
const blanks = " \t"

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// field returns the field that begins at i, and the beginning of the next one, which is past the end
// of the row if there is none.
func (t *table) field(row []byte, i int) (field, int) {
	if i < len(row) && row[i] == '"' {
		if text, end, ok := t.unquote(row, i); ok {
			return field{text, true, i}, end + 1
		}
	}
	end := i
	for end < len(row) && row[end] != t.sep && (t.sep != ' ' || row[end] != '\t') {
		end++
	}
	return field{row[i:end], false, i}, end + 1
}

// unquote reads the quoted field at i. It is followed by a separator or the end.
func (t *table) unquote(row []byte, i int) (text []byte, end int, ok bool) {
	from := i + 1
	for j := from; j < len(row); j++ {
		switch {
		case row[j] == '\\' && t.escapes && j+1 < len(row) && row[j+1] == '"':
			text = append(text, row[from:j]...)
			from = j + 1
			j++
		case row[j] == '"' && j+1 < len(row) && row[j+1] == '"':
			text = append(text, row[from:j+1]...)
			from = j + 2
			j++
		case row[j] == '"':
			text = append(text, row[from:j]...)
			j++
			return text, j, j == len(row) || row[j] == t.sep || t.sep == ' ' && row[j] == '\t'
		}
	}
	return nil, 0, false
}

// Kinds of fields.
const (
	noCell = iota
	emptyCell
	numberCell
	linkCell
)

// cellKind returns the kind of a field in a matrix.
func cellKind(f field) int {
	text := bytes.Trim(f.text, blanks)
	if len(text) == 0 {
		return emptyCell
	}
	if link, _ := isLink(text); link {
		return linkCell
	}
	if _, ok := parseCell(text, true); ok || string(text) == "." {
		return numberCell
	}
	return noCell
}

// cellsOnly reports whether all fields that are not empty are numbers, or all are links.
func cellsOnly(row []field) bool {
	kind := emptyCell
	for _, f := range row {
		switch k := cellKind(f); {
		case k == noCell || k != emptyCell && kind != emptyCell && k != kind:
			return false
		case k != emptyCell:
			kind = k
		}
	}
	return true
}

// parseCell reads a number, which may have a decimal comma if commas is set.
func parseCell(s []byte, commas bool) (float64, bool) {
	switch string(s) {
	case "TRUE", "True", "true":
		return 1, true
	case "FALSE", "False", "false":
		return 0, true
	case "NA", "NaN", "nan", "NAN", "<NA>":
		return nan, true
	case "inf", "Inf", "-inf", "-Inf":
		return math.Inf(1), true
	}
	c := s[0]
	if c != '-' && c != '+' && c != '.' && (c < '0' || c > '9') || len(s) > 100 || bytes.ContainsAny(s, "xXpP_iInN") {
		return 0, false
	}
	if isZero(s) {
		return 0, true
	}
	if commas && bytes.IndexByte(s, ',') >= 0 {
		s = bytes.Replace(s, []byte(","), []byte("."), 1)
	}
	x, err := strconv.ParseFloat(string(s), 64)
	return x, err == nil || math.IsInf(x, 0)
}

// isZero reports whether s is a zero such as 0.000e+00, the most frequent number with several digits.
func isZero(s []byte) bool {
	for i, c := range s {
		switch {
		case c == 'e' && i > 0 && s[i-1] == '0':
			_, err := strconv.Atoi(string(s[i+1:]))
			return err == nil
		case c != '0' && (c != '.' || i == 0):
			return false
		}
	}
	return true
}
