"""From what people hold to a :class:`Graph`.

An object is known by the module that its type, or a base of it, is from. No other package is
imported for that: whoever holds an object has imported its package.
"""

from __future__ import annotations

import dataclasses
import os
from typing import Any, Callable, Iterable, Mapping, Sequence

import numpy as np

from .codes import CODES, COL_TO_ROW, LINES, LINKS, ROW_TO_COL, Entries, ask_circles, read_numbers
from .errors import ConversionError, NodesError, OptionError
from .graph import ARROW, CIRCLE, TAIL, Graph, check_choice, draw_arrow, parse_arrow, unique_names
from .tables import CLASSES, ClassName, CodeName


@dataclasses.dataclass
class Reading:
    """What an object does not say of itself. None is: not stated."""

    names: Sequence[Any] | None = None
    orientation: str | None = None
    codes: str | None = None
    graph_class: str | None = None
    threshold: float | None = None
    mark_at: str | None = None
    opposite_arcs: str | None = None
    nan: str | None = None
    directed: bool | None = None
    drop_self_loops: bool = False
    lag0: bool = False
    format: str | None = None
    name: str | None = None

    def check(self) -> Reading:
        for option, choices in (("orientation", (ROW_TO_COL, COL_TO_ROW)), ("codes", tuple(CODES)), ("graph_class", CLASSES), ("mark_at", ("row", "column")),
                                ("opposite_arcs", ("undirected", "cycle")), ("nan", ("bidirected", "undirected"))):
            value = getattr(self, option)
            if value is not None:
                check_choice(option, value, choices)
        if self.threshold is not None and not (isinstance(self.threshold, (int, float, np.number)) and self.threshold >= 0):
            raise OptionError(f"threshold is a number from 0 on, not {self.threshold!r}", option="threshold")
        if self.names is not None:
            if isinstance(self.names, (str, bytes, Mapping)) or not isinstance(self.names, Iterable):
                raise OptionError(f"names is a list of names in the order of the nodes, not {self.names!r}", option="names")
            self.names = list(self.names)
            if any(v is None for v in self.names):
                raise OptionError("names has None among the names: expected a name for each node", option="names")
        return self

    def engine_options(self) -> dict[str, Any]:
        """Return the options of a file, as the engine calls them."""
        o = {"format": self.format, "codes": self.codes, "orientation": self.orientation, "class": self.graph_class, "mark-at": self.mark_at,
             "opposite-arcs": self.opposite_arcs, "nan": self.nan}
        o = {k: v for k, v in o.items() if v is not None}
        if self.threshold is not None:
            o["threshold"] = repr(float(self.threshold))
        if self.directed is not None:
            o["directed"] = "true" if self.directed else "false"
        if self.drop_self_loops:
            o["drop-self-loops"] = "true"
        return o


def as_graph(obj: Any, *, names: Sequence[Any] | None = None, orientation: str | None = None, codes: CodeName | None = None,
             graph_class: ClassName | None = None, threshold: float | None = None, mark_at: str | None = None, opposite_arcs: str | None = None,
             nan: str | None = None, directed: bool | None = None, drop_self_loops: bool = False, lag0: bool = False,
             format: str | None = None, name: str | None = None) -> Graph:
    """Return what an object of another package, a matrix, a file or a text says as a :class:`Graph`.

    Parameters
    ----------
    obj : object
        A :class:`Graph`; a networkx graph; a pgmpy DAG, PDAG, ADMG or MAG; a causal-learn
        ``GeneralGraph``, ``CausalGraph`` or what FCI and GES return; a tigramite string array
        or result; a pywhy-graphs graph; a gCastle learner; a lingam model; a square numpy
        array, scipy sparse matrix or pandas frame; the path of a file; or the text of one.
    names : sequence of str, optional
        Names of the nodes, for objects that have none, in their order.
    orientation : {"row-to-col", "col-to-row"}, optional
        Whether an entry in row i, column j means i → j or j → i. A matrix of 0 and 1 does not
        say, so it must be given; objects of other packages know.
    codes : str, optional
        Which tool's code the entries of a matrix are in: "plain", "causal-learn", "pcalg-pag",
        "pcalg-cpdag", "gadjid", "pywhy", "ggm", "tigramite". Inferred where only one fits.
    graph_class : str, optional
        "dag", "cpdag", "mpdag", "mag", "admg", "pag" or "cyclic"; of a time series "ts-dag",
        "ts-cpdag", "ts-admg" or "ts-pag". Inferred unless given.
    threshold : float, optional
        Weights of at most this size are no edges.
    mark_at : {"row", "column"}, optional
        Whether an entry in row i, column j is the mark at i or at j.
    opposite_arcs : {"undirected", "cycle"}, optional
        Whether a → b and b → a together mean an undirected edge or a cycle of two.
    nan : {"bidirected", "undirected"}, optional
        What a pair of NaN entries means.
    directed : bool, optional
        Whether the edges of a list in a file are directed.
    drop_self_loops : bool
        Drop edges from a node to itself.
    lag0 : bool
        Take the contemporaneous part of a time series.
    format : str, optional
        Format of a file or text, where its content does not tell.
    name : str, optional
        Stands in reports and errors.

    Returns
    -------
    Graph

    Raises
    ------
    OptionError
        The object does not say which graph it is: the message names the keyword to use.
    ConversionError
        The object is no graph.

    Examples
    --------
    >>> import numpy as np
    >>> as_graph(np.array([[0, 1], [0, 0]]), orientation="row-to-col", names=["a", "b"])
    <Graph: 2 nodes, 1 edge: a --> b>
    """
    o = Reading(names, orientation, codes, graph_class, threshold, mark_at, opposite_arcs, nan, directed, drop_self_loops, lag0, format, name).check()
    return convert_object(obj, o)


