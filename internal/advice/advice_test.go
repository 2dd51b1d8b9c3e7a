package advice_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/option"
)

// Every option that a text refers to, as each door spells it.
func TestDoors(t *testing.T) {
	for _, tt := range []struct {
		ref                   advice.Ref
		flag, python, r, page string
	}{
		{advice.Option("ambiguous"), "--ambiguous", "ambiguous=", "ambiguous", "--ambiguous on the command line"},
		{advice.Option("as", "cpdag"), "--as cpdag", `as_class="cpdag"`, `as = "cpdag"`, "--as cpdag on the command line"},
		{advice.Option("by-position"), "--by-position", "by_position=True", "by_position = TRUE", "“Match by position”"},
		{advice.Option("categorical"), "--categorical", "categorical=", "categorical", "“Categorical columns”"},
		{advice.Option("continuous"), "--continuous", "continuous=", "continuous", "“Continuous columns”"},
		{advice.Option("summary-graph"), "--summary-graph", "summary_graph=True", "summary_graph = TRUE", "--summary-graph on the command line"},
		{advice.Option("symmetric", "mean"), "--symmetric mean", `symmetric="mean"`, `symmetric = "mean"`, "--symmetric mean on the command line"},
		{advice.Option("class", "mag"), "--class mag", `graph_class="mag"`, `class = "mag"`, "the class MAG"},
		{advice.Option("class", "cpdag", "pag"), "--class cpdag or pag", `graph_class="cpdag" or "pag"`, `class = "cpdag" or "pag"`, "the class CPDAG or PAG"},
		{advice.Option("guess-class", "cyclic"), "--guess-class cyclic", `guess_class="cyclic"`, `guess_class = "cyclic"`, "the class CYCLIC of the guess"},
		{advice.Option("codes", "plain"), "--codes plain", `codes="plain"`, `codes = "plain"`, "--codes plain on the command line"},
		{advice.Option("directed", "true", "false"), "--directed or --directed=false", "directed=True or False", "directed = TRUE or FALSE", "--directed or --directed=false on the command line"},
		{advice.Option("drop-self-loops"), "--drop-self-loops", "drop_self_loops=True", "drop_self_loops = TRUE", "--drop-self-loops on the command line"},
		{advice.Option("exact-limit", "45"), "--exact-limit 45", "exact_limit=45", "exact_limit = 45", "--exact-limit 45 on the command line"},
		{advice.Option("fail-fast"), "--fail-fast", "fail_fast=True", "fail_fast = TRUE", "--fail-fast on the command line"},
		{advice.Option("force"), "--force", "force=True", "force = TRUE", "--force on the command line"},
		{advice.Option("format", "text"), "--format text", `format="text"`, `format = "text"`, "--format text on the command line"},
		{advice.Option("invalid", "drop"), "--invalid drop", `invalid="drop"`, `invalid = "drop"`, "“A guess that is not of its class”: drop"},
		{advice.Option("invalid"), "--invalid", "invalid=", "invalid", "“A guess that is not of its class”"},
		{advice.Option("lag0"), "--lag0", "lag0=True", "lag0 = TRUE", "--lag0 on the command line"},
		{advice.Option("latent"), "--latent", "latent=", "latent", "--latent on the command line"},
		{advice.Option("latent", "U", "1"), "--latent U,1", `latent=["U", "1"]`, `latent = c("U", "1")`, "--latent U,1 on the command line"},
		{advice.Option("lossy"), "--lossy", "lossy=True", "lossy = TRUE", "--lossy on the command line"},
		{advice.Option("mark-at", "row"), "--mark-at row", `mark_at="row"`, `mark_at = "row"`, "--mark-at row on the command line"},
		{advice.Option("max-order"), "--max-order", "max_order=", "max_order", "--max-order on the command line"},
		{advice.Option("max-readings"), "--max-readings", "max_readings=", "max_readings", "--max-readings on the command line"},
		{advice.Option("missing", "drop"), "--missing drop", `missing="drop"`, `missing = "drop"`, "“Leave out rows with missing values”"},
		{advice.Option("nan", "bidirected", "undirected"), "--nan bidirected or undirected", `nan="bidirected" or "undirected"`, `nan = "bidirected" or "undirected"`, "--nan bidirected or undirected on the command line"},
		{advice.Option("opposite-arcs", "undirected"), "--opposite-arcs undirected", `opposite_arcs="undirected"`, `opposite_arcs = "undirected"`, "--opposite-arcs undirected on the command line"},
		{advice.Option("truth-orientation", "row-to-col"), "--truth-orientation row-to-col", `truth_orientation="row-to-col"`, `truth_orientation = "row-to-col"`, "--truth-orientation row-to-col on the command line"},
		{advice.Option("project"), "--project", "project=True", "project = TRUE", "“Nodes that the guess does not have are latent”"},
		{advice.Option("rename", "X1=a", "X2=b", "..."), "--rename X1=a,X2=b,...", `rename={"X1": "a", "X2": "b", ...}`, "rename = list(`X1` = \"a\", `X2` = \"b\", ...)", "“Rename” (X1=a, X2=b, ...)"},
		{advice.Option("rename", "X1=..."), "--rename X1=...", `rename={"X1": ...}`, "rename = list(`X1` = ...)", "“Rename” (X1=...)"},
		{advice.Option("rename"), "--rename", "rename=", "rename", "“Rename”"},
		{advice.Option("samples"), "--samples", "samples=", "samples", "--samples on the command line"},
		{advice.Option("selected"), "--selected", "selected=", "selected", "--selected on the command line"},
		{advice.Option("stacked"), "--stacked", "stacked=True", "stacked = TRUE", "--stacked on the command line"},
		{advice.Option("threshold", "0.3"), "--threshold 0.3", "threshold=0.3", "threshold = 0.3", "--threshold 0.3 on the command line"},
		{advice.Option("to", "json"), "--to json", `to="json"`, `to = "json"`, "--to json on the command line"},
		{advice.Option("wide"), "--wide", "wide=True", "wide = TRUE", "--wide on the command line"},
		{advice.Option("window"), "--window", "window=", "window", "--window on the command line"},
		{advice.Option("workers", "4"), "--workers 4", "workers=4", "workers = 4", "--workers 4 on the command line"},
	} {
		for _, door := range []struct {
			name, want string
			spell      advice.Spell
		}{{"flag", tt.flag, advice.Flag}, {"Python", tt.python, option.Python("")}, {"R", tt.r, option.R("")}, {"page", tt.page, option.Page}} {
			if got := tt.ref.Render(door.spell); got != door.want {
				t.Errorf("%v as %s is %q, want %q", tt.ref, door.name, got, door.want)
			}
		}
	}
	if got := option.Python("truth")("class", "mag"); got != `truth_class="mag"` {
		t.Errorf("the class of the truth is %s in Python", got)
	}
	if got := option.R("guess")("class", "mag"); got != `guess_class = "mag"` {
		t.Errorf("the class of the guess is %s in R", got)
	}
}

