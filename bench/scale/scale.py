#!/usr/bin/env python3
"""What a study costs: measured on this machine, and simulated for a cluster.

usage: scale.py measure [--pairs N] [--engines local,ray,dask,spark]
       scale.py simulate [--nodes 100] [--cores 32] [--pairs 1e9] [--block-seconds 2]

The tables of docs/scale.md come from here. Times of processors count, since clocks depend on who else
uses the machine.
"""

import argparse
import heapq
import json
import os
import pathlib
import pickle
import subprocess
import tempfile
import time


def used():
    """Return the processor time of this process and of those that it waited for."""
    t = os.times()
    return t.user + t.system + t.children_user + t.children_system


def timed(f):
    cpu, wall = used(), time.perf_counter()
    result = f()
    return result, used() - cpu, time.perf_counter() - wall


def nothing(block):
    """A block that does nothing: what is left is the engine."""
    return {"rows": b"x" * 200_000}


def measure(pairs, engines):
    import sepdist
    from sepdist.engines import open_engine

    command = os.environ.get("SEPDIST", "sepdist")
    metrics = "zl-sd,shd,parent-aid"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([command, "simulate", "--class", "dag", "--nodes", "10", "--edges", "15", "--any", "3", "--count", str(pairs), "--out", folder], check=True)
        lines = folder / "pairs.jsonl"
        with open(lines, "w") as out:
            for row in open(folder / "manifest.csv").read().splitlines()[1:]:
                name, truth, guess = row.split(",")
                text = {"id": name, "truth": (folder / truth).read_text(), "guess": (folder / guess).read_text()}
                out.write(json.dumps(text) + "\n")
        print(f"{pairs} pairs of 10 nodes, metrics {metrics}\n")
        print("| pairs from | workers | µs of processor a pair | pairs a second | overhead to batch | plan, µs a pair | bytes of rows a pair |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        for name, source in (("files", folder / "manifest.csv"), ("JSON lines", lines)):
            _, batch, _ = timed(lambda: subprocess.run([command, "batch", "--metrics", metrics, "--workers", "2", "--out", folder / f"{source.stem}.rows.csv", source], check=True))
            for workers in (1, 2):
                s = sepdist.study(source, metrics=metrics)
                _, plan, _ = timed(lambda: s.plan(2.0))
                rows, cpu, wall = timed(lambda: s.run(workers=workers))
                print(f"| {name} | {workers} | {1e6 * cpu / pairs:.0f} | {pairs / wall:.0f} | {cpu / batch - 1:+.0%} | {1e6 * plan / pairs:.1f} | {len(rows.text.encode()) / pairs:.0f} |")
        s = sepdist.study(folder / "manifest.csv", metrics=metrics)
        block = s.plan(2.0)["blocks"][0]
        print(f"\nA block travels as {len(pickle.dumps((s.block, block)))} bytes, and comes back with its rows.\n")
        print("| engine | driver, ms of processor a block | ms a block, two workers |")
        print("|---|---:|---:|")
        for name in engines:
            engine = open_engine(name, None, 2, 60)
            try:
                list(engine.map_unordered(nothing, [{"number": -i} for i in range(8)]))  # workers start
                blocks = [{**block, "number": i} for i in range(200)]
                _, cpu, wall = timed(lambda: sum(1 for _ in engine.map_unordered(nothing, blocks)))
                print(f"| {name} | {1e3 * cpu / len(blocks):.2f} | {1e3 * wall / len(blocks):.1f} |")
            finally:
                engine.close()


# What was measured, see docs/scale.md; what a block, the disk of the driver and a shared disk take is assumed.
PAIR = 100e-6  # seconds of a processor a pair of 10 nodes and three metrics
PLAN = {"files": 6e-6, "lines": 4e-6, "random": 2e-6}  # seconds of the driver a pair
ROWS = 200  # bytes a pair
BLOCK = 4e-3  # seconds of the driver a block, with Ray
DISK = 200e6  # bytes a second that the driver writes, twice: the journal and the file
OPENS = {"files": 4, "lines": 0, "random": 0}  # of files a pair
METADATA = 50e3  # opens a second of a shared disk


def simulate(nodes, cores, pairs, seconds):
    """Blocks go to workers as they are free; the driver hands out and takes back one at a time."""
    workers = nodes * cores
    size = max(1, int(seconds / PAIR))
    count = -(-int(pairs) // size)
    print(f"{nodes} nodes of {cores} cores, {pairs:.0e} pairs, blocks of {seconds:g} s: {size} pairs, {count} blocks\n")
    print("| pairs from | plan, s | compute, s | write, s | in all, s | workers busy | what limits |")
    print("|---|---:|---:|---:|---:|---:|---|")
    for source in ("files", "lines", "random"):
        plan = PLAN[source] * pairs
        each = size * PAIR
        if OPENS[source]:  # all workers share the disk
            each = max(each, size * OPENS[source] * workers / METADATA)
        handle = BLOCK + size * ROWS / DISK
        free, now, end = [0.0] * min(workers, count), 0.0, 0.0
        heapq.heapify(free)
        for _ in range(count):
            now = max(now + handle, heapq.heappop(free))
            heapq.heappush(free, now + each)
            end = max(end, now + each)
        write = pairs * ROWS / DISK
        busy = pairs * PAIR / workers / end
        limits = max((plan, "the driver's plan"), (end if OPENS[source] and each > 1.01 * size * PAIR else 0, "opening files"),
                     (count * handle if count * handle > 0.9 * end else 0, "rows at the driver"), (write, "writing the file"), (pairs * PAIR / workers, "processors"))[1]
        print(f"| {source} | {plan:.0f} | {end:.0f} | {write:.0f} | {plan + end + write:.0f} | {busy:.0%} | {limits} |")


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    what = p.add_subparsers(dest="what", required=True)
    m = what.add_parser("measure")
    m.add_argument("--pairs", type=int, default=100_000)
    m.add_argument("--engines", default="local,ray,dask,spark")
    s = what.add_parser("simulate")
    s.add_argument("--nodes", type=int, default=100)
    s.add_argument("--cores", type=int, default=32)
    s.add_argument("--pairs", type=float, default=1e9)
    s.add_argument("--block-seconds", type=float, default=2.0)
    a = p.parse_args()
    if a.what == "measure":
        measure(a.pairs, a.engines.split(","))
    else:
        simulate(a.nodes, a.cores, a.pairs, a.block_seconds)


if __name__ == "__main__":
    main()