def _known(what: str, option: str) -> OptionError:
    """Return the error about a keyword for something that an object says itself."""
    e = OptionError(f"{what}: leave out {option}", option=option)
    e._known = True
    return e


def convert_object(obj: Any, o: Reading) -> Graph:
    g = _converter(obj)(obj, o)
    changes: dict[str, Any] = {}
    if o.lag0:
        if g.is_series and (o.graph_class or "").startswith("ts-"):
            raise OptionError(f"the contemporaneous part of a time series is no time series: use graph_class=\"{o.graph_class[3:]}\", or leave out lag0", option="graph_class")
        g = g.lag0()
    if o.names is not None and g.nameless:
        changes["nodes"] = o.names
    elif o.names is not None and [str(v) for v in o.names] != list(g.variables):
        raise _known(f"the {_kind(obj)} has names of its own", "names")
    if o.graph_class is not None and g.graph_class != o.graph_class:
        changes["graph_class"] = o.graph_class
    if o.name is not None:
        changes["name"] = o.name
    return g.replace(**changes) if changes else g


def _kind(obj: Any) -> str:
    return type(obj).__name__


def _converter(obj: Any) -> Callable[[Any, Reading], Graph]:
    for base in type(obj).__mro__:
        found = CONVERTERS.get((base.__module__ or "").partition(".")[0])
        if found is not None:
            return found
    if isinstance(obj, (str, os.PathLike)):
        return _file_or_text
    if isinstance(obj, bytes):
        raise ConversionError("expected a graph, got bytes: decode them, or use sepdist.read for a file")
    if isinstance(obj, Mapping):
        return _mapping
    if isinstance(obj, tuple) and obj and _from(obj[0], "causallearn"):
        return lambda obj, o: _causal_learn(obj[0], o)  # FCI returns the graph and its edges
    if isinstance(obj, (list, tuple)):
        return _lists
    if hasattr(obj, "__array__") and not hasattr(obj, "columns") and not isinstance(obj, type):
        return lambda obj, o: _numpy(np.asarray(obj), o)  # such as a tensor of torch
    for attribute in ("causal_graph_", "causal_matrix", "adjacency_matrix_"):
        if hasattr(obj, attribute):
            raise ConversionError(f"expected a graph, got a {_kind(obj)} of {type(obj).__module__}: pass its {attribute}")
    raise ConversionError(f"expected a graph, got a {_kind(obj)}: pass a matrix, a networkx, pgmpy, causal-learn, tigramite, pywhy-graphs, gCastle or "
                          "lingam object, a file, or sepdist.Graph(nodes, edges)")


def _from(obj: Any, package: str) -> bool:
    return any((base.__module__ or "").partition(".")[0] == package for base in type(obj).__mro__)


def _types(obj: Any, package: str) -> set[str]:
    """Return the names of the types of an object that are of a package."""
    return {b.__name__ for b in type(obj).__mro__ if (b.__module__ or "").partition(".")[0] == package}


# Our own, files and texts.


def _own(obj: Any, o: Reading) -> Graph:
    if not isinstance(obj, Graph):
        raise ConversionError(f"expected a graph, got a {_kind(obj)}")
    return obj


_ARROWS = tuple(f"{x}-{y}" for x in "-<ox" for y in "->ox")


