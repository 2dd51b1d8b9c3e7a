"""Keywords for reading and comparing graphs: their checks, and how the engine spells them."""

from __future__ import annotations

import dataclasses
import difflib
import functools
import inspect
import itertools
import math
import operator
from typing import Any, Callable, Iterable, Mapping, Sequence, TypeVar

import numpy as np

from ._tables import CLASSES, CODES, OPTIONS
from .errors import OptionError, option
from .graph import check_choice

ROW_TO_COL, COL_TO_ROW = "row-to-col", "col-to-row"
_GADJID = {"from row to column": ROW_TO_COL, "from column to row": COL_TO_ROW}
_CHOICES = {
    "orientation": (ROW_TO_COL, COL_TO_ROW), "codes": CODES, "graph_class": CLASSES, "mark_at": ("row", "column"),
    "opposite_arcs": ("undirected", "cycle"), "nan": ("bidirected", "undirected"),
}


@dataclasses.dataclass(frozen=True)
class Reading:
    """What an object does not say of itself. None means not stated."""

    names: Sequence[Any] | None = None
    orientation: str | None = None
    codes: str | None = None
    graph_class: str | None = None
    threshold: float | None = None
    mark_at: str | None = None
    opposite_arcs: str | None = None
    nan: str | None = None
    directed: bool | None = None
    drop_self_loops: bool | None = None
    lag0: bool | None = None
    summary_graph: bool | None = None
    format: str | None = None
    name: str | None = None
    series: bool = False  # a time series of any class, graph_class="ts"
    role: str | None = dataclasses.field(default=None, compare=False)  # "truth" or "guess", for errors

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "_variants", {})
        if isinstance(self.orientation, str):
            put(self, "orientation", _GADJID.get(self.orientation, self.orientation))
        if isinstance(self.graph_class, str):
            put(self, "graph_class", self.graph_class.lower())
        if self.graph_class == "ts":
            put(self, "graph_class", None)
            put(self, "series", True)
        for key, choices in _CHOICES.items():
            if getattr(self, key) is not None:
                check_choice(key, getattr(self, key), choices)
        if self.threshold is not None and not (isinstance(self.threshold, (int, float, np.number)) and self.threshold >= 0):
            raise OptionError(f"threshold is a number from 0 up, not {self.threshold!r}", option="threshold")
        if self.lag0 and self.summary_graph:
            raise OptionError("use lag0=True or summary_graph=True, not both", option="summary_graph")
        if self.names is not None:
            if isinstance(self.names, (str, bytes, Mapping)) or not isinstance(self.names, Iterable):
                raise OptionError(f"names is a list of names in the order of the nodes, not {self.names!r}", option="names")
            put(self, "names", tuple(self.names))
            if any(v is None for v in self.names):
                raise OptionError("names has None among the names: expected a name for each node", option="names")

    @property
    def untimed(self) -> bool:
        """Whether a time series is read as a graph without time."""
        return bool(self.lag0 or self.summary_graph)

    def variant(self, **changes: Any) -> Reading:
        """Return the reading with changes; the same object each time."""
        key = tuple(changes.items())
        found: Reading | None = self._variants.get(key)  # type: ignore[attr-defined]
        if found is None:
            found = dataclasses.replace(self, **changes)
            self._variants[key] = found  # type: ignore[attr-defined]
        return found

    @property
    def request(self) -> dict[str, Any]:
        """The fields of a graph in a request that say how it is read."""
        return {"options": self.engine, **({"role": self.role} if self.role else {})}

    @functools.cached_property
    def engine(self) -> dict[str, str]:
        """The options as the engine calls them."""
        given = {"format": self.format, "codes": self.codes, "orientation": self.orientation, "class": "ts" if self.series else self.graph_class, "mark-at": self.mark_at,
                 "opposite-arcs": self.opposite_arcs, "nan": self.nan}
        o = {k: v for k, v in given.items() if v is not None}
        if self.threshold is not None:
            o["threshold"] = repr(float(self.threshold))
        if self.directed is not None:
            o["directed"] = "true" if self.directed else "false"
        o.update({k.replace("_", "-"): "true" for k in ("drop_self_loops", "lag0", "summary_graph") if getattr(self, k)})
        return o


