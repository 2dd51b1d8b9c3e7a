"""What comparing, explaining and checking return."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from .errors import MetricError
from .graph import Graph

__all__ = ["Check", "Comparison", "Comparisons", "Drawing", "Explanation", "Falsification", "Repairs", "Result", "Separators"]


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("to_frame needs pandas, which is not installed: use to_dict") from None
    return pandas


class _Fields:
    """Data whose keys can be read as attributes."""

    _data: dict[str, Any]

    def __getattr__(self, key: str) -> Any:
        data = self.__dict__.get("_data")
        if data is not None and key in data:
            return data[key]
        raise AttributeError(f"{type(self).__name__} has no {key!r}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._data})

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, as the command line prints it with --json."""
        import copy

        return copy.deepcopy(self._data)


class _Text(_Fields):
    """Data with the same for people, which ``print`` shows."""

    def __init__(self, data: dict[str, Any], text: str):
        self._data = data
        self.text = text

    def __str__(self) -> str:
        return self.text


class _List(_Text):
    """Data that is mainly a list, which a loop goes through."""

    _rows: str  # the key of the list

    def __len__(self) -> int:
        return len(self._data[self._rows])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._data[self._rows])


class Result(_Fields):
    """What one metric says of two graphs.

    Attributes
    ----------
    metric : str
    value : float or None
        None where it is undefined; ``why`` then says why.
    wrong, of : int or float
        How many of how many, for metrics that count.
    seconds : float

    More attributes apply to some metrics only: ``claims`` (made by the guess) and ``rate`` (wrong among
    these) of separation distances, ``class_of_truth`` (the result of the truth's own CPDAG or PAG, if the guess is
    one and the truth is not), ``orders``, ``lower``, ``upper``, ``forward``,
    ``reverse``, ``readings``, ``min``, ``mean``, ``max``, ``tp``, ``fp``, ``fn``, ``tn``, ``interval``,
    ``stderr``, ``samples``, ``baseline``, ``notes``.
    """

    def __init__(self, data: dict[str, Any]):
        self._data = data

    @property
    def value(self) -> float | None:
        return self._data["value"]

    @property
    def wrong(self) -> float | None:
        return self._data.get("wrong")

    @property
    def of(self) -> float | None:
        return self._data.get("of")

    @property
    def why(self) -> str | None:
        return self._data.get("why")

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self._data.get("notes") or ())

    def __float__(self) -> float:
        return float("nan") if self.value is None else float(self.value)

    def _short(self) -> str:
        if self.value is None and "lower" in self._data:  # bounds over an equivalence class
            return f"{self._data['lower']['value']:.4g} to {self._data['upper']['value']:.4g}"
        if self.value is None:
            return "undefined"
        count = f" ({_number(self.wrong)} of {_number(self.of)})" if self.wrong is not None or self.of is not None else ""
        return f"{self.value:.4g}{count}"

    def __repr__(self) -> str:
        why = f": {self.why}" if self.value is None and self.why else ""
        return f"<{self._data['metric']} {self._short()}{why}>"


    def _columns(self) -> tuple[str, str, str]:
        """Return value, count and note for a table."""
        count = "" if self.of is None else f"{_number(self.wrong)} of {_number(self.of)}"
        return self._short() if self.value is None else _decimals(self.value), count, self.why or "; ".join(self.notes)


def _decimals(x: float) -> str:
    """Write a value with four decimals, or with more, at most 16, if its distance from 0, 1 or -1 needs them."""
    leading = -int(f"{min(abs(x), abs(1 - abs(x))):.0e}".partition("e")[2])
    return f"{x:.{min(max(4, leading), 16)}f}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of text in columns."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip() for row in rows]


def _number(x: Any) -> str:
    return "0" if x is None else f"{x:g}" if isinstance(x, float) and x != int(x) else str(x)


