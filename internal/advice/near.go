package advice

import "strings"

// Near returns the words whose spelling is closest to name, ignoring case, or none if all differ
// too much.
func Near(name string, words []string) []string {
	best, near := max(2, len(name)/3), []string(nil)
	for _, word := range words {
		switch d := edits(strings.ToLower(name), word); {
		case d < best:
			best, near = d, []string{word}
		case d == best:
			near = append(near, word)
		}
	}
	return near
}

// edits returns the number of letters to change, insert or delete to turn a into b.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
