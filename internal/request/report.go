//go:build !lean

package request

import (
	"context"
	"io"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/internal/op"
	"github.com/sepdist/sepdist/internal/picture/page"
)

func init() { ops["report"], ops["compare-many"] = reportPage, compareMany }

// reportPage answers with a report as HTML.
func reportPage(ctx context.Context, r *Request, a *answer) error {
	truth, guess, o, err := r.comparison()
	if err != nil {
		return err
	}
	if r.Limit < 0 {
		return expected("limit", strconv.Itoa(r.Limit), "a number from 0 up")
	}
	p, err := op.Report(ctx, truth, guess, op.ReportOptions{
		Options: o, Random: r.Options["baseline"] != nil, Title: r.Title, Explain: r.Explain, Limit: r.Limit,
		Made: []page.Setting{
			{Name: "Version", Value: "sepdist " + version()},
			{Name: "Metrics", Value: strings.Join(r.Metrics, ", ")},
			{Name: "Seed", Value: strconv.FormatUint(o.Seed, 10)},
			{Name: "Classes", Value: op.Classes},
		},
	})
	if err != nil {
		return err
	}
	return a.data(func(w io.Writer) error { return page.Write(w, *p) })
}

// version returns that of the module.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}
