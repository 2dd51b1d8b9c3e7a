"""Methods of causal discovery on simulated data, by many metrics: the tables and figures of docs/methods-study.md.

    make study-methods            # the small version
    make study-methods GRID=full

A run that was stopped is resumed by the same command. Methods are the files in methods/, data sources those in
sources/; --method adds a file of your own. Graphs are files, compared by sepdist batch, summarised by sepdist
summary, drawn by sepdist plot and tested on held-out data by sepdist falsify.
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # before numpy: a method has one thread, so that processor times compare

import argparse
import pathlib
import sys

import compare
import grids
import runs


class Study:
    def __init__(self, asked):
        self.asked, self.out = asked, asked.out
        for folder in ("truths", "held-out", "runs", "guesses"):
            (self.out / folder).mkdir(parents=True, exist_ok=True)
        self.methods = runs.load(runs.HERE / "methods", asked.methods)
        for path in asked.method:
            self.methods |= runs.load(path.parent, [path.stem])
        self.cells = [cell for cell in grids.GRIDS[asked.grid] if asked.sources is None or cell["source"] in asked.sources]
        self.sources = runs.load(runs.HERE / "sources", {cell["source"] for cell in self.cells})

    def sepdist(self, *words, check=True):
        return runs.sepdist(self.asked.sepdist, *words, check=check)

    def datasets(self):
        """Return all data sets, so ordered that a study that is stopped has about the same share of the seeds of every cell."""
        found = [(seed / cell["seeds"], i, seed) for i, cell in enumerate(self.cells) for seed in range(1, cell["seeds"] + 1)]
        return [runs.Dataset(self, self.cells[i], seed) for _, i, seed in sorted(found)]

    def learn(self):
        runner, datasets = runs.Runner(self), self.datasets()
        for i, dataset in enumerate(datasets):
            todo = [name for name in self.accepted(dataset) if not self.record(dataset, name).exists()]
            if todo:
                print(f"{i + 1} of {len(datasets)} data sets: {dataset.id}", file=sys.stderr)
                runner.start(dataset, todo)
        while runner.running:
            runner.wait()

    def accepted(self, dataset):
        """Return the names of the methods that accept a data set."""
        return [name for name, method in self.methods.items() if dataset.accepted(method)]

    def record(self, dataset, name):
        return self.out / "runs" / f"{dataset.id}-{name}.json"

    def guess(self, dataset, name):
        return self.out / "guesses" / f"{dataset.id}-{name}.json"

    def report(self):
        """Compare, make tables and figures, and write those of the page again."""
        import figures  # slow to load, and not needed by runs
        import tables

        compare.Comparison(self).run()
        found = tables.Tables(self)
        for name, text in found.make().items():
            (self.out / f"{name}.md").write_text(text)
        found.save(self.out / "summary.csv")
        figures.draw(self, found, self.out / "figures")
        for path in (self.out / "rows").glob("*.csv.run"):
            rows = path.with_suffix("")
            self.sepdist("merge", "--force", "--out", rows.with_suffix(".parquet"), rows)
        if self.asked.page:
            self.publish(found.blocks)

    def publish(self, blocks):
        """Write the page with the blocks and figures of this run, into the folder of the study or in place."""
        text = self.asked.page.read_text()
        page = self.asked.page if self.asked.publish else self.out / self.asked.page.name
        folder = page.with_suffix("")
        for name, block in blocks.items():
            begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
            if begin not in text or end not in text:
                raise SystemExit(f"{self.asked.page} has no block {name}")
            before, rest = text.split(begin)
            text = before + begin + "\n" + block + "\n" + end + rest.split(end)[1]
        page.write_text(text)
        folder.mkdir(exist_ok=True)
        for path in [self.out / "summary.csv", *(self.out / "figures").glob("*.svg")]:
            (folder / path.name).write_bytes(path.read_bytes())


def words(text):
    return text.split(",")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--sepdist", required=True, help="the command")
    ask.add_argument("--out", required=True, type=pathlib.Path, help="folder for data, graphs, rows, tables and figures")
    ask.add_argument("--grid", choices=grids.GRIDS, default="small")
    ask.add_argument("--methods", type=words, help="names, separated by commas (default: all)")
    ask.add_argument("--sources", type=words, help="names, separated by commas (default: all)")
    ask.add_argument("--method", type=pathlib.Path, action="append", default=[], help="a file with a method of yours")
    ask.add_argument("--limit", type=int, default=10, help="seconds of processor time for one run")
    ask.add_argument("--workers", type=int, default=1, help="runs at the same time")
    ask.add_argument("--page", type=pathlib.Path, help="page; a copy with the tables and figures of this run goes to --out")
    ask.add_argument("--publish", action="store_true", help="change the page itself")
    study = Study(ask.parse_args())
    study.learn()
    study.report()


if __name__ == "__main__":
    main()
