"""The functions of the package gadjid, with its names, arguments and returns, computed by this one.

Change ``import gadjid`` to ``from sepdist import gadjid``.

In an adjacency matrix 1 is a directed edge and 2, in one cell or in both, an undirected one.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from . import _native as _engine
from ._matrix import int8_of
from .errors import ClassError, ConversionError, EngineError, Error, MetricError, OptionError

__all__ = ["ancestor_aid", "oset_aid", "parent_aid", "shd", "sid"]

_METRICS = {"parent-aid": 0, "ancestor-aid": 1, "oset-aid": 2, "sid": 3}
_TURNED = {"from row to column": 0, "from column to row": 1}
_CLASSES = {"sid": {"truth-class": "dag", "guess-class": "dag"}}
_SMALL = 128  # nodes up to which a pair takes no time that an interrupt could not wait for
_ROOM = 1000  # bytes for the text of an error


def _cells(g: Any, role: str) -> np.ndarray:
    if not isinstance(g, np.ndarray):
        if hasattr(g, "toarray"):
            g = g.toarray()
        else:
            raise ConversionError(f"{role}: expected a numpy array or a scipy sparse matrix, got a {type(g).__name__}", role=role)
    if g.ndim != 2 or g.shape[0] != g.shape[1]:
        raise ConversionError(f"{role}: expected a square matrix, got an array of shape {' × '.join(map(str, g.shape)) or '()'}", role=role)
    if g.dtype == np.int8:
        return g
    if g.dtype.kind not in "biuf":
        raise ConversionError(f"{role}: expected a matrix of 0, 1 and 2, got an array of {g.dtype}", role=role)
    small = int8_of(g)
    if small is None:
        with np.errstate(all="ignore"):
            i, j = (int(v[0]) for v in np.nonzero(g.astype(np.int8) != g))
        raise ConversionError(f"{role}: the entry in row {i}, column {j} is {g[i, j]}: expected 0, 1 or 2", role=role)
    return small


_KINDS = {1: ConversionError, 2: ClassError, 3: MetricError, 4: EngineError}


def _count(metric: str, g_true: Any, g_guess: Any, edge_direction: Any) -> tuple[float, int]:
    try:
        turned = _TURNED[edge_direction]
    except (KeyError, TypeError):
        raise OptionError('edge_direction is "from row to column" or "from column to row"', option="edge_direction", values=tuple(_TURNED)) from None
    truth, guess = _cells(g_true, "g_true"), _cells(g_guess, "g_guess")
    n = len(truth)
    if n != len(guess):
        raise ConversionError(f"g_true has {n} nodes and g_guess {len(guess)}")
    if n < 2:
        return _tiny(truth, guess)
    e = _engine.engine()
    if e.count is None:
        return _by_request(metric, truth, guess, turned)
    if n > _SMALL:
        return _by_job(e, metric, truth, guess, turned)
    out = (ctypes.c_double * 2)()
    # A buffer for an error is rarely needed, so there is none at first.
    a, b = truth.tobytes(), guess.tobytes()
    status = e.count(_METRICS[metric], n, a, b, turned, out, None, 0)
    if status:
        text = ctypes.create_string_buffer(_ROOM)
        status = e.count(_METRICS[metric], n, a, b, turned, out, text, _ROOM)
        raise _fault(status, text, truth, guess)
    wrong, of = out
    return (wrong / of if of else 0.0), int(wrong)


def _fault(status: int, text: Any, truth: np.ndarray, guess: np.ndarray) -> Error:
    """Return the exception for a status of the engine; an entry at fault is said in words of Python."""
    if status == 1:
        _pairs(truth, "g_true"), _pairs(guess, "g_guess")
    return _KINDS.get(status, Error)(text.value.decode("utf-8", "replace"))


def _tiny(truth: np.ndarray, guess: np.ndarray) -> tuple[float, int]:
    """Graphs without a pair of nodes are at distance 0."""
    if not len(truth):
        raise ConversionError("the matrices have no nodes")
    if truth.any() or guess.any():
        raise ConversionError("the entry in row 0, column 0 is a self-loop")
    return 0.0, 0


def _by_job(e: Any, metric: str, truth: np.ndarray, guess: np.ndarray, turned: int) -> tuple[float, int]:
    """Count a pair that may take its time. The engine reads the arrays where they are."""
    a, b = truth, guess
    if a.flags.f_contiguous and b.flags.f_contiguous:
        a, b, turned = a.T, b.T, 1 - turned
    a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
    text = ctypes.create_string_buffer(_ROOM)

    def start(job: int) -> None:
        status = e.start_count(job, _METRICS[metric], len(a), a.ctypes.data, b.ctypes.data, turned, text, _ROOM)
        if status:
            raise _fault(status, text, truth, guess)

    answer, _ = _engine.result(e, start)
    wrong, of = answer["wrong"], answer["of"]
    return (wrong / of if of else 0.0), int(wrong)


def _by_request(metric: str, truth: np.ndarray, guess: np.ndarray, turned: int) -> tuple[float, int]:
    code = {"codes": "gadjid", "orientation": "col-to-row" if turned else "row-to-col"}
    matrices = {"nodes": len(truth), "truth": 0, "guess": 1, "code": code, **_CLASSES.get(metric, {})}
    answer, parts = _engine.call({"op": "compare-many", "metrics": [metric], "options": {}, "matrices": matrices},
                                 [np.ascontiguousarray(truth), np.ascontiguousarray(guess)])
    for f in answer["errors"]:
        _pairs(truth, "g_true"), _pairs(guess, "g_guess")
        raise _engine.error_of(f["error"])
    value, wrong = (np.frombuffer(parts[k], dtype="<f8") for k in range(2))
    return float(value[0]), int(wrong[0])


def parent_aid(g_true: Any, g_guess: Any, edge_direction: str) -> tuple[float, int]:
    """Parent adjustment identification distance between two DAGs or CPDAGs.

    Parameters
    ----------
    g_true, g_guess : array or sparse matrix
        Square, of 0, 1 and 2.
    edge_direction : {"from row to column", "from column to row"}
        What a 1 means.

    Returns
    -------
    (float, int)
        The normalised distance and the number of mistakes.
    """
    return _count("parent-aid", g_true, g_guess, edge_direction)


def ancestor_aid(g_true: Any, g_guess: Any, edge_direction: str) -> tuple[float, int]:
    """Ancestor adjustment identification distance: see :func:`parent_aid`."""
    return _count("ancestor-aid", g_true, g_guess, edge_direction)


def oset_aid(g_true: Any, g_guess: Any, edge_direction: str) -> tuple[float, int]:
    """Optimal adjustment identification distance: see :func:`parent_aid`."""
    return _count("oset-aid", g_true, g_guess, edge_direction)


def sid(g_true: Any, g_guess: Any, edge_direction: str) -> tuple[float, int]:
    """Structural intervention distance between two DAGs: see :func:`parent_aid`."""
    return _count("sid", g_true, g_guess, edge_direction)


def shd(g_true: Any, g_guess: Any) -> tuple[float, int]:
    """Structural Hamming distance: see :func:`parent_aid`. It does not depend on the direction.

    The matrices may be any partially directed graphs, of a class or not.
    """
    truth, guess = _cells(g_true, "g_true"), _cells(g_guess, "g_guess")
    n = len(truth)
    if n != len(guess):
        raise ConversionError(f"g_true has {n} nodes and g_guess {len(guess)}")
    if n < 2:
        return _tiny(truth, guess)
    wrong = int(np.count_nonzero(np.triu(_pairs(truth, "g_true") != _pairs(guess, "g_guess"))))
    return wrong / (n * (n - 1) / 2), wrong


def _pairs(a: np.ndarray, role: str) -> np.ndarray:
    """Return the edge of each pair of nodes as a number, in the cells above the diagonal."""
    if a.min() < 0 or a.max() > 2:
        i, j = (int(v[0]) for v in np.nonzero((a < 0) | (a > 2)))
        raise ConversionError(f"{role}: the entry in row {i}, column {j} is {a[i, j]}: expected 0, 1 or 2", role=role)
    if a.diagonal().any():
        i = int(np.flatnonzero(a.diagonal())[0])
        raise ConversionError(f"{role}: the entry in row {i}, column {i} is a self-loop", role=role)
    both = (a != 0) & (a.T != 0) & ~((a == 2) & (a.T == 2))
    if both.any():
        i, j = (int(v[0]) for v in np.nonzero(both))
        raise ConversionError(f"{role}: rows {i} and {j} have edges both ways", role=role)
    return np.where((a == 2) | (a.T == 2), 2, a - a.T)
