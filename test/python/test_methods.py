"""A tiny run of the study of methods, with the method of docs/own-method.md, one that fails and one that does not end."""

import csv
import json
import pathlib
import re
import subprocess
import sys

import numpy as np
from scipy import stats

from command import COMMAND, FileTest, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
STUDY = ROOT / "bench" / "methods"
sys.path.append(str(STUDY))

BROKEN = 'CLASS, DATA = "dag", ["continuous"]\n\n\ndef learn(X):\n    raise ValueError("no graph")\n'
ENDLESS = BROKEN.replace('raise ValueError("no graph")', "while True: pass")
CYCLE = BROKEN.replace('raise ValueError("no graph")', 'return ["X1 --> X2", "X2 --> X3", "X3 --> X1"]')


class MethodsTest(FileTest):
    def setUp(self):
        super().setUp()
        own = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "own-method.md").read_text(), re.S)[1]
        self.method = []
        for name, text in {"my_method": own, "broken": BROKEN, "endless": ENDLESS, "cycle": CYCLE}.items():
            (self.folder / f"{name}.py").write_text(text)
            self.method += ["--method", self.folder / f"{name}.py"]
        self.out = self.folder / "out"

    def study(self):
        done = subprocess.run(
            [sys.executable, "-W", "ignore", STUDY / "study.py", "--sepdist", COMMAND, "--out", self.out, "--grid", "tiny", "--limit", "1",
             "--methods", "pc,empty", *self.method, "--page", ROOT / "docs" / "methods-study.md"],
            capture_output=True, text=True,
        )
        self.assertEqual(done.returncode, 0, done.stderr)

    def status(self, method):
        return [json.loads(path.read_text())["status"] for path in sorted((self.out / "runs").glob(f"*-{method}.json"))]

    def test_study(self):
        self.study()
        for method, status in {"pc": "ok", "empty": "ok", "my_method": "ok", "cycle": "ok", "broken": "failed", "endless": "timeout"}.items():
            self.assertEqual(self.status(method), [status] * 4, method)  # two data sources, two seeds

        # The page has a row for each method, and what went wrong.
        page = (self.out / "methods-study.md").read_text()
        outcomes = page.split("<!-- begin outcomes -->")[1].split("<!-- end outcomes -->")[0]
        rows = {cells[1].strip(" `"): [cell.strip() for cell in cells[2:-1]] for cells in (line.split("|") for line in outcomes.splitlines() if "`" in line)}
        self.assertEqual(rows["broken"][:4], ["4", "0", "4", "0"])
        self.assertEqual(rows["endless"][:4], ["4", "4", "0", "0"])
        self.assertEqual(rows["cycle"][:5], ["4", "0", "0", "4", "directed-cycle 4"])
        self.assertIn("my_method", page.split("<!-- begin ranks -->")[1].split("<!-- end ranks -->")[0])
        for figure in ("ranks", "tau", "times"):
            self.assertIn("<svg", (self.out / "methods-study" / f"{figure}.svg").read_text())

        # A value is what sepdist compare says of the two files, and the truth of a source with hidden variables is projected.
        with (self.out / "rows.csv").open(newline="") as file:
            values = {(row["id"], row["metric"]): row["value"] for row in csv.DictReader(file)}
        for data, truth, flags in (("gauss-5-2-200-1", "5-2-1", ["--as", "cpdag"]), ("latent-6-2-200-2", "6-2-2", ["--project", "--as", "pag"])):
            for metric in ("shd", "zl-sd"):
                text = run("compare", "--json", "--metrics", metric, *flags, self.out / "truths" / f"{truth}.json", self.out / "guesses" / f"{data}-my_method.json")
                self.assertAlmostEqual(json.loads(text)["results"][0]["value"], float(values[f"{data}-my_method", metric]))

        # A second run repeats nothing, and one that lost a file makes it again, with the same graph.
        lost = self.out / "runs" / "gauss-5-2-200-1-pc.json"
        guess = (self.out / "guesses" / "gauss-5-2-200-1-pc.json")
        before, kept = guess.read_text(), (self.out / "runs" / "gauss-5-2-200-2-pc.json")
        lost.unlink()
        guess.unlink()
        when = kept.stat().st_mtime_ns
        self.study()
        self.assertEqual(kept.stat().st_mtime_ns, when)
        self.assertEqual(guess.read_text(), before)

    def test_kendall(self):
        import tables

        rng = np.random.default_rng(1)
        means = rng.integers(4, size=(3, 9)).astype(float)  # with ties
        x, y = np.triu_indices(9, 1)
        found = tables.kendall(means[:, x] - means[:, y])
        for i in range(3):
            for j in range(3):
                self.assertAlmostEqual(found[i, j], stats.kendalltau(means[i], means[j]).statistic)

    def test_methods_are_short(self):
        """A method is added by one file of fewer than 20 lines, and the pages count the files."""
        methods = list((STUDY / "methods").glob("*.py"))
        for path in methods:
            self.assertLess(len(path.read_text().splitlines()), 20, path.name)
        for page in ("docs/methods-study.md", "docs/studies.md", "README.md"):
            self.assertRegex((ROOT / page).read_text(), f"{len(methods)} methods (and baselines|of causal discovery)", page)