def _file_or_text(obj: Any, o: Reading) -> Graph:
    from .engine import read_file, read_text

    if isinstance(obj, os.PathLike):
        return read_file(obj, o)
    # The name of a file has neither; whoever has such a file can pass a pathlib.Path.
    if "\n" in obj or "{" in obj or any(a in obj.split() for a in _ARROWS):
        return read_text(obj, o)
    if not obj.strip():
        raise ConversionError("expected a graph, got an empty text: name a file, or pass the text of one")
    return read_file(obj, o)


def _lists(obj: Any, o: Reading) -> Graph:
    """A nested list is a matrix; a list of edges does not say which nodes there are."""
    if len(obj) and all(isinstance(e, (list, tuple)) and len(e) == 3 and isinstance(e[1], str) and e[1] in _ARROWS for e in obj):
        nodes = dict.fromkeys(str(v) for x, _, y in obj for v in (x, y))
        return Graph(list(nodes if o.names is None else map(str, o.names)), obj)
    if len(obj) and all(isinstance(e, (list, tuple)) and len(e) == 2 and isinstance(e[0], str) for e in obj) and not all(e[0] in ("", *LINKS) for e in obj):
        raise ConversionError(f'expected a graph, got a {_kind(obj)} of pairs, which does not say what joins them: use ("a", "-->", "b") for an edge, or a networkx.DiGraph')
    try:
        a = np.array(obj)
    except (ValueError, RecursionError):
        a = None
    if a is None or a.ndim < 2 or a.dtype.kind == "O":
        raise ConversionError(f'expected a graph, got a {_kind(obj)}: a matrix has rows of one length, and a list of edges has ("a", "-->", "b") as its items')
    return _numpy(a, o)


def _mapping(obj: Mapping[str, Any], o: Reading) -> Graph:
    if "G" in obj and _from(obj["G"], "causallearn"):  # GES
        return _causal_learn(obj["G"], o)
    if "graph" not in obj and obj and all(isinstance(k, (int, np.integer)) and isinstance(v, (list, tuple)) for k, v in obj.items()):
        raise ConversionError("expected a graph, got a dict of links as tigramite simulates from: use links_to_graph(links) of tigramite.toymodels.structural_causal_processes")
    if "graph" not in obj:
        raise ConversionError(f"expected a graph, got a {_kind(obj)} with the keys {', '.join(map(repr, list(obj)[:5]))}: a result of tigramite has 'graph'")
    a = obj["graph"]
    if not isinstance(a, np.ndarray):
        return convert_object(a, o)
    if o.names is None and obj.get("var_names") is not None:
        o = dataclasses.replace(o, names=list(obj["var_names"]))
    g = _numpy(a, o)
    triples = obj.get("ambiguous_triples")
    if triples is None or len(triples) == 0 or a.dtype.kind not in "UO":
        return g
    return _with_tigramite_triples(g, a, triples)


def _with_tigramite_triples(g: Graph, a: np.ndarray, triples: Iterable[Any]) -> Graph:
    """Add triples ((i, -lag), k, j), or (i, k, j) without lags."""
    variables = a.shape[0]
    place = {m: i for i, m in enumerate(g.moments)} if g.is_series else None
    names = [v for v, lag in g.moments if lag == 0] if g.is_series else g.nodes
    ends = {frozenset(e) for e in g._ends.tolist()}
    listed = {}
    for i, k, j in triples:
        i, lag = (int(i[0]), -int(i[1])) if np.ndim(i) else (int(i), 0)
        k, j = int(k), int(j)
        if not all(0 <= v < variables for v in (i, k, j)) or place is None and lag:
            raise ConversionError(f"an ambiguous triple names variable {i} at lag {lag}, {k} and {j} of {variables} variables")
        t = (i, k, j) if place is None else tuple(place.get(m, -1) for m in ((names[i], lag), (names[k], 0), (names[j], 0)))
        if min(t) < 0 or len(set(t)) < 3 or frozenset(t[:2]) not in ends or frozenset(t[1:]) not in ends:
            continue  # it is no path of the graph that was returned in the end
        listed[(min(t[0], t[2]), t[1], max(t[0], t[2]))] = (0, *t)
    state = {k: getattr(g, k) for k in ("name", "graph_class", "notes", "moments", "max_lag", "nameless")}
    return Graph.from_arrays(g.nodes, g._ends, g._marks, triples=list(listed.values()), **state)


# Matrices.


