package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/docs"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/numeral"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/layout"
	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/report"
)

// A Page is the content of a report.
type Page struct {
	Title        string
	Truth, Guess *graph.Graph // with the same nodes

	// Class is "CPDAG" or "PAG" if Truth is the equivalence class of the truth, which is Own. See [draw.Options].
	Class string
	Own   *graph.Graph

	// Time series are drawn as such. Truth and Guess have their links that end at t.
	TruthSeries, GuessSeries *graph.Series

	Comparison *report.Comparison
	Explained  []Explained
	Made       []Setting // how it was made: version, command, options
}

// An Explained is a metric whose wrong claims are shown.
type Explained struct {
	*report.Explanation
	Tally *Tally // nil if the metric reports no pairs

	// Silent reports pairs of nodes about which the guess claims nothing; nil is none.
	Silent func(x, y int) bool
}

// Title returns the heading of its section.
func (e Explained) Title() string {
	if e.Reverse {
		return "The other direction: claims of the truth by " + e.Metric
	}
	return "Wrong claims by " + e.Metric
}

// A Setting is something that decided the numbers.
type Setting struct{ Name, Value string }

//go:embed page.html
var text string

//go:embed shared.html
var shared string // templates of both kinds of reports

//go:embed page.css
var style string

// Write writes the page.
func Write(w io.Writer, p Page) error {
	v := view{Page: p, Papers: p.papers(), Differences: p.differences(), Columns: 3, Style: template.CSS(style)}
	if p.Comparison.ClassOfTruth != "" {
		v.Columns++
	}
	if p.Comparison.Random != "" {
		v.Columns += 3
	}
	for _, g := range distance.Groups {
		rows := rowsOf(p.Comparison, &g)
		if len(rows) > 0 {
			v.Groups = append(v.Groups, group{"group-" + g.Name, g.Doc, rows})
		}
		for _, r := range rows {
			if slices.Contains(headlines, r.Name) {
				v.Cards = append(v.Cards, r)
			}
		}
	}
	slices.SortFunc(v.Cards, func(a, b row) int { return slices.Index(headlines, a.Name) - slices.Index(headlines, b.Name) })
	s := p.scene()
	if err := v.draw(s); err != nil {
		return err
	}
	for i, e := range p.Explained {
		part, err := p.section(fmt.Sprintf("claims-%d", i+1), e, s)
		if err != nil {
			return err
		}
		v.Sections = append(v.Sections, part)
		v.Style += part.rules
		v.Charts = v.Charts || part.Heat+part.Bars+part.Histogram != ""
	}
	return execute(w, text, v)
}

// execute writes a page. Characters in names that cannot be seen or that turn the order of letters around are
// shown as escapes, so that no name changes how a sentence reads.
func execute(w io.Writer, text string, v any) error {
	t, err := template.New("page").Parse(shared + text)
	if err != nil {
		return err
	}
	var b strings.Builder
	if err := t.Execute(&b, v); err != nil {
		return err
	}
	_, err = io.WriteString(w, plain.Block(b.String()))
	return err
}

// A view is a page with its pictures.
type view struct {
	Page
	Style       template.CSS
	Cards       []row         // the headline numbers
	Picture     template.HTML // differences, the nodes of claims, and their neighbourhood
	Caption     string
	Zoom        bool          // the picture is so large that it can be enlarged
	All         template.HTML // all nodes, if the picture has some of them
	Differences []difference
	Groups      []group
	Columns     int // of the table
	Sections    []section
	Charts      bool // some section has one
	Papers      []string
}

// headlines are the metrics of the headline numbers: separations, effects, edges, and the scores that most papers have.
var headlines = []string{"zl-sd", "parent-aid", "shd", "adjacency-f1", "arrowhead-f1"}

// A group holds the metrics of one group.
type group struct {
	ID, Doc string
	Rows    []row
}

// A row is a metric with its result in words.
type row struct {
	*distance.Metric
	Value, MadeOf, Notes      string
	ClassOfTruth              string // the value of the truth's own class, if the classes differ
	Better, Equal, RandomMean string // of random guesses; empty where there are none
}

// A section shows the wrong claims of one metric.
type section struct {
	Explained
	ID                    string
	Meaning               string
	Heat, Bars, Histogram template.HTML
	Random, Shown         string
	Lists                 []claimList
	rules                 template.CSS
}

// A claimList has the claims that are due to one difference.
type claimList struct {
	report.EdgeCount
	Items []claimItem
}

// A claimItem is a claim that style sheets can name.
type claimItem struct {
	report.Claim
	ID string
}

