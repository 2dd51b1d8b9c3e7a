package draw_test

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"github.com/sepdist/sepdist/internal/graphtest"
	"github.com/sepdist/sepdist/internal/picture/draw"
)

// go test ./draw -update writes the golden files anew. Look at them before they are
// committed: they guard the form of pictures that were looked at once.
var update = flag.Bool("update", false, "write the golden files anew")

// pictures are one of each kind.
func pictures(t *testing.T) map[string]func(io.Writer, draw.Options) error {
	t.Helper()
	g := graphtest.Arrows(t, ends)
	truth, guess := graphtest.Arrows(t, truthDrawing), graphtest.Arrows(t, guessDrawing)
	none := math.NaN()
	return map[string]func(io.Writer, draw.Options) error{
		"ends": func(w io.Writer, o draw.Options) error {
			o.Title = "Every end"
			return draw.Graph(w, g, o)
		},
		"difference": func(w io.Writer, o draw.Options) error {
			o.Title = "Asia"
			return draw.Difference(w, truth, guess, o)
		},
		"matrix": func(w io.Writer, o draw.Options) error {
			o.View = draw.Matrix
			return draw.Difference(w, truth, guess, o)
		},
		"heatmap": func(w io.Writer, o draw.Options) error {
			return draw.HeatMap(w, draw.Heat{
				Names: []string{"a", "bee", "c"}, Row: "source", Column: "target", Unit: "wrong claims",
				Values: [][]float64{{none, 0, 3}, {1, none, 2}, {4, 0.5, none}},
			}, o)
		},
		"bars": func(w io.Writer, o draw.Options) error {
			return draw.Bars(w, draw.BarChart{Names: []string{"a", "bee", "c"}, Values: []float64{4, 1.5, 0}, Unit: "wrong claims", Most: 2}, o)
		},
		"histogram": func(w io.Writer, o draw.Options) error {
			return draw.Histogram(w, draw.Distribution{
				Values: []float64{0.3, 0.35, 0.4, 0.41, 0.44, 0.45, 0.47, 0.5, 0.52, 0.6}, Marker: 0.25, Name: "this guess", Unit: "zl-sd",
			}, o)
		},
	}
}

func TestGoldenText(t *testing.T) {
	for name, picture := range pictures(t) {
		for _, f := range draw.Formats {
			if f.Name == "png" || f.Name == "pdf" || !f.Charts && name != "ends" && name != "difference" {
				continue
			}
			var got bytes.Buffer
			if err := picture(&got, draw.Options{Format: f.Name}); err != nil {
				t.Fatal(err)
			}
			if f.Name == "svg" {
				parse(t, got.Bytes())
			}
			if want := golden(t, name+"."+f.Ext[0], got.Bytes()); !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s as %s is not as in testdata; if it is as it should be, run go test ./draw -update", name, f.Name)
			}
		}
	}
}

// golden returns the file, after writing it where that is asked for.
func golden(t *testing.T, name string, got []byte) []byte {
	t.Helper()
	path := filepath.Join("testdata", name)
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
	for name, picture := range pictures(t) {
		var b bytes.Buffer
		if err := picture(&b, draw.Options{Format: "png", DPI: 72}); err != nil {
			t.Fatal(err)
		}
		want := decode(t, golden(t, name+".png", b.Bytes()))
		got := decode(t, b.Bytes())
		if got.Bounds() != want.Bounds() {
			t.Errorf("%s is %v, want %v", name, got.Bounds(), want.Bounds())
			continue
		}
		if far, mean := apart(got, want); far > 40 || mean > 0.05 {
			t.Errorf("%s: one pixel is %v of 255 off, all %v on average", name, far, mean)
		}
	}
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
	g := graphtest.Arrows(t, "a --> b")
	size := func(dpi int) image.Point {
		return decode(t, drawn(t, g, draw.Options{Format: "png", DPI: dpi})).Bounds().Size()
	}
	if one, two := size(100), size(200); max(two.X-2*one.X, 2*one.X-two.X, two.Y-2*one.Y, 2*one.Y-two.Y) > 1 {
		t.Errorf("%v at 100 dots per inch, %v at 200", one, two)
	}
	img := decode(t, drawn(t, g, draw.Options{Format: "png"}))
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

// A character that the font lacks is a box with the digits of its code.
func TestMissingGlyphs(t *testing.T) {
	ink := func(name string, font []byte) (n int) {
		g := graphtest.Arrows(t, name)
		img := decode(t, drawn(t, g, draw.Options{Format: "png", Font: font}))
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
		t.Fatalf("the font lacks it: %v", err)
	}
	return font
}
