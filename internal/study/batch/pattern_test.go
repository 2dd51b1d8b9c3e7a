package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPattern(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"results/pc/10/1.csv", "results/pc/10/2.csv", "results/ges/20/1.csv", "results/ges/20/.hidden.csv", "results/notes.txt", "truths/10/1.csv"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, prefix := range []string{"", "./"} {
		src, err := Pattern(prefix+"results/{method}/{n}/{seed}.csv", "truths/{n}/{seed}.csv")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for p, err := range src.Inputs {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, p.ID+" "+p.Truth.Path+" "+filepath.ToSlash(p.Guess.Path)+" "+strings.Join(p.More, ","))
		}
		want := "ges/20/1 truths/20/1.csv results/ges/20/1.csv ges,20,1; pc/10/1 truths/10/1.csv results/pc/10/1.csv pc,10,1; pc/10/2 truths/10/2.csv results/pc/10/2.csv pc,10,2"
		if s := strings.Join(got, "; "); s != want || strings.Join(src.Columns, ",") != "method,n,seed" {
			t.Errorf("got  %s\nwant %s, columns %v", s, want, src.Columns)
		}
	}
	for _, tt := range [][3]string{
		{"results/{method}/{n}.csv", "t.csv", "matches none of the 4 files in results"},
		{"result/{method}.csv", "t.csv", "there is no folder result"},
		{"results/{method", "t.csv", "a brace without its partner"},
		{"results/{}.csv", "t.csv", "braces without a name"},
		{"results/{metric}.csv", "t.csv", "is the name of a column of the rows"},
		{"results/{method}/{n}/{seed}.csv", "truths/{size}.csv", "has {size}, which the pattern"},
	} {
		if _, err := Pattern(tt[0], tt[1]); err == nil || !strings.Contains(err.Error(), tt[2]) {
			t.Errorf("%s: %v, want %s", tt[0], err, tt[2])
		}
	}
	// The same word twice has one value.
	if src, err := Pattern("results/{method}/{n}/{n}.csv", "t.csv"); err == nil {
		t.Errorf("%s matches", src.Name)
	}
}
