package advice

import "strings"

// Near returns the words whose spelling is closest to name, ignoring case, or none if all differ
// too much. A word of two letters needs one of them in common. Names of more than 100 letters have none: they are not
// typed by hand, and a comparison takes memory for the product of two lengths.
func Near(name string, words []string) []string {
	if len(name) > 100 {
		return nil
	}
	best, near := min(max(2, len(name)/3), max(len(name)-1, 0)), []string(nil)
	for _, word := range words {
		if len(word) > len(name)+best || len(name) > len(word)+best {
			continue
		}
		switch d := Edits(strings.ToLower(name), word); {
		case d < best:
			best, near = d, []string{word}
		case d == best:
			near = append(near, word)
		}
	}
	return near
}

// Suggest returns at most three words for a misspelled name. If more are equally near, it returns none.
func Suggest(name string, words []string) []string {
	if near := Near(name, words); len(near) <= 3 {
		return near
	}
	return nil
}

// DidYouMean returns a question with the words of [Suggest], " (did you mean cpdag?)", or "" if there are none.
func DidYouMean(name string, words []string) string {
	near := Suggest(name, words)
	if near == nil {
		return ""
	}
	return " (did you mean " + strings.Join(near, " or ") + "?)"
}

// Edits returns the number of letters to change, insert, delete or swap with the next one to turn a
// into b.
func Edits(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			rows[i][j] = min(change, rows[i][j-1]+1, rows[i-1][j]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
