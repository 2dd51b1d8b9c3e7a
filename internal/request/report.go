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
	"github.com/sepdist/sepdist/internal/try"
)

func init() { ops["report"], ops["compare-many"] = reportPage, compareMany }

// reportPage answers with a report as HTML.
func reportPage(ctx context.Context, r *Request, a *answer) {
	o := r.options()
	truth, guess := r.pair()
	if r.Limit < 0 {
		expect("limit", strconv.Itoa(r.Limit), "a number from 0 up")
	}
	p := try.Get(op.Report(ctx, truth, guess, op.ReportOptions{
		Options: o, Random: r.Options["baseline"] != nil, Title: r.Title, Explain: r.Explain, Limit: r.Limit,
		Made: []page.Setting{
			{Name: "Version", Value: "sepdist " + version()},
			{Name: "Metrics", Value: strings.Join(r.Metrics, ", ")},
			{Name: "Seed", Value: strconv.FormatUint(o.Seed, 10)},
			{Name: "Classes", Value: op.Classes},
		},
	}))
	a.add("data", written(func(w io.Writer) error { return page.Write(w, *p) }))
}

// version returns that of the module.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}
