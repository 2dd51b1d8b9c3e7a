package main

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/falsify"
	"github.com/sepdist/sepdist/internal/option"
)

// offered returns what the shell offers for the value of a flag, and whether it offers files.
func offered(t *testing.T, root, cmd *cobra.Command, flag *pflag.Flag, text string) (values []string, files bool) {
	t.Helper()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(new(bytes.Buffer))
	args := []string{"--" + flag.Name, text}
	if flag.NoOptDefVal != "" {
		args = []string{"--" + flag.Name + "=" + text}
	}
	root.SetArgs(append([]string{"__complete", cmd.Name()}, args...))
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	return lines[:len(lines)-1], lines[len(lines)-1] == ":0"
}

// The shell offers all values of every option that has a list of them, and files only for flags that
// name a file.
func TestCompletion(t *testing.T) {
	always := map[string][]string{"metric": singleMetrics(), "metrics": singleMetrics(), "strategy": falsify.StrategyNames()}
	for _, s := range format.Settings {
		if s.Values != nil && !s.Switch {
			for _, role := range []string{"", "truth", "guess", toRole} {
				always[flagOf(role, s.Name)] = s.Values
			}
		}
	}
	root := newRoot()
	registerCompletions(root)
	for _, cmd := range root.Commands() {
		closed := maps.Clone(always)
		for _, list := range []option.List{option.Table, option.Rows, option.Simulation, option.Falsification} {
			for _, row := range list {
				if row.Values != nil && slices.Contains(row.Ops.Names(), cmd.Name()) {
					closed[row.Name] = row.Values
				}
			}
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if kind := f.Value.Type(); kind == "bool" || kind == "boolfunc" || len(f.Name) == 1 { // cobra takes --x for -x
				return
			}
			values, files := offered(t, root, cmd, f, "")
			if files && !namesFile(f) {
				t.Errorf("sepdist %s --%s completes files, and its value is %s", cmd.Name(), f.Name, f.Value.Type())
			}
			for _, want := range closed[f.Name] {
				if !slices.Contains(values, want) {
					t.Errorf("sepdist %s --%s does not complete %q, only %q", cmd.Name(), f.Name, want, values)
				}
			}
			if isList(f) && closed[f.Name] != nil {
				if more, _ := offered(t, root, cmd, f, "x,"); len(more) == 0 || !strings.HasPrefix(more[0], "x,") {
					t.Errorf("sepdist %s --%s completes %q after a comma", cmd.Name(), f.Name, more)
				}
			}
		})
	}
}
