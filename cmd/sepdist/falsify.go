package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist"
	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/internal/falsify"
	"github.com/sepdist/sepdist/internal/falsify/verdict"
	"github.com/sepdist/sepdist/internal/independence"
	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/parquet"
	"github.com/sepdist/sepdist/internal/picture/page"
	"github.com/sepdist/sepdist/internal/table"
)

// A falsifyCmd holds the flags of falsify.
type falsifyCmd struct {
	in      inputFlags
	options option.FalsifyOptions
	list    bool
	pValues string
	raw     bool
	report  string
	out     output
}

func newFalsify() *cobra.Command {
	c := &falsifyCmd{}
	tests := each(independence.Methods, func(m struct{ Name, Doc string }) string {
		return fmt.Sprintf("  %-11s %s", m.Name, m.Doc)
	})
	cmd := newCommand("falsify", nil, c.run, "%tests%", strings.Join(tests, "\n"))
	f := cmd.Flags()
	addOptions(cmd, option.Falsification, &c.options, option.Falsify)
	f.BoolVar(&c.list, "list", false, "print the claims that need a p-value as CSV, and test nothing")
	f.StringVar(&c.pValues, "p-values", "", "read p-values from a `FILE` with the columns of --list in place of DATA")
	f.Bool("json", false, "print JSON")
	f.Bool("csv", false, "print the claims as CSV; for several graphs, one row for each")
	f.Bool("markdown", false, "print Markdown tables")
	f.Bool("latex", false, "print tables for LaTeX with booktabs")
	f.StringVar(&c.report, "report", "", "also write a report with pictures as an HTML `FILE`")
	c.out.addFlags(cmd)
	addRaw(cmd, &c.raw)
	exclusive(cmd, "json", "csv", "markdown", "latex")
	c.in.addFlags(cmd)
	complete(cmd, "strategy", falsify.StrategyNames())
	return cmd
}

func (c *falsifyCmd) run(cmd *cobra.Command, args []string) error {
	if err := c.check(cmd); err != nil {
		return err
	}
	graphs := args
	if !c.list && c.pValues == "" {
		if len(args) < 2 {
			return misused("expected one or more graphs and a file of data (GRAPH... DATA), got %d", len(args))
		}
		graphs = args[:len(args)-1]
	}
	if len(graphs) == 0 {
		return misused("expected one or more graphs, got none")
	}
	if c.list {
		return c.printClaims(cmd, graphs)
	}
	file, read := c.pValues, falsify.ReadP
	if c.pValues == "" {
		file, read = args[len(args)-1], readColumns
	}
	data, err := readData(cmd, file, read)
	if err != nil {
		return err
	}
	if c.pValues == "" {
		data.Options, data.Rows = c.options.Columns, c.options.Rows
	}
	if err := c.out.free(c.report); err != nil {
		return err
	}
	var results verdict.Falsifications
	members := make(map[*verdict.Falsification]class.Member)
	list, err := c.graphs(cmd, graphs)
	if err != nil {
		return err
	}
	for _, g := range list {
		m, err := member(cmd, g)
		if err != nil {
			return err
		}
		result, err := falsify.Run(cmd.Context(), g.Name, m, data, c.options.Options)
		if err != nil {
			return err
		}
		results = append(results, result)
		members[result] = m
	}
	results.Sort()
	if c.report != "" {
		p := op.FalsifyPage(results, members)
		p.Made = append(p.Made, page.Setting{Name: "Version", Value: "sepdist " + version()},
			page.Setting{Name: "Command", Value: commandLine(cmd, &c.in, args...)})
		if err := c.out.write(cmd, c.report, func(w io.Writer) error { return page.WriteFalsify(w, p) }); err != nil {
			return err
		}
	}
	return new(output).write(cmd, "-", chosen(cmd, results.Text, map[string]writer{
		"json": results.JSON, "markdown": results.Markdown, "latex": results.LaTeX,
		"csv": func(w io.Writer) error { return results.CSV(w, c.raw) },
	}))
}

// graphs returns the graphs in files.
func (c *falsifyCmd) graphs(cmd *cobra.Command, files []string) ([]*sepdist.Graph, error) {
	return c.in.graphs(cmd, make([]string, len(files)), files, false)
}