class Comparison(Mapping[str, Result]):
    """What metrics say of a truth and a guess: a mapping from the name of a metric to its :class:`Result`.

    Examples
    --------
    >>> r = sepdist.compare(truth, guess)            # doctest: +SKIP
    >>> r["zl-sd"].value, r["zl-sd"].wrong           # doctest: +SKIP
    (0.15, 3)
    """

    def __init__(self, data: dict[str, Any], truth: Graph, guess: Graph, options: dict[str, Any]):
        self._data = data
        self._results = {d["metric"]: Result(d) for d in data["results"]}
        self._graphs = truth, guess
        self._options = options

    def __getitem__(self, metric: str) -> Result:
        try:
            return self._results[metric]
        except KeyError:
            pass
        for s in self._data["skipped"]:
            if s["metric"] == metric:
                raise _missing(metric, s["why"])
        raise _missing(metric, _absent(metric, self._results))

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __contains__(self, metric: Any) -> bool:
        return metric in self._results

    @property
    def truth(self) -> dict[str, Any]:
        """Name, class, and number of nodes and edges of the truth."""
        return dict(self._data["truth"])

    @property
    def guess(self) -> dict[str, Any]:
        """Name, class, and number of nodes and edges of the guess, and what was changed in it."""
        return dict(self._data["guess"])

    @property
    def skipped(self) -> dict[str, str]:
        """Metrics that are not defined for these graphs, with the reason."""
        return {s["metric"]: s["why"] for s in self._data["skipped"]}

    @property
    def markov_equivalent(self) -> bool | None:
        """Whether the two graphs have the same separations; None if that is not known.

        ``to_dict()["markov_equivalence"]`` also has a ``witness``: a set that separates two nodes in one of the graphs only.
        """
        return (self._data.get("markov_equivalence") or {}).get("equivalent")

    def _equivalence(self) -> list[str]:
        """Return the lines about Markov equivalence."""
        e = self._data.get("markov_equivalence") or {}
        return [e[k] for k in ("text", "hint") if e.get(k)]

    @property
    def notes(self) -> list[str]:
        """What happened while the graphs were read, and as what they were taken."""
        return [f"{role}: {n}" for role, g in zip(("truth", "guess"), self._graphs) for n in g.notes] + list(self._data.get("notes") or ())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, as the command line prints it with --json."""
        import copy

        return copy.deepcopy(self._data)

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each metric."""
        rows = [{"metric": m, "value": np.nan if r.value is None else r.value, "wrong": r.wrong, "of": r.of, "note": r.why or "; ".join(r.notes)} for m, r in self.items()]
        return _pandas().DataFrame(rows, columns=["metric", "value", "wrong", "of", "note"]).set_index("metric")

    def explain(self, metric: str, **options: Any) -> Explanation:
        """Say which claims of the guess are wrong by a metric: see :func:`sepdist.explain`."""
        from .api import explain

        return explain(*self._graphs, metric, **{**self._options, **options})

    def draw(self, path: Any = None, **options: Any) -> Drawing:
        """Draw the differences of the two graphs: see :func:`sepdist.draw`."""
        from .api import DRAW_OPTIONS, draw

        return draw(*self._graphs, path=path, **{**{k: v for k, v in self._options.items() if k in DRAW_OPTIONS}, **options})

    def report(self, path: Any, **options: Any) -> str:
        """Write a report as one HTML file: see :func:`sepdist.report`."""
        from .api import report

        return report(*self._graphs, path=path, **{**self._options, **options})

    def __str__(self) -> str:
        rows = [("metric", "value", "count", ""), *((m, *r._columns()) for m, r in self.items())]
        t, g = self._data["truth"], self._data["guess"]
        head = f"truth: {t['class']}, {t['edges']} edges; guess: {g['class'] or 'no class'}, {g['edges']} edges; {t['nodes']} nodes"
        return "\n".join([head, "", *_aligned(rows), *(f"{m} skipped: {why}" for m, why in self.skipped.items()), *self._equivalence(), *self.notes])

    def __repr__(self) -> str:
        t, g = self._data["truth"], self._data["guess"]
        shown = ", ".join(f"{m} {r._short()}" for m, r in self.items())
        return f"<Comparison, truth {t['class']}, guess {g['class'] or 'no class'}, {t['nodes']} nodes: {shown}>"

    def _repr_html_(self) -> str:
        from .display import comparison_html

        return comparison_html(self)


def _absent(metric: Any, has: Iterable[str]) -> str:
    """Say that a result has no such metric, and which may be meant."""
    import difflib

    close = difflib.get_close_matches(str(metric).lower().replace("_", "-"), list(has), 1, 0.8)
    return f"did you mean {close[0]}?" if close else f"it was not asked for: the metrics are {', '.join(has)}"


