package paint_test

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/canvas"
	"github.com/sepdist/sepdist/internal/picture/chart"
	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/paint"
	"github.com/sepdist/sepdist/internal/picture/svgtest"
)

// go test ./internal/picture/paint -update rewrites the golden files. Look at them before they are
// committed: they guard the form of pictures that were looked at once.
var update = flag.Bool("update", false, "rewrite the golden files")

const (
	// ends has every mark, alone and with every other; bow and 2-cycle.
	ends = "A --> B; A o-> C; B <-> C; C o-o D; D --- E; B x-x D; A x-> E; C --o E; D x-- F; E x-o F; " +
		"F --> G; F <-> G; G --> H; H --> G; ambiguous A C D"

	truthDrawing = "asia --> tub; smoke --> lung; smoke --> bronc; tub --> either; lung --> either; either --> xray; either --> dysp; bronc --> dysp"
	guessDrawing = "asia --> tub; smoke --> lung; smoke --- bronc; tub --> either; either --> xray; either --> dysp; dysp --> bronc; asia --> lung"
)

// must returns a picture that was made without an error.
func must(t testing.TB) func(p *canvas.Picture, err error) *canvas.Picture {
	return func(p *canvas.Picture, err error) *canvas.Picture {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

func compared(t testing.TB, o draw.Options) *draw.Drawing {
	t.Helper()
	d, err := draw.Difference(graphtest.Arrows(t, truthDrawing), graphtest.Arrows(t, guessDrawing), o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func graphOf(t testing.TB, arrows string, o draw.Options) *draw.Drawing {
	t.Helper()
	return draw.Graph(graphtest.Arrows(t, arrows), o)
}

// pictures are one of each kind.
func pictures(t *testing.T) map[string]*canvas.Picture {
	t.Helper()
	none, check := math.NaN(), must(t)
	x, y := []float64{0, 0.25, 0.5, 0.75, 1}, []float64{0.1, 0.4, 0.3, none, 0.6}
	banded := chart.Series{Name: "first", X: x, Y: y}
	banded.Low, banded.High = chart.Around(y, []float64{0.02, 0.05, 0.04, 0.03, 0.05})
	return map[string]*canvas.Picture{
		"ends":       graphOf(t, ends, draw.Options{Title: "Every end"}).Picture(),
		"difference": compared(t, draw.Options{Title: "Asia"}).Picture(),
		"matrix":     compared(t, draw.Options{View: draw.Matrix}).Picture(),
		"heatmap": check(chart.HeatMap(chart.Heat{
			Names: []string{"a", "bee", "c"}, Row: "source", Column: "target", Unit: "wrong claims",
			Values: [][]float64{{none, 0, 3}, {1, none, 2}, {4, 0.5, none}},
		})),
		"answers": check(chart.HeatMap(chart.Heat{
			Names: []string{"a", "bee", "c"}, Row: "source", Column: "target", Unit: "wrong claims",
			Values: [][]float64{{none, 0, 1}, {1, none, 0}, {1, 0, none}}, Answers: [2]string{"not wrong", "wrong claim"},
			Silent: func(x, y int) bool { return x+y == 1 },
		})),
		"bars": check(chart.Bars(chart.BarChart{Names: []string{"a", "bee", "c"}, Values: []float64{4, 1.5, 0}, Unit: "wrong claims", Most: 2})),
		"histogram": check(chart.Histogram(chart.Distribution{
			Values: []float64{0.3, 0.35, 0.4, 0.41, 0.44, 0.45, 0.47, 0.5, 0.52, 0.6}, Marker: 0.25, Name: "this guess", Unit: "zl-sd",
		})),
		"panels": check(chart.Panels(chart.Figure{Title: "Panels", Band: "± one standard error", Panels: []chart.Panel{
			{Title: "lines", X: "p", Y: "value", Zero: true, Series: []chart.Series{
				banded, {Name: "second", X: x, Y: []float64{0.5, 0.45, 0.2, 0.15, 0.05}},
			}},
			{Title: "points", X: "a", Y: "b", Series: []chart.Series{{Name: "first", X: x, Y: y, Dots: true}, {Name: "third", X: y, Y: x, Dots: true}}},
			{Title: "boxes", X: "L", Y: "seconds", LogY: true, Boxes: []chart.Box{{Name: "100", Values: []float64{0.1, 0.2, 0.3, 0.4, 5}}, {Name: "200", Values: []float64{1, 2, 3}}, {Name: "none"}}},
			{Title: "ROC", X: "false positive rate", Y: "true positive rate", Unit: true, Series: []chart.Series{{Name: "second", X: x, Y: []float64{0, 0.6, 0.8, 0.9, 1}}}},
		}})),
		"study": check(chart.Panels(chart.Figure{Notes: []string{"each box: 3 pairs"}, Panels: []chart.Panel{
			{X: "n", Y: "zl-sd", LogX: true, XTicks: []chart.Tick{{At: 100, Name: "100"}, {At: 1000, Name: "1000"}},
				Series: []chart.Series{{Name: "pc", X: []float64{100, 1000}, Y: []float64{0.4, 0.2}, Low: []float64{0.3, 0.1}, High: []float64{0.6, 0.25}}}},
			{X: "n", Y: "shd", Boxes: []chart.Box{
				{Name: "100", Style: "pc", Values: []float64{1, 2, 3}}, {Name: "100", Style: "ges", Values: []float64{2, 3, 9}},
				{Name: "1000", Style: "pc", Values: []float64{1, 1, 2}}, {Name: "1000", Style: "ges"},
			}},
		}})),
	}
}

// The SVG of drawings stands with the text formats in draw/testdata, that of charts in
// chart/testdata, the PNG of all here.
func TestGoldenText(t *testing.T) {
	for name, p := range pictures(t) {
		var got bytes.Buffer
		if err := p.SVG(&got); err != nil {
			t.Fatal(err)
		}
		if overlaps := svgtest.Parse(t, got.Bytes()).Overlaps(t); len(overlaps) > 0 {
			t.Errorf("%s: texts overlap: %q", name, overlaps)
		}
		folder := "../chart/testdata"
		if name == "ends" || name == "difference" || name == "matrix" {
			folder = "../draw/testdata"
		}
		same(t, filepath.Join(folder, name+".svg"), got.Bytes())
	}
	for _, f := range draw.Formats {
		for name, d := range map[string]*draw.Drawing{"ends": graphOf(t, ends, draw.Options{Title: "Every end"}), "difference": compared(t, draw.Options{Title: "Asia"})} {
			var got bytes.Buffer
			if err := d.Text(&got, f.Name); err != nil {
				t.Fatal(err)
			}
			same(t, filepath.Join("../draw/testdata", name+"."+f.Ext[0]), got.Bytes())
		}
	}
}

// same holds bytes against a file.
func same(t *testing.T, file string, got []byte) {
	t.Helper()
	if want := golden(t, file, got); !bytes.Equal(got, want) {
		t.Errorf("%s is not as it was; if it is as it should be, run go test ./internal/picture/paint -update", file)
	}
}

// golden returns the file, after writing it where that is asked for.
func golden(t *testing.T, path string, got []byte) []byte {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// Pixels may differ a little, since machines round differently.
func TestGoldenPNG(t *testing.T) {
	for name, p := range pictures(t) {
		out := painted(t, p, "png", paint.Options{DPI: 72})
		want := decode(t, golden(t, filepath.Join("testdata", name+".png"), out))
		got := decode(t, out)
		if got.Bounds() != want.Bounds() {
			t.Errorf("%s is %v, want %v", name, got.Bounds(), want.Bounds())
			continue
		}
		if far, mean := apart(got, want); far > 40 || mean > 0.05 {
			t.Errorf("%s: one pixel is %v of 255 off, all %v on average", name, far, mean)
		}
	}
}

func painted(t testing.TB, p *canvas.Picture, format string, o paint.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := paint.Write(&b, p, format, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The same picture gives the same bytes, in every format.
func TestDeterministic(t *testing.T) {
	for name, p := range pictures(t) {
		for _, format := range paint.Names() {
			if o := (paint.Options{DPI: 50}); !bytes.Equal(painted(t, p, format, o), painted(t, p, format, o)) {
				t.Errorf("%s as %s differs from one time to the next", name, format)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	p := graphOf(t, "a", draw.Options{}).Picture()
	for _, tt := range []struct{ format, font, want string }{
		{"bmp", "", `unknown picture format "bmp": use one of svg, png, pdf`},
		{"png", "no font", "the font cannot be read"},
		{"pdf", "no font", "the font cannot be read"},
	} {
		if err := paint.Write(io.Discard, p, tt.format, paint.Options{Font: []byte(tt.font)}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want an error with %q", err, tt.want)
		}
	}
	if format, err := paint.FormatOf("some/File.SVG"); format != "svg" || err != nil {
		t.Errorf("File.SVG is taken for %q (%v)", format, err)
	}
	if _, err := paint.FormatOf("a.bmp"); err == nil {
		t.Error("a.bmp was taken")
	}
}

// A name is text from anywhere: no format may panic.
func FuzzNames(f *testing.F) {
	for _, s := range []string{"a", "\xff", "שלום a", "\u202e", "\ufffe", "x\u0301", "中"} {
		f.Add(s, "title")
	}
	f.Fuzz(func(t *testing.T, name, title string) {
		if len(name)+len(title) > 4000 {
			return
		}
		g, err := graph.New([]string{name}, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := draw.Graph(g, draw.Options{Title: title})
		for _, format := range paint.Names() {
			painted(t, d.Picture(), format, paint.Options{DPI: 20})
		}
	})
}

func decode(t *testing.T, b []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// apart returns the greatest and the mean difference of two images, in 1/255.
func apart(a, b image.Image) (far, mean float64) {
	bounds := a.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			r, g, bl, _ := a.At(x, y).RGBA()
			s, h, bm, _ := b.At(x, y).RGBA()
			d := max(math.Abs(float64(r)-float64(s)), math.Abs(float64(g)-float64(h)), math.Abs(float64(bl)-float64(bm))) / 257
			far = max(far, d)
			mean += d
		}
	}
	return far, mean / float64(bounds.Dx()*bounds.Dy())
}

// A PNG shows what the SVG says: the pixel in the middle of a swatch of the legend
// has its colour, the paper is white, and a finer one has more pixels.
func TestPNG(t *testing.T) {
	p := graphOf(t, "a --> b", draw.Options{}).Picture()
	size := func(dpi int) image.Point {
		return decode(t, painted(t, p, "png", paint.Options{DPI: dpi})).Bounds().Size()
	}
	if one, two := size(100), size(200); max(two.X-2*one.X, 2*one.X-two.X, two.Y-2*one.Y, 2*one.Y-two.Y) > 1 {
		t.Errorf("%v at 100 dots per inch, %v at 200", one, two)
	}
	img := decode(t, painted(t, p, "png", paint.Options{}))
	if r, g, b, a := img.At(1, 1).RGBA(); r&g&b&a != 0xFFFF {
		t.Errorf("the corner is %v", img.At(1, 1))
	}
	dark := 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if r, _, _, _ := img.At(x, y).RGBA(); r < 0x4000 {
				dark++
			}
		}
	}
	if share := float64(dark) / float64(img.Bounds().Dx()*img.Bounds().Dy()); share < 0.01 || share > 0.2 {
		t.Errorf("%.3f of the picture is ink", share)
	}
}

// A character that the font does not have is a box with the digits of its code.
func TestMissingGlyphs(t *testing.T) {
	ink := func(name string, font []byte) (n int) {
		img := decode(t, painted(t, graphOf(t, name, draw.Options{}).Picture(), "png", paint.Options{Font: font}))
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if r, _, _, _ := img.At(x, y).RGBA(); r < 0x8000 {
					n++
				}
			}
		}
		return n
	}
	if empty, box := ink("\u2003", nil), ink("中", nil); box < empty+50 {
		t.Errorf("中 leaves %d dots of ink, a blank %d", box, empty)
	}
	if a, b := ink("中", nil), ink("国", nil); a == b {
		t.Error("中 and 国 look the same")
	}
	if box, glyph := ink("！", nil), ink("！", fullWidth(t)); box == glyph {
		t.Error("a font that is given is not used")
	}
}

// fullWidth returns a font that has the full-width sign U+FF01: Go's, where the table
// of characters has it in place of U+FFFD.
func fullWidth(t *testing.T) []byte {
	t.Helper()
	const table = 4096 // it stands in the first of these bytes
	head := bytes.ReplaceAll(goregular.TTF[:table], []byte{0xFF, 0xFD}, []byte{0xFF, 0x01})
	font := append(head, goregular.TTF[table:]...)
	f, err := sfnt.Parse(font)
	if err != nil {
		t.Fatal(err)
	}
	if i, err := f.GlyphIndex(nil, '！'); i == 0 || err != nil {
		t.Fatalf("the font does not have it: %v", err)
	}
	return font
}
