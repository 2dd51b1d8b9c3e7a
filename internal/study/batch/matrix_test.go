package batch_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/study/batch"
)

// Two graphs and their copies: the table has 0 where graphs are the same, and the clustered
// order puts each beside its copy.
func TestMatrix(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for i, name := range []string{"a1", "b1", "a2", "b2"} {
		files = append(files, filepath.Join(dir, name+".txt"))
		if err := os.WriteFile(files[i], []byte(text(t, class.DAG, uint64(i%2))), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := *settings()
	s.Metrics = []string{"shd"}
	m, err := batch.NewMatrix(context.Background(), files, s)
	if err != nil {
		t.Fatal(err)
	}
	m.Cluster()
	if got := m.Names; got[0][0] != got[1][0] || got[2][0] != got[3][0] || len(m.Faults) > 0 {
		t.Errorf("the order is %v, the faults %v", got, m.Faults)
	}
	for i, row := range m.Values {
		for j, x := range row {
			if same := m.Names[i][0] == m.Names[j][0]; same != (x == 0) || x != m.Values[j][i] {
				t.Errorf("%s and %s are at %v", m.Names[i], m.Names[j], x)
			}
		}
	}
	s.Metrics = []string{"shd", "zl-sd"}
	if _, err := batch.NewMatrix(context.Background(), files, s); err == nil {
		t.Error("two metrics went into one table")
	}
}