def _missing(metric: str, why: str) -> MetricError:
    return MetricError(f"{metric}: {why}")


class Explanation(_List):
    """Which claims of a guess are wrong by one metric, and why.

    Attributes
    ----------
    metric : str
    wrong, of : int
        The distance is wrong / of: how many claims are wrong, and of how many pairs, effects or
        statements.
    claims_made : int
        Of metrics by separation: how many claims the guess makes.
    claims : list of dict
        Each with ``x``, ``y``, ``separator``, ``path`` and ``why``.
    text : str
        The same for people; ``print`` shows it.
    """

    _rows = "claims"

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each claim that is shown."""
        columns = ["x", "y", "separator", "path", "why", "edge", "kind"]
        rows = [{**{c: d.get(c) for c in columns}, "path": " ".join(d.get("path") or ())} for d in self._data["claims"]]
        return _pandas().DataFrame(rows, columns=columns)

    def __repr__(self) -> str:
        d = self._data
        count = f"{d['wrong']} of {d['claims_made']} claims wrong" if "claims_made" in d else f"{d['wrong']} of {d['of']} wrong"
        if d["wrong"] is None:
            count = "sampled, not counted"
        return f"<Explanation of {d['metric']}: {count}, {len(d['claims'])} shown>"

    def _repr_html_(self) -> str:
        from .display import explanation_html

        return explanation_html(self)


class Repairs(_List):
    """How each metric would change if single edges of a guess were repaired.

    Attributes
    ----------
    metrics : list of str
    now, goal : list of float or None
        By metric: of the guess as it is, and with all repairs.
    toward : str
        What edges are drawn as.
    repairs, plan : list of dict
        Single repairs, the best first, and repairs one after the other. Each has ``x``, ``y``,
        ``truth``, ``guess``, ``status``, ``values`` and, where it leads outside the class, ``why``.
    text : str
        The same for people; ``print`` shows it.
    """

    _rows = "repairs"

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each single repair, and a column for each metric."""
        names = self._data["metrics"]
        rows = [{**{c: d.get(c) for c in ("x", "y", "status", "truth", "guess", "why")}, **dict(zip(names, d["values"]))} for d in self._data["repairs"]]
        return _pandas().DataFrame(rows, columns=["x", "y", "status", "truth", "guess", "why", *names])

    def __repr__(self) -> str:
        return f"<Repairs: {len(self._data['repairs'])} toward {self._data['toward']}>"


class Separators(_List):
    """The sets that separation distances read off a graph.

    Attributes
    ----------
    nodes : list of dict
        For each ``node`` its ``markov_blanket`` and, of a DAG or CPDAG, its ``possible_parents``.
    pairs : list of dict
        Each with ``x``, ``y``, ``claim`` ("separated", "adjacent" or "inseparable") and
        ``separators``, a dict from the name of a metric to a set.
    text : str
        The same for people; ``print`` shows it.
    """

    _rows = "pairs"

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each pair, and a column for each metric."""
        return _pandas().DataFrame([{"x": p["x"], "y": p["y"], "claim": p["claim"], **(p.get("separators") or {})} for p in self._data["pairs"]])

    def __repr__(self) -> str:
        return f"<Separators of {len(self._data['pairs'])} pairs>"


class Falsification(_List):
    """The outcome of a test of a graph against data.

    It is true if the data contradict the graph. A loop goes through the claims.

    Attributes
    ----------
    verdict : str
        One sentence, with the rule that it follows.
    contradicted : bool
    tested, untested, rejected : int
        Numbers of claims.
    wrong, of, value : int, int, float
        Rejected claims as ordered pairs, all ordered pairs, and their ratio, which is comparable to the separation distance.
    combined_p : float or None
        The Cauchy combination of all p-values.
    fisher_c, fisher_c_df, fisher_c_p : float or None
        Fisher's C of the parent claims of a DAG.
    ks_p, ad_p : float or None
        Whether the p-values are uniform.
    claims, edges : list of dict
        Each with ``x``, ``y``, ``given``, ``statistic``, ``p`` and ``effect``; claims have ``p_adjusted`` and ``rejected``, edges
        ``edge`` and ``supported``. If there is no p-value, ``untested`` has the reason.
    permutations : dict or None
    suggestions : list of dict
    text : str
        The same for people; ``print`` shows it.
    """

    _rows = "claims"

    def __bool__(self) -> bool:
        return bool(self._data["contradicted"])

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each claim."""
        columns = ["x", "y", "given", "statistic", "p", "p_adjusted", "effect", "rejected", "untested"]
        return _pandas().DataFrame([[c.get(k) for k in columns] for c in self._data["claims"]], columns=columns)

    def __repr__(self) -> str:
        return f"<Falsification: {self._data['verdict']}>"


