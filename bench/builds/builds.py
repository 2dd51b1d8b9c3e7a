#!/usr/bin/env python3
"""Two builds of sepdist on the same graphs: are the numbers the same, and which build is faster?

usage: builds.py BEFORE AFTER [--only TEXT] [--same PAIRS]

Both builds run in turn, with one worker on one core. A row has the shortest time and the least memory of each build, and the
ratio of the times: what the metric says it took, or processor time if that is more than 0.2 s, since other work disturbs it
less. A row is marked if it is slower by more than a tenth; repeat it alone with --only, on an idle machine, before you believe
it. The graphs are random DAGs; a near guess has n/5 changes.

With --same, both builds compare random pairs of each class. It fails if a number of BEFORE is not one of AFTER.
"""

import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

METRICS = "parent-sd,ancestor-sd,pparent-sd,pancestor-sd,zl-sd,mb-parent-sd,parent-aid,ancestor-aid,oset-aid,sid,shd"
ROWS = [  # nodes, edges and metrics
    (10, 20, METRICS),
    (100, 500, METRICS),
    (200, 2000, "oset-aid"),
    (1000, 2000, "ancestor-sd,pancestor-sd,zl-sd"),
    (1000, 10_000, "parent-sd,pparent-sd,zl-sd,mb-parent-sd,parent-aid,ancestor-aid,sid,shd"),
    (8000, 16_000, "parent-sd"),
    (10_000, 20_000, "parent-sd,ancestor-sd,pancestor-sd,zl-sd,parent-aid,oset-aid"),
    (100_000, 200_000, "mb-parent-sd,shd"),
    (1_000_000, 2_000_000, "mb-parent-sd,parent-aid"),
]
CLASSES = ["dag", "cpdag", "mpdag", "mag", "admg", "pag", "cyclic", "ts-dag", "ts-cpdag", "ts-admg"]


def run(*command):
    """Run a command on one core and return its output, the seconds of processor time and the megabytes of memory it took."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile("w+") as notes:
        child = subprocess.Popen([str(c) for c in command], stdout=out, stderr=notes, env={**os.environ, "GOMAXPROCS": "1"})
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            notes.seek(0)
            sys.exit(f"{' '.join(map(str, command))}: exit code {child.returncode}\n{notes.read()}")
        out.seek(0)
        return out.read(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def simulate(build, path, *options):
    if not path.exists():
        run(build, "simulate", "-o", path, *options)
    return path


def pairs(build, folder, n, m):
    """Yield the kinds of guesses of a random DAG, each with the files of truth and guess."""
    random = ["--class", "dag", "--nodes", n, "--edges", m, "--seed"]
    truth = simulate(build, folder / f"{n}-{m}.txt", *random, 1)
    yield "near", truth, simulate(build, folder / f"{n}-{m}-near.txt", "--remove", n // 10, "--add", n // 10, "--seed", 2, truth)
    if (n, m) == (10_000, 20_000):
        yield "4000 changes", truth, simulate(build, folder / "many.txt", "--remove", 2000, "--add", 2000, "--seed", 2, truth)
    yield "unrelated", truth, simulate(build, folder / f"{n}-{m}-unrelated.txt", *random, 3)


def measure(name, builds, once):
    """Print a row: the shortest time and the least memory of each build. once(build) returns both of one run."""
    best, total, rounds = [(float("inf"), float("inf"))] * 2, 0, 0
    while rounds < 2 or total < 2 and rounds < 20:
        for i, build in enumerate(builds):
            seconds, memory = once(build)
            best[i] = min(best[i][0], seconds), min(best[i][1], memory)
            total += max(seconds, 0.02)
        rounds += 1
    (before, had), (after, has) = best
    mark = "  slower" if after > 1.1 * before else ""
    print(f"{name:<46} {before:10.6f} {after:10.6f} {after / before:6.2f}  {had:9.0f} {has:6.0f}{mark}", flush=True)


def compare(metric, truth, guess):
    def once(build):
        out, used, memory = run(build, "compare", "--json", "--workers", "1", "--metrics", metric, truth, guess)
        own = json.loads(out)["results"][0]["seconds"]
        return own if own < 0.2 else used, memory
    return once


def batch(study):
    def once(build):
        _, seconds, memory = run(build, "batch", "--workers", "1", "--metrics", "zl-sd", "-o", study / "rows.csv", study / "manifest.csv")
        for file in study.glob("rows.csv*"):
            file.unlink()
        return seconds, memory
    return once


def time(builds, folder, only):
    print(f"{'nodes edges metric':<46} {'before, s':>10} {'after, s':>10} {'ratio':>6}  {'MB before':>9} {'after':>6}")
    for n, m, metrics in ROWS:
        for metric in metrics.split(","):
            if only not in f"{n} {m} {metric}":
                continue
            for kind, truth, guess in pairs(builds[0], folder, n, m):
                if kind != "4000 changes" or metric == "oset-aid":
                    measure(f"{n} {m} {metric}, {kind}", builds, compare(metric, truth, guess))
    if only in "batch":
        run(builds[0], "simulate", "--class", "dag", "--nodes", 10, "--edges", 15, "--any", 3, "--count", 20_000, "--out", folder / "batch")
        measure("batch of 20000 pairs of 10 nodes", builds, batch(folder / "batch"))


def numbers(build, study, kind, metrics):
    """Return the numbers that a build gives for the pairs of a study."""
    rows = study / "rows.csv"
    run(build, "batch", "--force", "--workers", "1", "--metrics", metrics, "--class", kind, "-o", rows, study / "manifest.csv")
    with rows.open() as f:
        return {(r["id"], r["metric"]): [r[k] for k in ("wrong", "of", "value", "lower", "upper")] for r in csv.DictReader(f) if r["status"] == "ok"}


def same(builds, folder, count):
    """Compare the numbers of both builds on random pairs of each class. New numbers are no difference, missing ones are."""
    each, differ = -(-count // (2 * len(CLASSES))), False
    for kind in CLASSES:
        series = ["--max-lag", "2"] if kind.startswith("ts-") else []
        mixed = ["--bidirected", "0.2"] if kind in ("mag", "admg", "pag", "cyclic", "ts-admg") else []
        sizes = [(4, 6, "all"), (7, 12, "all")] if series else [(9, 14, "all"), (70, 140, METRICS)]
        for n, m, metrics in sizes:
            study = folder / f"{kind}-{n}"
            run(builds[0], "simulate", "--class", kind, "--nodes", n, "--edges", m, *series, *mixed, "--any", n // 2, "--count", each, "--out", study)
            before, after = (numbers(b, study, kind, metrics) for b in builds)
            wrong = [f"{k[1]} of pair {k[0]}: {v} before, {after.get(k)} after" for k, v in before.items() if v != after.get(k)]
            print(f"{kind:<8} {n:3} nodes, {each} pairs: {len(wrong)} of {len(before)} numbers differ", flush=True)
            print(*wrong[:3], sep="\n", end="\n" * bool(wrong))
            differ = differ or bool(wrong)
    sys.exit(differ)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--only", default="", help="measure only rows with this text, such as \"200 2000 oset-aid\"")
    parser.add_argument("--same", type=int, metavar="PAIRS", help="do not measure, but compare the numbers of this many pairs")
    args = parser.parse_args()
    builds = [pathlib.Path(args.before).resolve(), pathlib.Path(args.after).resolve()]
    with tempfile.TemporaryDirectory() as temporary:
        if args.same:
            same(builds, pathlib.Path(temporary), args.same)
        else:
            time(builds, pathlib.Path(temporary), args.only)
