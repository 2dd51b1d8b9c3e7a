"""Objects of other packages as graphs.

An object is recognised by the module of its type or of a base class. No other package is imported for that: whoever has an
object has imported its package.
"""

from __future__ import annotations

import array
import itertools
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Sequence, Union

import numpy as np

from . import _native
from ._matrix import DIRECTED, Edges, Matrix, checked_array
from ._reading import COL_TO_ROW, ROW_TO_COL, Reading, keywords, reading_of
from ._tables import SETTINGS, ReadOptions
from .errors import ConversionError, Error, MissingFileError, NodesError, OptionError, ParseError
from .graph import ARROW, CIRCLE, TAIL, Graph, draw_arrow, parse_arrow, unique_names

if TYPE_CHECKING:
    from typing_extensions import Unpack

Source = Union[Graph, Matrix, Edges]
LARGEST = 128 << 20  # bytes of a pipe or device


@keywords(ReadOptions, SETTINGS)
def as_graph(obj: Any, **options: Unpack[ReadOptions]) -> Graph:
    """Return an object of another package, a matrix, a file or a text as a :class:`Graph`.

    Parameters
    ----------
    obj : object
        A :class:`Graph`; a networkx graph; a pgmpy DAG, PDAG, ADMG or MAG; a causal-learn
        ``GeneralGraph``, ``CausalGraph`` or what FCI and GES return; a tigramite string array
        or result; a pywhy-graphs graph; a gCastle learner; a lingam model; an igraph graph; a DoWhy ``CausalModel``; a square numpy
        array, scipy sparse matrix or pandas frame; the path of a file; or the text of one.
    **options

    Raises
    ------
    OptionError
        The object has several meanings: the message names the keyword to use.
    ConversionError
        The object is not a graph.

    Examples
    --------
    >>> import numpy as np
    >>> as_graph(np.array([[0, 1], [0, 0]]), orientation="row-to-col", names=["a", "b"])
    <Graph: 2 nodes, 1 edge: a --> b>
    """
    return read_as(obj, reading_of(options))


def _known(what: str, option: str) -> OptionError:
    """Return the error about a keyword for something that an object states itself."""
    e = OptionError(f"{what}: leave out {option}", option=option)
    e._known = True
    return e


def read_as(obj: Any, o: Reading) -> Graph:
    """Return an object as a graph."""
    return finish(source(obj, o), obj, o)


def source(obj: Any, o: Reading) -> Source:
    """Return an object on its way to the engine."""
    converter = _CONVERTERS.get(type(obj))
    if converter is None:
        converter = _converter(obj)
    return converter(obj, o)


def finish(s: Source, obj: Any, o: Reading) -> Graph:
    """Return the graph of a source with everything that the keywords state."""
    g = s if isinstance(s, Graph) else s.graph()
    changes: dict[str, Any] = {}
    if o.untimed:
        if g.is_series and o.graph_class is not None and o.graph_class.startswith("ts-"):
            keyword = f"{o.role}_class" if o.role else "graph_class"
            what, given = ("contemporaneous part", "lag0") if o.lag0 else ("summary graph", "summary_graph")
            raise OptionError(f"the {what} of a time series is not a time series: use {keyword}=\"{o.graph_class[3:]}\", or leave out {given}", option=keyword)
        g = g.lag0() if o.lag0 else g.summary_graph()
    if o.names is not None and g.nameless:
        changes["nodes"] = o.names
    elif o.names is not None and [str(v) for v in o.names] != list(g.variables):
        raise _known(f"the {_kind(obj)} has names of its own", "names")
    if o.graph_class is not None and g.graph_class != o.graph_class:
        changes["graph_class"] = o.graph_class
    if o.name is not None:
        changes["name"] = o.name
    return g.replace(**changes) if changes else g


def for_role(obj: Any, o: Reading, role: str, spare: dict[str, list[OptionError]], whole: bool = True) -> Source:
    """Return a source, or its graph, for one of two graphs. A keyword that the object states itself may be for the other one."""
    if isinstance(obj, Graph) and not o.untimed:
        return obj if o.graph_class in (None, obj.graph_class) else obj.replace(graph_class=o.graph_class)
    try:
        s = source(obj, o)
        return finish(s, obj, o) if whole else s
    except Error as e:
        if isinstance(e, OptionError) and e._known and e.option is not None:
            spare.setdefault(e.option, []).append(e)
            return for_role(obj, o.variant(**{e.option: None}), role, spare, whole)
        e.role = e.role or role
        e.args = (f"{role}: {e.args[0]}", *e.args[1:])
        raise


