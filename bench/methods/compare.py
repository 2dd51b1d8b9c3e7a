"""Compares all guesses with their truths: manifests for sepdist batch, and sepdist falsify on held-out rows.

There are four views of a pair, each with its own truth:

    class   the CPDAG of the truth; guesses that are DAGs are compared as their CPDAG
    dag     the true DAG: credit for orientations that separations do not determine
    pag     sources with hidden variables: the PAG of the truth over the observed ones; DAGs and CPDAGs are
            compared as the PAG of their class
    mag     the same sources: the MAG of the truth, and each guess as it is. A DAG or CPDAG claims that nothing is hidden

strict is class or pag without any repair: a guess that violates its class has no value there. In the other
views such a guess is replaced by the nearest valid graph on its skeleton (--invalid nearest); ambiguous triples
of conservative PC are compared in all their readings.
"""

import csv
import json

import runs

EDGES = ["adjacency-precision", "adjacency-recall", "adjacency-f1"]
ANY = ["zl-sd", "mb-zl-sd", "sc-metric", "c-metric", "s-metric", *EDGES]
MARKS = ["shd", "arrowhead-precision", "arrowhead-recall", "arrowhead-f1"]
CLASSES = [*ANY, *MARKS, "pparent-sd", "mb-pparent-sd", "pancestor-sd", "parent-aid", "ancestor-aid", "oset-aid"]
PAGS = [*ANY, *MARKS, "mark-distance", "canonical-aid"]
DAGS = ["shd", "parent-aid", "oset-aid", "arrowhead-precision", "arrowhead-recall"]
COLUMNS = ["method", "source", "nodes", "degree", "samples", "seed"]
BEFORE = ["id", "truth", "guess", "truth_class", "guess_class"]  # columns of sepdist batch, around those of the manifest
AFTER = ["metric", "wrong", "of", "value", "lower", "upper", "status", "code", "reason"]
SAMPLED = 12  # with more nodes, the s/c-metrics are sampled and at most 20 readings of a guess are compared

# view: {kind of guess: (flags, metrics)}
VIEWS = {
    "class": {
        "dag": (["--as", "cpdag"], CLASSES),
        "cpdag": (["--invalid", "nearest"], CLASSES),
        "triples": ([], CLASSES),
        "pag": (["--invalid", "nearest"], ANY),
    },
    "dag": {
        "dag": ([], [*DAGS, "sid"]),
        "cpdag": (["--invalid", "nearest"], [*DAGS, "sid"]),
        "triples": ([], DAGS),
    },
    "pag": {
        "dag": (["--project", "--as", "pag"], PAGS),
        "cpdag": (["--project", "--as", "pag", "--invalid", "nearest"], PAGS),
        "triples": (["--project"], ANY),
        "pag": (["--project", "--as", "pag", "--invalid", "nearest"], PAGS),
    },
    "mag": {
        "dag": (["--project"], ["canonical-aid"]),
        "cpdag": (["--project", "--invalid", "nearest"], ["canonical-aid"]),
        "pag": (["--project", "--invalid", "nearest"], ["canonical-aid"]),
    },
}
DIRECTIONS = {"reverse": "0", "both": "mean"}  # of zl-sd, beside forward: --symmetric


class Comparison:
    def __init__(self, study):
        self.study, self.out = study, study.out
        (self.out / "rows").mkdir(exist_ok=True)
        self.pairs = []  # (data set, method, kind of guess)
        for dataset in study.datasets():
            self.truths(dataset)
            for name in study.accepted(dataset):
                if study.record(dataset, name).exists():
                    self.pairs.append((dataset, name, self.kind(dataset, name)))

    def kind(self, dataset, name):
        """Return the class of a guess, or triples if it lists ambiguous ones."""
        path = self.study.guess(dataset, name)
        if path.exists() and json.loads(path.read_text())["triples"]:
            return "triples"
        return self.study.methods[name].CLASS

    def truths(self, dataset):
        """Write the truth of each view."""
        if len(dataset.seen) < dataset.nodes:
            dataset.views = {"pag": dataset.truth, "mag": dataset.truth}  # projected by --project
            return
        path = dataset.truth.with_name(f"{dataset.truth.stem}-cpdag.json")
        if not path.exists():
            self.study.sepdist("convert", "--as", "cpdag", "--force", dataset.truth, path)
        dataset.views = {"dag": dataset.truth, "class": path}

    def run(self):
        for view, kinds in VIEWS.items():
            for kind, (flags, metrics) in kinds.items():
                for large in (False, True):
                    sampled = ["--samples", 2000, "--max-readings", 20] if large else []
                    self.batch(view, kind, large, view, [*flags, *sampled], metrics)
                    if "zl-sd" not in metrics:
                        continue
                    for direction, weight in DIRECTIONS.items():
                        self.batch(view, kind, large, direction, [*flags, "--symmetric", weight], ["zl-sd"])
                    if kind != "triples":
                        strict = [flag for flag in flags if flag not in ("--invalid", "nearest")]
                        self.batch(view, kind, large, "strict", strict, ["zl-sd"])
        self.falsify()

    def batch(self, view, kind, large, name, flags, metrics):
        pairs = [(dataset, method) for dataset, method, of in self.pairs
                 if of == kind and view in dataset.views and (len(dataset.seen) > SAMPLED) == large]
        if not pairs:
            return
        stem = "-".join([name, view, kind] + ["large"] * large)
        manifest = self.out / f"manifest-{stem}.csv"
        with manifest.open("w", newline="") as file:
            out = csv.writer(file)
            out.writerow(["id", "truth", "guess", *COLUMNS])
            for dataset, method in pairs:
                out.writerow([f"{dataset.id}-{method}", dataset.views[view].relative_to(self.out),
                              self.study.guess(dataset, method).relative_to(self.out), *columns(dataset, method)])
        rows = self.out / "rows" / f"{stem}.csv"
        rows.unlink(missing_ok=True)
        self.study.sepdist("batch", "--metrics", ",".join(metrics), *flags, "--force", "--out", rows, manifest, check=False)
        if not rows.exists():
            raise SystemExit(f"sepdist batch wrote no rows for {manifest}")

    def falsify(self):
        """Test every valid guess on the held-out rows: the share of pairs whose claim is rejected."""
        with (self.out / "rows" / "held-out.csv").open("w", newline="") as file:
            out = csv.writer(file)
            out.writerow([*BEFORE, *COLUMNS, *AFTER])
            for dataset, method, _ in self.pairs:
                guess = self.study.guess(dataset, method)
                kinds = ["--categorical", ",".join(dataset.observed)] if dataset.module.DATA == "categorical" else []
                text = self.study.sepdist("falsify", "--json", "--workers", 1, *kinds, guess, dataset.held_out, check=False)
                found = json.loads(text) if text else {}
                outcome = ["ok", "", ""] if found else ["error", "invalid" if guess.exists() else "missing-file", ""]
                out.writerow([f"{dataset.id}-{method}", "", guess.relative_to(self.out), "", "", *columns(dataset, method), "held-out",
                              *map(found.get, ("wrong", "of", "value")), "", "", *outcome])


def columns(dataset, method):
    return [method, dataset.source, len(dataset.seen), dataset.degree, dataset.samples, dataset.seed]
