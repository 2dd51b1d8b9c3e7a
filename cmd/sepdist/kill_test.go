package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Killed at random moments, the same command makes the file that an undisturbed run makes,
// and a journal that is killed is never lost.
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
	must := func(args ...string) {
		t.Helper()
		if out, err := call(args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
	}
	must("simulate", "--class", "dag", "--nodes", "12", "--edges", "30", "--any", "2", "--count", "800", "--out", "study")
	for _, name := range []string{"rows.csv", "rows.jsonl", "rows.parquet"} {
		batch := []string{"batch", "--metrics", "zl-sd,shd,parent-aid", "study/manifest.csv", "--out"}
		must(append(batch, "whole."+name)...)
		want, err := os.ReadFile(filepath.Join(dir, "whole."+name))
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(7, uint64(len(name))))
		kills := 0
		for range 7 {
			cmd := call(append(batch, name)...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// A moment is when the journal has grown so long.
			grown := size(dir, name) + int64(rng.IntN(25_000))
			done := make(chan error, 1)
			go func() { done <- cmd.Wait() }()
			for ended := false; !ended && size(dir, name) < grown; {
				select {
				case err := <-done:
					ended = true
					done <- err
				default:
				}
			}
			cmd.Process.Kill()
			if err := <-done; err != nil {
				kills++
			}
		}
		must(append(batch, name)...)
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: after %d kills it is not the file of one run", name, kills)
		}
		if kills == 0 {
			t.Errorf("%s: no run was killed", name)
		}
		out, err := call(append(batch, name)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "nothing left to do") {
			t.Errorf("%s: finished, and yet: %v %s", name, err, out)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, name+".part")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// size returns the length of a journal, which may not be there.
func size(dir, name string) int64 {
	info, err := os.Stat(filepath.Join(dir, name+".part"))
	if err != nil {
		return 0
	}
	return info.Size()
}
