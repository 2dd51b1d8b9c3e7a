package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"
	"unsafe"

	"golang.org/x/term"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

// terminal returns both ends of a new terminal, which passes every byte on as it is.
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	var number, unlocked int32
	for _, call := range []struct {
		request uintptr
		value   *int32
	}{{syscall.TIOCSPTLCK, &unlocked}, {syscall.TIOCGPTN, &number}} {
		if _, _, fault := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), call.request, uintptr(unsafe.Pointer(call.value))); fault != 0 {
			t.Fatal(fault)
		}
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := term.MakeRaw(int(slave.Fd())); err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// onTerminal runs the command with a terminal as standard output, and returns what it shows there
// and on standard error.
func onTerminal(t *testing.T, dir string, args ...string) string {
	t.Helper()
	master, slave := terminal(t)
	defer master.Close()
	var stderr bytes.Buffer
	cmd := exec.Command(os.Args[0], args...)
	cmd.Args[0] = "sepdist" // by its name the test binary is the command
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, slave, &stderr
	shown := make(chan []byte)
	go func() {
		all, _ := io.ReadAll(master) // which ends with an error when the other end is closed
		shown <- all
	}()
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !asExit(err, &exit) {
		t.Fatal(err)
	}
	slave.Close()
	return string(<-shown) + stderr.String()
}

func asExit(err error, to **exec.ExitError) (ok bool) {
	*to, ok = err.(*exec.ExitError)
	return ok
}

// acts returns the first character of a text that a terminal acts on, or that cannot be seen.
func acts(text string) (rune, bool) {
	for i, r := range text {
		switch {
		case r == '\n' || r == '\t':
		case r < 0x20, r >= 0x7f && r < 0xa0,
			r == 0x061c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069,
			r == 0x034f, r == 0x3164:
			return r, true
		case r == utf8.RuneError:
			if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
				return r, true
			}
		}
	}
	return 0, false
}

const hostile = "\x1b[31m\nvalid  yes\u202e\u009b2J\u3164\u034f\r\a"

