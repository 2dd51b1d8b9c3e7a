"""A study in a process of its own, which tests can stop: the exit code is 3 if some pairs failed, 1 if all did or the run failed."""

import argparse
import sys

import sepdist

p = argparse.ArgumentParser()
p.add_argument("source")
p.add_argument("--metrics", default="default")
p.add_argument("--out", required=True)
p.add_argument("--engine", default="local")
p.add_argument("--address")
p.add_argument("--workers", type=int)
p.add_argument("--block-seconds", type=float, default=2.0)
p.add_argument("--timeout", type=float, default=30.0)
p.add_argument("--hide", help="a package that is taken to be missing")
a = p.parse_args()
if a.hide:
    sys.modules[a.hide] = None
try:
    rows = sepdist.study(a.source, metrics=a.metrics).run(a.engine, address=a.address, workers=a.workers, out=a.out, block_seconds=a.block_seconds, timeout=a.timeout)
except KeyboardInterrupt:
    sys.exit(130)
except sepdist.Error as e:
    print(f"sepdist: {e}", file=sys.stderr)
    sys.exit(3 if getattr(e, "partial", False) else 1)
if rows.failed:
    print(f"{rows.failed} of {rows.pairs} pairs could not be compared", file=sys.stderr)
    sys.exit(3)
