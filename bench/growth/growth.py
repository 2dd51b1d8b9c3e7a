#!/usr/bin/env python3
"""How the time of each metric grows with the number of nodes, for every class.

usage: growth.py SEPDIST [--limit SECONDS] [--draw]

Each point is one run of "sepdist batch --times" with one worker, on a random graph with n nodes and the same graph with n/5
changes. Points that exist in build/growth are not measured again, so a run can be stopped and continued. A curve ends when a
point takes longer than the limit. The rows, the pictures and the table of exponents go to docs/performance.
"""

import argparse
import csv
import math
import pathlib
import re
import subprocess

METRICS = ["shd", "parent-aid", "oset-aid", "parent-sd", "ancestor-sd", "zl-sd", "mb-parent-sd", "mb-zl-sd"]
CLASSES = ["dag", "cpdag", "mpdag", "mag", "admg", "pag", "cyclic"]
DEGREES = [2, 10]
SIZES = [10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000]
STORE, DOCS = pathlib.Path("build/growth"), pathlib.Path("docs/performance")


def graphs(sepdist, kind, degree, n, limit):
    """Write a truth and a guess, and return a manifest of the two; or None if that takes too long."""
    base = STORE / f"{kind}-{degree}-{n}"
    manifest, truth, guess = (base.with_name(f"{base.name}-{end}") for end in ("pair.csv", "truth.txt", "guess.txt"))
    if not manifest.exists():
        mixed = ["--bidirected", "0.2"] if kind in ("mag", "admg", "pag", "cyclic") else []
        make = [sepdist, "simulate", "--force", *mixed]
        try:
            subprocess.run([*make, "--class", kind, "--nodes", str(n), "--edges", str(degree * n), "--seed", "1", "-o", truth],
                           timeout=limit, check=True)
            subprocess.run([*make, "--class", kind, "--any", str(max(1, n // 5)), "--seed", "2", "-o", guess, truth],
                           timeout=limit, check=True)
        except subprocess.SubprocessError:
            return None
        manifest.write_text(f"id,n,truth,guess,class\n{base.name},{n},{truth.name},{guess.name},{kind}\n")
    return manifest


def measure(sepdist, limit):
    STORE.mkdir(parents=True, exist_ok=True)
    for degree in DEGREES:
        for kind in CLASSES:
            alive = set(METRICS)
            for n in SIZES:
                wanted = [m for m in METRICS if m in alive and 2 * degree < n]
                pair = wanted and graphs(sepdist, kind, degree, n, limit)
                for metric in wanted if pair else []:
                    rows = STORE / f"{kind}-{degree}-{n}-{metric}-rows.csv"
                    command = [sepdist, "batch", "--times", "--workers", "1", "--force", "--metrics", metric]
                    try:
                        if not rows.exists():
                            subprocess.run([*command, "--class", kind, "-o", rows, pair], timeout=limit, check=True)
                    except subprocess.SubprocessError:
                        alive.discard(metric)


def collect(degree):
    """Put the rows of a number of edges per node into one file, and return its path."""
    out, header = DOCS / f"growth-{degree}n.csv", None
    parts = sorted(STORE.glob(f"*-{degree}-*-rows.csv"))
    if parts:
        with out.open("w") as f:
            for part in parts:
                first, *rest = part.read_text().splitlines(keepends=True)
                f.writelines([first] * (header is None) + rest)
                header = first
    return out


def exponent(points):
    """The slope of log seconds over log n, by least squares, over the points within a factor of 30 of the last one."""
    far = [(math.log(n), math.log(s)) for n, s in points if n * 30.5 >= points[-1][0] and s > 0]
    if len(far) < 3:
        return "–"
    mx, my = (sum(v) / len(far) for v in zip(*far))
    slope = sum((x - mx) * (y - my) for x, y in far) / sum((x - mx) ** 2 for x, _ in far)
    return f"{slope:.1f}; {points[-1][0]:,}".replace(",", " ")


def table(rows):
    curves = {}
    for row in csv.DictReader(rows.open()):
        if row["status"] == "ok" and row["seconds"]:
            curves.setdefault((row["metric"], row["class"]), []).append((int(row["n"]), float(row["seconds"])))
    yield "| | " + " | ".join(k if k == "cyclic" else k.upper() for k in CLASSES) + " |"
    yield "|---" * (len(CLASSES) + 1) + "|"
    for metric in METRICS:
        yield f"| {metric} | " + " | ".join(exponent(sorted(curves.get((metric, k), [(0, 0)]))) for k in CLASSES) + " |"


def draw(sepdist):
    text = []
    for degree in DEGREES:
        rows, picture = collect(degree), f"time-{degree}n.svg"
        subprocess.run([sepdist, "plot", rows, "--x", "n", "--by", "class", "--value", "seconds", "--metric", ",".join(METRICS),
                        "--band", "none", "--log-x", "--log-y", "--title", f"Seconds for graphs with n nodes and {degree}n edges",
                        "--force", "-o", DOCS / picture], check=True)
        text += [f"![Seconds over the number of nodes n, {degree}n edges](performance/{picture})", "",
                 f"{degree}n edges: exponent of time, and the largest n that was measured.", "", *table(rows), ""]
    page = pathlib.Path("docs/performance.md")
    begin, end = "<!-- written by make bench-growth -->\n", "<!-- end -->\n"
    section = begin + "\n".join(text) + "\n" + end
    page.write_text(re.sub(f"{begin}.*{end}", lambda _: section, page.read_text(), flags=re.S))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sepdist")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--draw", action="store_true", help="draw what is stored, measure nothing")
    args = parser.parse_args()
    if not args.draw:
        measure(args.sepdist, args.limit)
    draw(args.sepdist)
