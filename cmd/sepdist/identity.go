package main

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/internal/study/store"
)

// irrelevant are flags that do not change the rows.
var irrelevant = map[string]bool{"out": true, "force": true, "workers": true, "fail-fast": true, "summary": true, "by": true, "allow-failed": true, "statistics": true, "shard": true, "help": true, "pair-timeout": true, "yes": true}

// readingFlags are flags that say how graphs are read or repaired, beside those of the input.
var readingFlags = map[string]bool{"rename": true, "by-position": true, "project": true, "invalid": true}

// described returns all flags that change the rows, as they are set.
func described(cmd *cobra.Command, more ...string) string {
	parts := []string{cmd.Name()}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed && !irrelevant[f.Name] {
			value := f.Value.String()
			if _, setting := f.Value.(*settingFlag); setting || readingFlags[f.Name] {
				return // these are elsewhere
			}
			parts = append(parts, "--"+f.Name+"="+value)
		}
	})
	all := strings.Join(append(parts, more...), " ")
	if len(all) > longOptions {
		return cmd.Name() + " " + digestOf(all)
	}
	return all
}

// longOptions is how long a description of options is kept as it is.
const longOptions = 4096

func digestOf(text string) string { return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text))) }

// identity identifies the inputs and options of the run.
func (b *batching) identity(cmd *cobra.Command, found store.ScanResult) store.Identity {
	var more, reading []string
	for _, s := range b.in.stated {
		reading = append(reading, "--"+flagOf(s.role, s.name)+"="+s.value)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Name == "rename":
			reading = append(reading, "--rename="+digestOf(fmt.Sprint(b.options.Rename)))
		case readingFlags[f.Name]:
			reading = append(reading, "--"+f.Name+"="+f.Value.String())
		}
	})
	if b.options.Weights != nil { // what is in the file, not its name alone
		more = append(more, "weights="+digestOf(fmt.Sprint(b.options.Weights)))
	}
	if b.options.Statements != nil {
		more = append(more, "statements="+digestOf(fmt.Sprint(b.options.Statements)))
	}
	return store.Identity{ScanResult: found, Version: program(), Shard: b.settings.Shard, Options: described(cmd, append(more, "to="+b.kind)...), Reading: strings.Join(reading, "\n"), Limit: b.limit}
}
