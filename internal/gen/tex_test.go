package main

import (
	"strings"
	"testing"

	"github.com/sepdist/sepdist/distance"
)

func TestTeX(t *testing.T) {
	for plain, want := range map[string]string{
		"TP / (TP + FP)": `\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP}}`,
		"#{ends whose marks differ} / (n (n − 1))": `\frac{\#\{\text{ends whose marks differ}\}}{n (n - 1)}`,
		"mean over k of #{|S| = k} / C(n, 2)":      `\underset{k}{\text{mean}}\ \frac{\#\{\vert S\vert  = k\}}{\binom{n}{2}}`,
		"√((a + b) c)":                             `\sqrt{(a + b) c}`,
		"the edges between x and y differ":         `\text{the edges between }x\text{ and }y\text{ differ}`,
	} {
		if got := tex(plain); got != want {
			t.Errorf("%s: %s, want %s", plain, got, want)
		}
	}
}

// Every formula has all its words and as many closing brackets as opening ones.
func TestTeXOfEveryMetric(t *testing.T) {
	for i := range distance.Metrics {
		m := &distance.Metrics[i]
		got := tex(m.Formula)
		if n := strings.NewReplacer(`\{`, "", `\}`, "").Replace(got); strings.Count(n, "{") != strings.Count(n, "}") {
			t.Errorf("%s: %s", m.Name, got)
		}
		for _, word := range strings.FieldsFunc(strings.NewReplacer("over k", "", " of #", "").Replace(m.Formula), func(r rune) bool { return r < 'a' || r > 'z' }) {
			if !strings.Contains(got, word) {
				t.Errorf("%s: no %q in %s", m.Name, word, got)
			}
		}
	}
}