def _square(a: Any, what: str) -> int:
    if len(a.shape) != 2 or a.shape[0] != a.shape[1]:
        shape = " × ".join(map(str, a.shape))
        raise ConversionError(f"expected a square matrix, got {what} of shape {shape or '()'}")
    return int(a.shape[0])


def _where(names: Sequence[str] | None) -> Callable[[int, int], str] | None:
    if names is None:
        return None
    return lambda i, j: f"the entry in row {names[i]!r}, column {names[j]!r}"


def _numpy(a: np.ndarray, o: Reading, names: Sequence[str] | None = None) -> Graph:
    if isinstance(a, np.generic) or not hasattr(a, "dtype"):
        raise ConversionError(f"expected a graph, got a {_kind(a)}")
    if isinstance(a, np.ma.MaskedArray) and np.ma.is_masked(a):
        raise ConversionError("some entries of the array are masked: use a.filled(0) if they are no edges")
    a = np.asarray(a)
    if a.dtype.kind == "O":
        a = _texts(a)
    if a.dtype.kind == "S":
        a = a.astype("U")
    elif a.dtype.kind == "T":  # texts of any length, in numpy 2
        a = np.array(a.tolist(), dtype="U").reshape(a.shape)
    if a.dtype.kind == "U":
        return _links(a, o, names)
    n = _square(a, "an array")
    if a.dtype.kind not in "biuf":
        raise ConversionError(f"expected a matrix of numbers, got an array of {a.dtype}")
    if a.dtype.kind == "f" and a.dtype.itemsize < 4:
        a = a.astype(np.float32)
    rows, cols = np.nonzero(a)
    return _numbers(n, rows, cols, a[rows, cols], o, names)


def _texts(a: np.ndarray) -> np.ndarray:
    """Return an array of objects as one of texts, where all of them are texts."""
    for odd in (x for x in a.flat if not isinstance(x, str)):
        raise ConversionError(f"expected numbers or links such as '-->', got an array of objects with {odd!r} of type {_kind(odd)}: use a.astype(float) or a.astype(str)")
    return a.astype("U")


def _numbers(n: int, rows: np.ndarray, cols: np.ndarray, values: np.ndarray, o: Reading, names: Sequence[str] | None = None) -> Graph:
    if values.dtype.kind == "b":
        values = values.astype(np.int8)
    elif values.dtype.kind == "u":
        values = values.astype(np.int64 if values.dtype.itemsize < 8 else np.float64)
    notes: list[str] = []
    if names is None and o.names is not None:
        names = unique_names(o.names)
        if len(names) != n:
            raise OptionError(f"{len(names)} names for {n} nodes", option="names")
    entries = Entries(n, rows, cols, values, _where(names))
    ends, marks, code = read_numbers(entries, o, notes)
    nodes = names if names is not None else [f"{code.prefix}{i + code.first}" for i in range(n)]
    return Graph.from_arrays(nodes, ends, marks, notes=notes, nameless=names is None)


