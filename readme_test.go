package sepdist_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/class"
)

// The README lists every class as the table does.
func TestReadmeListsClasses(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range append(class.All(), class.Series.List()...) {
		if row := fmt.Sprintf("| `%v` | %s |\n", k, k.Doc()); !strings.Contains(string(text), row) {
			t.Errorf("the README does not have the row %s", row)
		}
	}
}
