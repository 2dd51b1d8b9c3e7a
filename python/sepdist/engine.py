"""The way to the engine: it is loaded when it is first needed, once in each process."""

from __future__ import annotations

import itertools
import os
import sys
import threading
from typing import Any, Callable, Sequence

import numpy as np

from . import errors
from .frames import pack, unpack
from .graph import Graph
from .library import Library
from .worker import Worker

# How long a call may keep Python from seeing a signal, in milliseconds.
_GLANCE = 50

_lock = threading.Lock()
_engine: Any = None
_forked = False  # this process is a child of one that had loaded the library
_jobs = itertools.count(1)


def _child() -> None:
    """After a fork: the threads of the engine are gone."""
    global _engine, _forked, _lock
    _forked = _forked or isinstance(_engine, Library)
    _engine = None
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_child)


def _files() -> tuple[str, str]:
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "native")
    ending = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")
    worker = "sepdist-worker.exe" if sys.platform == "win32" else "sepdist-worker"
    return (os.environ.get("SEPDIST_LIBRARY") or os.path.join(folder, f"libsepdist.{ending}"),
            os.environ.get("SEPDIST_WORKER") or os.path.join(folder, worker))


def engine() -> Any:
    """Return the engine of this process."""
    global _engine
    found = _engine
    if found is not None and (type(found) is Library or found.alive):
        return found
    with _lock:
        if _engine is None or isinstance(_engine, Worker) and not _engine.alive:
            library, worker = _files()
            chosen = os.environ.get("SEPDIST_ENGINE", "")
            if chosen != "worker" and os.path.exists(library):
                _engine = Library(library, copy=_forked)
            elif chosen != "library" and os.path.exists(worker):
                _engine = Worker(worker)
            else:
                raise errors.EngineError(f"the engine is missing: expected {library}; reinstall sepdist, or run `make wheel` in its repository")
        return _engine


def call(header: dict[str, Any], parts: Sequence[Any] = (), progress: Any = None) -> tuple[Any, list[memoryview]]:
    """Send a request and return the answer. Signals are seen while the engine works.

    Python looks at signals between two waits, so Ctrl-C raises here, in this thread, as it does
    anywhere else; the job is then cancelled.
    """
    e, frame = engine(), pack({"door": errors.door, **header}, parts)
    return result(e, lambda job: e.start(job, frame), progress)


def result(e: Any, start: Callable[[int], None], progress: Any = None) -> tuple[Any, list[memoryview]]:
    """Start a job of an engine by its number and return the answer."""
    job = next(_jobs)
    try:
        start(job)
        done = False
        while not done:
            done, share = e.poll(job, _GLANCE)
            if progress is not None:
                progress(1.0 if done else share)
        answer, arrays = unpack(e.take(job))
    finally:
        e.drop(job)
    if "error" in answer:
        raise error_of(answer["error"])
    return answer, arrays


_KINDS = {
    "class": errors.ClassError, "option": errors.OptionError, "parse": errors.ParseError, "file": errors.ParseError, "graph": errors.ConversionError,
    "nodes": errors.NodesError, "metric": errors.MetricError, "internal": errors.EngineError, "changed": errors.ChangedError,
}


def _keyword(option: str, role: str | None) -> str:
    option = option.replace("-", "_")
    return {"class": f"{role}_class" if role else "graph_class", "as": "as_class"}.get(option, option)


def error_of(e: dict[str, Any]) -> errors.Error:
    """Return the exception for an error of the engine."""
    kind, role, option = _KINDS.get(e.get("kind", ""), errors.Error), e.get("role"), e.get("option")
    more: dict[str, Any] = {"role": role, "option": None if option is None else _keyword(option, role), "values": e.get("values") or (), "witness": e.get("witness") or ()}
    if kind is errors.NodesError:
        more.update(missing=e.get("missing") or (), extra=e.get("extra") or ())
    return kind(e["message"], **more)


def encode(g: Graph, parts: list[Any]) -> dict[str, Any]:
    """Return a graph as it stands in a request; its arrays go to the parts."""
    d: dict[str, Any] = {"name": g.name, "class": g.graph_class}
    if g.is_series:
        d["text"], d["options"] = series_json(g), {"format": "json"}
        return {k: v for k, v in d.items() if v is not None}
    d["nodes"] = list(g.nodes)
    d["ends"], d["marks"] = len(parts), len(parts) + 1
    parts += [np.ascontiguousarray(g._ends, dtype="<i4"), g._marks]
    if g.triples:
        d["triples"] = [list(t) for t in g.triples]
    return {k: v for k, v in d.items() if v is not None}


def decode(d: dict[str, Any], parts: Sequence[memoryview], name: str | None = None) -> Graph:
    """Return the graph of an answer."""
    ends = np.frombuffer(parts[d["ends"]], dtype="<i4").reshape(-1, 2)
    marks = np.frombuffer(parts[d["marks"]], dtype=np.uint8).reshape(-1, 2)
    more: dict[str, Any] = {}
    if d.get("moments"):
        more = {"moments": tuple((d["variables"][v], lag) for v, lag in d["moments"]), "max_lag": d["max_lag"]}
    return Graph.from_arrays(d["nodes"] or [], ends, marks, triples=[tuple(t) for t in d.get("triples") or ()], name=name or d.get("name") or None,
                             graph_class=d.get("class") or None, notes=d.get("notes") or (), nameless=bool(d.get("nameless")), **more)


def series_json(g: Graph) -> str:
    """Return the graph of a time series in the JSON of the command line."""
    import json

    edges = []
    for (x, y), arrow in zip(g._ends.tolist(), (e[1] for e in g)):
        (vx, lx), (vy, ly) = g.moments[x], g.moments[y]
        if ly:
            vx, lx, vy, ly = vy, ly, vx, lx
            arrow = arrow[::-1].translate(str.maketrans("<>", "><"))
        edges.append({"from": vx, "lag": lx, "edge": arrow, "to": vy})
    triples = []
    for s, *t in g.triples:
        triples.append({"status": ("ambiguous", "collider", "noncollider")[s], "nodes": [g.moments[v][0] for v in t], "lags": [g.moments[v][1] for v in t]})
    d: dict[str, Any] = {"format": "sepdist", "version": 1, "max_lag": g.max_lag, "nodes": list(g.variables), "edges": edges}
    if triples:
        d["triples"] = triples
    return json.dumps(d, ensure_ascii=False)


def read_text(text: str, o: Any) -> Graph:
    """Return the graph of a text in any format."""
    return _read(text.encode("utf-8", "surrogatepass"), o.name or "", o)


def read_file(path: Any, o: Any) -> Graph:
    """Return the graph of a file."""
    path = os.fspath(path)
    try:
        with open(path, "rb") as f:
            data = f.read()
    except OSError as e:
        raise errors.ParseError(f"{path}: {e.strerror}") from e
    except ValueError as e:  # there is no file of such a name
        raise errors.ParseError(f"{path!r}: {e}") from e
    return _read(data, str(path), o)


def _read(data: bytes, name: str, o: Any) -> Graph:
    answer, parts = call({"op": "read", "graph": {"name": name, "data": 0, "options": o.engine_options(), "lag0": o.lag0}}, [data])
    return decode(answer["graph"], parts, name)