def _links(a: np.ndarray, o: Reading, names: Sequence[str] | None = None) -> Graph:
    """Return the graph of a string array as tigramite has them, with lags in its third dimension."""
    if o.codes not in (None, "tigramite"):
        raise _known(f"the entries are links such as '-->', not numbers of the code {o.codes}", "codes")
    if o.orientation == COL_TO_ROW:
        raise _known("links such as '-->' go from the row to the column", "orientation")
    if a.ndim == 2:
        a = a[:, :, None]
    if a.ndim != 3 or a.shape[0] != a.shape[1] or a.shape[2] == 0:
        raise ConversionError(f"expected an array of shape (N, N) or (N, N, lags), got {a.shape}")
    n = a.shape[0]
    known = set(np.unique(a).tolist()) - {""}
    odd = sorted(known - set(LINKS))
    if odd:
        i, j, lag = (int(v[0]) for v in np.nonzero(a == odd[0]))
        if len(odd[0]) == 3 and odd[0][1] in "?LR!":
            raise ConversionError(f"the entry in row {i}, column {j} is {odd[0]!r}, a link of a graph that is not finished")
        raise ConversionError(f"the entry in row {i}, column {j}{f' at lag {lag}' if lag else ''} is {odd[0]!r}: expected a link such as '-->', or '' for none")
    if "o-o" in known and not known & {"o->", "<-o", "o--", "--o", "x-o", "o-x"}:
        ask_circles(o, series=a.shape[2] > 1 and not o.lag0)
    lines = o.graph_class in LINES
    notes: list[str] = []
    if names is None and o.names is not None:
        names = unique_names(o.names)
        if len(names) != n:
            raise OptionError(f"{len(names)} names for {n} nodes", option="names")
    variables = list(names) if names is not None else [str(i) for i in range(n)]
    edges: list[tuple[tuple[int, int], int, str]] = []
    for i in np.flatnonzero(a[np.arange(n), np.arange(n), 0] != ""):
        if not o.drop_self_loops:
            raise ConversionError(f"the entry in row {i}, column {i} is {str(a[i, i, 0])!r}, a self-loop: use drop_self_loops=True to drop it", option="drop_self_loops")
    for i, j in zip(*np.nonzero(a[:, :, 0] != "")):
        if i == j or i > j and a[j, i, 0] != "":
            continue  # it is seen from the other side
        link, mirror = str(a[i, j, 0]), str(a[j, i, 0])
        if _mirror(link) != mirror:
            raise ConversionError(f"the entry in row {i}, column {j} is {link!r} but in row {j}, column {i} it is {mirror!r}, which is not its mirror image")
        edges.append(((int(i), 0), int(j), link))
    for i, j, k in zip(*np.nonzero(a[:, :, 1:] != "")):
        lag, link = int(k) + 1, str(a[i, j, k + 1])
        if link in ("<--", "<-+"):
            raise ConversionError(f"the entry in row {i}, column {j} at lag {lag} is {link!r}, which is not an edge from the past")
        edges.append(((int(i), lag), int(j), link))
    series = a.shape[2] > 1
    moments = sorted({(lag, i) for (i, lag), _, _ in edges} | {(0, i) for i in range(n)}) if series else [(0, i) for i in range(n)]
    place = {(i, lag): k for k, (lag, i) in enumerate(moments)}
    ends, marks = [], []
    for m, j, link in edges:
        arrows = ["-->", "<->"] if link == "+->" else ["<--", "<->"] if link == "<-+" else ["---"] if link == "o-o" and lines else [link]
        for arrow in arrows:
            ends.append((place[m], place[j, 0]))
            marks.append(parse_arrow(arrow))
    ends, marks = np.array(ends, np.int32).reshape(-1, 2), np.array(marks, np.uint8).reshape(-1, 2)
    if not series:
        return Graph.from_arrays(variables, ends, marks, notes=notes, nameless=names is None)
    return series_graph(variables, [(i, lag) for lag, i in moments], ends, marks, a.shape[2] - 1, nameless=names is None)


def series_graph(variables: Sequence[str], moments: Sequence[tuple[int, int]], ends: Any, marks: Any, max_lag: int, **more: Any) -> Graph:
    named = tuple((variables[i], lag) for i, lag in moments)
    nodes = [f"{v}(t-{lag})" if lag else f"{v}(t)" for v, lag in named]
    return Graph.from_arrays(nodes, ends, marks, moments=named, max_lag=max_lag, **{**more, "nameless": False})


_FLIP = str.maketrans("<>", "><")


def _mirror(link: str) -> str:
    return link[::-1].translate(_FLIP)


def _scipy(a: Any, o: Reading) -> Graph:
    if not hasattr(a, "tocoo"):
        raise ConversionError(f"expected a graph, got a {_kind(a)} of scipy")
    n = _square(a, "a sparse matrix")
    c = a.tocsr(copy=True) if hasattr(a, "tocsr") else a.tocoo()
    if hasattr(c, "sum_duplicates"):
        c.sum_duplicates()
    c = c.tocoo()
    keep = c.data != 0
    if c.data.dtype.kind not in "biuf":
        raise ConversionError(f"expected a matrix of numbers, got a sparse matrix of {c.data.dtype}")
    return _numbers(n, np.asarray(c.row)[keep], np.asarray(c.col)[keep], np.asarray(c.data)[keep], o)


