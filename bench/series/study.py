"""PCMCI, PCMCI+, LPCMCI and Granger's tests on simulated time series: separations beside counts of links.

Draws truths, learns graphs from linear Gaussian data, compares them with sepdist batch, and makes
the tables and plots of docs/time-series-study.md:

    make study-series

With --page the blocks of that page are written again, and the plots go into the folder of the
same name. Needs the packages of test/python/requirements.txt.
"""

import argparse
import csv
import json
import pathlib
import subprocess

import numpy as np

import findings
import learn

METHODS = ["granger", "granger-lag0", "pcmci", "pcmci-lag0", "pcmciplus"]
LINKS_PER_VARIABLE = 2
AUTO = 0.3  # share of the links that join a variable with itself
METRICS = "shd,adjacency-f1,adjacency-precision,adjacency-recall,zl-sd,mb-pparent-sd"


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--sepdist", required=True, help="the command")
    ask.add_argument("--out", required=True, type=pathlib.Path, help="folder for graphs, rows, tables and plots")
    ask.add_argument("--seeds", type=int, default=20)
    ask.add_argument("--variables", type=numbers, default=[5, 10])
    ask.add_argument("--samples", type=numbers, default=[200, 1000])
    ask.add_argument("--page", type=pathlib.Path, help="page whose blocks are written again")
    asked = ask.parse_args()
    Study(asked).run()


def numbers(text):
    return [int(word) for word in text.split(",")]


