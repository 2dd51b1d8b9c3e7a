"""The figures of docs/methods-study.md: rows by sepdist plot, tables of numbers by matplotlib. All are readable in grey."""

import json

import matplotlib
import numpy as np

import tables

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

pyplot.rcParams.update({"svg.hashsalt": "sepdist", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9})
FEW = ["pc", "ges", "boss", "dagma", "direct-lingam", "empty"]


def draw(study, found, folder):
    folder.mkdir(parents=True, exist_ok=True)
    ranks(found, folder / "ranks.svg")
    kendall(found, folder / "tau.svg")
    times(study, folder / "times.svg")
    parts = [  # name, rows, methods, {metric: its name without the view}, flags
        ("scatter", "source == 'gauss-std' and nodes == 10 and degree == '3' and samples == 1000", FEW,
         {"shd": "shd", "mean-zl-sd": "zl-sd"}, ["--kind", "scatter", "--title", "gauss-std: each point is a graph; zl-sd is the mean of both directions"]),
        ("samples", "source == 'uniform-std'", FEW,
         {"mean-zl-sd": "zl-sd", "shd-dag": "shd"}, ["--x", "samples", "--log-x", "--title", "uniform-std: zl-sd, mean of both directions; shd from the true DAG"]),
        ("scale", "source in ['gauss', 'gauss-std', 'gauss-internal'] and nodes == 10 and degree == '3' and samples == 1000",
         ["dagma", "var-sort", "random-sort", "boss"],
         {"shd-dag": "shd"}, ["--kind", "line", "--x", "source", "--title", "Raw data, standardized afterwards, and inside the model; shd from the true DAG"]),
    ]
    for name, where, methods, metrics, flags in parts:
        rows = found.rows.query(where)
        rows = rows[rows.method.isin(methods) & rows.metric.isin(metrics)]
        if len(rows):
            path = study.out / f"plot-{name}.csv"
            rows = rows.assign(metric=rows.metric.map(metrics), truth="", truth_class="")  # views have their own truths
            order = rows.source.map({"gauss": 0, "gauss-std": 1}).fillna(2)  # the order in which an axis shows them
            rows.assign(order=order).sort_values(["order", "seed", "id"], kind="stable").drop(columns="order").to_csv(path, index=False)
            study.sepdist("plot", "--force", "--by", "method", "--metric", ",".join(metrics.values()), *flags, "--out", folder / f"{name}.svg", path)


def heat(values, rows, columns, path, title, label, shades, limits, digits):
    """Draw a matrix with its numbers, dark for the first of limits."""
    figure, axes = pyplot.subplots(figsize=(1.9 + 0.62 * len(columns), 1.6 + 0.27 * len(rows)), layout="constrained")
    image = axes.imshow(values, cmap=shades, vmin=min(limits), vmax=max(limits), aspect="auto")
    for i, j in np.ndindex(values.shape):
        if values[i, j] == values[i, j]:
            red, green, blue, _ = image.cmap(image.norm(values[i, j]))
            dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.46
            axes.text(j, i, f"{values[i, j]:.{digits}f}", ha="center", va="center", color="white" if dark else "black", fontsize=8)
    axes.set_xticks(range(len(columns)), columns, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0)
    axes.set_title(title, fontsize=10, loc="left")
    figure.colorbar(image, ax=axes, label=label, shrink=0.8)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def ranks(found, path):
    first = found.ranks[0]
    order = np.nanmean(first, axis=0).argsort()
    heat(first[:, order].T, [found.methods_ranked[m] for m in order], tables.RANKED, path,
         f"Mean rank over {len(found.base)} sources, {found.size[0]} variables, {found.size[2]} samples", "mean rank (1 is best)", "Greys_r", (1, len(order)), 1)


def kendall(found, path):
    heat(found.taus[0], tables.RANKED, tables.RANKED, path, f"Kendall's τ between the orders of methods, mean over {len(found.base)} sources",
         "τ (1: the same order)", "Greys", (0, 1), 2)


def times(study, path):
    """Draw the processor times of all runs on data with the sizes of the base cells."""
    seconds = {}
    for dataset in study.datasets():
        if len(dataset.seen) == 10 and dataset.samples == 1000:
            for name in study.accepted(dataset):
                if study.record(dataset, name).exists():
                    seconds.setdefault(name, []).append(max(1e-3, json.loads(study.record(dataset, name).read_text())["seconds"]))
    names = sorted(seconds, key=lambda name: -np.median(seconds[name]))
    figure, axes = pyplot.subplots(figsize=(6.5, 1.2 + 0.22 * len(names)), layout="constrained")
    axes.boxplot([seconds[name] for name in names], orientation="horizontal", whis=(0, 100), medianprops={"color": "black", "linewidth": 2})
    axes.set_yticks(range(1, len(names) + 1), names)
    axes.set_xscale("log")
    axes.set_xlabel("seconds of processor time, at least 0.001; boxes: quartiles, whiskers: all runs")
    axes.set_title("10 variables, 1000 samples", fontsize=10, loc="left")
    axes.grid(axis="x", color="0.85")
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
