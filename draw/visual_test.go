package draw

import "testing"

// Inside the package: no format shows the order of painted characters.
func TestVisual(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"", ""},
		{"abc", "abc"},
		{"אבג", "גבא"},
		{"אב גד", "דג בא"}, // the blank is part of the run
		{"x אב y", "x בא y"},
		{"אב x", "בא x"},
		{"אב1גד", "בא1דג"},
	} {
		if got := visual(tt.name); got != tt.want {
			t.Errorf("visual(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}