class Check(_Text):
    """Of which class a graph is, or why it is not of its class.

    It is true where the graph is valid. Attributes are ``valid``, ``why``, ``witness``, ``nodes``,
    ``edges``, ``equivalence_class_size`` (an int or None) and ``graph_class``.
    """

    @property
    def graph_class(self) -> str:
        return self._data["class"]

    @property
    def equivalence_class_size(self) -> int | None:
        size = self._data["equivalence_class_size"]
        return None if size is None else int(size)

    def __bool__(self) -> bool:
        return bool(self._data["valid"])

    def __repr__(self) -> str:
        d = self._data
        return f"<{'valid' if d['valid'] else 'invalid'} {d['class']}: {d['nodes']} nodes, {d['edges']} edges{': ' + d['why'] if d['why'] else ''}>"


class Drawing:
    """A picture of a graph, or of the differences of two. A notebook shows it."""

    def __init__(self, data: bytes, format: str):
        self.data = data
        self.format = format

    @property
    def text(self) -> str:
        """The SVG, DOT, Mermaid or TikZ source."""
        return self.data.decode("utf-8")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Drawing: {self.format}, {len(self.data)} bytes>"

    def _repr_html_(self) -> str | None:
        from .display import picture_html

        return picture_html(self.text) if self.format == "svg" else None


class Comparisons(Mapping[str, np.ndarray]):
    """What metrics say of many pairs: a mapping from the name of a metric to an array of values.

    Attributes
    ----------
    wrong, of : dict of str to array
        How many of how many, NaN for metrics that do not count.
    errors : dict of int to Error
        Pairs that could not be compared, by their number. Their values are NaN.
    """

    def __init__(self, metrics: Sequence[str], values: np.ndarray, wrong: np.ndarray, of: np.ndarray, errors: Callable[[], dict[int, Exception]], failed: int):
        self._values = {m: values[:, k] for k, m in enumerate(metrics)}
        self.wrong = {m: wrong[:, k] for k, m in enumerate(metrics)}
        self.of = {m: of[:, k] for k, m in enumerate(metrics)}
        self.errors = errors()
        self.pairs = len(values)
        self.failed = failed

    def __getitem__(self, metric: str) -> np.ndarray:
        try:
            return self._values[metric]
        except KeyError:
            raise _missing(metric, _absent(metric, self._values)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def to_dict(self) -> dict[str, list[float]]:
        """Return the values as lists."""
        return {m: v.tolist() for m, v in self._values.items()}

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each pair and one column for each metric."""
        return _pandas().DataFrame(self._values)

    def __repr__(self) -> str:
        with np.errstate(all="ignore"):
            shown = ", ".join(f"{m} {np.nanmean(v):.4g}" if np.isfinite(v).any() else f"{m} undefined" for m, v in self._values.items())
        failed = f", {self.failed} failed" if self.failed else ""
        return f"<Comparisons of {self.pairs} pairs{failed}; means: {shown}>"

    def _repr_html_(self) -> str:
        from .display import comparisons_html

        return comparisons_html(self)


class Metrics(list[dict[str, Any]]):
    """The table of metrics: a list of dicts that is shown as names and what they measure."""

    def __repr__(self) -> str:
        return "\n".join(f"{d['name']:<26}{_cut(d['doc'], 120)}" for d in self)

    def _repr_html_(self) -> str:
        from .display import _table

        return _table(["metric", "group", "what it is"], [(d["name"], d["group"], d["doc"]) for d in self])


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most - 1].rstrip() + "…"