def _pandas(frame: Any, o: Reading) -> Graph:
    if not (hasattr(frame, "columns") and hasattr(frame, "index")):
        raise ConversionError(f"expected a graph, got a {_kind(frame)} of pandas: pass a square DataFrame")
    columns, rows = unique_names(frame.columns), [str(v) for v in frame.index]
    if len(columns) != len(rows):
        raise ConversionError(f"expected a square frame, got {len(rows)} rows and {len(columns)} columns")
    if rows != columns:
        if sorted(rows) != sorted(columns):
            unique_names(rows)
        counted = [str(i) for i in range(len(rows))]
        if sorted(rows) == sorted(columns):
            order = {v: i for i, v in enumerate(rows)}
            frame = frame.iloc[[order[v] for v in columns]]
        elif rows != counted:  # a frame that was made without an index counts its rows
            missing, extra = [v for v in columns if v not in set(rows)], [v for v in rows if v not in set(columns)]
            raise NodesError(f"rows and columns of the frame have different names: row {extra[0]!r} has no column" if extra else
                             f"rows and columns of the frame have different names: column {missing[0]!r} has no row", missing=missing, extra=extra, witness=extra + missing)
    a = frame.to_numpy()
    if a.dtype.kind == "O":
        try:
            missing = np.array([x is None or type(x).__name__ == "NAType" for x in a.flat], dtype=bool).reshape(a.shape)
            a = np.where(missing, np.nan, a).astype(np.float64) if all(isinstance(x, (bool, int, float, np.number, np.bool_)) for x in a[~missing]) else _texts(a)
        except (TypeError, ValueError):
            a = _texts(a)
    counted = columns == [str(i) for i in range(len(columns))] and not any(isinstance(v, str) for v in frame.columns)
    return _numpy(a, o, None if counted else columns)


# Graph objects of other packages.


class _Builder:
    """Collects edges between nodes that may be any objects."""

    def __init__(self, nodes: Iterable[Any], o: Reading):
        self.o = o
        self.objects = list(nodes)
        self.place = {v: i for i, v in enumerate(self.objects)}
        self.ends: list[tuple[int, int]] = []
        self.marks: list[tuple[int, int]] = []
        self.seen: set[tuple[int, int, int, int]] = set()
        self.loops = 0

    def add(self, x: Any, mx: int, my: int, y: Any) -> None:
        i, j = self.place[x], self.place[y]
        if i == j:
            if not self.o.drop_self_loops:
                raise ConversionError(f"node {str(x)!r} has an edge to itself: remove it, or use drop_self_loops=True", option="drop_self_loops", witness=[str(x)])
            self.loops += 1
            return
        edge = (i, j, mx, my) if i < j else (j, i, my, mx)
        if edge in self.seen:
            raise ConversionError(f"there are two edges {x} {draw_arrow(mx, my)} {y}: expected each edge once", witness=[str(x), str(y)])
        self.seen.add(edge)
        self.ends.append((i, j))
        self.marks.append((mx, my))

    def merge_opposite(self) -> None:
        """Make one undirected edge of each pair of opposite directed edges."""
        both = {(i, j) for i, j, mx, my in self.seen if (mx, my) == (TAIL, ARROW) and (i, j, ARROW, TAIL) in self.seen}
        kept = [(e, m) for e, m in zip(self.ends, self.marks) if (min(e), max(e)) not in both or m not in ((TAIL, ARROW), (ARROW, TAIL))]
        kept += [(e, (TAIL, TAIL)) for e in sorted(both)]
        self.ends, self.marks = [e for e, _ in kept], [m for _, m in kept]

    def graph(self, graph_class: str | None = None, triples: Sequence[Any] = ()) -> Graph:
        notes = [f"{self.loops} self-loop{'s' if self.loops > 1 else ''} dropped"] if self.loops else []
        ends, marks = np.array(self.ends, np.int32).reshape(-1, 2), np.array(self.marks, np.uint8).reshape(-1, 2)
        if self.objects and all(isinstance(v, tuple) and len(v) == 2 and isinstance(v[1], (int, np.integer)) and v[1] <= 0 for v in self.objects):
            return self._series(ends, marks, graph_class, notes)
        return Graph.from_arrays(unique_names(self.objects), ends, marks, graph_class=graph_class, triples=triples, notes=notes)

    def _series(self, ends: np.ndarray, marks: np.ndarray, graph_class: str | None, notes: list[str]) -> Graph:
        """Return the graph over nodes (variable, -lag), whose edges end at lag 0."""
        variables = list(dict.fromkeys(str(v) for v, _ in self.objects))
        number = {v: i for i, v in enumerate(variables)}
        at = [(number[str(v)], -int(lag)) for v, lag in self.objects]
        keep = []
        for k, (i, j) in enumerate(ends.tolist()):
            if at[i][1] and at[j][1]:
                continue  # it is the copy of an edge that ends at t
            keep.append(k)
        used = {at[v] for k in keep for v in ends[k].tolist()} | {(i, 0) for i in range(len(variables))}
        moments = sorted(used, key=lambda m: (m[1], m[0]))
        place = {m: i for i, m in enumerate(moments)}
        ends = np.array([[place[at[v]] for v in ends[k].tolist()] for k in keep], np.int32).reshape(-1, 2)
        return series_graph(variables, moments, ends, marks[keep], max(lag for _, lag in at), graph_class=graph_class, notes=notes)