class Study:
    def __init__(self, asked):
        self.asked, self.out = asked, asked.out
        self.dags = []  # a row of the manifest for each guess without lines
        self.classes = []  # for each of PCMCI+
        self.limits = []  # for each that Granger's tests would find without an error
        self.single = []  # and for each truth without one of its links
        self.hidden = []  # (truth, guess, its class, method, variables, samples, seed) for truths with a hidden variable
        for folder in ("truths", "guesses", "plots"):
            (self.out / folder).mkdir(parents=True, exist_ok=True)

    def run(self):
        for n in self.asked.variables:
            for seed in range(1, self.asked.seeds + 1):
                self.learn(n, seed)
        for seed in range(1, self.asked.seeds + 1):
            self.learn_hidden(min(self.asked.variables), seed)  # LPCMCI takes minutes for some graphs of ten variables
        self.compare()
        blocks = findings.blocks(self, METHODS)
        for name, text in blocks.items():
            (self.out / f"{name}.md").write_text(text)
        self.plot()
        if self.asked.page:
            self.publish(blocks)

    def sepdist(self, *args):
        done = subprocess.run([self.asked.sepdist, *map(str, args)], capture_output=True, text=True, encoding="utf-8")
        if done.returncode:
            raise SystemExit(f"sepdist {' '.join(map(str, args))}: {done.stderr.strip()}")
        return done.stdout

    def draw(self, n, seed, path):
        """Draw a truth, and return its names and links."""
        self.sepdist(
            "simulate", "--class", "ts-dag", "--nodes", n, "--max-lag", learn.MAX_LAG, "--edges", LINKS_PER_VARIABLE * n,
            "--auto", AUTO, "--seed", seed, "--force", "--out", path,
        )
        document = json.loads(path.read_text())
        names = document["nodes"]
        place = {name: i for i, name in enumerate(names)}
        return names, [(place[e["from"]], e.get("lag", 0), e["edge"], place[e["to"]]) for e in document["edges"]]

    def learn(self, n, seed):
        """Draw a truth, and write what the methods learn from its data."""
        drawn = self.out / "truths" / f"{n}-{seed}-dag.json"
        truth = self.out / "truths" / f"{n}-{seed}.json"  # no method can learn more than the class
        names, links = self.draw(n, seed, drawn)
        self.sepdist("convert", "--as", "ts-cpdag", "--force", drawn, truth)
        self.guess(self.limits, truth, n, "", seed, "granger-limit", names, "ts-admg", learn.granger_limit(links, n))
        for i, (x, lag, _, y) in enumerate(links):
            kind = "contemporaneous" if lag == 0 else "auto" if x == y else "lagged, of two variables"
            self.guess(self.single, drawn, n, i, seed, kind, names, "ts-dag", links[:i] + links[i + 1:])
        for samples in self.asked.samples:
            data = learn.simulate(links, n, samples, seed)
            for method, of in (("granger", learn.granger), ("pcmci", learn.pcmci)):
                lagged, now = of(data)
                self.guess(self.dags, truth, n, samples, seed, method, names, "ts-dag", lagged)
                self.guess(self.dags, truth, n, samples, seed, method + "-lag0", names, "ts-admg", lagged + now)
            file = f"guesses/{n}-{samples}-{seed}-pcmciplus.npz"
            np.savez(self.out / file, var_names=np.array(names), **learn.pcmciplus(data))
            self.classes.append((truth, file, "pcmciplus", n, samples, seed))

    def learn_hidden(self, n, seed):
        """Draw a truth with n+1 variables, and write what is learned without the one with the most children."""
        truth = self.out / "truths" / f"{n}-{seed}-hidden.json"
        names, links = self.draw(n + 1, seed, truth)
        hidden = learn.most_children(links, n + 1)
        measured = np.array(names[:hidden] + names[hidden + 1:])
        for samples in self.asked.samples:
            data = np.delete(learn.simulate(links, n + 1, samples, seed), hidden, axis=1)
            for method, kind, of in (("pcmciplus", "ts-cpdag", learn.pcmciplus), ("lpcmci", "ts-pag", learn.lpcmci)):
                guess = self.out / "guesses" / f"{n}-{samples}-{seed}-hidden-{method}.npz"
                np.savez(guess, var_names=measured, **of(data))
                self.hidden.append((truth, guess, kind, method, n, samples, seed))

    def guess(self, manifest, truth, n, samples, seed, method, names, kind, links):
        file = f"guesses/{n}-{samples}-{seed}-{method.split(',')[0]}.json"
        edges = [{"from": names[x], "lag": lag, "edge": arrow, "to": names[y]} for x, lag, arrow, y in links]
        (self.out / file).write_text(json.dumps({
            "format": "sepdist", "version": 1, "class": kind, "max_lag": learn.MAX_LAG, "nodes": names, "edges": edges,
        }))
        manifest.append((truth, file, method, n, samples, seed))

    def compare(self):
        """Compare all guesses with their truths, in both directions.

        mb-parent-sd is defined for DAGs, and its form for classes is mb-pparent-sd. Guesses with
        bidirected links have neither.
        """
        lagged = [row for row in self.dags if not row[2].endswith("-lag0")]
        read = ["--guess-class", "ts-cpdag", "--invalid", "undirected"]
        parts = [
            ("forward", METRICS, self.dags, []),
            ("forward-plus", METRICS, self.classes, read),
            ("parents", "mb-parent-sd", lagged, []),
            ("limit", "shd,adjacency-f1,zl-sd", self.limits, []),
            ("single", "shd,zl-sd,mb-parent-sd", self.single, []),
            ("limit-reverse", "zl-sd", self.limits, ["--symmetric", "0"]),
            ("reverse", "zl-sd", self.dags, ["--symmetric", "0"]),
            ("reverse-plus", "zl-sd", self.classes, [*read, "--symmetric", "0"]),
        ]
        for name, metrics, rows, flags in parts:
            manifest = self.out / f"{name}-manifest.csv"
            with manifest.open("w", newline="") as file:
                out = csv.writer(file)
                out.writerow(["id", "truth", "guess", "method", "variables", "samples", "seed"])
                for truth, guess, method, n, samples, seed in rows:
                    out.writerow([f"{n}-{samples}-{seed}-{method}", truth.relative_to(self.out), guess, method, n, samples, seed])
            self.sepdist(
                "batch", "--metrics", metrics, "--max-lag", learn.MAX_LAG, *flags, "--force", "--allow-failed", 1,
                "--out", self.rows(name), manifest,
            )

    def rows(self, name):
        return self.out / f"{name}.csv"

    def both(self, direction):
        """Return the files of a direction: of all methods but PCMCI+, and of PCMCI+."""
        return [self.rows(direction), self.rows(direction + "-plus")]

    def plot(self):
        for n in self.asked.variables:
            lines = ["plot", "--x", "samples", "--by", "method", "--log-x", "--force"]
            self.sepdist(
                *lines, "--metric", "shd,adjacency-f1,zl-sd,mb-pparent-sd", "--title", f"{n} variables",
                "--out", self.out / "plots" / f"lines-{n}.svg", *self.only(n, "forward"),
            )
            self.sepdist(
                *lines, "--metric", "zl-sd", "--title", f"{n} variables: claims of the truth, checked in the guess",
                "--out", self.out / "plots" / f"reverse-{n}.svg", *self.only(n, "reverse"),
            )
            self.sepdist(
                "plot", "--kind", "scatter", "--by", "method", "--metric", "shd,zl-sd", "--force", "--title", f"{n} variables",
                "--out", self.out / "plots" / f"scatter-{n}.svg", *self.only(n, "forward"),
            )

    def only(self, n, direction):
        """Return files with the rows about n variables."""
        found = []
        for path in self.both(direction):
            with path.open(newline="") as file:
                rows = list(csv.DictReader(file))
            part = self.out / f"{path.stem}-{n}.csv"
            with part.open("w", newline="") as file:
                out = csv.DictWriter(file, rows[0].keys())
                out.writeheader()
                out.writerows(row for row in rows if row["variables"] == str(n))
            found.append(part)
        return found

    def publish(self, blocks):
        """Write the blocks of the page again, and copy the plots."""
        text = self.asked.page.read_text()
        for name, block in blocks.items():
            begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
            if begin not in text or end not in text:
                raise SystemExit(f"{self.asked.page} has no block {name}")
            before, rest = text.split(begin)
            text = before + begin + "\n" + block + "\n" + end + rest.split(end)[1]
        self.asked.page.write_text(text)
        folder = self.asked.page.with_suffix("")
        folder.mkdir(exist_ok=True)
        for plot in sorted((self.out / "plots").glob("*.svg")):
            (folder / plot.name).write_bytes(plot.read_bytes())


if __name__ == "__main__":
    main()