def needed(spare: dict[str, list[OptionError]], graphs: int) -> None:
    """Refuse a keyword that none of the graphs needs."""
    for faults in spare.values():
        if len(faults) == graphs:
            raise faults[0]


def read_pair(truth: Any, guess: Any, readings: tuple[Reading, Reading], by_position: bool = False) -> tuple[Graph, Graph]:
    """Return the two graphs of a comparison."""
    spare: dict[str, list[OptionError]] = {}
    try:
        t, g = for_role(truth, readings[0], "truth", spare), for_role(guess, readings[1], "guess", spare)
    except OptionError as e:
        raise _questions(e, (truth, guess), readings, by_position) from None
    assert isinstance(t, Graph) and isinstance(g, Graph)
    needed(spare, 2)
    if not by_position and t.nameless != g.nameless and set(t.nodes) != set(g.nodes) and len(t) == len(g):
        role = "truth" if t.nameless else "guess"
        raise OptionError(f"{role}: it has no names, and the other graph has: use names=[...] to name its nodes in their order, or by_position=True", role=role, option="names")
    return t, g


def _questions(e: OptionError, pair: tuple[Any, Any], readings: tuple[Reading, Reading], by_position: bool) -> OptionError:
    """Return the error with all questions about two graphs and how they match, given that about one of them."""
    parts: list[Any] = []
    header: dict[str, Any] = {"op": "compare", "metrics": ["shd"], "options": {"by-position": True} if by_position else {}}
    try:
        for role, obj, how in zip(("truth", "guess"), pair, readings):
            s = for_role(obj, how, role, {}, whole=False)
            header[role] = s.encode(parts) if isinstance(s, Matrix) else (s if isinstance(s, Graph) else s.graph())._encode(parts)
        _native.call(header, parts)
    except OptionError as more:
        return e if e.args[0] == f"{e.role}: {more.args[0]}" else more
    except Error:
        pass
    return e


def _kind(obj: Any) -> str:
    return type(obj).__name__


def _package(base: type) -> str:
    return (base.__module__ or "").partition(".")[0]


def _converter(obj: Any) -> Callable[[Any, Reading], Source]:
    for base in type(obj).__mro__:
        found = _PACKAGES.get(_package(base))
        if found is not None:
            _CONVERTERS[type(obj)] = found
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
    raise ConversionError(f"expected a graph, got a {_kind(obj)}: pass a matrix, a networkx, igraph, pgmpy, causal-learn, tigramite, pywhy-graphs, gCastle, "
                          "DoWhy or lingam object, a file, or sepdist.Graph(nodes, edges)")


def _from(obj: Any, package: str) -> bool:
    return any(_package(base) == package for base in type(obj).__mro__)


def _types(obj: Any, package: str) -> set[str]:
    """Return the names of the types of an object that are of a package."""
    return {b.__name__ for b in type(obj).__mro__ if _package(b) == package}


# Our own, files and texts.


def _own(obj: Any, o: Reading) -> Source:
    if not isinstance(obj, Graph):
        raise ConversionError(f"expected a graph, got a {_kind(obj)}")
    return obj


_ARROWS = tuple(f"{x}-{y}" for x in "-<ox" for y in "->ox")
_LINKS = ("", *_ARROWS, "+->", "<-+")


def _file_or_text(obj: Any, o: Reading) -> Source:
    # The name of a file has none of these (the last is GML); for such a file, pass a pathlib.Path.
    if isinstance(obj, str) and ("\n" in obj or "{" in obj or any(a in obj.split() for a in _ARROWS) or obj.lstrip().startswith("graph") and "[" in obj):
        return Matrix(obj.encode("utf-8", "surrogatepass"), o, file=o.name or "")
    if isinstance(obj, str) and not obj.strip():
        raise ConversionError("expected a graph, got an empty text: name a file, or pass the text of one")
    return Matrix(file_bytes(obj), o, file=str(os.fspath(obj)))