def _networkx(g: Any, o: Reading) -> Graph:
    if not hasattr(g, "is_directed"):
        raise ConversionError(f"expected a graph, got a {_kind(g)} of networkx")
    b = _Builder(g.nodes, o)
    directed = g.is_directed()
    for x, y, data in g.edges(data=True):
        arrow = data.get("edge_type")
        if isinstance(arrow, str) and arrow in _ARROWS:
            if not directed and _mirror(arrow) != arrow:
                raise ConversionError(f"the edge of {x} and {y} has the edge_type {arrow!r}, but an undirected networkx graph does not say from which node: use a DiGraph", witness=[str(x), str(y)])
            b.add(x, *parse_arrow(arrow), y)
        else:
            b.add(x, TAIL, ARROW if directed else TAIL, y)
    if o.opposite_arcs == "undirected":
        b.merge_opposite()
    return b.graph()


def _pgmpy(g: Any, o: Reading) -> Graph:
    kinds = _types(g, "pgmpy")
    if "PDAG" in kinds:  # a DiGraph, in which arcs both ways are an undirected edge
        b = _Builder(g.nodes, o)
        for x, y in sorted(g.edges, key=lambda e: (b.place[e[0]], b.place[e[1]])):
            if not g.has_edge(y, x):
                b.add(x, TAIL, ARROW, y)
            elif b.place[x] < b.place[y]:
                b.add(x, TAIL, TAIL, y)
        return b.graph()
    if "ADMG" in kinds:
        b = _Builder(g.nodes, o)
        for x, y, data in g.edges(data=True):
            if data.get("type") != "bidirected":
                b.add(x, TAIL, ARROW, y)
            elif b.place[x] < b.place[y]:
                b.add(x, ARROW, ARROW, y)
        return b.graph("admg")
    if "AncestralBase" in kinds:
        b = _Builder(g.nodes, o)
        mark = {"-": TAIL, ">": ARROW, "<": ARROW, "o": CIRCLE}
        for x, y, data in g.edges(data=True):
            b.add(x, mark[data["marks"][x]], mark[data["marks"][y]], y)
        return b.graph("mag" if "MAG" in kinds else None)
    if hasattr(g, "is_directed"):
        h = _networkx(g, o)
        return h.replace(graph_class="dag") if "DAG" in kinds else h
    if hasattr(g, "causal_graph_"):
        return convert_object(g.causal_graph_, o)
    raise ConversionError(f"expected a graph, got a {_kind(g)} of pgmpy: pass its graph, such as a DAG or PDAG")


def _causal_learn(g: Any, o: Reading) -> Graph:
    if hasattr(g, "G") and hasattr(g.G, "graph"):
        g = g.G
    if not (hasattr(g, "graph") and hasattr(g, "nodes")):
        raise ConversionError(f"expected a graph, got a {_kind(g)} of causal-learn: pass a GeneralGraph or CausalGraph")
    given = unique_names(v.get_name() for v in g.nodes)
    names = given
    if o.names is not None and given == [f"X{i + 1}" for i in range(len(given))]:  # as causal-learn calls nodes without names
        if len(o.names) != len(given):
            raise OptionError(f"{len(o.names)} names for {len(given)} nodes", option="names")
        names = unique_names(o.names)
    a = np.asarray(g.graph)
    _square(a, "the matrix of the graph")
    for option in ("orientation", "codes", "mark_at"):
        if getattr(o, option) is not None:
            raise _known(f"a causal-learn graph knows its own code", option)
    h = _numpy(a, dataclasses.replace(o, codes="causal-learn", names=None), names)
    place = {id(v): i for i, v in enumerate(g.nodes)}
    number = {v: i for i, v in enumerate(given)}
    triples = []
    for t in getattr(g, "ambiguous_triples", ()):
        triples.append((0, *(place.get(id(v), number.get(v.get_name(), -1)) for v in t)))
    if not triples:
        return h
    return Graph.from_arrays(names, h._ends, h._marks, triples=triples, notes=h.notes)


