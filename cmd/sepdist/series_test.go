package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
)

// saveSeries writes a time series, and returns the name of the file.
func saveSeries(t *testing.T, folder, name string, s *graph.Series) string {
	t.Helper()
	path, to := filepath.Join(folder, name+".txt"), "text"
	if s.M() == 0 { // a text would not show that it is one
		path, to = filepath.Join(folder, name+".json"), "json"
	}
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if _, err := format.Write(out, format.FromSeries(s), to, format.Options{}); err != nil {
		t.Fatal(err)
	}
	return path
}

// ran returns what the command prints.
func ran(t *testing.T, args ...string) string {
	t.Helper()
	a := command(args...)
	if a.refusal != "" {
		t.Fatalf("sepdist %s: %s", strings.Join(args, " "), a.refusal)
	}
	return a.json
}

// TestSeriesVectors holds all that is known by brute force of the cases of series.json.
func TestSeriesVectors(t *testing.T) {
	folder := t.TempDir()
	for _, c := range graphtest.SeriesVectors(t) {
		if c.Graph != nil {
			projectionVector(t, folder, c)
		} else {
			distanceVector(t, folder, c)
		}
	}
}

func projectionVector(t *testing.T, folder string, c graphtest.SeriesCase) {
	t.Helper()
	args := []string{"convert", "--to", "json", "--window", strconv.Itoa(c.Window)}
	if len(c.Latent) > 0 {
		args = append(args, "--latent", strings.Join(c.Latent, ","))
	}
	var d struct {
		Class string
		Edges []struct{ From, Edge, To string }
	}
	if err := json.Unmarshal([]byte(ran(t, append(args, saveSeries(t, folder, c.ID, c.Graph))...)), &d); err != nil {
		t.Fatal(err)
	}
	var directed, bidirected [][2]string
	for _, e := range d.Edges {
		names := [2]string{e.From, e.To}
		if e.Edge == "-->" {
			directed = append(directed, names)
		} else {
			slices.Sort(names[:])
			bidirected = append(bidirected, names)
		}
	}
	byName := func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }
	slices.SortFunc(directed, byName)
	slices.SortFunc(bidirected, byName)
	if d.Class != "admg" || !slices.Equal(directed, c.Directed) || !slices.Equal(bidirected, c.Bidirected) {
		t.Errorf("%s: %s with --> %v and <-> %v, want %v and %v", c.ID, d.Class, directed, bidirected, c.Directed, c.Bidirected)
	}
}

func distanceVector(t *testing.T, folder string, c graphtest.SeriesCase) {
	t.Helper()
	truth, guess := saveSeries(t, folder, c.ID+"-truth", c.Truth), saveSeries(t, folder, c.ID+"-guess", c.Guess)
	compareVector(t, c, truth, guess, c.Wrong)
	if c.GuessCPDAG == nil {
		return
	}
	cpdag := saveSeries(t, folder, c.ID+"-class", c.GuessCPDAG)
	compareVector(t, c, truth, cpdag, c.WrongCPDAG)
	want, err := format.ReadFile(cpdag, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := format.Parse([]byte(ran(t, "convert", "--as", "ts-cpdag", "--to", "json", guess)), "class", format.Options{})
	if err != nil || got.Class != class.TSCPDAG || !got.TimeSeries().Equal(want.TimeSeries()) {
		t.Errorf("%s: the class of the guess is %v, want %v (%v)", c.ID, got.TimeSeries(), want.TimeSeries(), err)
	}
	var check struct {
		Size string `json:"equivalence_class_size"`
	}
	if err := json.Unmarshal([]byte(ran(t, "check", "--json", guess)), &check); err != nil || check.Size != strconv.Itoa(c.Members) {
		t.Errorf("%s: the class has %s members, want %d", c.ID, check.Size, c.Members)
	}
}

func compareVector(t *testing.T, c graphtest.SeriesCase, truth, guess string, wrong map[string]int) {
	t.Helper()
	var metrics []string
	for name := range wrong {
		metrics = append(metrics, name)
	}
	args := []string{"compare", "--json", "--max-lag", strconv.Itoa(c.MaxLag), "--metrics", strings.Join(metrics, ",")}
	if len(c.Latent) > 0 {
		args = append(args, "--latent", strings.Join(c.Latent, ","))
	}
	var d struct {
		Results []struct {
			Metric    string
			Wrong, Of int
			Value     float64
		}
	}
	if err := json.Unmarshal([]byte(ran(t, append(args, truth, guess)...)), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Results) != len(wrong) {
		t.Errorf("%s: %d results, want %d", c.ID, len(d.Results), len(wrong))
	}
	for _, r := range d.Results {
		if r.Wrong != wrong[r.Metric] || r.Of != c.Of || r.Value != float64(r.Wrong)/float64(r.Of) {
			t.Errorf("%s: %s is %d of %d, want %d of %d", c.ID, r.Metric, r.Wrong, r.Of, wrong[r.Metric], c.Of)
		}
	}
}

// Batches of time series have the same bytes for any number of workers, and those of explain
// are as many mistakes as compare counts.
func TestSeriesBatch(t *testing.T) {
	folder := t.TempDir()
	manifest := "id,truth,guess\n"
	for _, c := range graphtest.SeriesVectors(t)[150:] {
		if c.Truth == nil || len(c.Latent) > 0 {
			continue
		}
		truth, guess := saveSeries(t, folder, c.ID+"-truth", c.Truth), saveSeries(t, folder, c.ID+"-guess", c.Guess)
		manifest += fmt.Sprintf("%s,%s,%s\n", c.ID, filepath.Base(truth), filepath.Base(guess))
		if len(manifest) > 4000 {
			break
		}
		a := ran(t, "explain", "--metric", "zl-sd", "--json", "--limit", "0", truth, guess)
		var e struct{ Wrong int }
		if err := json.Unmarshal([]byte(a), &e); err != nil || e.Wrong != c.Wrong["zl-sd"] {
			t.Errorf("%s: %d claims are explained, want %d (%v)", c.ID, e.Wrong, c.Wrong["zl-sd"], err)
		}
	}
	path := filepath.Join(folder, "manifest.csv")
	if err := os.WriteFile(path, []byte(manifest), 0o666); err != nil {
		t.Fatal(err)
	}
	one := ran(t, "batch", "--workers", "1", "--metrics", "sd,mb,sc,structure", path)
	if many := ran(t, "batch", "--workers", "4", "--metrics", "sd,mb,sc,structure", path); many != one {
		t.Error("the rows of four workers are not those of one")
	}
	if strings.Contains(one, "panic") || !strings.Contains(one, ",zl-sd,") || !strings.Contains(one, ",sc-metric,") {
		t.Errorf("the rows are %.2000s", one)
	}
}