F = TypeVar("F", bound=Callable[..., Any])


def keywords(of: Any, table: Mapping[str, Any] | None = None) -> Callable[[F], F]:
    """Write the keywords of a TypedDict into the signature of a function, and their table into its documentation, for help and editors."""
    def write(f: F) -> F:
        types = {k: getattr(t, "__forward_arg__", str(t)).removesuffix(" | None") for k, t in of.__annotations__.items()}
        own = inspect.signature(f)
        more = [inspect.Parameter(k, inspect.Parameter.KEYWORD_ONLY, default=None) for k in types if k not in own.parameters]
        f.__signature__ = own.replace(parameters=[*(p for p in own.parameters.values() if p.kind != p.VAR_KEYWORD), *more])  # type: ignore[attr-defined]
        rows = ((k, types[k], doc if isinstance(doc, str) else doc[2]) for k, doc in (table or {}).items() if k in types)
        if f.__doc__ and table:  # none with python -OO
            f.__doc__ = f.__doc__.replace("    **options\n", "".join(f"    {k} : {kind}, optional\n        {doc}\n" for k, kind, doc in rows))
        return f

    return write


READING = tuple(f.name for f in dataclasses.fields(Reading) if f.name not in ("graph_class", "name", "series", "role"))
KEYWORDS = (*READING, "graph_class", "name")


def reading_of(given: Mapping[str, Any]) -> Reading:
    """Return the reading for keywords of one graph."""
    unknown(given, KEYWORDS)
    return Reading(**given)


def unknown(given: Iterable[str], known: Sequence[str]) -> None:
    """Refuse keywords that do not exist."""
    for k in given:
        if k not in known:
            close = difflib.get_close_matches(k, known, 1)
            raise TypeError(f"unexpected keyword {k!r}: " + (f"did you mean {close[0]}?" if close else f"expected one of {', '.join(known)}"))


def split(given: Mapping[str, Any]) -> tuple[tuple[Reading, Reading], dict[str, Any]]:
    """Return how the truth and the guess are read, and how they are compared as the engine takes it."""
    roles = tuple(f"{role}_{k}" for role in ("truth", "guess") for k in ("class", *READING))
    unknown(given, ("metrics", "progress", *READING, *roles, *OPTIONS))
    readings: list[Reading] = []
    for role in ("truth", "guess"):
        how = {k: given[k] for k in READING if given.get(k) is not None}
        how.update({k: given[f"{role}_{k}"] for k in READING if given.get(f"{role}_{k}") is not None})
        if given.get(f"{role}_class") is not None:
            how["graph_class"] = str(given[f"{role}_class"]).lower()
            check_choice(f"{role}_class", how["graph_class"], CLASSES)
        readings.append(Reading(role=role, **how))
    options = {"as" if k == "as_class" else k.replace("_", "-"): value_of(k, v, OPTIONS) for k, v in given.items() if k in OPTIONS and v is not None and v is not False}
    return (readings[0], readings[1]), options


def value_of(k: str, v: Any, table: Mapping[str, tuple[str, int, str]]) -> Any:
    """Return the value of a keyword as the engine takes it."""
    kind, least, _ = table[k]
    expected = ""
    try:
        if kind in ("int", "uint"):
            return integer(k, v, least)
        if kind == "float":
            return number(k, v)
        if k == "links":
            expected = "a list of kinds of pairs"
            return [str(x).strip() for x in (v.split(",") if isinstance(v, str) else v)]
        if kind == "strings":
            expected = "a list of names"
            return [str(x) for x in ([v] if isinstance(v, str) else v)]
        if kind == "weights":
            expected = "a mapping from (x, y) to a weight, or rows of x, y and weight"
            return _weights(v)
        if kind == "mapping":
            expected = "a mapping from old names to new ones"
            return {str(old): str(new) for old, new in v.items()}
        if kind == "statements":
            expected = "rows of x, y and then the nodes of the set, causal-learn's CausalGraph, or tigramite's PCMCI and its results as a pair"
            if isinstance(v, str):
                raise TypeError
            if hasattr(v, "sepset") and hasattr(v, "G"):
                return _recorded(v)
            if isinstance(v, tuple) and hasattr(v[0], "all_lagged_parents"):
                return _recorded_series(*v)
            return [[str(x) for x in row] for row in v]
        if kind == "floats":
            expected = "a list of numbers"
            return [number(k, x) for x in v]
        if k == "symmetric":
            return "mean" if v is True else str(v)
        if kind == "string" and not isinstance(v, str):
            raise OptionError(f"{option(k, v)}: expected a text", option=k)
    except OptionError:
        raise
    except (TypeError, ValueError, AttributeError, IndexError):
        raise OptionError(f"{option(k, v)}: expected {expected}", option=k) from None
    return v.item() if isinstance(v, np.generic) else v