def file_bytes(path: Any) -> bytes:
    """Return the content of a file, or of a pipe or device that ends."""
    path = os.fspath(path)
    try:
        with open(path, "rb") as f:
            if os.path.isfile(path):
                return f.read()
            data = f.read(LARGEST + 1)
    except FileNotFoundError as e:
        raise MissingFileError(f"{path}: {e.strerror}") from e
    except OSError as e:
        raise ParseError(f"{path}: {e.strerror}") from e
    except ValueError as e:  # there is no file of such a name
        raise ParseError(f"{path!r}: {e}") from e
    if len(data) > LARGEST:
        raise ParseError(f"{path}: more than {LARGEST >> 20} MB, and not a file")
    return data


def _lists(obj: Any, o: Reading) -> Source:
    """Return the graph of a nested list, which is a matrix, or of a list of edges."""
    if len(obj) and all(isinstance(e, (list, tuple)) and len(e) == 3 and isinstance(e[1], str) and e[1] in _ARROWS for e in obj):
        nodes = dict.fromkeys(str(v) for x, _, y in obj for v in (x, y))
        return Graph(list(nodes if o.names is None else map(str, o.names)), obj)
    if len(obj) and all(isinstance(e, (list, tuple)) and len(e) == 2 and isinstance(e[0], str) for e in obj) and not all(e[0] in _LINKS for e in obj):
        raise ConversionError(f'expected a graph, got a {_kind(obj)} of pairs, which does not show what joins them: use ("a", "-->", "b") for an edge, or a networkx.DiGraph')
    try:
        a = np.array(obj)
    except (ValueError, RecursionError):
        a = None
    if a is None or a.ndim < 2 or a.dtype.kind == "O":
        raise ConversionError(f'expected a graph, got a {_kind(obj)}: a matrix has rows of one length, and a list of edges has ("a", "-->", "b") as its items')
    return _numpy(a, o)


def _mapping(obj: Mapping[str, Any], o: Reading) -> Source:
    if "G" in obj and _from(obj["G"], "causallearn"):  # GES
        return _causal_learn(obj["G"], o)
    if "graph" not in obj and obj and all(isinstance(k, (int, np.integer)) and isinstance(v, (list, tuple)) for k, v in obj.items()):
        raise ConversionError("expected a graph, got a dict of links as tigramite simulates from: use links_to_graph(links) of tigramite.toymodels.structural_causal_processes")
    if "graph" not in obj and "p_matrix" in obj:
        raise ConversionError("expected a graph, got p-values of tigramite: use the PCMCI object's get_graph_from_pmatrix(p_matrix, alpha_level, tau_min, tau_max)")
    if "graph" not in obj:
        raise ConversionError(f"expected a graph, got a {_kind(obj)} with the keys {', '.join(map(repr, list(obj)[:5]))}: a result of tigramite has 'graph'")
    a = obj["graph"]
    if not isinstance(a, np.ndarray):
        return source(a, o)
    if o.graph_class is None and "conf_matrix" in obj and "sepsets" not in obj and a.ndim == 3 and a.dtype.kind == "U" and (a[:, :, 0] == "o-o").any():
        raise ConversionError('run_pcmci does not orient links at lag 0 (o-o): set results["graph"][:, :, 0] = "" to compare the lagged links, or use run_pcmciplus')
    if o.names is None and obj.get("var_names") is not None:
        o = o.variant(names=tuple(obj["var_names"]))
    triples = obj.get("ambiguous_triples")
    s = _numpy(a, o)
    if triples is None or len(triples) == 0 or a.dtype.kind not in "UO":
        return s
    return _with_tigramite_triples(s if isinstance(s, Graph) else s.graph(), a, triples)


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
    return g.replace(triples=listed.values())


# Matrices.


def _numpy(a: Any, o: Reading, names: Sequence[str] | None = None) -> Source:
    a = checked_array(a)
    if len(a.shape) < 2 or a.shape[0] != a.shape[1] and not (a.ndim == 3 and a.shape[1] == a.shape[2]) or a.ndim != 2 and a.dtype.kind != "U" and o.codes is None:
        raise ConversionError(f"expected a square matrix, got an array of shape {a.shape}")
    if a.dtype.kind == "U":
        if o.codes not in (None, "tigramite"):
            raise _known(f"the entries are links such as '-->', not numbers of the code {o.codes}", "codes")
        if o.orientation == COL_TO_ROW:
            raise _known("links such as '-->' go from the row to the column", "orientation")
    if names is None and o.names is not None:
        names = unique_names(o.names)
        if a.ndim > 1 and len(names) != a.shape[1]:
            raise OptionError(f"{len(names)} names for {a.shape[1]} nodes", option="names")
    return Matrix(a, o, names)


