package main

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/study/store"
)

var kills = flag.Int("kills", 12, "how many runs TestBatchSurvivesKills kills")

// Killed at random moments, with its journal damaged and another version started in between, the same
// command makes the file that an undisturbed run makes, or names the file that is damaged.
func TestBatchSurvivesKills(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sepdist := filepath.Join(dir, "sepdist") // the test binary is the command under this name
	if filepath.Ext(self) == ".exe" {
		sepdist += ".exe"
	}
	if err := os.Symlink(self, sepdist); err != nil {
		t.Fatal(err)
	}
	call := func(args ...string) *exec.Cmd {
		cmd := exec.Command(sepdist, args...)
		cmd.Dir = dir
		return cmd
	}
	must := func(args ...string) string {
		t.Helper()
		out, err := call(args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
		return string(out)
	}
	must("simulate", "--class", "dag", "--nodes", "12", "--edges", "30", "--any", "2", "--count", "800", "--out", "study")
	repaired, named := 0, 0
	for k, name := range []string{"rows.csv", "rows.jsonl", "rows.parquet"} {
		batch := []string{"batch", "--metrics", "zl-sd,shd,parent-aid", "study/manifest.csv", "--out"}
		must(append(batch, "whole."+name)...)
		want, err := os.ReadFile(filepath.Join(dir, "whole."+name))
		if err != nil {
			t.Fatal(err)
		}
		v := victim{dir: dir, name: name, rng: rand.New(rand.NewPCG(7, uint64(k)))}
		for v.killed < *kills/3 {
			var stderr bytes.Buffer
			cmd := call(append(batch, name)...)
			cmd.Stderr = &stderr
			v.kill(t, cmd)
			switch text := stderr.String(); {
			case strings.Contains(text, "were changed") && strings.Contains(text, "continuing"), strings.Contains(text, "are missing"):
				repaired++
			case names(text, name):
				named++
				v.clear(t)
			case strings.Contains(text, "nothing left to do"):
				v.clear(t)
			}
			if v.begun(t) {
				cmd := call(append(batch, name)...)
				cmd.Env = append(os.Environ(), "SEPDIST_TEST_RELEASE=v0.0.1")
				if out, err := cmd.CombinedOutput(); err == nil || !names(string(out), name) {
					t.Fatalf("%s: another version continued it: %s", name, out)
				}
			}
			v.harm(t)
		}
		for {
			out, err := call(append(batch, name)...).CombinedOutput()
			if err == nil {
				break
			}
			if !names(string(out), name) {
				t.Fatalf("%s: %v: %s", name, err, out)
			}
			named++
			v.clear(t)
		}
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: after %d kills it is not the file of one run", name, v.killed)
		}
		if out := must(append(batch, name)...); !strings.Contains(out, "nothing left to do") {
			t.Errorf("%s: finished, and yet: %s", name, out)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, name+".part")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
	t.Logf("%d damages were repaired, %d were named", repaired, named)
}

// names reports whether an error says which file is damaged, and what to do about it.
func names(text, file string) bool {
	return strings.HasPrefix(text, file) && strings.Contains(text, "use --force to start over")
}

// A victim is the output of runs that are killed.
type victim struct {
	dir, name string
	rng       *rand.Rand
	killed    int
	missed    int // runs in a row that ended before they could be killed
}

// kill runs the command until its journal has grown by some bytes, and kills it.
func (v *victim) kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	grown := v.size() + int64(v.rng.IntN(25_000))
	if v.missed > 1 {
		grown = 0 // at once
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for ended := false; !ended && v.size() < grown; {
		select {
		case err := <-done:
			ended = true
			done <- err
		default:
		}
	}
	cmd.Process.Kill()
	if err := <-done; err != nil && !cmd.ProcessState.Exited() {
		v.killed++
		v.missed = 0
		return
	}
	v.missed++
}

// harm damages one of the files, or none.
func (v *victim) harm(t *testing.T) {
	t.Helper()
	file := filepath.Join(v.dir, v.name+[]string{".part", ".part", ".run", "-no"}[v.rng.IntN(4)])
	text, err := os.ReadFile(file)
	if err != nil || len(text) == 0 {
		return
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	i := v.rng.IntN(len(lines))
	switch v.rng.IntN(4) {
	case 0: // a line is lost
		text = bytes.Join(append(lines[:i:i], lines[i+1:]...), nil)
	case 1: // a line is doubled
		text = bytes.Join(append(lines[:i+1:i+1], lines[i:]...), nil)
	case 2: // a bit is turned
		text[v.rng.IntN(len(text))] ^= 1 << v.rng.IntN(8)
	case 3: // the end is lost
		text = text[:v.rng.IntN(len(text))]
	}
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// clear removes the output, so that the next run starts over.
func (v *victim) clear(t *testing.T) {
	t.Helper()
	for _, ext := range []string{"", ".part", ".run", ".temp"} {
		if err := os.Remove(filepath.Join(v.dir, v.name+ext)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
}

// begun reports whether the journal has its first record. Without it there are no rows, and any version may start.
func (v *victim) begun(t *testing.T) bool {
	t.Helper()
	if v.size() == 0 {
		return false
	}
	j, err := store.OpenJournal(filepath.Join(v.dir, v.name+".part"))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	return !j.New()
}

// size returns the length of the journal, which may not be there.
func (v *victim) size() int64 {
	info, err := os.Stat(filepath.Join(v.dir, v.name+".part"))
	if err != nil {
		return 0
	}
	return info.Size()
}
