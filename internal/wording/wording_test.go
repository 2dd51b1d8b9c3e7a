package wording_test

import (
	"testing"

	"github.com/sepdist/sepdist/internal/wording"
)

func TestForFlags(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"use option class=mag.", "use --class mag."},
		{"option truth-orientation (option codes=causal-learn)", "--truth-orientation (--codes causal-learn)"},
		{"option directed or option directed=false", "--directed or --directed=false"},
		{"option orientation=row-to-col option threshold=0.3", "--orientation row-to-col --threshold 0.3"},
		{"option class=dag or cpdag; an option of ours, option x", "--class dag or cpdag; an option of ours, option x"},
		{"no such thing", "no such thing"},
	} {
		if got := wording.ForFlags(tt.text); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestForKeywords(t *testing.T) {
	for _, tt := range []struct{ text, want, first string }{
		{"use option class=mag.", `use class="mag".`, "class"},
		{"use option project, or name them with option latent", "use project=True, or name them with latent=", "project"},
		{"option directed or option directed=false", "directed=True or directed=False", "directed"},
		{"option exact-limit=45 waits", "exact_limit=45 waits", "exact-limit"},
		{"option to-orientation=row-to-col", `to_orientation="row-to-col"`, "to-orientation"},
		{"no metric; `sepdist metrics` lists them", "no metric; sepdist.metrics() lists them", ""},
	} {
		if got := wording.ForKeywords(tt.text); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.text, got, tt.want)
		}
		if got := wording.First(tt.text); got != tt.first {
			t.Errorf("%q has first %q, want %q", tt.text, got, tt.first)
		}
	}
}

func TestForPage(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"use option class=mag if so, or option invalid to repair it", "use the class MAG if so, or “A guess that is not of its class” to repair it"},
		{"use option guess-class=cyclic or option invalid=drop", "use the class CYCLIC of the guess or “A guess that is not of its class”: drop"},
		{"option project, or option latent", "“Nodes that the guess does not have are latent”, or --latent on the command line"},
		{"use option as=cpdag to compare", "use --as cpdag on the command line to compare"},
		{"no such thing", "no such thing"},
	} {
		if got := wording.ForPage(tt.text); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.text, got, tt.want)
		}
	}
}
