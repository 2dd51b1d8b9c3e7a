"""Test a graph against data."""

from __future__ import annotations

import copy
import html
import os
import pathlib
from typing import Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from . import _html
from ._native import call
from ._convert import as_graph
from .errors import OptionError
from .graphs import Text, pandas

class Falsification(Text):
    """The outcome of a test of a graph against data. It is true if the data contradict the graph. A loop goes through the claims."""

    @property
    def verdict(self) -> str:
        """One sentence, with the rule that it follows."""
        return self.data["verdict"]

    @property
    def contradicted(self) -> bool:
        return bool(self.data["contradicted"])

    @property
    def tested(self) -> int:
        return self.data["tested"]

    @property
    def untested(self) -> int:
        return self.data["untested"]

    @property
    def rejected(self) -> int:
        return self.data["rejected"]

    @property
    def wrong(self) -> int:
        """Rejected claims as ordered pairs."""
        return self.data["wrong"]

    @property
    def of(self) -> int:
        """All ordered pairs."""
        return self.data["of"]

    @property
    def value(self) -> float:
        """wrong / of, which is comparable to the separation distance."""
        return self.data["value"]

    @property
    def claims(self) -> list[dict[str, Any]]:
        """Each with ``x``, ``y``, ``given``, ``statistic``, ``p``, ``effect``, ``p_adjusted`` and ``rejected``, or the reason why it is ``untested``."""
        return self.data["claims"]

    @property
    def edges(self) -> list[dict[str, Any]]:
        """Each with ``x``, ``y``, ``edge``, ``given``, ``statistic``, ``p``, ``effect`` and ``supported``."""
        return self.data["edges"]

    def _of(key: str) -> Any:  # type: ignore[misc]
        return property(lambda self: self.data.get(key))

    combined_p, fisher_c, fisher_c_df, fisher_c_p, ks_p, ad_p = map(_of, ("combined_p", "fisher_c", "fisher_c_df", "fisher_c_p", "ks_p", "ad_p"))
    permutations, suggestions, rows, rows_dropped, columns_ignored = map(_of, ("permutations", "suggestions", "rows", "rows_dropped", "columns_ignored"))
    test, strategy, alpha, correction, seed = map(_of, ("test", "strategy", "alpha", "correction", "seed"))

    def __len__(self) -> int:
        return len(self.claims)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.claims)

    def __bool__(self) -> bool:
        return self.contradicted

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each claim."""
        columns = ["x", "y", "given", "statistic", "p", "p_adjusted", "effect", "rejected", "untested"]
        return pandas().DataFrame([[c.get(k) for k in columns] for c in self.claims], columns=columns)

    def __repr__(self) -> str:
        return f"<Falsification: {self.verdict}>"

    def to_dict(self) -> dict[str, Any]:
        lists = {"edges": self.edges, "claims": self.claims}
        return copy.deepcopy({**{k: v for k, v in self.data.items() if k not in lists}, **lists})

    def _repr_html_(self) -> str:
        draw = getattr(self.data, "draw", None)
        shown = sorted((c for c in self.claims if c.get("rejected")), key=lambda c: c["p"])
        rows = [(f"{c['x']} and {c['y']}", "{" + ", ".join(c["given"]) + "}", f"{c['p']:.2g}", f"{c['p_adjusted']:.2g}", f"{c['effect']:.3f}") for c in shown[:20]]
        more = [f"{len(shown) - 20} other rejected claims: see to_frame()"] if len(shown) > 20 else []
        return f"<p>{html.escape(self.verdict)}</p>" + (_html.picture(draw()) if draw else "") + (
            _html.table(["rejected claim", "given", "p", "adjusted p", "effect"], rows) if rows else "") + _html.quiet(*more)


class _Data(dict[str, Any]):
    """What the engine answers. Claims and edges are made when they are first read, because there can be many."""

    def __init__(self, data: dict[str, Any], table: dict[str, Any], parts: Sequence[Any], draw: Callable[[], str]):
        super().__init__(data)
        self.table, self.parts, self.draw = table, parts, draw

    def __missing__(self, key: str) -> Any:
        if key not in ("claims", "edges"):
            raise KeyError(key)
        t, names = self.table, self.table["names"]
        rows = np.frombuffer(self.parts[t["rows"]], "<i4").reshape(-1, 3).tolist()
        sets = np.frombuffer(self.parts[t["sets"]], "<i4").tolist()
        numbers = np.frombuffer(self.parts[t["numbers"]], "<f8").reshape(-1, 4).tolist()
        states, claims = bytes(self.parts[t["states"]]), len(rows) - len(t["edges"])
        first, last = (0, claims) if key == "claims" else (claims, len(rows))
        begin, made = rows[first - 1][2] if first else 0, []
        for (x, y, end), (statistic, p, adjusted, effect), state in zip(rows[first:last], numbers[first:last], states[first:last]):
            one: dict[str, Any] = {"x": names[x], "y": names[y], "given": [names[v] for v in sets[begin:end]]}
            if state >= 2:
                one.update(statistic=None, p=None, effect=None, untested=t["reasons"][state - 2])
            elif key == "claims":
                one.update(statistic=statistic, p=p, p_adjusted=adjusted, effect=effect, rejected=state == 1)
            else:
                one.update(statistic=statistic, p=p, effect=effect, supported=state == 1)
            made.append(one)
            begin = end
        if key == "edges":
            made = [{"edge": edge, **one} for edge, one in zip(t["edges"], made)]
        self[key] = made
        return made

    def __reduce__(self) -> Any:  # the copy has no picture
        return dict, ({**self, "edges": self["edges"], "claims": self["claims"]},)


def falsify(graph: Any, data: Any, *, names: Sequence[Any] | None = None, test: str = "auto", strategy: str = "zl", alpha: float = 0.05,
            correction: str = "bh", permutations: int = 0, seed: int = 1, suggest: bool = False, categorical: Sequence[str] = (),
            continuous: Sequence[str] = (), missing: str = "error", rows: int | None = None, max_lag: int | None = None, workers: int | None = None,
            **reading: Any) -> Falsification:
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
        Columns of text, bool and categorical columns are categorical.
    test : str
        "fisher-z", "chi-square", "g-square", "pillai", "rank", or "auto" by the kind of the columns.
    strategy : str
        Which sets are tested: the name of a separation distance without ``-sd``.
    alpha, correction
        Level, and correction for the number of tests: "bh", "holm", "bonferroni" or "none".
    permutations : int
        Number of random relabelings of the nodes to compare with, drawn with ``seed``.
    suggest : bool
        Whether to suggest edges that would leave fewer rejected claims.
    categorical, continuous : list of str
        Columns of codes and of measurements, where whole numbers can be either.
    missing : str
        "drop" leaves rows with missing values out; otherwise they are an error.
    rows : int, optional
        ``data`` is a covariance matrix that was computed from this number of rows, for fisher-z.
    max_lag : int, optional
        Time series: the largest lag of the claims.

    Returns
    -------
    Falsification
    """
    g = as_graph(graph, **reading)
    parts: list[Any] = []
    how: dict[str, Any] = {
        "strategy": str(strategy), "test": str(test), "alpha": float(alpha), "correction": str(correction), "permutations": int(permutations),
        "suggest": bool(suggest), "categorical": _strings(categorical), "continuous": _strings(continuous), "missing": str(missing),
    }
    for key, value in (("rows", rows), ("max-lag", max_lag), ("workers", workers)):
        if value is not None:
            how[key] = int(value)
    header = {"op": "falsify", "graph": g._encode(parts), "seed": int(seed), "falsify": how}
    if callable(data):
        how["list"] = True
        claims, _ = call(header, parts)
        del how["list"]
        how["p"] = [{**c, "p": _p(data, c)} for c in claims["claims"]]
    elif isinstance(data, (str, os.PathLike)):
        _file(how, pathlib.Path(data), parts)
    else:
        _columns(how, data, names, parts)
    answer, table = call({**header, "falsify": {**how, "table": True}}, parts)

    def draw() -> str:
        return call({**header, "falsify": {**how, "permutations": 0, "suggest": False, "table": True, "pictures": True}}, parts)[0]["pictures"]["graph"]

    return Falsification(_Data(answer["falsification"], answer["table"], table, draw), answer["text"])


def _strings(names: Any) -> list[str]:
    return [names] if isinstance(names, str) else [str(name) for name in names]


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
        parts.append(path.read_bytes())
    how["name"] = str(path)


def _columns(how: dict[str, Any], data: Any, names: Any, parts: list[Any]) -> None:
    """Add the columns of a frame, a dict or an array."""
    if hasattr(data, "columns") and hasattr(data, "iloc"):
        if len(data.columns) and all(kind == np.float64 for kind in data.dtypes):  # in one piece: pandas takes long for each column
            values = np.array(data.to_numpy().T, dtype="<f8", order="C")
            how["columns"] = [{"name": str(name), "numbers": len(parts) + i} for i, name in enumerate(data.columns)]
            parts.extend(values)
            return
        columns = [(str(name), column) for name, column in data.items()]
    elif isinstance(data, Mapping):
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
