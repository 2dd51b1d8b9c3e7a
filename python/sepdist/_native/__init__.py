"""The engine. It is loaded when it is first needed, once in each process. This package knows bytes and dicts only."""

from __future__ import annotations

import itertools
import os
import sys
import threading
from typing import Any, Callable, Sequence

from .. import errors
from .frames import pack, unpack
from .library import Library
from .worker import Worker

# How long a call may keep Python from seeing a signal, in milliseconds.
_GLANCE = 50

_lock = threading.Lock()
_engine: Any = None
_loading = False  # this process has loaded the library, or is about to
_forked = False  # this process is a child of one that had loaded the library, or was about to
_jobs = itertools.count(1)


def _child() -> None:
    """After a fork: the threads of the engine are gone."""
    global _engine, _forked, _loading, _lock
    _forked = _forked or _loading
    _engine, _loading = None, False
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_child)


def folder() -> str:
    """Return the folder of the shipped library and command."""
    return os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "native")


def shipped() -> str:
    """Return the path of the shipped command."""
    return os.path.join(folder(), "sepdist.exe" if sys.platform == "win32" else "sepdist")


def command() -> str:
    """Return the path of the command to run: that of SEPDIST_WORKER, or the shipped one."""
    return os.environ.get("SEPDIST_WORKER") or shipped()


def _library() -> str:
    ending = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")
    return os.environ.get("SEPDIST_LIBRARY") or os.path.join(folder(), f"libsepdist.{ending}")


_RESERVED = 2 << 30  # bytes of address space that the engine reserves, with its threads; most are never used


def _check_address_space() -> None:
    """Raise an error if too little address space is left (ulimit -v): the engine would end the process."""
    try:
        import resource

        with open("/proc/self/statm") as f:
            used = int(f.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError, ValueError):  # not Linux
        return
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit != resource.RLIM_INFINITY and limit - used < _RESERVED:
        raise errors.EngineError(f"the address space of this process is limited to {limit / 1e9:.1f} GB, {used / 1e9:.1f} GB are in use, and the engine "
                                 f"reserves {_RESERVED / 1e9:.1f} GB: raise the limit (ulimit -v unlimited), or limit memory by a container or cgroup instead")


def engine() -> Any:
    """Return the engine of this process."""
    global _engine, _loading
    found = _engine
    if found is not None and (type(found) is Library or found.alive):
        return found
    with _lock:
        if _engine is None or isinstance(_engine, Worker) and not _engine.alive:
            library, worker, chosen = _library(), command(), os.environ.get("SEPDIST_ENGINE", "")
            _check_address_space()
            if chosen != "worker" and os.path.exists(library):
                _loading = True  # first: another thread may fork while it loads
                _engine = Library(library, copy=_forked)
            elif chosen != "library" and os.path.exists(worker):
                _engine = Worker(worker)
            else:
                raise errors.EngineError(f"the engine is missing: expected {library}: install Go and gcc and run `pip install ./python` in a clone of sepdist (not `pip install -e`)")
        return _engine


def call(header: dict[str, Any], parts: Sequence[Any] = (), progress: Any = None) -> tuple[Any, list[memoryview]]:
    """Send a request and return the answer. Signals are seen while the engine works.

    Python looks at signals between two waits, so Ctrl-C raises here, in this thread, as it does
    anywhere else; the job is then cancelled.
    """
    e, frame = engine(), pack({"door": "python", **header}, parts)
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
