package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/op"
)

func newMembers() *cobra.Command {
	var in inputFlags
	var out output
	var folder, to string
	var limit int
	var asJSON bool
	cmd := newCommand("members", takes(1, 1, "one graph"), func(cmd *cobra.Command, args []string) error {
		if err := checkLimit(limit); err != nil {
			return err
		}
		to, err := formatFor(to, "-")
		if err != nil {
			return err
		}
		f, _ := format.Lookup(to)
		switch {
		case folder == "" && to != "text":
			return misused("--to %s: only text and --json fit several graphs in one output: use --out FOLDER", to)
		case folder != "" && len(f.Extensions) == 0:
			return misused("--to %s: the format has no extension to name files by: use another", to)
		}
		g, err := in.graph(cmd, "", args[0])
		if err != nil {
			return err
		}
		if _, err := member(cmd, g); err != nil {
			return err
		}
		members, size, err := g.Members(cmd.Context())
		if err != nil {
			return err
		}
		stdout := bufio.NewWriter(cmd.OutOrStdout())
		put := func(i int, one *graph.Graph) error {
			d := &format.Document{Graph: one}
			write := func(w io.Writer) error {
				_, err := in.write(w, d, to, false)
				return err
			}
			switch {
			case folder != "":
				out.derived = true
				return out.write(cmd, filepath.Join(folder, fmt.Sprintf("member-%d%s", i, f.Extensions[0])), write)
			case asJSON:
				return jsonLine(stdout, d)
			case i > 1:
				fmt.Fprintln(stdout)
			}
			fmt.Fprintf(stdout, "# member %d\n", i)
			return write(stdout)
		}
		if folder != "" {
			if err := fileError(folder, os.MkdirAll(folder, 0o777)); err != nil {
				return err
			}
		}
		listed, more := 0, false
		for one := range members {
			if more = listed == limit; more {
				break
			}
			listed++
			if err := put(listed, one); err != nil {
				return err
			}
			if cmd.Context().Err() != nil {
				break
			}
		}
		if err := context.Cause(cmd.Context()); err != nil {
			return err
		}
		if err := stdout.Flush(); err != nil {
			return err
		}
		if more {
			all := "more"
			if size != nil {
				all = size.String()
			}
			warn(cmd, g.Name, fmt.Sprintf("listed %d of %s graphs: use --limit to list others", listed, all))
		}
		return nil
	})
	f := cmd.Flags()
	f.IntVar(&limit, "limit", 100, "number of graphs to list")
	f.BoolVar(&asJSON, "json", false, "print one line of JSON for each graph")
	f.StringVar(&to, "to", "", "`FORMAT` to write (default: text)")
	f.StringVarP(&folder, "out", "o", "", "`FOLDER` to write to, one file for each graph")
	out.addFlags(cmd)
	in.addFlags(cmd)
	complete(cmd, "to", op.Written())
	return cmd
}

// jsonLine writes a graph as one line of JSON.
func jsonLine(w io.Writer, d *format.Document) error {
	var b, line bytes.Buffer
	if _, err := format.Write(&b, d, "json", format.Options{}); err != nil {
		return err
	}
	if err := json.Compact(&line, b.Bytes()); err != nil {
		return err
	}
	line.WriteByte('\n')
	_, err := w.Write(line.Bytes())
	return err
}