// exitError adds no text, and plainError has no references.
type exitError struct{ error }

func (e exitError) Unwrap() error { return e.error }

func TestErrors(t *testing.T) {
	use := advice.Textf("use %v or %v", advice.Option("class", "mag"), advice.Option("invalid"))
	inner := advice.Errorf("a 100%% bad graph: %v; %w", use, io.EOF)
	inner.Code, inner.Witness = "class", []string{"a"}
	err := error(exitError{advice.About("guess", "g.txt", inner)})
	if got, want := err.Error(), "g.txt: a 100% bad graph: use --class mag or --invalid; EOF"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := advice.Render(err, option.Python("guess")), `g.txt: a 100% bad graph: use guess_class="mag" or invalid=; EOF`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !errors.Is(err, io.EOF) {
		t.Error("the wrapped error is lost")
	}
	want := advice.Fields{Code: "class", Role: "guess", File: "g.txt", Option: "class", Witness: []string{"a"}}
	if got := advice.FieldsOf(err); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	wrong := advice.Wrong("workers", "-1", "%v is out of range", advice.Option("workers", "-1"))
	want = advice.Fields{Code: "option", Option: "workers", Value: "-1"}
	if got := advice.FieldsOf(fmt.Errorf("a: %w", wrong)); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := advice.Render(advice.About("truth", "", wrong), option.R("")); got != "workers = -1 is out of range" {
		t.Errorf("a graph without a name: got %q", got)
	}
}

// A long name has no suggestion, and takes no memory.
func TestNearOfLongNames(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	if near := advice.Near(long, []string{long + "y", "x"}); near != nil {
		t.Errorf("%d words are near a long name, want none", len(near))
	}
	if near := advice.Near("shd", []string{long, "sid"}); len(near) != 1 {
		t.Errorf("%d words are near shd, want one", len(near))
	}
}
