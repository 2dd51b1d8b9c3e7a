"""The program sepdist, to hold what the package returns against."""

import json
import os
import subprocess

PROGRAM = os.environ.get("SEPDIST", "sepdist")


def run(*args, code=0):
    """Return what the program prints."""
    done = subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def comparison(*args):
    """Return the comparison that the program prints as JSON, without times and names."""
    return stripped(json.loads(run("compare", "--json", *args)))


def stripped(d):
    """Return a comparison, or part of one, without times, names of files and the hint, which spells an option."""
    if isinstance(d, dict):
        return {k: stripped(v) for k, v in d.items() if k not in ("seconds", "name", "hint")}
    return [stripped(v) for v in d] if isinstance(d, list) else d
