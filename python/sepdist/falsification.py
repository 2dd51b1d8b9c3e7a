"""Test a graph against data."""

from __future__ import annotations

import copy
import functools
import os
import pathlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence

import numpy as np

from . import _html
from ._ask import Listing, ask, pandas
from ._convert import as_graph, file_bytes
from ._reading import keywords, value_of
from ._tables import FALSIFY, SETTINGS, FalsifyOptions
from .errors import OptionError

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True, repr=False)
class Falsification(Listing):
    """The outcome of a test of a graph against data. It is true if the data contradict the graph. A loop goes through the claims.

    Attributes
    ----------
    verdict : str
        One sentence, with the rule that it follows.
    wrong, of, value
        Rejected claims as ordered pairs, all ordered pairs, and their ratio, which is comparable to the separation distance.
    """

    verdict: str
    contradicted: bool
    tested: int
    untested: int
    rejected: int
    wrong: int
    of: int
    value: float
    combined_p: float | None = None
    fisher_c: float | None = None
    fisher_c_df: float | None = None
    fisher_c_p: float | None = None
    ks_p: float | None = None
    ad_p: float | None = None
    permutations: dict[str, Any] | None = None
    suggestions: list[dict[str, Any]] | None = None
    rows: int | None = None
    rows_dropped: int | None = None
    columns_ignored: list[str] | None = None
    test: str | None = None
    strategy: str | None = None
    alpha: float | None = None
    correction: str | None = None
    seed: int | None = None
    _table: dict[str, Any] = field(default_factory=dict)
    _parts: Sequence[Any] = ()
    _draw: Callable[[], str] | None = None
    _list = "claims"

    @functools.cached_property
    def claims(self) -> list[dict[str, Any]]:
        """Each with ``x``, ``y``, ``given``, ``statistic``, ``p``, ``effect``, ``p_adjusted`` and ``rejected``, or the reason why it is ``untested``."""
        return self._rows(False)

    @functools.cached_property
    def edges(self) -> list[dict[str, Any]]:
        """Each with ``x``, ``y``, ``edge``, ``given``, ``statistic``, ``p``, ``effect`` and ``supported``."""
        return [{"edge": edge, **one} for edge, one in zip(self._table["edges"], self._rows(True))]

    def _rows(self, edges: bool) -> list[dict[str, Any]]:
        """Return the claims or the edges, which are made when they are first read, because there can be many."""
        t, names = self._table, self._table["names"]
        rows = np.frombuffer(self._parts[t["rows"]], "<i4").reshape(-1, 3).tolist()
        sets = np.frombuffer(self._parts[t["sets"]], "<i4").tolist()
        numbers = np.frombuffer(self._parts[t["numbers"]], "<f8").reshape(-1, 4).tolist()
        states, claims = bytes(self._parts[t["states"]]), len(rows) - len(t["edges"])
        first, last = (claims, len(rows)) if edges else (0, claims)
        begin = rows[first - 1][2] if first else 0
        made: list[dict[str, Any]] = []
        for (x, y, end), (statistic, p, adjusted, effect), state in zip(rows[first:last], numbers[first:last], states[first:last]):
            one: dict[str, Any] = {"x": names[x], "y": names[y], "given": [names[v] for v in sets[begin:end]]}
            if state >= 2:
                one.update(statistic=None, p=None, effect=None, untested=t["reasons"][state - 2])
            elif edges:
                one.update(statistic=statistic, p=p, effect=effect, supported=state == 1)
            else:
                one.update(statistic=statistic, p=p, p_adjusted=adjusted, effect=effect, rejected=state == 1)
            made.append(one)
            begin = end
        return made

    def __getstate__(self) -> dict[str, Any]:  # a copy has no picture
        return {**self.__dict__, "claims": self.claims, "edges": self.edges, "_table": {}, "_parts": (), "_draw": None}

    def __bool__(self) -> bool:
        return self.contradicted

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each claim."""
        columns = ["x", "y", "given", "statistic", "p", "p_adjusted", "effect", "rejected", "untested"]
        return pandas().DataFrame([[c.get(k) for k in columns] for c in self.claims], columns=columns)

    def __repr__(self) -> str:
        return f"<Falsification: {self.verdict}>"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, as the command line prints it with --json."""
        return copy.deepcopy({**self.data, "edges": self.edges, "claims": self.claims})

    def _repr_html_(self) -> str:
        shown = sorted((c for c in self.claims if c.get("rejected")), key=lambda c: c["p"])
        rows = [(f"{c['x']} and {c['y']}", "{" + ", ".join(c["given"]) + "}", f"{c['p']:.2g}", f"{c['p_adjusted']:.2g}", f"{c['effect']:.3f}") for c in shown[:20]]
        more = [f"{len(shown) - 20} other rejected claims: see to_frame()"] if len(shown) > 20 else []
        return f"<p>{_html.escape(self.verdict)}</p>" + (_html.picture(self._draw()) if self._draw else "") + (
            _html.table(["rejected claim", "given", "p", "adjusted p", "effect"], rows) if rows else "") + _html.quiet(*more)


