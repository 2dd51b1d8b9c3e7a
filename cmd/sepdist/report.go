package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/picture/page"
)

func newReport() *cobra.Command {
	var c compareFlags
	var out output
	var o op.ReportOptions
	var file string
	cmd := newCommand("report", takes(2, 2, "two graphs (TRUTH GUESS)"), func(cmd *cobra.Command, args []string) error {
		if err := c.finish(cmd); err != nil {
			return err
		}
		for _, name := range o.Explain {
			if _, err := distance.Find(name); err != nil {
				return fmt.Errorf("--explain: %w", err)
			}
		}
		if err := checkLimit(o.Limit); err != nil {
			return err
		}
		if ext := filepath.Ext(file); ext != "" && !slices.Contains([]string{".html", ".htm"}, strings.ToLower(ext)) {
			return misused("--out: a report is a web page, and %s is not named .html", file)
		}
		if err := out.free(file); err != nil {
			return err
		}
		truth, guess, err := c.read(cmd, args[0], args[1])
		if err != nil {
			return err
		}
		bar := c.watch(cmd, "comparing")
		o.Options, o.Random = c.options, cmd.Flags().Changed("baseline")
		o.Made = []page.Setting{
			{Name: "Version", Value: "sepdist " + version()},
			{Name: "Command", Value: commandLine(cmd, &c.in, truth.Name, guess.Name)},
			{Name: "Seed", Value: strconv.FormatUint(o.Seed, 10)},
			{Name: "Classes", Value: op.Classes},
		}
		p, err := op.Report(cmd.Context(), truth, guess, o)
		bar.end()
		if err != nil {
			return ofMetrics(err)
		}
		return out.write(cmd, file, func(w io.Writer) error { return page.Write(w, *p) })
	})
	f := cmd.Flags()
	f.StringVarP(&file, "out", "o", "-", "`FILE` to write")
	f.StringVar(&o.Title, "title", "", "`TEXT` above the report")
	f.StringSliceVar(&c.options.Metrics, "metrics", []string{"all"}, "metrics and groups of metrics, separated by commas")
	f.StringSliceVar(&o.Explain, "explain", nil, "metrics whose wrong claims are shown (default: zl-sd and, where defined, parent-aid)")
	f.IntVar(&o.Limit, "limit", 12, "number of wrong claims to show for each metric")
	out.addFlags(cmd)
	c.addFlags(cmd, option.Report)
	c.addYes(cmd)
	return cmd
}

// commandLine returns a command for a shell that leads to the same numbers.
func commandLine(cmd *cobra.Command, in *inputFlags, files ...string) string {
	command := []string{"sepdist", cmd.Name()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains([]string{"out", "report", "force", "workers", "yes"}, f.Name) { // they do not change the numbers
			return
		}
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ",")
		}
		if value != "" { // a setting has several, which come after this
			command = append(command, "--"+f.Name+"="+shellWord(value))
		}
	})
	for _, s := range in.stated {
		command = append(command, "--"+flagOf(s.role, s.name)+"="+shellWord(s.value))
	}
	for _, file := range files {
		command = append(command, shellWord(file))
	}
	return strings.Join(command, " ")
}
