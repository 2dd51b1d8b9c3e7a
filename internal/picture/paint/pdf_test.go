package paint_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/picture/draw"
	"github.com/sepdist/sepdist/internal/picture/paint"
	"github.com/sepdist/sepdist/internal/picture/svgtest"
)

// A PDF has the page size of the SVG, the same number of texts and of painted paths,
// and no time of day in it.
func TestPDF(t *testing.T) {
	for _, view := range []draw.View{draw.Nodes, draw.Matrix} {
		p := compared(t, draw.Options{View: view}).Picture()
		out := painted(t, p, "pdf", paint.Options{})
		svg := svgtest.Parse(t, painted(t, p, "svg", paint.Options{}))
		if !bytes.HasPrefix(out, []byte("%PDF-1.")) || !bytes.HasSuffix(bytes.TrimSpace(out), []byte("%%EOF")) {
			t.Fatalf("not a PDF: %.20q", out)
		}
		var w, h float64
		if _, err := fmt.Sscanf(svg.Attr["viewBox"], "0 0 %f %f", &w, &h); err != nil {
			t.Fatal(err)
		}
		if box := fmt.Sprintf("/MediaBox [0 0 %.2f %.2f]", w, h); !bytes.Contains(out, []byte(box)) {
			t.Errorf("no %s in the PDF", box)
		}
		if !bytes.Contains(out, []byte("/CreationDate (D:19700101000000)")) {
			t.Error("the PDF has a time of its own")
		}
		page := content(t, out)
		if got, want := strings.Count(page, ") Tj ET"), len(svg.Named("text")); got != want {
			t.Errorf("%d texts, in the SVG %d", got, want)
		}
		painted := 0
		for line := range strings.Lines(page) {
			switch strings.TrimSpace(line) {
			case "S", "f", "B":
				painted++
			}
		}
		if want := len(svg.Named("path")) - 1; painted != want { // without the paper
			t.Errorf("%d paths, in the SVG %d", painted, want)
		}
	}
}

// content returns the first stream of a PDF, which is that of its page.
func content(t *testing.T, pdf []byte) string {
	t.Helper()
	_, rest, found := bytes.Cut(pdf, []byte("stream\n"))
	if !found {
		t.Fatal("no stream in the PDF")
	}
	z, err := zlib.NewReader(bytes.NewReader(rest))
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}