def _pywhy(g: Any, o: Reading) -> Graph:
    kinds = _types(g, "pywhy_graphs")
    if not hasattr(g, "get_graphs"):
        if hasattr(g, "is_directed"):
            return _networkx(g, o)
        raise ConversionError(f"expected a graph, got a {_kind(g)} of pywhy-graphs")
    b = _Builder(g.nodes, o)
    graphs = g.get_graphs()
    heads: dict[tuple[int, int], list[int]] = {}  # the arrow and circle marks at the second node
    for kind, mark in (("directed", ARROW), ("circle", CIRCLE)):
        if kind in graphs:
            for x, y in graphs[kind].edges():
                heads.setdefault((b.place[x], b.place[y]), []).append(mark)
    done = set()
    for (i, j), marks in heads.items():
        if (i, j) in done:
            continue
        x, y = b.objects[i], b.objects[j]
        back = heads.get((j, i), [])
        if len(marks) > 1 or len(back) > 1:
            raise ConversionError(f"an arrow and a circle stand together at an end of the edge between {x} and {y}", witness=[str(x), str(y)])
        if back and CIRCLE in marks + back:
            b.add(x, back[0], marks[0], y)
            done.add((j, i))
        else:
            b.add(x, TAIL, marks[0], y)
    for kind, mark in (("bidirected", ARROW), ("undirected", TAIL)):
        if kind in graphs:
            for x, y in graphs[kind].edges():
                b.add(x, mark, mark, y)
    if "CPDAG" in kinds or "StationaryTimeSeriesCPDAG" in kinds:
        graph_class: str | None = "cpdag"
    elif "PAG" in kinds or "StationaryTimeSeriesPAG" in kinds:
        graph_class = "pag"
    else:
        graph_class = "admg" if "ADMG" in kinds else None
    return b.graph(graph_class)


def _castle(learner: Any, o: Reading) -> Graph:
    """A learner, or its matrix: an array with names, from row to column."""
    if hasattr(learner, "dtype"):
        a = learner
    else:
        a = getattr(learner, "causal_matrix", None)
        if a is None:
            raise ConversionError(f"the {_kind(learner)} of gCastle has no causal_matrix: call learn(data) first")
    names = None
    columns = getattr(a, "columns", None)
    if columns is not None and any(isinstance(v, str) for v in columns):
        names = unique_names(columns)
    if o.orientation == COL_TO_ROW:
        raise _known("a causal_matrix of gCastle goes from row to column", "orientation")
    return _numpy(np.asarray(a), dataclasses.replace(o, orientation=ROW_TO_COL), names)


def _lingam(model: Any, o: Reading) -> Graph:
    """Matrices of weights, from column to row; NaN of RCD and CAM-UV is a latent confounder."""
    if o.orientation == ROW_TO_COL:
        raise _known("a matrix of lingam goes from column to row", "orientation")
    o = dataclasses.replace(o, orientation=COL_TO_ROW)
    kinds = _types(model, "lingam")
    if o.nan is None and kinds & {"RCD", "CAMUV"}:
        o = dataclasses.replace(o, nan="bidirected")
    lagged = getattr(model, "adjacency_matrices_", None)
    if lagged is not None and not hasattr(model, "adjacency_matrix_") and np.ndim(lagged) == 3:
        return _lingam_series(np.asarray(lagged), o)
    a = getattr(model, "adjacency_matrix_", None)
    if a is None:
        raise ConversionError(f"the {_kind(model)} of lingam has no adjacency_matrix_: call fit(data) first")
    return _numpy(np.asarray(a), o)


def _lingam_series(a: np.ndarray, o: Reading) -> Graph:
    """One matrix for each lag, from column to row."""
    now = _numpy(a[0], o)
    n = a.shape[1]
    size = np.abs(a) > (o.threshold or 0)
    lagged = [(int(j), int(lag) + 1, int(i)) for lag, i, j in zip(*np.nonzero(size[1:]))]
    moments = [(i, 0) for i in range(n)] + sorted({(j, lag) for j, lag, _ in lagged}, key=lambda m: (m[1], m[0]))
    place = {m: k for k, m in enumerate(moments)}
    ends = np.concatenate([now._ends, np.array([(place[j, lag], i) for j, lag, i in lagged], np.int32).reshape(-1, 2)])
    marks = np.concatenate([now._marks, np.tile(np.array([[TAIL, ARROW]], np.uint8), (len(lagged), 1))])
    names = unique_names(o.names) if o.names is not None else now.nodes
    return series_graph(names, moments, ends, marks, len(a) - 1, notes=now.notes)


CONVERTERS: dict[str, Callable[[Any, Reading], Graph]] = {
    "sepdist": _own,
    "pgmpy": _pgmpy,
    "pywhy_graphs": _pywhy,
    "causallearn": _causal_learn,
    "lingam": _lingam,
    "castle": _castle,
    "networkx": _networkx,
    "pandas": _pandas,
    "scipy": _scipy,
    "numpy": _numpy,
}
