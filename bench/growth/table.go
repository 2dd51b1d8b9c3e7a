package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A table holds the points that are known, by curve, rising. It is stored row by row.
type table struct {
	file   string
	points map[curve][]point
}

var columns = []string{"program", "metric", "class", "edges_per_node", "nodes", "seconds", "mb", "end"}

// openTable reads the points of a file, which need not be there yet.
func openTable(file string) (*table, error) {
	t := &table{file, map[curve][]point{}}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: delete the row", file, err)
	}
	for i, row := range rows {
		if i == 0 {
			continue
		}
		degree, err1 := strconv.Atoi(row[3])
		n, err2 := strconv.Atoi(row[4])
		seconds, err3 := strconv.ParseFloat(row[5], 64)
		mb, err4 := strconv.ParseFloat(row[6], 64)
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			return nil, fmt.Errorf("%s, row %d: %w: delete the row", file, i+1, err)
		}
		t.put(curve{row[0], row[1], row[2], degree}, point{n, seconds, mb, row[7]})
	}
	return t, nil
}

// put adds a point, in its place.
func (t *table) put(c curve, p point) {
	points := append(t.points[c], p)
	slices.SortStableFunc(points, func(a, b point) int { return a.n - b.n })
	t.points[c] = points
}

// add adds a point and stores it.
func (t *table) add(c curve, p point) error {
	f, err := os.OpenFile(t.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	var b strings.Builder
	out := csv.NewWriter(&b)
	if at, err := f.Stat(); err == nil && at.Size() == 0 {
		_ = out.Write(columns) // to memory
	}
	_ = out.Write([]string{c.program, c.metric, c.class, strconv.Itoa(c.degree), strconv.Itoa(p.n),
		strconv.FormatFloat(p.seconds, 'g', 4, 64), strconv.FormatFloat(p.mb, 'f', 1, 64), p.end})
	out.Flush()
	if _, err := f.WriteString(b.String()); err != nil { // in one piece: no row is cut off when the run is stopped
		return err
	}
	t.put(c, p)
	return f.Close()
}

// measured returns the points of a curve that have a time.
func (t *table) measured(c curve) (points []point) {
	for _, p := range t.points[c] {
		if p.end == "" {
			points = append(points, p)
		}
	}
	return points
}
