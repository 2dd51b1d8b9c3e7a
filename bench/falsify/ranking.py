"""Does the value of sepdist falsify rank guesses as their true distance does?

For each random DAG, nine guesses with 1 to 20 random changes are compared with it by zl-sd, and tested against data
that were sampled from it. The rank correlation (Spearman) of the two values over the nine guesses is one number; the
study averages it over DAGs, by number of rows, number of edges and test. Needs NumPy and Matplotlib. Usage:

    go build -o build/sepdist ./cmd/sepdist
    python3 bench/falsify/ranking.py build/sepdist

It writes docs/falsify/ranking.csv and ranking.svg, and prints the table of docs/falsify.md. If the CSV file exists, only the
picture and the table are made again.
"""
import csv
import io
import pathlib
import subprocess
import sys
import tempfile

import matplotlib
import matplotlib.pyplot as plt
import numpy as np

NODES, EDGES, TRUTHS = 15, (15, 30), 15
CHANGES = (1, 2, 3, 5, 7, 10, 13, 16, 20)
ROWS = (100, 300, 1000, 3000, 10000)
TESTS = (("linear", "fisher-z"), ("linear", "rank"), ("cubed", "fisher-z"), ("cubed", "rank"), ("categorical", "chi-square"))


def sepdist(*args):
    return subprocess.run([sys.argv[1], *map(str, args)], check=True, capture_output=True, text=True).stdout


def edges(text):
    """The edges of a DAG as pairs of names."""
    lines = [line.split() for line in text.splitlines()]
    return [(line[0], line[2]) if line[1] == "-->" else (line[2], line[0]) for line in lines if len(line) == 3]


def ordered(names, pairs):
    """The nodes, parents first."""
    left, order = list(names), []
    while left:
        order += (free := [v for v in left if not any(y == v and x in left for x, y in pairs)])
        left = [v for v in left if v not in free]
    return order


def sample(kind, names, pairs, rows, rng):
    """Columns that are Markov and, almost surely, faithful to the DAG."""
    data = {}
    for v in ordered(names, pairs):
        parents = [x for x, y in pairs if y == v]
        if kind == "categorical":  # three values, whose log-odds are sums over the parents
            odds = rng.normal(0, 0.5, 3) + sum((rng.normal(0, 1, (3, 3))[data[x]] for x in parents), np.zeros((rows, 3)))
            data[v] = np.argmax(odds + rng.gumbel(size=(rows, 3)), axis=1)
        else:
            sums = sum((rng.choice((-1, 1)) * rng.uniform(0.3, 1) * data[x] for x in parents), np.zeros(rows))
            data[v] = sums + rng.normal(size=rows)
    if kind == "cubed":  # monotone, and far from Gaussian
        data = {v: (column / column.std()) ** 3 for v, column in data.items()}
    return data


def ranks(values):
    """Ranks, their mean for equal values."""
    values = np.asarray(values)
    return np.array([(values < x).sum() + ((values == x).sum() - 1) / 2 for x in values])


def study(folder):
    for count in EDGES:
        for seed in range(1, TRUTHS + 1):
            truth = folder / "truth.txt"
            text = sepdist("simulate", "--class", "dag", "--nodes", NODES, "--edges", count, "--seed", seed)
            truth.write_text(text)
            names = sorted({word for line in text.splitlines() for word in line.split() if word.startswith("X")}, key=lambda name: int(name[1:]))
            guesses = []
            for changes in CHANGES:
                guesses.append(folder / f"guess-{changes}.txt")
                guesses[-1].write_text(sepdist("simulate", "--any", changes, "--seed", seed, truth))
            distance = {r["guess"]: float(r["value"]) for r in csv.DictReader(io.StringIO(sepdist("compare", "--csv", "--metrics", "zl-sd", truth, *guesses)))}
            for kind in dict(TESTS):
                for rows in ROWS:
                    # The same coefficients for all numbers of rows would need two generators; fresh ones average over more models.
                    data = sample(kind, names, edges(text), rows, np.random.default_rng([count, seed, rows]))
                    with open(folder / "data.csv", "w", encoding="utf-8") as out:
                        out.write(",".join(names) + "\n")
                        np.savetxt(out, np.column_stack([data[v] for v in names]), delimiter=",", fmt="%d" if kind == "categorical" else "%.6g")
                    for test in (t for k, t in TESTS if k == kind):
                        columns = ["--categorical", ",".join(names)] if kind == "categorical" else ["--continuous", ",".join(names)]
                        table = csv.DictReader(io.StringIO(sepdist("falsify", "--csv", "--test", test, *columns, *guesses, folder / "data.csv")))
                        value = {r["graph"]: float(r["value"]) for r in table}
                        both = [ranks([of[str(g)] for g in guesses]) for of in (distance, value)]
                        # Data that reject nothing rank nothing.
                        r = 0.0 if both[1].std() == 0 else np.corrcoef(*both)[0, 1]
                        yield count, seed, rows, kind, test, r


def draw(mean, error, file):
    matplotlib.rcParams.update({"svg.hashsalt": "sepdist", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
    figure, panels = plt.subplots(1, len(EDGES), figsize=(7.6, 3.4), sharey=True, layout="constrained")
    for panel, count in zip(panels, EDGES):
        for kind, test in TESTS:
            key = [(count, rows, kind, test) for rows in ROWS]
            panel.errorbar(ROWS, [mean[k] for k in key], [error[k] for k in key], label=f"{test}, {kind} data", marker="o", markersize=3, linewidth=1, capsize=2)
        panel.set(title=f"{NODES} nodes, {count} edges", xscale="log", xlabel="rows")
        panel.grid(color="#d9d9d9", linewidth=0.5)
    panels[0].set_ylabel("rank correlation with the true zl-sd")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    figure.savefig(file, metadata={"Date": None})


def main():
    rows_file = pathlib.Path("docs/falsify/ranking.csv")
    rows_file.parent.mkdir(exist_ok=True)
    if not rows_file.exists():
        with tempfile.TemporaryDirectory() as folder, open(rows_file, "w", encoding="utf-8", newline="") as file:
            w = csv.writer(file, lineterminator="\n")
            w.writerow(("edges", "seed", "rows", "data", "test", "rank_correlation"))
            for count, seed, rows, kind, test, r in study(pathlib.Path(folder)):
                w.writerow((count, seed, rows, kind, test, f"{r:.4f}"))
    found = {}
    for row in csv.DictReader(rows_file.open(encoding="utf-8")):
        found.setdefault((int(row["edges"]), int(row["rows"]), row["data"], row["test"]), []).append(float(row["rank_correlation"]))
    mean = {key: np.mean(r) for key, r in found.items()}
    error = {key: np.std(r, ddof=1) / len(r) ** 0.5 for key, r in found.items()}
    draw(mean, error, rows_file.with_suffix(".svg"))
    print("| edges | data | test | " + " | ".join(f"{rows} rows" for rows in ROWS) + " |\n" + "|---" * (len(ROWS) + 3) + "|")
    for count in EDGES:
        for kind, test in TESTS:
            cells = (f"{mean[count, rows, kind, test]:.2f} ± {error[count, rows, kind, test]:.2f}" for rows in ROWS)
            print(f"| {count} | {kind} | `{test}` | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
