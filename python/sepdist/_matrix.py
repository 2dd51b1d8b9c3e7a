"""Graphs on their way to the engine, before they are a :class:`Graph`: matrices, which only the engine interprets, and edges."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from . import _native
from ._reading import Reading
from .errors import ConversionError
from .graph import ARROW, TAIL, Graph, unique_names

DIRECTED = bytes((TAIL, ARROW))

# The kinds of elements that the engine reads where they are, and their size.
_KINDS = {np.dtype(t): (ord(np.dtype(t).kind), np.dtype(t).itemsize)
          for t in ("b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8")}
_SMALL = 1 << 16  # bytes up to which a copy is faster than to ask for an address

# A graph for the engine's compare: six numbers (see cmd/libsepdist), data, marks, names, and what must stay alive.
Packed = tuple[tuple[int, int, int, int, int, int], Any, "bytes | None", bytes, Any]


def pack_names(nodes: Sequence[str]) -> bytes | None:
    """Return names for the engine, or None if they need a closer look."""
    text = "\0".join(nodes) + "\0"
    if text.count("\0") != len(nodes) or "\n" in text or "\r" in text:
        return None
    try:
        return text.encode()
    except UnicodeEncodeError:
        return None


class Matrix:
    """A matrix of numbers or of links, with lags or without, or the content of a file, and how it is read."""

    __slots__ = ("array", "names", "how", "file")

    def __init__(self, array: Any, how: Reading, names: Sequence[str] | None = None, file: str | None = None):
        self.array = array
        self.how = how
        self.names = names
        self.file = file

    @property
    def graph_class(self) -> str | None:
        return self.how.graph_class

    def pack(self) -> Packed | None:
        """Return the matrix for a quick comparison, or None if it needs a request."""
        names = b""
        if self.names is not None:
            found = pack_names(self.names)
            if found is None:
                return None
            names = found
        return pack_array(self.array, names)

    def encode(self, parts: list[Any]) -> dict[str, Any]:
        """Return the matrix as it is in a request."""
        d = self.how.request
        if self.names is not None:
            d["nodes"] = list(self.names)
        if self.file is not None:
            d["name"], d["data"] = self.file, len(parts)
            parts.append(self.array)
        elif isinstance(self.array, np.ndarray):
            d["array"] = _array(self.array, parts)
        else:
            c = self.array
            d["sparse"] = {"layout": "coo", "size": int(c.shape[0]), "rows": _array(c.row, parts), "cols": _array(c.col, parts), "values": _array(c.data, parts)}
        return d

    def graph(self) -> Graph:
        """Return the graph of the matrix, which the engine reads."""
        parts: list[Any] = []
        answer, arrays = _native.call({"op": "read", "graph": self.encode(parts)}, parts)
        return Graph._decode(answer["graph"], arrays, self.file, nameless=self.names is None and self.file is None)


def pack_array(a: Any, names: bytes) -> Packed | None:
    """Return a square array of numbers for a quick comparison."""
    if type(a) is not np.ndarray or a.ndim != 2:
        return None
    n = len(a)
    kind = _KINDS.get(a.dtype)
    if kind is None or a.shape[1] != n or not n:
        return None
    if a.nbytes <= _SMALL:
        return (*kind, n, n * kind[1], kind[1], len(names)), a.tobytes(), None, names, None
    if min(a.strides) < 0:
        a = np.ascontiguousarray(a)
    return (*kind, n, *a.strides, len(names)), a.ctypes.data, None, names, a


def _array(a: np.ndarray, parts: list[Any]) -> dict[str, Any]:
    fortran = a.flags.f_contiguous and not a.flags.c_contiguous
    parts.append((a.T if fortran else np.ascontiguousarray(a)).view(np.uint8) if a.dtype.kind == "b" else a.T if fortran else np.ascontiguousarray(a))
    if a.dtype.kind == "U":
        parts[-1] = parts[-1].tobytes()
    d: dict[str, Any] = {"data": len(parts) - 1, "type": a.dtype.str, "shape": list(a.shape)}
    if fortran:
        d["strides"] = list(a.strides)
    return d


class Edges:
    """Nodes, and edges between them by number."""

    __slots__ = ("nodes", "ends", "marks", "graph_class")

    def __init__(self, nodes: tuple[str, ...], ends: bytes, marks: bytes, graph_class: str | None = None):
        self.nodes = nodes
        self.ends = ends
        self.marks = marks
        self.graph_class = graph_class

    def replace(self, graph_class: str | None) -> Edges:
        return Edges(self.nodes, self.ends, self.marks, graph_class)

    def pack(self) -> Packed | None:
        names = pack_names(self.nodes)
        if names is None or not self.nodes:
            return None
        return (0, 0, len(self.marks) // 2, 0, 0, len(names)), self.ends, self.marks, names, None

    def graph(self) -> Graph:
        ends, marks = np.frombuffer(self.ends, np.int32).reshape(-1, 2), np.frombuffer(self.marks, np.uint8).reshape(-1, 2)
        return Graph.from_arrays(unique_names(self.nodes), ends, marks, graph_class=self.graph_class)


def pack_graph(g: Graph) -> Packed | None:
    """Return a graph for a quick comparison, or None if it needs a request."""
    if g.is_series or g.triples or not g.nodes:
        return None
    names = pack_names(g.nodes)
    if names is None:
        return None
    return (0, 0, len(g._marks), 0, 0, len(names)), np.ascontiguousarray(g._ends).tobytes(), g._marks.tobytes(), names, None


def checked_array(a: Any) -> np.ndarray:
    """Return an array of a type that the engine reads."""
    if isinstance(a, np.generic) or not hasattr(a, "dtype"):
        raise ConversionError(f"expected a graph, got a {type(a).__name__}")
    if isinstance(a, np.ma.MaskedArray) and np.ma.is_masked(a):
        raise ConversionError("some entries of the array are masked: use a.filled(0) if they are not edges")
    a = np.asarray(a)
    if a.dtype.kind == "O":
        for odd in (x for x in a.flat if not isinstance(x, str)):
            raise ConversionError(f"expected numbers or links such as '-->', got an array of objects with {odd!r} of type {type(odd).__name__}: use a.astype(float) or a.astype(str)")
        return a.astype("U3" if a.size == 0 else "U")
    if a.dtype.kind == "S":
        return a.astype("U")
    if a.dtype.kind == "T":  # texts of any length, in numpy 2
        return np.array(a.tolist(), dtype="U").reshape(a.shape)
    if a.dtype.kind not in "biufU":
        raise ConversionError(f"expected a matrix of numbers, got an array of {a.dtype}")
    if a.dtype.kind == "f" and a.dtype.itemsize not in (4, 8):
        a = a.astype(np.float32 if a.dtype.itemsize < 4 else np.float64)
    return a


def int8_of(a: np.ndarray) -> np.ndarray | None:
    """Return an array of numbers as int8, without a copy if possible, or None if an entry does not fit."""
    if a.dtype == np.int8:
        return a
    if a.dtype.kind in "biu":
        # All bits together show the range of entries that are not negative, in one pass.
        bits = int(np.bitwise_or.reduce(a, axis=None)) if a.size else 0
        if 0 <= bits <= 127:
            return a.view(np.int8) if a.itemsize == 1 else a.astype(np.int8)
    with np.errstate(all="ignore"):
        small = a.astype(np.int8)
    return small if np.array_equal(small, a) else None
