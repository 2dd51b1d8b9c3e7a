"""What carries the blocks of a study to workers, and their answers back.

An engine is a class that is found by its name among the entry points of the group
``sepdist.engines``, and is imported only when it is used::

    class Engine:
        def __init__(self, address=None, workers=None, timeout=30.0): ...
        def map_unordered(self, fn, blocks):
            \"\"\"Call fn, which can be pickled, on each block, anywhere and in any order. Yield
            (block, answer) or (block, exception) for each as it is done.\"\"\"
        def close(self): ...
"""

from __future__ import annotations

import os
import re
import socket
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Callable, Iterable, Iterator

from ..errors import Error, OptionError, option

# The engines of this package, also where it is not installed but on the path.
OURS = {name: f"sepdist.engines.{name}" for name in ("local", "ray", "dask", "spark")}


def open_engine(name: str, address: str | None, workers: int | None, timeout: float) -> Any:
    """Return the engine of a name, connected."""
    if not isinstance(name, str):
        return name  # one that is open already
    found = {e.name: e for e in entry_points(group="sepdist.engines")}
    if name not in found and name not in OURS:
        raise OptionError(f"{option('engine', name)}: there is no such engine: expected one of {', '.join(sorted({*found, *OURS}))}", option="engine")
    try:
        kind = import_module(OURS[name]).Engine if name in OURS else found[name].load()
    except ImportError as e:
        raise OptionError(f"{option('engine', name)} needs the package {e.name}, which is not installed here: pip install {PACKAGES.get(name, e.name)}", option="engine") from e
    try:
        return kind(address=address, workers=workers, timeout=timeout)
    except Error:
        raise
    except Exception as e:
        why = next(iter(str(e).splitlines()), "") or type(e).__name__
        raise Error(f"{option('engine', name)}: cannot be {'started here' if address is None else f'reached at {address}'}: {why}", option="address") from e


PACKAGES = {"ray": "ray", "dask": '"dask[distributed]"', "spark": "pyspark"}


def processors() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def reach(engine: str, address: str, timeout: float) -> None:
    """Refuse an address that nobody listens at. Engines themselves may take minutes to say so."""
    m = re.fullmatch(r"(?:\w+://)?\[?([^\]/]+?)\]?:(\d+)", address)
    if m is None:
        raise OptionError(f"{option('address', address)}: expected HOST:PORT of the {engine} cluster", option="address")
    try:
        socket.create_connection((m[1], int(m[2])), timeout).close()
    except (OSError, OverflowError) as e:
        raise Error(f"{option('address', address)}: no {engine} cluster answers there: {getattr(e, 'strerror', None) or e}", option="address") from e


def in_window(blocks: Iterable[Any], size: Callable[[], int], start: Callable[[Any], Any], wait: Callable[[dict[Any, Any]], Iterable[Any]]) -> Iterator[tuple[Any, Any]]:
    """Keep so many jobs under way, and yield each block with its job when wait says that it is done."""
    todo = iter(blocks)
    running: dict[Any, Any] = {}
    more = True
    while True:
        while more and len(running) < size():
            try:
                block = next(todo)
            except StopIteration:
                more = False
                break
            running[start(block)] = block
        if not running:
            return
        for job in wait(running):
            yield running.pop(job), job
