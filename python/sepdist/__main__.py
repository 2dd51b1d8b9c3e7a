"""``python -m sepdist`` runs the command that the package ships."""

from __future__ import annotations

import os
import subprocess
import sys

from ._native import command, shipped


def main() -> int:
    path = command()
    if os.path.exists(path) and os.path.exists(sys.argv[0]) and os.path.samefile(path, sys.argv[0]):
        path = shipped()  # SEPDIST_WORKER names this script, which would start itself forever
    if not os.path.exists(path):
        print(f"sepdist: the command is missing: expected {path}: reinstall sepdist", file=sys.stderr)
        return 1
    args = [path, *sys.argv[1:]]
    if os.name == "posix":
        os.execv(path, args)
    return subprocess.call(args)


if __name__ == "__main__":
    sys.exit(main())
