package plain_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/sepdist/sepdist/internal/plain"
)

func TestText(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"smoke", "smoke"},
		{"größe 変数 🫁", "größe 変数 🫁"},
		{"a\nvalid  yes", `a\nvalid  yes`},
		{"\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`},
		{"a\u202eb\u2066c\u2028", `a\u202eb\u2066c\u2028`},
		{"\u009b31m\u0085\x7f\a", `\u009b31m\u0085\x7f\a`},
		{"a\xffb\xc2", `a\xffb\xc2`},
		{"می\u200cخواهم", "می\u200cخواهم"},
		{"\ufffd", "\ufffd"},
		{"\u200cx\u200d", `\u200cx\u200d`},
		{"a\u200db\ufe0f", `a\u200db\ufe0f`},
		{"❤\ufe0f\u200d🔥 葛\U000e0100", "❤\ufe0f\u200d🔥 葛\U000e0100"},
		{"é\u200d\u200dé", `é\u200d\u200dé`},
		{"\u034f\u115f\u1160\u17b4\u2800\u3164\uffa0\u200b\u2060\ufeff\u00ad", `\u034f\u115f\u1160\u17b4\u2800\u3164\uffa0\u200b\u2060\ufeff\u00ad`},
		{"\ue000\U000f0000\ufdd0\uffff\U000e0041", `\ue000\U000f0000\ufdd0\uffff\U000e0041`},
	} {
		if got := plain.Text(tt.in); got != tt.want {
			t.Errorf("%q is shown as %q, want %q", tt.in, got, tt.want)
		}
	}
	if got := plain.Mask("a\u034f\n\xff❤\ufe0f\ufffd"); got != "a\ufffd\ufffd\ufffd❤\ufe0f\ufffd" {
		t.Errorf("masked: %q", got)
	}
	if got := plain.Text("node " + strings.Repeat("é", 70_000) + " is missing"); utf8.RuneCountInString(got) > 250 || !strings.HasSuffix(got, " is missing") {
		t.Errorf("a long name is shown as %q", got)
	}
}

func TestCell(t *testing.T) {
	for in, want := range map[string]string{
		"=1+1": "'=1+1", "@sum": "'@sum", "+a": "'+a", "-a": "'-a", "\tx": "'\tx", "＝1": "'＝1",
		"-1": "-1", "+2.5e3": "+2.5e3", "a": "a", "": "", "'": "'", "'=": "''=", "it's": "it's", "-": "'-",
	} {
		if got := plain.Cell(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// What is shown does nothing to a terminal, and a cell can be read back.
func FuzzText(f *testing.F) {
	for _, s := range []string{"a\nb", "\x1b[2J", "\u202e", "'=x", "''", "\xc2", "a\u034f\u3164\u200d", "❤\ufe0f\u200d🔥", strings.Repeat("x", 300)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		shown := plain.Text(s)
		for _, r := range shown + strings.NewReplacer("\n", "", "\t", "").Replace(plain.Block(s)) {
			if unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && !unicode.Is(unicode.Cf, r) {
				t.Fatalf("%q is shown as %q", s, shown)
			}
		}
		if !utf8.ValidString(shown) {
			t.Fatalf("%q is shown as %q", s, shown)
		}
		if got := plain.Uncell(plain.Cell(s)); got != s {
			t.Fatalf("%q came back as %q", s, got)
		}
	})
}