def _scipy(a: Any, o: Reading) -> Source:
    if not hasattr(a, "tocoo"):
        raise ConversionError(f"expected a graph, got a {_kind(a)} of scipy")
    if len(a.shape) != 2 or a.shape[0] != a.shape[1]:
        raise ConversionError(f"expected a square matrix, got a sparse matrix of shape {a.shape}")
    c = a.tocsr(copy=True) if hasattr(a, "tocsr") else a.tocoo()
    if hasattr(c, "sum_duplicates"):
        c.sum_duplicates()
    c = c.tocoo()
    c.data = checked_array(c.data)
    return Matrix(c, o, None if o.names is None else unique_names(o.names))


def _pandas(frame: Any, o: Reading) -> Source:
    if not (hasattr(frame, "columns") and hasattr(frame, "index")):
        raise ConversionError(f"expected a graph, got a {_kind(frame)} of pandas: pass a square DataFrame")
    given = list(frame.columns)
    columns, rows = unique_names(given), list(map(str, frame.index))
    if len(columns) != len(rows):
        index = len(columns) == len(rows) + 1 and frame.dtypes.iloc[0].kind not in "biuf"
        raise ConversionError(f"expected a square frame, got {len(rows)} rows and {len(columns)} columns" + (f": the first column has names, use frame.set_index({columns[0]!r})" if index else ""))
    if rows != columns:
        same = sorted(rows) == sorted(columns)
        if same:
            order = {v: i for i, v in enumerate(rows)}
            frame = frame.iloc[[order[v] for v in columns]]
        elif unique_names(rows) != [str(i) for i in range(len(rows))]:  # a frame without an index counts its rows
            missing, extra = [v for v in columns if v not in set(rows)], [v for v in rows if v not in set(columns)]
            raise NodesError(f"rows and columns of the frame have different names: row {extra[0]!r} has no column" if extra else
                             f"rows and columns of the frame have different names: column {missing[0]!r} has no row", missing=missing, extra=extra, witness=extra + missing)
    a = frame.to_numpy()
    if a.dtype.kind == "O":
        gaps = np.array([x is None or type(x).__name__ == "NAType" for x in a.flat], dtype=bool).reshape(a.shape)
        if all(isinstance(x, (bool, int, float, np.number, np.bool_)) for x in a[~gaps]):
            a = np.where(gaps, np.nan, a).astype(np.float64)
    counted = not isinstance(given[0] if given else "", str) and columns == [str(i) for i in range(len(columns))]
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
        self.stated: set[tuple[int, int]] = set()  # pairs whose arrows are stated, so that they mean what they are
        self.loops = 0

    def add(self, x: Any, mx: int, my: int, y: Any, stated: bool = False) -> None:
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
        if stated:
            self.stated.add(edge[:2])
        self.ends.append((i, j))
        self.marks.append((mx, my))

    def opposite_arcs(self) -> None:
        """Make one undirected edge of each pair of opposite directed edges, if that is what they mean."""
        both = {(i, j) for i, j, mx, my in self.seen if (mx, my) == (TAIL, ARROW) and (i, j, ARROW, TAIL) in self.seen} - self.stated
        meaning = self.o.opposite_arcs or ("undirected" if self.o.graph_class in ("cpdag", "mpdag") else "cycle" if self.o.graph_class in ("dag", "cyclic") else None)
        if not both or meaning == "cycle":
            return
        if meaning is None:
            x, y = (str(self.objects[v]) for v in min(both))
            raise OptionError(f'there are arcs {x} --> {y} and {y} --> {x}: use opposite_arcs="undirected" if they mean an undirected edge, or opposite_arcs="cycle"',
                              option="opposite_arcs", values=("undirected", "cycle"), witness=(x, y))
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
        named = tuple((variables[i], lag) for i, lag in moments)
        nodes = [f"{v}(t-{lag})" if lag else f"{v}(t)" for v, lag in named]
        return Graph.from_arrays(nodes, ends, marks[keep], moments=named, max_lag=max(lag for _, lag in at), graph_class=graph_class, notes=notes)


