package paint

import (
	"slices"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/sepdist/sepdist/internal/picture/canvas"
)

// A face measures and outlines text.
type face struct {
	*sfnt.Font
	buffer sfnt.Buffer
	em     fixed.Int26_6
}

// The built-in fonts are parsed on first use. A face is not safe for concurrent use, so each picture has its own.
var (
	regular = sync.OnceValue(func() *sfnt.Font { return mustParse(liberationsansregular.TTF) })
	bold    = sync.OnceValue(func() *sfnt.Font { return mustParse(liberationsansbold.TTF) })
	second  = sync.OnceValue(func() *sfnt.Font { return mustParse(goregular.TTF) }) // has ⁻ ₋ ⁰ and the like
)

func mustParse(ttf []byte) *sfnt.Font {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err)
	}
	return f
}

func newFace(f *sfnt.Font) *face { return &face{Font: f, em: fixed.Int26_6(f.UnitsPerEm())} }

// glyph returns the glyph of r, if the font has one.
func (f *face) glyph(r rune) (sfnt.GlyphIndex, bool) {
	i, err := f.GlyphIndex(&f.buffer, r)
	return i, err == nil && i != 0
}

// advance returns the width of a glyph, in ems.
func (f *face) advance(i sfnt.GlyphIndex) float64 {
	a, err := f.GlyphAdvance(&f.buffer, i, f.em, font.HintingNone)
	if err != nil {
		return 1
	}
	return float64(a) / float64(f.em)
}

// A stack is a font with its fallbacks.
type stack []*face

func newStack(first *sfnt.Font) stack { return stack{newFace(first), newFace(second())} }

// find returns the first font that has r, or nil, and the width of r in ems.
func (s stack) find(r rune) (f *face, glyph sfnt.GlyphIndex, width float64) {
	for _, f := range s {
		if i, ok := f.glyph(r); ok {
			return f, i, f.advance(i)
		}
	}
	return nil, 0, canvas.BoxWidth
}

// visual returns s with runs of letters that are written from right to left reversed, for painters that place one
// character after the other. Blanks and punctuation between two such letters are part of the run.
func visual(s string) string {
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		if !rightToLeft(runes[i]) {
			continue
		}
		end := i + 1
		for j := end; j < len(runes) && !leftToRight(runes[j]); j++ {
			if rightToLeft(runes[j]) {
				end = j + 1
			}
		}
		slices.Reverse(runes[i:end])
		i = end - 1
	}
	return string(runes)
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana)
}

func leftToRight(r rune) bool {
	return !rightToLeft(r) && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
