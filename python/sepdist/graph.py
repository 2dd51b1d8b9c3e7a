"""The graph of this package: names of nodes, and edges with a mark at each end."""

from __future__ import annotations

import itertools
import json
from typing import Any, Iterable, Iterator, Sequence

import numpy as np

from . import _html, _native
from .errors import ConversionError, Error, OptionError

TAIL, ARROW, CIRCLE, CONFLICT = 1, 2, 3, 4
LEFT = " -<ox"
RIGHT = " ->ox"
STATUSES = ("ambiguous", "collider", "noncollider")
_STATE = ("triples", "name", "graph_class", "notes", "moments", "max_lag", "nameless")


def parse_arrow(arrow: str) -> tuple[int, int]:
    """Return the marks of an arrow such as ``"o->"``."""
    if isinstance(arrow, str) and len(arrow) == 3 and arrow[1] == "-":
        x, y = LEFT.find(arrow[0], 1), RIGHT.find(arrow[2], 1)
        if x > 0 and y > 0:
            return x, y
    raise ConversionError(f'{arrow!r} is not an edge: expected two marks with a dash between, such as "-->", "<->", "---" or "o->"')


def draw_arrow(x: int, y: int) -> str:
    return LEFT[x] + "-" + RIGHT[y]


class Graph:
    """A causal graph: named nodes, and edges with a mark at each end. It never changes.

    Parameters
    ----------
    nodes : sequence of str
        Names of the nodes.
    edges : iterable of (str, str, str)
        Each ``(x, arrow, y)``. An arrow is a mark at ``x``, a dash and a mark at ``y``:
        ``"-->"``, ``"<--"``, ``"<->"``, ``"---"``, ``"o->"``, ``"o-o"``, and ``x`` for an end
        on which a method could not decide.
    triples : iterable of (str, str, str, str), optional
        Each ``(status, a, b, c)`` with a status of ``"ambiguous"``, ``"collider"`` or
        ``"noncollider"``.
    name : str, optional
        Stands in reports and errors.
    graph_class : str, optional
        ``"dag"``, ``"cpdag"``, ``"mpdag"``, ``"mag"``, ``"admg"``, ``"pag"`` or ``"cyclic"``; of a
        time series ``"ts-dag"``, ``"ts-cpdag"``, ``"ts-admg"`` or ``"ts-pag"``. Inferred unless given.

    Examples
    --------
    >>> Graph(["a", "b", "c"], [("a", "-->", "b"), ("c", "-->", "b")])
    <Graph: 3 nodes, 2 edges: a --> b; b <-- c>
    """

    nodes: tuple[str, ...]
    name: str | None
    graph_class: str | None
    triples: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...]
    moments: Any  # of a time series: variable and lag of each node; otherwise None
    max_lag: int | None
    nameless: bool  # the nodes have numbers as names
    _ends: np.ndarray
    _marks: np.ndarray

    __slots__ = ("nodes", "_ends", "_marks", *_STATE)

    def __init__(self, nodes: Sequence[str], edges: Iterable[tuple[str, str, str]] = (),
                 triples: Iterable[tuple[str, str, str, str]] = (), *,
                 name: str | None = None, graph_class: str | None = None):
        if isinstance(nodes, str):
            raise ConversionError("nodes is one text: expected a list of names")
        if not isinstance(nodes, Iterable):
            raise ConversionError(f"nodes is {nodes!r}: expected a list of names")
        nodes = list(nodes)
        for v in nodes:
            if isinstance(v, (tuple, list)):
                raise ConversionError(f"nodes has {v!r}: expected a list of names; edges are the second argument")
        names = unique_names(nodes)
        index = {v: i for i, v in enumerate(names)}

        def at(v: Any) -> int:
            try:
                return index[str(v)]
            except KeyError:
                raise ConversionError(f"an edge or triple names {str(v)!r}, which is not a node", witness=[str(v)]) from None

        ends, marks = [], []
        for edge in edges:
            try:
                x, arrow, y = edge
            except (TypeError, ValueError):
                raise ConversionError(f'{edge!r} is not an edge: expected (x, arrow, y), such as ("a", "-->", "b")') from None
            ends.append((at(x), at(y)))
            marks.append(parse_arrow(arrow))
        listed = []
        for triple in triples:
            try:
                status, a, b, c = triple
            except (TypeError, ValueError):
                raise ConversionError(f'{triple!r} is not a triple: expected (status, a, b, c), such as ("collider", "a", "b", "c")') from None
            if status not in STATUSES:
                raise ConversionError(f"{status!r} is not the status of a triple: expected one of {', '.join(STATUSES)}")
            listed.append((STATUSES.index(status), at(a), at(b), at(c)))
        self._set(names, np.array(ends, dtype=np.int32).reshape(-1, 2), np.array(marks, dtype=np.uint8).reshape(-1, 2),
                  listed, name, graph_class)

    def _set(self, nodes: Iterable[str], ends: np.ndarray, marks: np.ndarray, triples: Iterable[Any] = (), name: str | None = None, graph_class: str | None = None,
             notes: Iterable[str] = (), moments: tuple[tuple[str, int], ...] | None = None, max_lag: int | None = None, nameless: bool = False) -> Graph:
        values = tuple(nodes), ends, marks, tuple(tuple(t) for t in triples), name, graph_class, tuple(notes), moments, max_lag, nameless
        for key, value in zip(Graph.__slots__, values):
            object.__setattr__(self, key, value)
        loops = np.flatnonzero(ends[:, 0] == ends[:, 1])
        if len(loops):
            v = self.nodes[ends[loops[0], 0]]
            raise ConversionError(f"node {v!r} has an edge to itself: remove it, or use drop_self_loops=True", option="drop_self_loops", witness=[v])
        ends.setflags(write=False)
        marks.setflags(write=False)
        return self

    @classmethod
    def from_arrays(cls, nodes: Sequence[str], ends: np.ndarray, marks: np.ndarray, **more: Any) -> Graph:
        """Return the graph with these node numbers and marks (1 tail, 2 arrow, 3 circle, 4 conflict), one row for each edge."""
        for what, given, least, most in (("node", ends, 0, len(nodes) - 1), ("mark", marks, TAIL, CONFLICT)):
            given = np.asarray(given)
            if given.size and (given.dtype.kind not in "iu" or given.min() < least or given.max() > most):
                raise ConversionError(f"an edge has a {what} that is not a whole number from {least} to {most}")
        ends = np.ascontiguousarray(ends, dtype=np.int32).reshape(-1, 2)
        marks = np.ascontiguousarray(marks, dtype=np.uint8).reshape(-1, 2)
        if len(ends) != len(marks):
            raise ConversionError(f"{len(ends)} rows of nodes and {len(marks)} rows of marks: expected one of both for each edge")
        return cls.__new__(cls)._set(nodes, ends, marks, **more)

    def __setattr__(self, key: str, value: Any) -> None:
        raise AttributeError(f"a Graph does not change: make a new one with another {key}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.nodes, self._ends, self._marks, {k: getattr(self, k) for k in _STATE})

    def replace(self, **changes: Any) -> Graph:
        """Return the same graph with another ``name``, ``graph_class`` or ``nodes`` (other names in the same order)."""
        state = {k: getattr(self, k) for k in ("nodes", *_STATE)}
        state.update(changes)
        if "nodes" in changes:
            nodes = unique_names(changes["nodes"])
            if len(nodes) != len(self.nodes):
                raise ConversionError(f"{len(nodes)} names for {len(self.nodes)} nodes")
            state.update(nodes=nodes, nameless=False)
        return Graph.__new__(Graph)._set(ends=self._ends, marks=self._marks, **state)

    @property
    def edges(self) -> list[tuple[str, str, str]]:
        """The edges as ``(x, arrow, y)``."""
        return list(self)

    @property
    def is_series(self) -> bool:
        """Whether the graph is that of a stationary time series."""
        return self.moments is not None

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables of a time series, or else the nodes."""
        return tuple(v for v, lag in self.moments if lag == 0) if self.is_series else self.nodes

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[tuple[str, str, str]]:
        nodes = self.nodes
        for (x, y), (mx, my) in zip(self._ends.tolist(), self._marks.tolist()):
            yield nodes[x], LEFT[mx] + "-" + RIGHT[my], nodes[y]

    def _key(self) -> tuple[Any, ...]:
        edges = set()
        for x, arrow, y in self:
            mx, my = parse_arrow(arrow)
            edges.add((x, arrow, y) if x <= y else (y, draw_arrow(my, mx), x))
        triples = {(s, *sorted((self.nodes[a], self.nodes[c])), self.nodes[b]) for s, a, b, c in self.triples}
        return frozenset(self.nodes), frozenset(edges), frozenset(triples)

    def __eq__(self, other: Any) -> bool:
        return self._key() == other._key() if isinstance(other, Graph) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        m = len(self._ends)
        shown = "; ".join(" ".join(e) for e in itertools.islice(self, 4))
        if m > 4:
            shown += "; ..."
        kind = f"{self.graph_class} " if self.graph_class else ""
        name = f" {self.name!r}" if self.name else ""
        return f"<Graph{name}: {kind}{self._size()}{': ' if m else ''}{shown}>"

    def _size(self) -> str:
        m = len(self._ends)
        if self.is_series:
            return f"time series of {_count(len(self.variables), 'variable')}, {_count(m, 'link')}, max_lag {self.max_lag}"
        return f"{_count(len(self), 'node')}, {_count(m, 'edge')}"

    def to_text(self) -> str:
        """Return the graph in the text format that the command line reads."""
        return self._ask("convert", to="text")

    def lag0(self) -> Graph:
        """Return the contemporaneous part of the graph of a time series."""
        return self._untimed("lag0")

    def summary_graph(self) -> Graph:
        """Return the summary graph of a time series: the edges of all links between two variables, without lags."""
        return self._untimed("summary-graph")

    def _untimed(self, how: str) -> Graph:
        if not self.is_series:
            return self
        answer, arrays = _native.call({"op": "read", "graph": {"text": self._series_json(), "options": {"format": "json", how: "true"}}})
        return Graph._decode(answer["graph"], arrays, self.name).replace(notes=self.notes)

    def to_networkx(self) -> Any:
        """Return a ``networkx.MultiDiGraph`` whose edges carry their arrow as ``edge_type``.

        Directed edges go from cause to effect; an undirected, bidirected or circle edge is one
        edge of the MultiDiGraph, in the direction in which it is listed.
        """
        import networkx as nx

        g = nx.MultiDiGraph()
        g.add_nodes_from(self.nodes)
        for x, arrow, y in self:
            if arrow == "<--":
                x, arrow, y = y, "-->", x
            g.add_edge(x, y, edge_type=arrow)
        return g

    def to_numpy(self, orientation: str = "row-to-col") -> np.ndarray:
        """Return the int8 matrix with 1 for a directed edge and 1 in both cells for an undirected one."""
        check_choice("orientation", orientation, ("row-to-col", "col-to-row"))
        a = np.zeros((len(self), len(self)), dtype=np.int8)
        marks = self._marks
        known = np.isin(marks, (TAIL, ARROW)).all(axis=1) & ~(marks == ARROW).all(axis=1)
        if not known.all():
            x, arrow, y = self.edges[int(np.flatnonzero(~known)[0])]
            raise ConversionError(f"a matrix of 0 and 1 cannot hold {x} {arrow} {y}: use convert(graph, to=...)", witness=[x, y])
        to, back = marks[:, 1] == ARROW, marks[:, 0] == ARROW
        line = ~to & ~back
        i, j = self._ends[:, 0], self._ends[:, 1]
        a[i[to | line], j[to | line]] = 1
        a[j[back | line], i[back | line]] = 1
        return a if orientation == "row-to-col" else np.ascontiguousarray(a.T)

    def _encode(self, parts: list[Any]) -> dict[str, Any]:
        """Return the graph as it is in a request; its arrays go to the parts."""
        d: dict[str, Any] = {"name": self.name, "class": self.graph_class}
        if self.is_series:
            d["text"], d["options"] = self._series_json(), {"format": "json"}
        else:
            d["nodes"] = list(self.nodes)
            d["ends"], d["marks"] = len(parts), len(parts) + 1
            parts += [np.ascontiguousarray(self._ends, dtype="<i4"), self._marks]
            if self.triples:
                d["triples"] = [list(t) for t in self.triples]
        return {k: v for k, v in d.items() if v is not None}

    @staticmethod
    def _decode(d: dict[str, Any], parts: Sequence[memoryview], name: str | None = None, nameless: bool = False) -> Graph:
        """Return the graph of an answer."""
        ends = np.frombuffer(parts[d["ends"]], dtype="<i4").reshape(-1, 2)
        marks = np.frombuffer(parts[d["marks"]], dtype=np.uint8).reshape(-1, 2)
        more: dict[str, Any] = {"nameless": nameless}
        if d.get("moments"):
            more = {"moments": tuple((d["variables"][v], lag) for v, lag in d["moments"]), "max_lag": d["max_lag"]}
            lags = np.array([lag for _, lag in d["moments"]])[ends]
            flip = lags[:, 0] < lags[:, 1]  # edges are drawn from the past
            ends, marks = np.where(flip[:, None], ends[:, ::-1], ends), np.where(flip[:, None], marks[:, ::-1], marks)
        return Graph.from_arrays(d["nodes"] or [], ends, marks, triples=[tuple(t) for t in d.get("triples") or ()], name=name or d.get("name") or None,
                                 graph_class=d.get("class") or None, notes=d.get("notes") or (), **more)

    def _series_json(self) -> str:
        """Return the graph of a time series in the JSON of the command line."""
        assert self.moments is not None
        edges: list[dict[str, Any]] = []
        for (x, y), (mx, my) in zip(self._ends.tolist(), self._marks.tolist()):
            if self.moments[y][1]:
                x, y, mx, my = y, x, my, mx
            (vx, lag), (vy, _) = self.moments[x], self.moments[y]
            edges.append({"from": vx, "lag": lag, "edge": draw_arrow(mx, my), "to": vy})
        triples = [{"status": STATUSES[s], "nodes": [self.moments[v][0] for v in t], "lags": [self.moments[v][1] for v in t]} for s, *t in self.triples]
        d: dict[str, Any] = {"format": "sepdist", "version": 1, "max_lag": self.max_lag, "nodes": list(self.variables), "edges": edges}
        return json.dumps({**d, "triples": triples} if triples else d, ensure_ascii=False)

    def _repr_html_(self) -> str:
        kind = f"{self.graph_class}, " if self.graph_class else ""
        head = _html.quiet(f"{self.name + ': ' if self.name else ''}{kind}{self._size()}")
        if len(self) > 300:
            return head
        try:
            return head + _html.picture(self._ask("draw", to="svg", title="", view="auto", legend=True))
        except Error:
            return head  # a picture is no reason to show nothing

    def _ask(self, op: str, **header: Any) -> str:
        """Return the text that the engine makes of the graph."""
        parts: list[Any] = []
        answer, arrays = _native.call({"op": op, "graph": self._encode(parts), **header}, parts)
        return bytes(arrays[answer["data"]]).decode()


def _unpickled(nodes: Any, ends: Any, marks: Any, state: Any) -> Graph:
    return Graph.from_arrays(nodes, ends, marks, **state)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def unique_names(nodes: Iterable[Any]) -> list[str]:
    """Return the names as texts, which must differ."""
    names = [str(v) for v in nodes]
    if len(set(names)) < len(names):
        twice = next(v for i, v in enumerate(names) if v in names[:i])
        raise ConversionError(f"two nodes are named {twice!r}: names must differ", witness=[twice])
    for v in names:
        if "\n" in v or "\r" in v:
            raise ConversionError(f"the name {v!r} has a line break", witness=[v])
        if not v.isascii() and any("\ud800" <= c <= "\udfff" for c in v):
            raise ConversionError(f"the name {v!r} is not Unicode: it has half a character", witness=[v])
    return names


def check_choice(option: str, value: Any, choices: Sequence[str]) -> None:
    if value not in choices:
        raise OptionError(f"{option} is {' or '.join(map(repr, choices))}, not {value!r}", option=option, values=choices)