_WORDS = {"directed": (TAIL, ARROW), "undirected": (TAIL, TAIL), "bidirected": (ARROW, ARROW), **{a: parse_arrow(a) for a in _ARROWS}}


def _networkx(g: Any, o: Reading) -> Source:
    if not hasattr(g, "is_directed"):
        raise ConversionError(f"expected a graph, got a {_kind(g)} of networkx")
    adjacency: Mapping[Any, Any] = g._adj
    rows, n = list(adjacency.values()), len(adjacency)
    if not n or not g.is_directed() or type(rows[0]) is not dict or isinstance(next(iter(adjacency)), tuple):
        return _attributed(g, o)
    # Arcs without attributes, self-loops and arcs both ways. A loop is fast for small graphs, functions of C for others.
    names, place = _numbered(list(adjacency))
    if n < 40:
        ends = array.array("i")
        for i, (x, row) in enumerate(adjacency.items()):
            for y, data in row.items():
                if data or x in adjacency[y]:
                    return _attributed(g, o)
                ends.append(i)
                ends.append(place[y])
        return Edges(names, ends.tobytes(), DIRECTED * (len(ends) // 2))
    if any(map(any, map(dict.values, rows))):
        return _attributed(g, o)
    counts = list(map(len, rows))
    arcs = np.empty((sum(counts), 2), np.int32)
    sources, targets = np.arange(n).repeat(counts), np.fromiter(map(place.__getitem__, itertools.chain.from_iterable(rows)), np.int64, len(arcs))
    pairs = np.minimum(sources, targets) * n + np.maximum(sources, targets)
    pairs.sort()
    if np.count_nonzero(pairs[1:] == pairs[:-1]) or np.count_nonzero(sources == targets):
        return _attributed(g, o)
    arcs[:, 0], arcs[:, 1] = sources, targets
    return Edges(names, arcs.tobytes(), DIRECTED * len(arcs))


_last: tuple[list[str], tuple[tuple[str, ...], dict[Any, int]]] = [], ((), {})


def _numbered(nodes: list[Any]) -> tuple[tuple[str, ...], dict[Any, int]]:
    """Return the names and the numbers of nodes. Graphs in a row often have the same nodes."""
    global _last
    known, found = _last
    if nodes != known:
        found = tuple(map(str, nodes)), dict(zip(nodes, range(len(nodes))))
        if set(map(type, nodes)) == {str}:  # others can be equal and have different names, such as 1 and True
            _last = nodes, found
    return found


def _attributed(g: Any, o: Reading) -> Source:
    """Return the graph of a networkx graph whose edges need a closer look."""
    b = _Builder(g.nodes, o)
    directed = g.is_directed()
    plain = (TAIL, ARROW) if directed else (TAIL, TAIL)
    for x, y, data in g.edges(data=True):
        if o.threshold is not None and data.get("weight") is not None and abs(float(data["weight"])) <= o.threshold:
            continue
        word = data.get("edge_type")
        marks = plain if word is None else _WORDS.get(word) if isinstance(word, str) else None
        if marks is None:
            raise ConversionError(f"the edge of {x} and {y} has the edge_type {word!r}: expected an arrow such as '-->' or '<->', or 'directed', 'undirected' or 'bidirected'",
                                  witness=[str(x), str(y)])
        if not directed and marks[0] != marks[1]:
            raise ConversionError(f"the edge of {x} and {y} has the edge_type {word!r}, but an undirected networkx graph does not show from which node: use a DiGraph", witness=[str(x), str(y)])
        b.add(x, *marks, y, stated=word is not None)
    b.opposite_arcs()
    return b.graph()


def _pgmpy(g: Any, o: Reading) -> Source:
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
        return h.replace(graph_class="dag") if "DAG" in kinds and not isinstance(h, Matrix) else h
    if hasattr(g, "causal_graph_"):
        return source(g.causal_graph_, o)
    raise ConversionError(f"expected a graph, got a {_kind(g)} of pgmpy: pass its graph, such as a DAG or PDAG")


def _causal_learn(g: Any, o: Reading) -> Source:
    if hasattr(g, "G") and hasattr(g.G, "graph"):
        g = g.G
    if not (hasattr(g, "graph") and hasattr(g, "nodes")):
        if hasattr(g, "adjacency_matrix_") or hasattr(g, "adjacency_matrices_"):  # its copy of lingam
            return _lingam(g, o)
        raise ConversionError(f"expected a graph, got a {_kind(g)} of causal-learn: pass a GeneralGraph or CausalGraph")
    given = [str(v.get_name()) for v in g.nodes]
    names = given
    if o.names is not None and given == [f"X{i + 1}" for i in range(len(given))]:  # causal-learn's names for nodes without names
        if len(o.names) != len(given):
            cdnod = ' (for CDNOD, whose last node is the context, pass its G.graph[:-1, :-1] with codes="causal-learn")' if len(o.names) == len(given) - 1 else ""
            raise OptionError(f"{len(o.names)} names for {len(given)} nodes{cdnod}", option="names")
        names = unique_names(o.names)
    for keyword in ("orientation", "codes", "mark_at"):
        if getattr(o, keyword) is not None:
            raise _known("a causal-learn graph has a known code", keyword)
    m = Matrix(checked_array(np.asarray(g.graph)), o.variant(codes="causal-learn", names=None, threshold=None), names)
    triples = getattr(g, "ambiguous_triples", ())
    if not triples:
        return m
    place = {id(v): i for i, v in enumerate(g.nodes)}
    number = {v: i for i, v in enumerate(given)}
    return m.graph().replace(triples=[(0, *(place.get(id(v), number.get(v.get_name(), -1)) for v in t)) for t in triples])


def _pywhy(g: Any, o: Reading) -> Source:
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


def _castle(learner: Any, o: Reading) -> Source:
    """Return the matrix of a learner, or a matrix with names, from row to column."""
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
    return _numpy(np.asarray(a), o.variant(orientation=ROW_TO_COL), names)


def _lingam(model: Any, o: Reading) -> Source:
    """Return the weights of a model, from column to row. NaN of RCD and CAM-UV is a latent confounder."""
    if o.orientation == ROW_TO_COL:
        raise _known("a matrix of lingam goes from column to row", "orientation")
    o = o.variant(orientation=COL_TO_ROW)
    if o.nan is None and type(model).__name__ in ("RCD", "CAMUV"):
        o = o.variant(nan="bidirected")
    a = getattr(model, "adjacency_matrix_", None)
    if a is None:
        a = getattr(model, "adjacency_matrices_", None)  # one for each lag
    if a is None:
        raise ConversionError(f"the {_kind(model)} of lingam has no adjacency_matrix_: call fit(data) first")
    if np.ndim(a) == 3 and o.codes is None:
        o = o.variant(codes="plain")
    return _numpy(np.asarray(a, dtype=np.float64), o)


def _igraph(g: Any, o: Reading) -> Source:
    if not hasattr(g, "get_edgelist"):
        raise ConversionError(f"expected a graph, got a {_kind(g)} of igraph")
    named = "name" in g.vs.attributes()
    b = _Builder(g.vs["name"] if named else range(g.vcount()), o)
    directed = g.is_directed()
    for x, y in g.get_edgelist():
        b.add(b.objects[x], TAIL, ARROW if directed else TAIL, b.objects[y])
    b.opposite_arcs()
    return b.graph()


def _dowhy(model: Any, o: Reading) -> Source:
    """Return the graph of a CausalModel, or of the graph in it."""
    for _ in range(2):
        model = getattr(model, "_graph", model)
    if not hasattr(model, "is_directed"):
        raise ConversionError(f"expected a graph, got a {_kind(model)} of DoWhy: pass a CausalModel")
    return _networkx(model, o)


_PACKAGES: dict[str, Callable[[Any, Reading], Source]] = {
    "sepdist": _own, "pgmpy": _pgmpy, "pywhy_graphs": _pywhy, "causallearn": _causal_learn, "lingam": _lingam, "castle": _castle,
    "networkx": _networkx, "igraph": _igraph, "dowhy": _dowhy, "pandas": _pandas, "scipy": _scipy, "numpy": _numpy,
}
_CONVERTERS: dict[type, Callable[[Any, Reading], Source]] = {}  # by the types that were met
