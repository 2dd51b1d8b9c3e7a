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

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/picture/page"
)

func newReport() *cobra.Command {
	var c compareFlags
	var out output
	r := reporting{compareFlags: &c}
	var file string
	cmd := newCommand("report", takes(2, 2, "two graphs (TRUTH GUESS)"), func(cmd *cobra.Command, args []string) error {
		if err := c.finish(cmd); err != nil {
			return err
		}
		for _, name := range r.explain {
			if _, err := distance.Find(name); err != nil {
				return fmt.Errorf("--explain: %w", err)
			}
		}
		if err := checkLimit(r.limit); err != nil {
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
		p, err := r.page(cmd, truth, guess)
		if err != nil {
			return ofMetrics(err)
		}
		return out.write(cmd, file, func(w io.Writer) error { return page.Write(w, *p) })
	})
	f := cmd.Flags()
	f.StringVarP(&file, "out", "o", "-", "`FILE` to write")
	f.StringVar(&r.title, "title", "", "`TEXT` above the report")
	f.StringSliceVar(&c.options.Metrics, "metrics", []string{"all"}, "metrics and groups of metrics, separated by commas")
	f.StringSliceVar(&r.explain, "explain", nil, "metrics whose wrong claims are shown (default: zl-sd and, where defined, parent-aid)")
	f.IntVar(&r.limit, "limit", 12, "number of wrong claims to show for each metric")
	out.addFlags(cmd)
	c.addFlags(cmd, option.Report)
	c.addYes(cmd)
	return cmd
}

// A reporting collects the contents of a report.
type reporting struct {
	*compareFlags
	title   string
	explain []string
	limit   int
}

func (r *reporting) page(cmd *cobra.Command, truth, guess *sepdist.Graph) (*page.Page, error) {
	bar := r.watch(cmd, "comparing")
	defer bar.end()
	return op.Report(cmd.Context(), truth, guess, op.ReportOptions{
		Options: r.options, Random: cmd.Flags().Changed("baseline"), Title: r.title, Explain: r.explain, Limit: r.limit,
		Made: r.made(cmd, truth, guess),
	})
}

// made says how the report was made.
func (r *reporting) made(cmd *cobra.Command, truth, guess *sepdist.Graph) []page.Setting {
	return []page.Setting{
		{Name: "Version", Value: "sepdist " + version()},
		{Name: "Command", Value: commandLine(cmd, &r.in, truth.Name, guess.Name)},
		{Name: "Seed", Value: strconv.FormatUint(r.options.Seed, 10)},
		{Name: "Classes", Value: op.Classes},
	}
}

// commandLine returns a command for a shell that leads to the same numbers.
func commandLine(cmd *cobra.Command, in *inputFlags, files ...string) string {
	command := []string{"sepdist", cmd.Name()}
	var options []page.Setting
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains([]string{"out", "report", "force", "workers", "yes"}, f.Name) { // they do not change the numbers
			return
		}
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ",")
		}
		if value == "" { // of a setting, which has several
			return
		}
		options = append(options, page.Setting{Name: "--" + f.Name, Value: value})
	})
	for _, s := range in.stated {
		options = append(options, page.Setting{Name: "--" + flagOf(s.role, s.name), Value: s.value})
	}
	for _, o := range options {
		command = append(command, o.Name+"="+shellWord(o.Value))
	}
	for _, file := range files {
		command = append(command, shellWord(file))
	}
	return strings.Join(command, " ")
}
