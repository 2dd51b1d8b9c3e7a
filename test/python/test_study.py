"""A small run of the study of time series, held to what can be counted from its files."""

import csv
import json
import pathlib
import subprocess
import sys

import numpy as np

from command import COMMAND, FileTest

STUDY = pathlib.Path(__file__).resolve().parents[2] / "bench" / "series"
VARIABLES, SAMPLES, SEEDS = 4, 200, 2


class StudyTest(FileTest):
    def setUp(self):
        super().setUp()
        self.page = self.folder / "page.md"
        self.blocks = ["readings", "means", "limit", "extra", "single", "change", "order", "same", "hidden"]
        self.page.write_text("".join(f"<!-- begin {b} -->\n<!-- end {b} -->\n" for b in self.blocks))
        done = subprocess.run(
            [
                sys.executable, "-W", "ignore", STUDY / "study.py", "--sepdist", COMMAND, "--out", self.folder / "out",
                "--seeds", str(SEEDS), "--variables", str(VARIABLES), "--samples", str(SAMPLES), "--page", self.page,
            ],
            capture_output=True, text=True,
        )
        self.assertEqual(done.returncode, 0, done.stderr)

    def rows(self, name):
        with (self.folder / "out" / f"{name}.csv").open(newline="") as file:
            return list(csv.DictReader(file))

    def links(self, path):
        """Return the adjacencies of a file, {(x, lag, y): arrow}, with x < y at lag 0."""
        path = self.folder / "out" / path
        if path.suffix == ".npz":
            graph = np.load(path)["graph"]
            n = len(graph)
            return {
                (x, lag, y): graph[x, y, lag] for x in range(n) for y in range(n) for lag in range(graph.shape[2])
                if graph[x, y, lag] and (lag > 0 or x < y)
            }
        document = json.loads(path.read_text())
        place = {name: i for i, name in enumerate(document["nodes"])}
        found = {}
        for e in document["edges"]:
            x, lag, y, arrow = place[e["from"]], e.get("lag", 0), place[e["to"]], e["edge"]
            if lag == 0 and x > y:
                x, y, arrow = y, x, {"-->": "<--"}.get(arrow, arrow)
            found[x, lag, y] = arrow
        return found

    def test_a_small_run(self):
        rows = self.rows("forward") + self.rows("forward-plus")
        methods = {"granger", "granger-lag0", "pcmci", "pcmci-lag0", "pcmciplus"}
        self.assertEqual({(r["method"], r["seed"]) for r in rows}, {(m, str(s + 1)) for m in methods for s in range(SEEDS)})
        for row in rows:
            if row["metric"] == "mb-pparent-sd" and row["method"].endswith("-lag0"):
                self.assertEqual("metric-not-defined", row["code"])
                continue
            self.assertEqual(row["status"], "ok", row)
            truth, guess = self.links(row["truth"]), self.links(row["guess"])
            both = len(truth.keys() & guess.keys())
            if row["metric"] == "adjacency-f1":
                self.assertAlmostEqual(float(row["value"]), 2 * both / (len(truth) + len(guess)))
            if row["metric"] == "shd" and row["method"] != "pcmciplus":  # whose graphs have readings
                wrong = sum(truth.get(k) != guess.get(k) for k in truth.keys() | guess.keys())
                self.assertEqual((int(row["wrong"]), int(row["of"])), (wrong, VARIABLES * (VARIABLES - 1) // 2 + 2 * VARIABLES**2), row)

        # Correlated noise keeps the separations of its graph, and one link less is one wrong link.
        self.assertEqual({r["value"] for r in self.rows("limit") if r["metric"] == "zl-sd"}, {"0"})
        self.assertEqual({r["wrong"] for r in self.rows("single") if r["metric"] == "shd"} - {"1"}, set())

        page = self.page.read_text()
        for block in self.blocks:
            self.assertIn("\n| --- |", page.split(f"<!-- begin {block} -->")[1].split(f"<!-- end {block} -->")[0])
        plots = sorted(p.name for p in self.page.with_suffix("").iterdir())
        self.assertEqual(plots, [f"{kind}-{VARIABLES}.svg" for kind in ("lines", "reverse", "scatter")])