// check refuses flags that contradict each other or have wrong values.
func (c *falsifyCmd) check(cmd *cobra.Command) error {
	if !(c.options.Alpha > 0 && c.options.Alpha < 1) {
		return misused("--alpha: %v is not between 0 and 1", c.options.Alpha)
	}
	c.options.Columns.DropMissing = c.options.Missing == "drop"
	if c.report != "" && c.list {
		return misused("--list tests nothing and has no report: omit --report")
	}
	if c.pValues != "" && c.list {
		return misused("--list and --p-values cannot be combined: use one of them")
	}
	if c.pValues != "" && (c.options.Rows > 0 || cmd.Flags().Changed("test")) {
		return misused("--p-values replaces the data and the test: omit --covariance and --test")
	}
	if c.pValues != "" && (c.options.Permutations > 0 || c.options.Suggest) {
		return misused("--permutations and --suggest test other claims than those of --p-values: use them with data")
	}
	return nil
}

// printClaims prints the claims of all graphs, each once, as [falsify.ReadP] reads them.
func (c *falsifyCmd) printClaims(cmd *cobra.Command, graphs []string) error {
	seen := make(map[string]bool)
	rows := [][]string{{"x", "y", "given", "p"}}
	list, err := c.graphs(cmd, graphs)
	if err != nil {
		return err
	}
	for _, g := range list {
		m, err := member(cmd, g)
		if err != nil {
			return err
		}
		f, err := falsify.Claims(cmd.Context(), g.Name, m, c.options.Options)
		if err != nil {
			return err
		}
		for i := range f.Names {
			if strings.Contains(f.Names[i], ";") {
				return fmt.Errorf("%s: node %q has a semicolon, which separates nodes in the list: rename it", g.Name, f.Names[i])
			}
		}
		for _, claim := range f.Claims {
			given := make([]string, len(claim.Given))
			for i, v := range claim.Given {
				given[i] = f.Names[v]
			}
			row := []string{f.Names[min(claim.X, claim.Y)], f.Names[max(claim.X, claim.Y)], strings.Join(given, ";"), ""}
			if key := strings.Join(row, "\x00"); !seen[key] {
				seen[key] = true
				rows = append(rows, row)
			}
		}
	}
	return new(output).write(cmd, "-", func(w io.Writer) error { return table.WriteCSV(w, rows, c.raw) })
}

// readData reads a file, or standard input for "-".
func readData(cmd *cobra.Command, file string, read func(in io.Reader, name string) (*falsify.Data, error)) (*falsify.Data, error) {
	if file == "-" {
		return read(cmd.InOrStdin(), "stdin")
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return nil, folderError(file)
	}
	in, err := os.Open(file)
	if err != nil {
		return nil, fileError(file, err)
	}
	defer in.Close()
	return read(in, file)
}

// readColumns is [falsify.Read], for Parquet too.
func readColumns(in io.Reader, name string) (*falsify.Data, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, fileError(name, err))
	}
	if !bytes.HasPrefix(text, []byte("PAR1")) {
		return falsify.Read(bytes.NewReader(text), name)
	}
	columns, err := parquetSources(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &falsify.Data{Name: name, Columns: columns}, nil
}

// parquetSources reads the columns of a Parquet file. Booleans become texts, and so categorical;
// columns of lists and records are left out.
func parquetSources(text []byte) (columns []independence.Source, err error) {
	file, err := parquet.Open(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, err
	}
	for i := range file.Columns {
		c := &file.Columns[i]
		s := independence.Source{Name: c.Name}
		if c.Numeric() {
			s.Numbers = make([]float64, 0, min(file.Rows, 1<<20))
		} else {
			s.Texts = make([]string, 0, min(file.Rows, 1<<20))
		}
		in := file.Read(c)
		for range file.Rows {
			v, err := in.Next()
			switch {
			case err != nil:
				return nil, fmt.Errorf("column %q: %w", c.Name, err)
			case !c.Numeric():
				s.Texts = append(s.Texts, c.Text(v))
			case v == nil:
				s.Numbers = append(s.Numbers, math.NaN())
			default:
				s.Numbers = append(s.Numbers, c.Number(v))
			}
		}
		columns = append(columns, s)
	}
	if len(columns) == 0 {
		return nil, errors.New("the Parquet file has no columns of numbers or texts")
	}
	return columns, nil
}