// Names of nodes and files cannot make a terminal do anything, or forge a line, whatever the
// command.
func TestHostileNames(t *testing.T) {
	dir := t.TempDir()
	names := []string{"a" + hostile, "b\u2066\x7f" + hostile, "=cmd|' /C calc'!A0", "d\xc2\x85", strings.Repeat("long", 20_000)}
	nodes, err := graph.NewNames(names)
	if err != nil {
		t.Fatal(err)
	}
	write := func(file string, arrows ...[2]graph.Node) {
		var edges []graph.Edge
		for _, a := range arrows {
			edges = append(edges, graph.Edge{X: a[0], Y: a[1], AtX: graph.Tail, AtY: graph.Arrow})
		}
		var text bytes.Buffer
		if _, err := format.Write(&text, &format.Document{Graph: graph.MustNew(nodes, edges)}, "json", format.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	truth, guess, cycle := "t"+hostile+".json", "g"+hostile+".json", "c"+hostile+".json"
	write(truth, [2]graph.Node{0, 1}, [2]graph.Node{1, 2}, [2]graph.Node{2, 3}, [2]graph.Node{4, 3})
	write(guess, [2]graph.Node{1, 0}, [2]graph.Node{2, 3}, [2]graph.Node{3, 4})
	write(cycle, [2]graph.Node{0, 1}, [2]graph.Node{1, 2}, [2]graph.Node{2, 0})
	manifest := "m" + hostile + ".csv"
	rows := fmt.Sprintf("id,truth,guess,note\n\"%[1]s\",\"%[2]s\",\"%[3]s\",\"%[1]s\"\nx,\"%[2]s\",\"%[4]s\",=1\ny,none%[5]s,\"%[4]s\",\n",
		hostile, truth, guess, cycle, "\x1b[2J")
	if err := os.WriteFile(filepath.Join(dir, manifest), []byte(rows), 0o666); err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	records := [][]string{names}
	for i := range 12 {
		records = append(records, []string{fmt.Sprint(i, ".5"), fmt.Sprint(i*i%7, ".1"), fmt.Sprint(i*i*i%11, ".2"), fmt.Sprint(5*i%13, ".3"), fmt.Sprint(7*i%5, ".4")})
	}
	if err := csv.NewWriter(&data).WriteAll(records); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "d"+hostile+".csv"), data.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	calls := map[string][][]string{
		"batch": {{manifest}, {"--to", "jsonl", manifest}, {"--out", "o" + hostile + ".csv", "--summary", manifest},
			{"--out", "o" + hostile + ".csv", manifest}, {"--shard", "1/2", "--out", "s" + hostile + ".csv", manifest}, {truth, guess}},
		"check":      {{truth}, {"--class", "dag", cycle}, {"--json", truth}, {"none" + hostile}, {manifest}},
		"compare":    {{truth, guess}, {"--json", truth, guess}, {"--csv", truth, guess}, {"--markdown", truth, guess}, {truth, cycle}, {"--latent", hostile, truth, guess}, {"--as", hostile, truth, guess}, {"--metrics", hostile, truth, guess}},
		"completion": {{hostile}},
		"convert":    {{truth, "-"}, {"--to", "edgelist", truth, "-"}, {"--to", "dot", truth, "-"}, {"--to", "json", truth, "-"}, {"--to", hostile, truth, "-"}, {truth, "o" + hostile}},
		"draw":       {{truth}, {"--to", "dot", truth, guess}, {"--to", "mermaid", truth}, {"--title", hostile, truth}, {"--to", "png", truth}},
		"experiment": {{manifest}, {"--out", hostile, truth}},
		"explain":    {{truth, guess}, {"--json", truth, guess}, {"--csv", truth, guess}, {truth, guess, names[0], names[3]}, {truth, guess, hostile, "x"}, {"--metric", "shd", truth, guess}, {"--repairs", truth, guess}},
		"falsify":    {{truth, "d" + hostile + ".csv"}, {"--json", truth, "d" + hostile + ".csv"}, {"--csv", truth, "d" + hostile + ".csv"}, {truth, guess, "d" + hostile + ".csv"}, {"--latex", truth, guess, "d" + hostile + ".csv"}, {"--csv", "--list", truth}, {truth, manifest}, {"--categorical", hostile, truth, manifest}, {"--test", hostile, truth, manifest}},
		"formats":    {{}, {hostile}},
		"man":        {{}, {"compare"}, {hostile}},
		"matrix":     {{truth, guess, cycle}},
		"members":    {{truth}, {"--json", truth}},
		"merge":      {{"s" + hostile + ".csv"}, {hostile}, {"--partial", "s" + hostile + ".csv"}},
		"metrics":    {{}, {hostile}},
		"plot":       {{"o" + hostile + ".csv"}, {hostile}, {"--title", hostile, "--metrics", "shd", "o" + hostile + ".csv"}},
		"report":     {{truth, guess}},
		"reproduce":  {{hostile}},
		"roc":        {{truth, guess}, {"--csv", truth, guess}},
		"separated":  {{truth, names[0], names[3]}, {truth, names[0], names[3], "--given", "=cmd|' /C calc'!A0"}, {truth, hostile, "x"}, {"--json", truth, names[0], names[3]}},
		"separators": {{truth}, {"--json", truth}},
		"serve":      {{"--stdio"}, {hostile}},
		"simulate":   {{"--class", "dag", "--nodes", "4", "--edges", "3", "--prefix", hostile}, {"--class", hostile}, {"--remove", "1", truth}},
		"summary":    {{"--by", "note", "o" + hostile + ".csv"}, {"--by", "note", "--to", "csv", "o" + hostile + ".csv"}, {"--by", hostile, "o" + hostile + ".csv"}, {hostile}},
		"version":    {{}, {hostile}},
	}
	for _, cmd := range newRoot().Commands() {
		list, known := calls[cmd.Name()]
		if !known {
			t.Errorf("%s: add calls with hostile names to this test", cmd.Name())
		}
		for _, args := range list {
			args = append([]string{cmd.Name()}, args...)
			shown := onTerminal(t, dir, args...)
			if r, bad := acts(shown); bad {
				i := strings.IndexRune(shown, r)
				t.Errorf("%q shows %q: ...%q", args, r, shown[max(0, i-60):min(len(shown), i+60)])
			}
			switch cmd.Name() {
			case "batch", "convert", "draw", "matrix", "merge", "plot", "report", "simulate", "summary": // a cell of CSV may have several lines, and so may HTML
			default:
				if !slices.Contains(args, "--csv") && strings.Contains(shown, "\nvalid  yes") {
					t.Errorf("%q lets a name forge a line", args)
				}
			}
		}
	}
	if shown := onTerminal(t, dir, "check", truth); !strings.Contains(shown, "class              dag\nvalid              yes\n") {
		t.Errorf("check shows %q", shown)
	}
	if shown := onTerminal(t, dir, hostile); strings.Contains(shown, "\x1b") {
		t.Errorf("an unknown command shows %q", shown)
	}
	// Errors do not repeat long names in full.
	if shown := onTerminal(t, dir, "compare", "--latent", names[4]+"x", truth, guess); len(shown) > 1000 {
		t.Errorf("an error of %d bytes", len(shown))
	}
}
