"""The command ``python -m sepdist study``."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from . import api
from .codes import CODES
from .errors import Error, StudyError
from .studies import study
from .tables import CLASSES

_LISTS = ("latent", "selected", "sources", "targets")
_NUMBERS = {"pairs": int, "max-order": int, "samples": int, "precision": float, "exact-limit": int, "seed": int, "max-readings": int}


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="python -m sepdist study", description="Compare many pairs of graphs, on this machine or on a cluster.",
                                epilog="Exit codes: 0 all pairs were compared, 3 some pairs or blocks failed, 1 none was compared or the run failed, 2 wrong usage, 130 stopped by Ctrl-C.")
    p.add_argument("source", nargs="+", metavar="MANIFEST", help="a manifest or JSON lines; two folders or .npy stacks; or a truth and its guesses")
    p.add_argument("--metrics", default="default", help="metrics and groups of metrics, separated by commas")
    p.add_argument("--out", "-o", required=True, help="file of the rows: .csv, .jsonl or .parquet")
    p.add_argument("--engine", default="local", help="local, ray, dask, spark, or the name of another engine that is installed")
    p.add_argument("--address", help="HOST:PORT of the cluster; without it the engine is started on this machine")
    p.add_argument("--workers", type=int, help="number of workers of an engine on this machine")
    p.add_argument("--journal", help="file to resume from (default: OUT.journal, removed at the end)")
    p.add_argument("--block-seconds", type=float, default=2.0, help="time that a block takes on one processor, about")
    p.add_argument("--retries", type=int, default=2, help="how often a block that fails is tried again")
    p.add_argument("--timeout", type=float, default=30.0, help="seconds to wait for a cluster")
    p.add_argument("--force", action="store_true", help="overwrite files that exist")
    p.add_argument("--quiet", action="store_true", help="print no progress")
    p.add_argument("--base", help="folder that the paths in a manifest are relative to")
    p.add_argument("--stacked", action="store_true", help="treat a .npy file of shape n × n × n as n graphs, not as a time series")
    more = p.add_argument_group("how graphs are read and compared, as in sepdist batch")
    for role in ("truth", "guess"):
        more.add_argument(f"--{role}-class", choices=CLASSES)
    more.add_argument("--orientation", choices=("row-to-col", "col-to-row"))
    more.add_argument("--codes", choices=tuple(CODES))
    more.add_argument("--format")
    more.add_argument("--threshold", type=float)
    more.add_argument("--opposite-arcs", choices=("undirected", "cycle"))
    more.add_argument("--nan", choices=("bidirected", "undirected"))
    more.add_argument("--mark-at", choices=("row", "column"))
    for name in ("lag0", "drop-self-loops", "project", "by-position", "unreadable-as-1", "ungraded"):
        more.add_argument(f"--{name}", action="store_true")
    more.add_argument("--as", dest="as_class", choices=CLASSES)
    for name in ("invalid", "ambiguous", "rename", *_LISTS):
        more.add_argument(f"--{name}")
    more.add_argument("--symmetric", nargs="?", const="mean")
    for name, kind in _NUMBERS.items():
        more.add_argument(f"--{name}", type=kind)
    return p


def _options(a: argparse.Namespace) -> dict[str, Any]:
    names = {*api._READING, *api.OPTIONS, "truth_class", "guess_class", "format", "mark_at"} - {"workers"}
    given = {k: v for k, v in vars(a).items() if k in names and v not in (None, False)}
    for k in _LISTS:
        if k in given:
            given[k] = given[k].split(",")
    if "rename" in given:
        given["rename"] = dict(pair.split("=", 1) if "=" in pair else (pair, pair) for pair in given["rename"].split(","))
    return given


def main(argv: list[str]) -> int:
    a = parser().parse_args(argv)
    journal = a.journal or a.out + ".journal"
    try:
        s = study(*a.source, metrics=a.metrics, base=a.base, stacked=a.stacked, **_options(a))
        rows = s.run(a.engine, address=a.address, workers=a.workers, out=a.out, journal=a.journal, block_seconds=a.block_seconds, retries=a.retries,
                     progress=not a.quiet, force=a.force, timeout=a.timeout)
    except KeyboardInterrupt:
        if os.path.exists(journal):
            print(f"stopped: what is done is in {journal}; the same command resumes it", file=sys.stderr)
        return 130
    except Error as e:
        print(f"sepdist: {e}", file=sys.stderr)
        return 3 if isinstance(e, StudyError) and e.partial else 1
    except OSError as e:
        print(f"sepdist: {e.filename or a.out}: {e.strerror or e}", file=sys.stderr)
        return 1
    if rows.failed:
        what = f"{rows.failed} of {rows.pairs} pairs" if rows.failed < rows.pairs else f"no pair of {rows.pairs}"
        print(f"{what} could {'not ' if rows.failed < rows.pairs else ''}be compared; the first: {rows.first}", file=sys.stderr)
        return 3 if rows.failed < rows.pairs else 1
    return 0
