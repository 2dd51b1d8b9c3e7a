package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/picture/paint"
	"github.com/sepdist/sepdist/internal/study/reproduce"
	"github.com/sepdist/sepdist/internal/table"
)

func newReproduce() *cobra.Command {
	var o reproduce.Options
	var shared option.Options
	var out output
	var folder string
	var formats []string
	lines := each(reproduce.Figures, func(f reproduce.Figure) string { return fmt.Sprintf("  %-13s %s", f.Name, f.Title) })
	cmd := newCommand("reproduce", takes(1, maxArgs, "all, or at least one FIGURE"), func(cmd *cobra.Command, args []string) error {
		o.Workers = shared.Workers
		if slices.Contains(args, "all") {
			args = figureNames()
		}
		var figures []*reproduce.Figure
		for _, name := range args {
			f, err := reproduce.Find(name)
			if err := checkUse(err); err != nil {
				return err
			}
			figures = append(figures, f)
		}
		for _, format := range formats {
			if !slices.Contains(paint.Names(), format) {
				return misused("--pictures: unknown format %q: use one or more of %s", format, strings.Join(paint.Names(), ", "))
			}
		}
		taken := []string{filepath.Join(folder, "reproduction.md")}
		for _, f := range figures {
			for _, ext := range append([]string{"csv"}, formats...) {
				taken = append(taken, filepath.Join(folder, f.Name+"."+ext))
			}
		}
		if err := out.free(taken...); err != nil {
			return err
		}
		if err := fileError(folder, os.MkdirAll(folder, 0o777)); err != nil {
			return err
		}
		out.derived = true
		var page bytes.Buffer
		page.WriteString(reproducePage(o))
		for _, f := range figures {
			if err := oneFigure(cmd, f, o, out, folder, formats, &page); err != nil {
				return err
			}
		}
		return out.write(cmd, filepath.Join(folder, "reproduction.md"), func(w io.Writer) error {
			_, err := w.Write(page.Bytes())
			return err
		})
	}, "{figures}", strings.Join(lines, "\n"))
	cmd.ValidArgs = append([]string{"all"}, figureNames()...)
	f := cmd.Flags()
	f.BoolVar(&o.Quick, "quick", false, "fewer runs (takes seconds)")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of the random numbers")
	addNamed(cmd, &shared, "workers")
	f.StringVarP(&folder, "out", "o", "reproduction", "`FOLDER` to write to")
	f.StringSliceVar(&formats, "pictures", []string{"svg"}, "formats of the pictures: svg, png, pdf")
	complete(cmd, "pictures", paint.Names())
	out.addFlags(cmd)
	return cmd
}

// oneFigure runs one figure and writes what came of it.
func oneFigure(cmd *cobra.Command, f *reproduce.Figure, o reproduce.Options, out output, folder string, formats []string, page io.Writer) error {
	bar := newProgress(cmd, f.Name)
	defer bar.end()
	o.Progress = func(done, total int) { bar.tell(float64(done) / float64(total)) }
	r, err := f.Run(cmd.Context(), o)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: stopped", f.Name)
	}
	if err != nil {
		return err
	}
	bar.end()
	picture := ""
	if len(r.Panels) > 0 {
		p, err := r.Picture(f)
		if err != nil {
			return err
		}
		for _, format := range formats {
			file := f.Name + "." + format
			if err := out.write(cmd, filepath.Join(folder, file), func(w io.Writer) error { return paint.Write(w, p, format, paint.Options{}) }); err != nil {
				return err
			}
			picture = cmp.Or(picture, file)
		}
	}
	if len(r.Curves) > 0 {
		if err := out.write(cmd, filepath.Join(folder, f.Name+".csv"), func(w io.Writer) error { return r.CSV(w, f) }); err != nil {
			return err
		}
	}
	for _, s := range r.Statements {
		whose := ""
		if s.Ours {
			whose = "(ours) "
		}
		b := table.NewPage(cmd.OutOrStdout())
		b.Line("%-13s %-11s  %s%s. Rule: %s. Numbers: %s.", f.Name, s.Verdict, whose, s.Text, s.Rule, s.Detail)
		if err := b.Flush(cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	return r.Markdown(page, f, picture)
}

// reproducePage returns the text above the figures.
func reproducePage(o reproduce.Options) string {
	size := "the paper's sizes"
	flag := ""
	if o.Quick {
		size, flag = "a fraction of the paper's sizes", "--quick "
	}
	return fmt.Sprintf(`# The experiments of the paper

Wahl and Runge, "Separation-based distance measures for causal graphs" (AISTATS 2025), run again
with %s and seed %d:

    sepdist reproduce %s--seed %[2]d all

Statements of the paper about its figures are judged by the rules beside them, if they can be
counted. Explanations and advice are not judged, nor is what needs an experiment that neither the
paper nor we ran. The rules and their bounds are ours, and some bounds were set after a first look
at the numbers. A statement is **seen** or **not seen** only if its rule holds or fails by more than
two standard errors, otherwise it is **not decided**: fewer runs decide less, never more. Statements
marked (ours) are not in the paper. Bands are ± one standard deviation of the runs, as in the paper's figures.

The authors' values were read off the plots in their repository of experiments,
github.com/JonasChoice/SDs_experiments (commit 711945a). About one value in twenty is expected to
differ by more than two standard errors; a row is marked if chance alone would put that many values
outside in fewer than one of twenty rows. Their scripts count a reversed edge twice in the SHD:
compare with `+"`shd-reversal2`"+`.

`, size, o.Seed, flag)
}

func figureNames() []string {
	return each(reproduce.Figures, func(f reproduce.Figure) string { return f.Name })
}
