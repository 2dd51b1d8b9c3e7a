"""The functions of the package gadjid, with its names, arguments and returns, computed by this one.

Change ``import gadjid`` to ``from sepdist import gadjid``.

In an adjacency matrix 1 is a directed edge and 2, in one cell or in both, an undirected one.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from . import _native as _engine
from ._ask import ask_graphs
from ._convert import for_role
from ._matrix import int8_of
from ._reading import COL_TO_ROW, ROW_TO_COL, Reading
from .errors import ConversionError, EngineError, Error, OptionError

__all__ = ["ancestor_aid", "oset_aid", "parent_aid", "shd", "sid"]

_METRICS = {"parent-aid": 0, "ancestor-aid": 1, "oset-aid": 2, "sid": 3}
_TURNED = {"from row to column": 0, "from column to row": 1}
_SMALL = 128  # nodes up to which a pair takes no time that an interrupt could not wait for


def _cells(g: Any) -> np.ndarray | None:
    """Return a square matrix as int8, or None."""
    if type(g) is np.ndarray and g.dtype == np.int8 and g.ndim == 2 and g.shape[0] == g.shape[1] and g.size:
        return g
    if not isinstance(g, np.ndarray):
        if not hasattr(g, "toarray"):
            raise ConversionError(f"expected a numpy array or a scipy sparse matrix, got a {type(g).__name__}")
        g = g.toarray()
    return int8_of(g) if g.dtype.kind in "biuf" and g.ndim == 2 and g.shape[0] == g.shape[1] and g.size else None


def _size(truth: np.ndarray | None, guess: np.ndarray | None) -> int:
    """Return the number of nodes, or 0 if a matrix is refused."""
    if truth is None or guess is None:
        return 0
    if len(truth) != len(guess):
        raise ConversionError(f"g_true has {len(truth)} nodes and g_guess {len(guess)}")
    return len(truth)


def _by_request(metric: str, g_true: Any, g_guess: Any, turned: int) -> tuple[float, float]:
    """Count a pair by a request. Its error says what is wrong with matrices that the quick functions refuse."""
    how = Reading(codes="gadjid", orientation=COL_TO_ROW if turned else ROW_TO_COL, graph_class="dag" if metric == "sid" else None)
    try:
        truth, guess = (for_role(g, how, role, {}) for g, role in ((g_true, "g_true"), (g_guess, "g_guess")))
        answer, _ = ask_graphs("compare", truth, guess, {}, metrics=[metric])  # type: ignore[arg-type]
    except Error as e:
        if e.option is not None:
            e.args = (f"{e.args[0]} (a keyword of sepdist.compare)", *e.args[1:])
        raise
    result = answer["comparison"]["results"][0]
    return result["wrong"], result["of"]


def _count(metric: str, g_true: Any, g_guess: Any, edge_direction: Any) -> tuple[float, int]:
    try:
        turned = _TURNED[edge_direction]
    except (KeyError, TypeError):
        raise OptionError('edge_direction is "from row to column" or "from column to row"', option="edge_direction", values=tuple(_TURNED)) from None
    truth, guess = _cells(g_true), _cells(g_guess)
    n = _size(truth, guess)
    e = _engine.engine()
    if n == 1 and truth is not None and guess is not None and not truth.any() and not guess.any():
        return 0.0, 0  # graphs without a pair of nodes
    if truth is None or guess is None or e.count is None:
        wrong, of = _by_request(metric, g_true, g_guess, turned)
    elif n > _SMALL:
        wrong, of = _by_job(e, metric, truth, guess, turned)
    else:
        out = (ctypes.c_double * 2)()
        refused = e.count(_METRICS[metric], n, truth.tobytes(), guess.tobytes(), turned, out, None, 0)
        wrong, of = _by_request(metric, truth, guess, turned) if refused else out
    return (wrong / of if of else 0.0), int(wrong)


def _by_job(e: Any, metric: str, truth: np.ndarray, guess: np.ndarray, turned: int) -> tuple[float, float]:
    """Count a pair that may take its time. The engine reads the arrays where they are."""
    a, b, flip = truth, guess, turned
    if a.flags.f_contiguous and b.flags.f_contiguous:
        a, b, flip = a.T, b.T, 1 - turned
    a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)

    def start(job: int) -> None:
        if e.start_count(job, _METRICS[metric], len(a), a.ctypes.data, b.ctypes.data, flip, None, 0):
            _by_request(metric, truth, guess, turned)
            raise EngineError("the engine refused a pair without a reason")

    answer, _ = _engine.result(e, start)
    return answer["wrong"], answer["of"]


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
    truth, guess = _cells(g_true), _cells(g_guess)
    n = _size(truth, guess)
    if truth is None or guess is None or not _is_code(truth) or not _is_code(guess):
        wrong = int(_by_request("shd", g_true, g_guess, 0)[0])
    else:
        wrong = int(np.count_nonzero(np.triu(_edges(truth) != _edges(guess))))
    return wrong / max(1, n * (n - 1) / 2), wrong


def _is_code(a: np.ndarray) -> bool:
    both = (a != 0) & (a.T != 0) & ~((a == 2) & (a.T == 2))
    return bool(a.min() >= 0 and a.max() <= 2 and not both.any())


def _edges(a: np.ndarray) -> np.ndarray:
    """Return the edge of each pair of nodes as a number, in the cells above the diagonal."""
    return np.where((a == 2) | (a.T == 2), 2, a - a.T)