def _recorded(cg: Any) -> list[list[str]]:
    """Return the sets that causal-learn's PC recorded in a CausalGraph.

    With ``stable=True`` it records, for each end of an edge, the union of all sets that a step found.
    In both modes it also appends an empty set for a pair for which it found others: that one is ignored.
    """
    names = [node.get_name() for node in cg.G.get_nodes()]
    rows: list[list[str]] = []
    for x, y in itertools.combinations(range(len(names)), 2):
        found = {tuple(sorted({int(v) for v in s})) for s in cg.sepset[x, y] or ()}
        rows += ([names[x], names[y], *(names[v] for v in s)] for s in sorted(found) if s or len(found) == 1)
    return rows


def _recorded_series(pcmci: Any, results: Any) -> list[list[str]]:
    """Return the sets of PCMCI+, from the PCMCI object and the results of run_pcmciplus.

    ``sepsets`` has the contemporaneous part of a set. The tests also condition on the lagged parents of both
    ends, from the first stage. A lagged pair that is not among these parents was removed in that stage, which
    records no set.
    """
    names, parents = pcmci.var_names, pcmci.all_lagged_parents

    def moment(i: int, tau: int) -> str:
        return f"{names[i]}(t{tau or ''})"

    rows: list[list[str]] = []
    for ((i, tau), j), now in results["sepsets"].items():
        if i >= j if tau == 0 else (i, tau) not in parents[j]:
            continue
        given = {*map(tuple, now), *parents[j], *((k, tau + lag) for k, lag in parents[i])} - {(i, tau)}
        rows.append([moment(i, tau), moment(j, 0), *itertools.starmap(moment, sorted(given))])
    return rows


def integer(name: str, v: Any, least: int = 0) -> int:
    try:
        n = -1 if isinstance(v, (bool, np.bool_)) else operator.index(v)
    except TypeError:
        n = -1
    if n < least:
        raise OptionError(f"{option(name, v)}: expected a whole number from {least} up", option=name)
    return n


def number(name: str, v: Any) -> float:
    try:
        x = float(v) if not isinstance(v, str) else math.nan
    except (TypeError, ValueError):
        x = math.nan
    if not math.isfinite(x):
        raise OptionError(f"{option(name, v)}: expected a number", option=name)
    return x


def _weights(w: Any) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for pair, v in w.items() if isinstance(w, Mapping) else (((x, y), v) for x, y, v in w):
        if isinstance(pair, str):
            raise TypeError
        x, y = pair
        rows.append([str(x), str(y), number(f"weights[{x}, {y}]", v)])
    return rows


def metric_name(name: Any) -> str:
    """Return the name of a metric, which may have underscores."""
    return str(name).strip().replace("_", "-")


def metric_names(metrics: Any) -> list[str]:
    if metrics is None:
        metrics = "default"
    names = [m for m in metrics.split(",") if m.strip()] if isinstance(metrics, str) else list(metrics) if isinstance(metrics, Iterable) else [None]
    if not all(isinstance(m, str) for m in names) or hasattr(metrics, "nodes"):
        raise OptionError(f"metrics is a {type(metrics).__name__}: expected the name of a metric, or a list of names; several guesses are a list or dict", option="metrics")
    if not names:
        raise OptionError("metrics is empty: name a metric, or leave it out", option="metrics")
    return [metric_name(m) for m in names]