// draw draws the scene, and all nodes if these are more.
func (v *view) draw(s scene) error {
	v.Caption = "Differences between truth and guess."
	if !s.whole {
		v.Caption = fmt.Sprintf("Differences, the nodes of claims, and their neighbourhood: %d of %d nodes.", s.truth.N(), v.Truth.N())
	}
	v.Zoom = s.truth.N() > few
	o := draw.Options{Class: s.class, Own: s.own, Classes: true}
	d, err := draw.Difference(s.truth, s.guess, o)
	if v.TruthSeries != nil {
		d, err = draw.SeriesDifference(v.TruthSeries, v.GuessSeries, o)
	}
	if err != nil {
		return err
	}
	d.Arrange(layout.Size{W: 700, H: 600}, nil) // the column of the drawing on a large screen
	if v.Picture, err = svg(d.Picture(), nil); err != nil || s.whole {
		return err
	}
	if d, err = draw.Difference(v.Truth, v.Guess, draw.Options{Class: v.Class, Own: v.Own}); err == nil {
		d.Arrange(layout.Size{W: 1200, H: 600}, nil)
		v.All, err = svg(d.Picture(), nil)
	}
	return err
}

// svg returns a picture as SVG, which escapes names itself.
func svg(p *canvas.Picture, err error) (template.HTML, error) {
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = p.SVG(&b)
	return template.HTML(b.String()), err
}

// rowsOf returns the rows of the metrics of a group.
func rowsOf(c *report.Comparison, g *distance.Group) (rows []row) {
	for i := range c.Results {
		e := &c.Results[i]
		if !g.Owns(e.Metric) {
			continue
		}
		r := row{Metric: e.Metric, Value: e.ValueText(), MadeOf: e.CountText(), Notes: strings.Join(e.Result.Notes, "; ")}
		if c.ClassOfTruth != "" {
			r.ClassOfTruth = e.ClassOfTruthText()
		}
		if b := e.Baseline; b != nil {
			r.Better, r.Equal, r.RandomMean = numeral.Share(b.BetterThan), numeral.Share(b.AsGoodAs), b.MeanText()
		}
		rows = append(rows, r)
	}
	return rows
}

// section draws what is known of the wrong claims of a metric.
func (p *Page) section(id string, e Explained, picture scene) (s section, err error) {
	s.Explained, s.ID = e, id
	s.listClaims(picture)
	if n := len(e.Claims); n > 0 && n < e.Told {
		s.Shown = fmt.Sprintf("%d of them are shown below.", n)
	}
	if i := slices.IndexFunc(p.Comparison.Results, func(r report.Entry) bool { return r.Metric.Name == e.Metric }); i >= 0 && !e.Reverse {
		r := &p.Comparison.Results[i]
		s.Meaning = r.Metric.Doc
		if b := r.Baseline; b != nil {
			s.Random = besideRandom(b, p.Comparison.Random)
			if s.Histogram, err = svg(Histogram(r)); err != nil {
				return s, err
			}
		}
	}
	if e.Tally == nil || e.Told == 0 {
		return s, nil
	}
	if e.Tally.Pairs() != nil {
		if s.Heat, err = svg(HeatMap("Wrong claims by source and target", e.Tally, e.Silent)); err != nil {
			return s, err
		}
	}
	s.Bars, err = svg(Bars("Wrong claims by node", e.Tally))
	return s, err
}

// listClaims gives the claims names and the rules that show them in the picture.
func (s *section) listClaims(picture scene) {
	count := 0
	for due, claims := range s.Explanation.Groups() {
		list := claimList{EdgeCount: due}
		for i := range claims {
			count++
			item := claimItem{claims[i], fmt.Sprintf("%s-%d", s.ID, count)}
			list.Items = append(list.Items, item)
			s.rules += picture.highlight(item.ID, &item.Claim)
		}
		s.Lists = append(s.Lists, list)
	}
}

// besideRandom compares a guess with random ones: "The guess is better than all 1000
// random CPDAGs with 6 adjacent pairs (seed 1)."
func besideRandom(b *report.Baseline, random string) string {
	equal := ""
	if b.AsGoodAs > 0 {
		equal = fmt.Sprintf(", and equal to %s of them", numeral.Percent(b.AsGoodAs))
	}
	of := numeral.Share(b.BetterThan) + " of the "
	if b.BetterThan == 1 {
		of = "all "
	}
	return "The guess is better than " + of + random + equal + "."
}

// papers returns the papers of the metrics in BibTeX, each once.
func (p *Page) papers() (list []string) {
	for _, e := range p.Comparison.Results {
		if entry := docs.Reference(e.Metric.Paper); entry != "" && !slices.Contains(list, entry) {
			list = append(list, entry)
		}
	}
	return list
}