@keywords(FalsifyOptions, {**FALSIFY, **SETTINGS})
def falsify(graph: Any, data: Any, **options: Unpack[FalsifyOptions]) -> Falsification:
    """Test a graph against data, without a known truth.

    Each claim of the graph that a set separates two nodes is tested as a conditional independence.

    Parameters
    ----------
    graph : object
        Anything that :func:`as_graph` takes, with its keywords.
    data : object
        A pandas frame, a dict of columns, an array with a column for each of ``names`` (default: for
        each node, in their order), a path to CSV, TSV, Parquet, npy or npz; or a function
        ``(x, y, given) -> p`` that is called with names and returns a p-value, or None if it has none.
        Columns of text, bool and categorical columns are categorical. With ``rows``, a covariance matrix.
    **options
    """
    given: dict[str, Any] = dict(options)
    names = given.pop("names", None)
    how = {k: value_of(k, given.pop(k), FALSIFY) for k in FALSIFY if given.get(k) is not None}
    seed = how.pop("seed", 1)
    for k in ("categorical", "continuous"):
        how.setdefault(k, [])
    if "max_lag" in how:
        how["max-lag"] = how.pop("max_lag")
    g = as_graph(graph, **given)
    if names is not None and g.nameless and len(g) == len(names):
        g = g.replace(nodes=names)
    parts: list[Any] = []

    def test(**more: Any) -> tuple[Any, list[memoryview]]:
        return ask("falsify", g, {}, parts, seed=seed, falsify={**how, **more})

    if callable(data):
        claims, _ = test(list=True)
        how["p"] = [{**c, "p": _p(data, c)} for c in claims["claims"]]
    elif isinstance(data, (str, os.PathLike)):
        _file(how, pathlib.Path(data), parts)
    else:
        _columns(how, data, names, parts)
    answer, table = test(table=True)
    return Falsification.of_answer(answer["falsification"], answer["text"], _table=answer["table"], _parts=table,
                                   _draw=lambda: test(permutations=0, suggest=False, table=True, pictures=True)[0]["pictures"]["graph"])


def _p(test: Callable[..., Any], claim: dict[str, Any]) -> float | None:
    p = test(claim["x"], claim["y"], list(claim["given"]))
    if p is None or np.isnan(p):
        return None
    return float(p)


def _file(how: dict[str, Any], path: pathlib.Path, parts: list[Any]) -> None:
    if path.suffix.lower() in (".parquet", ".pq"):
        import pandas

        _columns(how, pandas.read_parquet(path), None, parts)
    else:
        how["data"] = len(parts)
        parts.append(file_bytes(path))
    how["name"] = str(path)


def _columns(how: dict[str, Any], data: Any, names: Any, parts: list[Any]) -> None:
    """Add the columns of a frame, a dict or an array."""
    frame = hasattr(data, "columns") and hasattr(data, "iloc")
    if frame and len(data.columns) and all(kind == np.float64 for kind in data.dtypes):  # in one piece: pandas takes long for each column
        how["columns"] = [{"name": str(name), "numbers": len(parts) + i} for i, name in enumerate(data.columns)]
        parts.extend(np.array(data.to_numpy().T, dtype="<f8", order="C"))
        return
    if frame or isinstance(data, Mapping):
        columns = [(str(name), column) for name, column in data.items()]
    else:
        array = np.asarray(data)
        if array.ndim != 2:
            raise OptionError(f"data: an array of shape {array.shape}: expected rows and columns")
        if names is None:
            how["unnamed"] = True
            names = range(array.shape[1])
        elif len(names) != array.shape[1]:
            raise OptionError(f"names: {len(names)} names for {array.shape[1]} columns: expected as many")
        columns = [(str(name), array[:, i]) for i, name in enumerate(names)]
    how["columns"] = [_column(name, column, how["categorical"], parts) for name, column in columns]


def _column(name: str, column: Any, categorical: list[str], parts: list[Any]) -> dict[str, Any]:
    """Return a column: numbers, or codes with their levels."""
    dtype = getattr(column, "dtype", None)
    if str(dtype) == "category":
        codes, levels = np.asarray(column.cat.codes), list(column.cat.categories)
        if name not in categorical:
            categorical.append(name)
    else:
        values = np.asarray(column)
        if values.dtype.kind in "iuf":
            parts.append(np.array(values, dtype="<f8"))  # a copy: the picture is drawn later
            return {"name": name, "numbers": len(parts) - 1}
        gaps = np.array([v is None or v != v for v in values.tolist()], dtype=bool)
        kept = [v for v, gap in zip(values.tolist(), gaps) if not gap]
        if values.dtype.kind == "O" and kept and all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in kept):
            parts.append(np.array([np.nan if gap else v for v, gap in zip(values.tolist(), gaps)], dtype="<f8"))
            return {"name": name, "numbers": len(parts) - 1}
        place: dict[str, int] = {}
        codes = np.array([-1 if gap else place.setdefault(str(v), len(place)) for v, gap in zip(values.tolist(), gaps)], dtype="<i4")
        levels = list(place)
        if values.dtype.kind == "b" and name not in categorical:
            categorical.append(name)
    parts.append(np.ascontiguousarray(codes, dtype="<i4"))
    return {"name": name, "codes": len(parts) - 1, "levels": [str(level) for level in levels]}
