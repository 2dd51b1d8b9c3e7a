package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
)

// What is in the repository is what is drawn from the points that are stored with it.
func TestStored(t *testing.T) {
	const folder = "../../docs/performance"
	points, err := openTable(filepath.Join(folder, "growth.csv"))
	if err != nil {
		t.Fatal(err)
	}
	drawn := plots(points)
	if len(drawn) != len(degrees)*len(quantities) {
		t.Errorf("%d plots", len(drawn))
	}
	for name, want := range drawn {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the points give (%v): use go run ./bench/growth -draw", name, err)
		}
	}
	page, err := os.ReadFile(folder + ".md")
	if err != nil {
		t.Fatal(err)
	}
	if want, err := withSection(string(page), section(points)); err != nil || want != string(page) {
		t.Errorf("the section of docs/performance.md is not what the points give (%v): use go run ./bench/growth -draw", err)
	}
}

// Every group of metrics and every class has a curve.
func TestCurves(t *testing.T) {
	groups, kinds := map[string]bool{}, map[string]bool{}
	for _, c := range curves() {
		m, err := distance.Find(c.metric)
		if err != nil {
			t.Fatal(err)
		}
		groups[m.Group], kinds[c.class] = true, true
		for _, n := range c.sizes() {
			if 2*c.degree > n-1 {
				t.Errorf("%v: no room for %d edges among %d nodes", c, c.degree*n, n)
			}
		}
	}
	for i := range distance.Metrics {
		if !groups[distance.Metrics[i].Group] {
			t.Errorf("no curve of the group %s", distance.Metrics[i].Group)
		}
	}
	if len(kinds) != len(class.All()) {
		t.Errorf("curves of %v", kinds)
	}
}

// The exponent of a power is found, whatever stands before it.
func TestExponent(t *testing.T) {
	var points []point
	for _, n := range []int{10, 100, 300, 1000, 3000, 10_000} {
		points = append(points, point{n: n, seconds: 3e-9 * math.Pow(float64(n), 2.25), mb: 7 * float64(n)})
	}
	points[0].seconds = 1 // what does not grow, far below
	if got, want := growth(points), "2.2, 1.0; 10 000"; got != want && got != "2.3, 1.0; 10 000" {
		t.Errorf("%q, want %q", got, want)
	}
	if got := exponent(tail(points), func(p point) float64 { return p.seconds }); math.Abs(got-2.25) > 1e-9 {
		t.Errorf("%v, want 2.25", got)
	}
	if got := growth(points[:2]); got != "–" {
		t.Errorf("of two points: %q", got)
	}
}

// A table that was stored is read again, in any order, and a curve goes on where it stopped.
func TestResume(t *testing.T) {
	file := filepath.Join(t.TempDir(), "growth.csv")
	stored, err := openTable(file)
	if err != nil {
		t.Fatal(err)
	}
	c, over := curve{"ours", "zl-sd", "dag", 2}, curve{"gadjid", "oset-aid", "dag", 2}
	for _, p := range []point{{30, 2e-6, 11, ""}, {10, 1e-6, 11, ""}, {100, 3e-6, 11.5, ""}} {
		if err := stored.add(c, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []point{{10, 1, 50, ""}, {30, 0, 0, "time"}} {
		if err := stored.add(over, p); err != nil {
			t.Fatal(err)
		}
	}
	read, err := openTable(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := c.next(read.points[c]); n != 300 {
		t.Errorf("after 10, 30 and 100 nodes comes %d, want 300", n)
	}
	if n := over.next(read.points[over]); n != 0 {
		t.Errorf("after the end comes %d", n)
	}
	if got := read.measured(over); len(got) != 1 {
		t.Errorf("measured %v, want one point", got)
	}
	b := bench{options{limit: time.Minute}, read, t.TempDir(), ""}
	if n, cost := b.cheapest(c); n != 300 || cost > 1 {
		t.Errorf("%d nodes, %v s", n, cost)
	}
	b.limit = time.Microsecond
	if n, _ := b.cheapest(c); n != 0 {
		t.Errorf("%d nodes, although they are expected to take longer than the limit", n)
	}
}

// What a curve with an exponent takes next is found from its last two points.
func TestExpected(t *testing.T) {
	points := []point{{n: 100, seconds: 1}, {n: 200, seconds: 8}}
	if got := expected(points, 400); math.Abs(got-64) > 1e-9 {
		t.Errorf("%v s, want 64", got)
	}
}
