package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/separation/msep"
)

// release and commit are set by the linker where "make release" builds the command, so that the
// file does not depend on how a clone was made. Other builds have what Go records.
var release, commit string

func newVersion() *cobra.Command {
	return newCommand("version", takes(0, 0, "no arguments"), func(cmd *cobra.Command, _ []string) error {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine())
		return err
	})
}

// versionLine says what was built, from what, for what, and which instructions it uses here.
func versionLine() string {
	return fmt.Sprintf("sepdist %s, commit %s, %s %s/%s, %s",
		version(), cmp.Or(revision(), "unknown"), runtime.Version(), runtime.GOOS, runtime.GOARCH, msep.Instructions())
}

// version returns the version that was built: a tag, or one that Go derives between tags.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return cmp.Or(info.Main.Version, "(devel)")
}

// program identifies the program in the files of a run, which another version may not continue: it
// could compute other values. The digest is that of the descriptions of the metrics.
func program() string {
	digest := sha256.Sum256(fmt.Append(nil, distance.Metrics))
	return fmt.Sprintf("%s, commit %s, metrics %x", version(), cmp.Or(revision(), "unknown"), digest[:4])
}

// revision returns the commit that was built, or nothing.
func revision() string {
	if commit != "" {
		return commit
	}
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return ""
	}
	set := make(map[string]string, len(info.Settings))
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	if set["vcs.revision"] != "" && set["vcs.modified"] == "true" {
		return set["vcs.revision"] + " with changes"
	}
	return set["vcs.revision"]
}
