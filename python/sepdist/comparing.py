"""Comparing a truth with a guess, or many, and what that returns."""

from __future__ import annotations

import copy
import difflib
import functools
import json
import math
import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Protocol, Sequence, Union, cast

import numpy as np

from . import _html
from ._ask import Listing, Named, Progress, ask_graphs, ask_pair, pandas
from ._convert import for_role, needed, read_pair
from ._matrix import Matrix, pack_array, pack_graph
from ._native import call, engine
from ._reading import Reading, integer, keywords, metric_name, metric_names, split
from ._tables import DRAW, METRICS, OPTIONS, SETTINGS, CompareOptions, DrawOptions, MetricName
from .errors import Error, MetricError, OptionError
from .graph import Graph
from .graphs import Drawing, View, draw, report

if TYPE_CHECKING:
    from typing_extensions import Unpack


Metrics = Union[MetricName, Sequence[MetricName], str]

# Results.


def _field(name: str, doc: str) -> Any:
    """Return a property that the engine is asked for when it is first needed."""
    return property(lambda self: self._details().get(name), doc=doc)


def _part(name: str, doc: str) -> Any:
    """Return the same for a result within a result."""
    def part(self: Result) -> Result | None:
        d = self._details().get(name)
        return None if d is None else _result({"metric": self.metric, **d})

    return property(part, doc=doc)


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """What one metric says about two graphs.

    Attributes
    ----------
    metric : str
    value : float
        NaN if it is undefined; ``why`` then has the reason.
    wrong, of : int, float or None
        How many of how many, for metrics that count.
    claims : int, float or None
        How many claims the guess makes, for separation distances.
    """

    metric: str
    value: float
    wrong: float | None = None
    of: float | None = None
    claims: float | None = None
    _source: Any = field(default=None, repr=False)  # a dict, or the comparison that can fetch it

    def _details(self) -> dict[str, Any]:
        if isinstance(self._source, Comparison):
            return self._source._entry(self.metric)
        return self._source or {}

    why = _field("why", "Why there is no value.")
    rate = _field("rate", "Share of wrong claims among the claims of the guess.")
    no_separator = _field("no_separator", "How many pairs have no separator, though they are not adjacent.")
    unidentified = _field("unidentified", "How many wrong claims are about effects that are identifiable in one graph only.")
    recorded = _field("recorded", "given-sd: how many sets were recorded.")
    incoherent = _field("incoherent", "given-sd: how many recorded sets do not separate their pair in the guess itself.")
    class_of_truth = _part("class_of_truth", "The result of the truth's own CPDAG or PAG, if the guess is one and the truth is not.")
    forward = _part("forward", "With ``symmetric``: from truth to guess.")
    reverse = _part("reverse", "With ``symmetric``: from guess to truth.")
    readings = _field("readings", "How many readings the guess has.")
    min = _field("min", "Least value over the readings.")
    mean = _field("mean", "Mean over the readings.")
    max = _field("max", "Greatest value over the readings.")
    partial = _field("partial", "Whether a limit stopped the search.")
    exact = _field("exact", "Whether everything was counted.")
    samples = _field("samples", "How many samples were drawn.")
    seed = _field("seed", "Seed of the samples.")
    stderr = _field("stderr", "Standard error of a sampled value.")
    interval = _field("interval", "Confidence interval of a sampled value.")
    baseline = _field("baseline", "Values of random guesses.")
    orders = _field("orders", "Counts by order, for s/c-metrics.")
    tp = _field("tp", "True positives.")
    fp = _field("fp", "False positives.")
    fn = _field("fn", "False negatives.")
    tn = _field("tn", "True negatives.")
    seconds = _field("seconds", "Time that the metric took.")

    @property
    def lower(self) -> float:
        """Least value over an equivalence class, the readings or an interval, as in frames; NaN if there is one value only."""
        return self._range()[0]

    @property
    def upper(self) -> float:
        """Greatest value over the same."""
        return self._range()[1]

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks about the value."""
        return tuple(self._details().get("notes") or ())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, as the command line prints it with --json."""
        return copy.deepcopy(self._details())

    def __float__(self) -> float:
        return self.value

    def __format__(self, spec: str) -> str:
        return format(self.value, spec) if spec else str(self)

    def _key(self) -> tuple[Any, ...]:
        return self.metric, None if math.isnan(self.value) else self.value, self.wrong, self.of

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Result):
            return self._key() == other._key()
        return self.value == other if isinstance(other, (int, float)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return _result, (self.to_dict(),)

    def _range(self) -> tuple[float, float]:
        """Return the least and greatest value over an equivalence class, the readings or an interval, or NaN."""
        d = self._details()
        if d.get("lower"):
            return float(d["lower"]["value"]), float(d["upper"]["value"])
        if d.get("interval"):
            return float(d["interval"][0]), float(d["interval"][1])
        return (math.nan, math.nan) if d.get("min") is None else (float(d["min"]), float(d["max"]))

    def _short(self) -> str:
        if math.isnan(self.value):
            lower, upper = self._range()
            return "undefined" if math.isnan(lower) else f"{lower:.4g} to {upper:.4g}"
        return f"{self.value:.4g}" + (f" ({_number(self.wrong)} of {_number(self.of)})" if self.of is not None else "")

    def __repr__(self) -> str:
        why = f": {self.why}" if math.isnan(self.value) and self.why else ""
        return f"<{self.metric} {self._short()}{why}>"


def _result(d: dict[str, Any]) -> Result:
    value = d.get("value")
    return Result(d["metric"], math.nan if value is None else float(value), d.get("wrong"), d.get("of"), d.get("claims"), d)


def _count(x: float) -> float | None:
    return None if x != x else int(x) if x == int(x) else x


def _number(x: Any) -> str:
    return "0" if x is None else f"{x:g}" if isinstance(x, float) and x != int(x) else str(x)


_HEAD, _ROW = struct.Struct("<4q"), struct.Struct("<q4d")


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Named[Result]):
    """What metrics say about a truth and a guess: a mapping from the name of a metric to its :class:`Result`.

    The numbers are there at once; notes, texts and everything else are computed when they are first used.

    Examples
    --------
    >>> r = sepdist.compare(truth, guess)            # doctest: +SKIP
    >>> r["zl-sd"].value, r["zl-sd"].wrong           # doctest: +SKIP
    (0.15, 3)
    """

    _metrics: list[str]
    _options: dict[str, Any]  # keywords
    _sent: dict[str, Any]  # the same for the engine
    _sources: tuple[Any, Any]
    _numbers: bytes | None
    _known: dict[str, Any] | None = None  # the answer of the engine, perhaps without the text

    def __reduce__(self) -> tuple[Any, ...]:
        return Comparison, (self._metrics, self._options, self._sent, self._graphs, None, self._known or self._answer)

    @functools.cached_property
    def _graphs(self) -> tuple[Graph, Graph]:
        graphs: list[Graph] = []
        for i, s in enumerate(self._sources):
            graphs.append(s if isinstance(s, Graph) else self._matrix(i, *s) if isinstance(s, tuple) else s.graph())
        return graphs[0], graphs[1]

    def _matrix(self, i: int, n: int, names: Any, kind: str | None) -> Graph:
        """Return the graph of a matrix, whose edges and notes are beside the numbers."""
        assert self._numbers is not None
        rows, *edges, size = _HEAD.unpack_from(self._numbers)
        skip, ends = i * edges[0], _HEAD.size + rows * _ROW.size
        marks = ends + 8 * sum(edges)
        notes = self._numbers[len(self._numbers) - size:].decode().split("\0")[i].split("\n")[:-1]
        return Graph.from_arrays(names if names is not None else list(map(str, range(n))),
                                 np.frombuffer(self._numbers, np.int32, 2 * edges[i], ends + 8 * skip).reshape(-1, 2),
                                 np.frombuffer(self._numbers, np.uint8, 2 * edges[i], marks + 2 * skip).reshape(-1, 2),
                                 graph_class=kind, notes=notes, nameless=names is None)

    def _form(self, form: str) -> dict[str, Any]:
        """Return the answer of the engine with a text of this form."""
        return ask_graphs("compare", *self._graphs, self._sent, metrics=self._metrics, to=form)[0]

    @functools.cached_property
    def _answer(self) -> dict[str, Any]:
        return self._known if self._known and "text" in self._known else self._form("text")

    @property
    def _data(self) -> dict[str, Any]:
        return (self._known or self._answer)["comparison"]

    def _entry(self, metric: str) -> dict[str, Any]:
        return next(d for d in self._data["results"] if d["metric"] == metric)

    @functools.cached_property
    def _results(self) -> dict[str, Result]:
        if self._numbers is None:
            return {d["metric"]: _result(d) for d in self._data["results"]}
        rows = _ROW.iter_unpack(self._numbers[_HEAD.size:_HEAD.size + _HEAD.unpack_from(self._numbers)[0] * _ROW.size])
        return {METRICS[k]: Result(METRICS[k], value, _count(wrong), _count(of), _count(claims), self) for k, value, wrong, of, claims in rows}

    def _items(self) -> dict[str, Result]:
        return self._results

    def __getitem__(self, metric: str) -> Result:
        results = self._results
        found = results.get(metric) or results.get(metric_name(metric))
        if found is not None:
            return found
        why = self.skipped.get(metric_name(metric)) or _absent(metric, results)
        raise MetricError(f"{metric}: {why}")

    def __contains__(self, metric: Any) -> bool:
        return metric_name(metric) in self._results

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

    @property
    def notes(self) -> list[str]:
        """What happened while the graphs were read, repairs of the guess, and the classes that were inferred."""
        return self._read_notes() + [f"guess: {done}" for done in self._data["guess"].get("done") or ()] + list(self._data.get("notes") or ())

    @property
    def text(self) -> str:
        """The report of the command line; ``print`` shows it."""
        return str(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, as the command line prints it with --json."""
        return copy.deepcopy(self._data)

    def to_markdown(self) -> str:
        """Return the table in Markdown."""
        return self._form("markdown")["text"]

    def to_latex(self) -> str:
        """Return the table for LaTeX with the package booktabs."""
        return self._form("latex")["text"]

    def to_series(self) -> Any:
        """Return a pandas series with the value of each metric."""
        return pandas().Series({m: r.value for m, r in self.items()}, dtype=float)

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each metric."""
        rows: list[dict[str, Any]] = []
        for m, r in self.items():
            lower, upper = r._range()
            rows.append({"metric": m, "value": r.value, "wrong": r.wrong, "of": r.of, "lower": lower, "upper": upper, "notes": r.why or "; ".join(r.notes)})
        return pandas().DataFrame(rows, columns=["metric", "value", "wrong", "of", "lower", "upper", "notes"]).set_index("metric")

    @keywords(CompareOptions)
    def explain(self, metric: MetricName, x: str | None = None, y: str | None = None, *, limit: int = 20, reverse: bool = False, progress: Any = False,
                **options: Unpack[CompareOptions]) -> Explanation:
        """Return the claims of the guess that are wrong by a metric: see :func:`sepdist.explain`."""
        return explain(*self._graphs, metric, x, y, limit=limit, reverse=reverse, progress=progress, **{**self._options, **options})  # type: ignore[typeddict-item]

    @keywords(DrawOptions)
    def draw(self, path: Any = None, *, to: str | None = None, title: str = "", view: View = "auto", legend: bool = True, **options: Unpack[DrawOptions]) -> Drawing:
        """Draw the differences of the two graphs: see :func:`sepdist.draw`."""
        given = {**{k: v for k, v in self._options.items() if k in DRAW}, **options}
        return draw(*self._graphs, path=path, to=to, title=title, view=view, legend=legend, **given)  # type: ignore[arg-type]

    @keywords(CompareOptions)
    def report(self, path: Any, metrics: Metrics = "all", *, title: str = "", explain: Sequence[str] | None = None, limit: int = 12, progress: Any = False,
               **options: Unpack[CompareOptions]) -> str:
        """Write a report as one HTML file: see :func:`sepdist.report`."""
        return report(*self._graphs, path, metrics, title=title, explain=explain, limit=limit, progress=progress, **{**self._options, **options})  # type: ignore[typeddict-item]

    def _read_notes(self) -> list[str]:
        return [f"{role}: {n}" for role, g in zip(("truth", "guess"), self._graphs) for n in g.notes]

    def __str__(self) -> str:
        return "\n".join([self._answer["text"].rstrip("\n"), *self._read_notes()])

    def __repr__(self) -> str:
        t, g = self._data["truth"], self._data["guess"]
        shown = ", ".join(f"{m} {r._short()}" for m, r in self.items())
        return f"<Comparison, truth {t['class']}, guess {g['class'] or 'no class'}, {t['nodes']} nodes: {shown}>"

    def _repr_html_(self) -> str:
        t, g = self._data["truth"], self._data["guess"]
        answer = self._answer
        head = f"truth: {t['class']}, {t['edges']} edges; guess: {g['class'] or 'no class'}, {g['edges']} edges; {t['nodes']} nodes"
        rows: list[list[str]] = answer["table"]
        below = [*answer["legend"], *(f"{m}: {n}" for m, r in self.items() for n in ([r.why] if r.why else r.notes)), *(f"{m} skipped: {why}" for m, why in self.skipped.items())]
        shown = _html.quiet(head, *self.notes) + _html.table(rows[0], rows[1:]) + _html.quiet(*below)
        try:
            return shown + (_html.picture(self.draw().text) if len(self._graphs[0]) <= 60 else "")
        except Error:
            return shown  # a picture is no reason to show nothing


def _absent(metric: Any, has: Iterable[str]) -> str:
    """Return why a result has no such metric, and which one may be meant."""
    close = difflib.get_close_matches(metric_name(metric).lower(), list(has), 1, 0.8)
    return f"did you mean {close[0]}?" if close else f"it was not asked for: the metrics are {', '.join(has)}"


@dataclass(frozen=True, eq=False, repr=False)
class Guesses(Named[Comparison]):
    """A truth compared with several guesses: a mapping from the name of a guess to its :class:`Comparison`.

    It is shown as a table of metrics by guesses, with the best value of each metric marked.
    """

    _comparisons: dict[str, Comparison]
    _answer: dict[str, Any]

    def _items(self) -> dict[str, Comparison]:
        return self._comparisons

    @property
    def best(self) -> dict[str, list[str]]:
        """The guesses with the best value, by metric; empty for a metric whose values are all equal."""
        metrics = dict.fromkeys(m for c in self._comparisons.values() for m in c)
        return {m: [name for name, is_best in zip(self, marks[1:]) if is_best] for m, marks in zip(metrics, self._answer["best"][1:])}

    def to_frame(self, long: bool = False) -> Any:
        """Return a pandas frame with a row for each metric and a column for each guess, or with one row for each of both.

        A metric with bounds has two more rows.
        """
        if long:
            return pandas().concat({name: c.to_frame() for name, c in self.items()}, names=["guess"])
        columns: dict[str, dict[str, float]] = {}
        for name, c in self.items():
            ranges = {m: r._range() for m, r in c.items()}
            columns[name] = {k: v for m, r in c.items() for k, v in zip((m, f"{m}-lower", f"{m}-upper"), (r.value, *ranges[m])) if k == m or v == v}
        return pandas().DataFrame(columns, index=list(dict.fromkeys(m for c in columns.values() for m in c)))

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Return everything as plain data, by guess."""
        return {name: c.to_dict() for name, c in self.items()}

    def to_markdown(self) -> str:
        """Return the table in Markdown, with the best values in bold."""
        return self._answer["texts"]["markdown"]

    def to_latex(self) -> str:
        """Return the table for LaTeX with the package booktabs, with the best values in bold."""
        return self._answer["texts"]["latex"]

    def to_csv(self) -> str:
        """Return a row for each guess and metric as CSV."""
        return self._answer["texts"]["csv"]

    def __str__(self) -> str:
        return self._answer["texts"]["text"].rstrip("\n")

    def __repr__(self) -> str:
        return f"<Guesses: {', '.join(self)}; metrics: {', '.join(self.best)}>"

    def _repr_html_(self) -> str:
        head, *rows = self._answer["table"]
        notes = (f"{name}: {note}" for name, c in self.items() for note in c.notes)
        return _html.table(head, rows, self._answer["best"][1:]) + _html.quiet("bold: best value; ↓ lower is better, ↑ higher is better", *notes)


@dataclass(frozen=True, repr=False)
class Explanation(Listing):
    """Which claims of a guess are wrong by one metric, and why. A loop goes through the claims.

    Attributes
    ----------
    wrong, of
        The number of wrong claims, and of pairs, effects or statements. The distance is wrong / of.
    claims_made
        The number of claims that the guess makes, for separation distances.
    claims : list of dict
        The claims that are shown, each with ``x``, ``y``, ``separator``, ``path`` and ``why``.
    reverse : bool
        Whether the claims are those of the truth, wrong in the guess.
    nodes, edges : list of dict
        The nodes in most wrong claims, and the differences that the wrong claims are due to.
    """

    metric: str
    claims: list[dict[str, Any]]
    wrong: float | None = None
    of: float | None = None
    claims_made: float | None = None
    reverse: bool = False
    nodes: list[dict[str, Any]] = field(default_factory=list)
    edges: list[dict[str, Any]] = field(default_factory=list)
    _headline: str = ""
    _list = "claims"

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each claim that is shown."""
        columns = ["x", "y", "separator", "path", "why", "edge", "kind"]
        rows = [{**{c: d.get(c) for c in columns}, "path": " ".join(d.get("path") or ())} for d in self.claims]
        return pandas().DataFrame(rows, columns=columns)

    def __repr__(self) -> str:
        count = f"{self.wrong} of {self.of} wrong" if self.claims_made is None else f"{self.wrong} of {self.claims_made} claims wrong"
        if self.wrong is None:
            count = "sampled, not counted"
        return f"<Explanation of {self.metric}: {count}, {len(self)} shown>"

    def _repr_html_(self) -> str:
        rows: list[tuple[Any, ...]] = []
        for c in self.claims:
            separator = "none" if c.get("separator") is None else "{" + ", ".join(c["separator"]) + "}"
            rows.append((c["x"], c["y"], separator, " ".join(c.get("path") or ()), c.get("kind") or "; ".join(c.get("why") or ())))
        return _html.quiet(self._headline) + _html.table(["x", "y", "set in the guess", "path", "why"], rows)


@dataclass(frozen=True, repr=False)
class Repairs(Listing):
    """How each metric would change if single edges of a guess were repaired. A loop goes through the repairs.

    Attributes
    ----------
    metrics : list of str
    now, goal : list of float or None
        The values without repairs and with all of them, by metric.
    toward : str
        What edges are drawn as.
    repairs : list of dict
        Single repairs, the best first: ``x``, ``y``, ``truth``, ``guess``, ``status``, ``values`` and, if it leads outside the class, ``why``.
    plan : list of dict or None
        Repairs one after the other.
    """

    metrics: list[str]
    now: list[float | None]
    goal: list[float | None]
    toward: str
    repairs: list[dict[str, Any]]
    plan: list[dict[str, Any]] | None = None
    _headline: str = ""
    _list = "repairs"

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each single repair, and a column for each metric."""
        fixed = ["x", "y", "status", "truth", "guess", "why"]
        rows = [{**{c: d.get(c) for c in fixed}, **dict(zip(self.metrics, d["values"]))} for d in self.repairs]
        return pandas().DataFrame(rows, columns=[*fixed, *self.metrics])

    def __repr__(self) -> str:
        return f"<Repairs: {len(self)} toward {self.toward}>"

    def _repr_html_(self) -> str:
        rows = [(d["x"], d["y"], d["guess"], d["truth"], *("" if v is None else f"{v:.4g}" for v in d["values"]), d.get("why") or "") for d in self.repairs]
        return _html.quiet(self._headline) + _html.table(["x", "y", "guess", "truth", *self.metrics, ""], rows)


# Comparing two graphs.


class _Plan:
    """How pairs are read and compared. Plans are kept, since many calls have the same keywords."""

    def __init__(self, metrics: Any, given: dict[str, Any]):
        self.metrics = metric_names(metrics)
        self.readings, self.sent = split(given)
        self.by_position = "by-position" in self.sent or "rename" in self.sent
        self.options = {k: v for k, v in given.items() if k in OPTIONS}
        self.quick = not any(r.untimed for r in self.readings)
        self.payloads: dict[Any, bytes] = {}

    def payload(self, truth: Reading, guess: Reading, kinds: tuple[str | None, str | None]) -> bytes:
        """Return the plan for the engine's quick comparison."""
        key = id(truth), id(guess), kinds
        found = self.payloads.get(key)
        if found is None:
            graphs = [{"class": kind or "", "options": how.engine} for how, kind in zip((truth, guess), kinds)]
            found = json.dumps({"metrics": self.metrics, "options": self.sent, "truth": graphs[0], "guess": graphs[1]}).encode()
            self.payloads[key] = found
        return found


_plans: dict[Any, _Plan] = {}


def _plan(metrics: Any, options: dict[str, Any]) -> _Plan:
    try:
        key = metrics if isinstance(metrics, str) else tuple(metrics), tuple(options.items()), tuple(map(type, options.values()))
        found = _plans.get(key)
    except TypeError:  # a list or a mapping among them
        return _Plan(metrics, options)
    if found is None:
        if len(_plans) > 200:
            _plans.clear()
        found = _plans[key] = _Plan(metrics, options)
    return found


_pack_head = struct.Struct("<13q").pack


def _quick(plan: _Plan, truth: Any, guess: Any) -> Comparison | None:
    """Compare an ordinary pair by one call of the engine, or return None."""
    e = engine()
    if e.compare is None:
        return None
    packs: list[Any] = []
    kept: list[Any] = []
    hows: list[Reading] = []
    kinds: list[str | None] = []
    spare: dict[str, list[OptionError]] = {}
    for obj, how, role in ((truth, plan.readings[0], "truth"), (guess, plan.readings[1], "guess")):
        kind = how.graph_class
        if type(obj) is np.ndarray and how.names is None:
            packed = pack_array(obj, b"")
            kept.append((len(obj), None, kind) if packed else None)
        else:
            s = for_role(obj, how, role, spare, whole=False)
            if isinstance(s, Matrix):
                packed, how = s.pack(), s.how
                kept.append((len(s.array), s.names, kind) if packed else None)
            elif how.names is not None:
                return None
            else:
                packed = pack_graph(s) if isinstance(s, Graph) else s.pack()
                s = s if kind in (None, s.graph_class) else s.replace(graph_class=kind)
                kind = s.graph_class
                kept.append(s)
        if packed is None:
            return None
        packs.append(packed)
        hows.append(how)
        kinds.append(kind)
    if spare:
        needed(spare, 2)
    (t, t_data, t_marks, t_names, t_alive), (g, g_data, g_marks, g_names, g_alive) = packs
    if bool(t_names) != bool(g_names) and not plan.by_position:
        return None
    payload = plan.payload(hows[0], hows[1], (kinds[0], kinds[1]))
    numbers = e.compare(_pack_head(len(payload), *t, *g), payload, t_data, t_marks, t_names, g_data, g_marks, g_names)
    del t_alive, g_alive  # the engine has read them
    if numbers is None:
        return None
    return Comparison(plan.metrics, plan.options, plan.sent, tuple(kept), numbers)


def _several(guess: Any) -> bool:
    """Return whether a list or dict is one of several guesses: a matrix, a list of edges or a result of a method is a single one."""
    if isinstance(guess, Mapping):
        return bool(guess) and not {"graph", "p_matrix", "G"} & set(guess) and not all(isinstance(v, (list, tuple)) for v in guess.values())
    return bool(guess) and not any(isinstance(v, (list, tuple, int, float, np.generic)) for v in guess)


@keywords(CompareOptions)
def compare_guesses(truth: Any, guesses: Any, metrics: Metrics = "default", *, progress: Any = False, **options: Unpack[CompareOptions]) -> Guesses:
    """Compare a truth with several guesses: a table of metrics by guesses, with the best values marked.

    Parameters
    ----------
    truth : object
        Anything that :func:`as_graph` takes.
    guesses : list or mapping
        Several of these; the keys of a mapping name them.
    metrics, progress, **options
        As in :func:`compare`.

    Examples
    --------
    >>> print(sepdist.compare_guesses(truth, {"pc": g, "ges": h}).to_latex())     # doctest: +SKIP
    """
    plan = _plan(metrics, options)  # type: ignore[arg-type]
    spare: dict[str, list[OptionError]] = {}
    t = cast(Graph, for_role(truth, plan.readings[0], "truth", spare))
    named: list[tuple[Any, Any]] = list(guesses.items()) if isinstance(guesses, Mapping) else [(None, g) for g in guesses]
    graphs: list[Graph] = []
    for i, (name, obj) in enumerate(named, 1):
        g = cast(Graph, for_role(obj, plan.readings[1], f"guess {i if name is None else name}", spare))
        graphs.append(g.replace(name=str(name) if name is not None else g.name or f"guess {i}"))
    needed(spare, 1 + len(graphs))
    parts: list[Any] = []
    header = {"op": "compare", "truth": t._encode(parts), "guesses": [g._encode(parts) for g in graphs], "metrics": plan.metrics, "options": plan.sent, "to": "all"}
    with Progress(progress) as tell:
        answer, _ = call(header, parts, tell)
    names: Iterable[str] = map(str, guesses) if isinstance(guesses, Mapping) else answer["table"][0][1:]
    return Guesses({name: Comparison(plan.metrics, plan.options, plan.sent, (t, g), None, {"comparison": c}) for name, g, c in zip(names, graphs, answer["comparisons"])}, answer)


@keywords(CompareOptions, {**SETTINGS, **OPTIONS})
def compare(truth: Any, guess: Any, metrics: Metrics = "default", *, progress: Any = False, **options: Unpack[CompareOptions]) -> Comparison:
    """Measure how far a learned graph (the guess) is from a known one (the truth).

    Parameters
    ----------
    truth, guess : object
        Anything that :func:`as_graph` takes. Nodes are matched by their names. A list of guesses, or
        a dict of them, gives what :func:`compare_guesses` returns.
    metrics : str or list of str
        Names of metrics and groups, see :func:`metrics`. "default" is what fits the classes of
        the two graphs.
    truth_class, guess_class : str, optional
        "dag", "cpdag", "mpdag", "mag", "admg", "pag" or "cyclic"; for time series "ts-dag",
        "ts-cpdag", "ts-admg" or "ts-pag". Inferred unless given. Other keywords that say how graphs are
        read are for both, or for the one that needs them; with ``truth_`` or ``guess_`` in front, such as
        ``guess_threshold``, they are for one of them.
    **options
    progress : bool or callable
        Show a bar (if tqdm is installed), or call a function with the share of work done.

    Examples
    --------
    >>> truth = Graph(["a", "b", "c"], [("a", "-->", "b"), ("c", "-->", "b")])
    >>> guess = Graph(["a", "b", "c"], [("a", "-->", "b"), ("b", "-->", "c")])
    >>> sepdist.compare(truth, guess)["parent-sd"]
    <parent-sd 0.3333 (2 of 6)>
    """
    plan = _plan(metrics, options)  # type: ignore[arg-type]
    if isinstance(guess, (list, tuple, Mapping)) and _several(guess):
        return cast(Any, compare_guesses(truth, guess, metrics, progress=progress, **options))
    if plan.quick and not progress:
        found = _quick(plan, truth, guess)
        if found is not None:
            return found
    t, g = read_pair(truth, guess, plan.readings, plan.by_position)
    answer, _ = ask_graphs("compare", t, g, plan.sent, progress, metrics=plan.metrics, to="text")
    return Comparison(plan.metrics, plan.options, plan.sent, (t, g), None, answer)


@keywords(CompareOptions)
def explain(truth: Any, guess: Any, metric: MetricName, x: str | None = None, y: str | None = None, *, limit: int = 20, reverse: bool = False, progress: Any = False,
            **options: Unpack[CompareOptions]) -> Explanation:
    """Return the claims of the guess that are wrong by a metric, the most informative first.

    Parameters
    ----------
    truth, guess : object
        Anything that :func:`as_graph` takes.
    metric : str
        A metric that counts claims about pairs, or an s/c-metric.
    x, y : str, optional
        Only claims about this pair.
    limit : int
        How many claims to show. The edges to blame do not depend on it.
    reverse : bool
        Show the claims of the truth that are wrong in the guess.
    **options
        As in :func:`compare`.
    """
    options.pop("baseline", None)
    answer, _ = ask_pair("explain", truth, guess, options, progress, metrics=[metric_name(metric)], x="" if x is None else str(x), y="" if y is None else str(y),
                         limit=integer("limit", limit), reverse=bool(reverse))
    return Explanation.of_answer(answer["explanation"], answer["text"], _headline=answer["headline"])


@keywords(CompareOptions)
def repairs(truth: Any, guess: Any, metrics: Metrics = ("zl-sd", "shd"), *, plan: bool = True, progress: Any = False,
            **options: Unpack[CompareOptions]) -> Repairs:
    """Return how each metric would change if single edges of the guess were drawn as in the truth.

    Parameters
    ----------
    truth, guess : object
        Anything that :func:`as_graph` takes. For a CPDAG or PAG as guess the goal is that of the truth.
    metrics : str or list of str
        The first one decides the order of the repairs.
    plan : bool
        Also search, greedily, for a list of repairs that leads to the best value.
    **options
        As in :func:`compare`.
    """
    options.pop("baseline", None)
    answer, _ = ask_pair("repairs", truth, guess, options, progress, metrics=metric_names(metrics), plan=bool(plan))
    return Repairs.of_answer(answer["repairs"], answer["text"], _headline=answer["headline"])


class Measure(Protocol):
    """A function that returns the value of one metric."""

    def __call__(self, truth: Any, guess: Any, **options: Unpack[CompareOptions]) -> float: ...


def _shortcut(metric: Any) -> Measure:
    def measure(truth: Any, guess: Any, **options: Unpack[CompareOptions]) -> float:
        return compare(truth, guess, metric, **options)[metric].value

    measure.__name__ = measure.__qualname__ = metric.replace("-", "_")
    measure.__doc__ = f"Return the value of {metric}: see :func:`compare` for the keywords."
    return measure


parent_sd, ancestor_sd, pparent_sd, pancestor_sd, zl_sd = map(_shortcut, ("parent-sd", "ancestor-sd", "pparent-sd", "pancestor-sd", "zl-sd"))
mb_parent_sd, mb_ancestor_sd, mb_pparent_sd, mb_pancestor_sd, mb_zl_sd = map(_shortcut, ("mb-parent-sd", "mb-ancestor-sd", "mb-pparent-sd", "mb-pancestor-sd", "mb-zl-sd"))
sc_metric, c_metric, s_metric = map(_shortcut, ("sc-metric", "c-metric", "s-metric"))
parent_aid, ancestor_aid, oset_aid, canonical_aid, sid = map(_shortcut, ("parent-aid", "ancestor-aid", "oset-aid", "canonical-aid", "sid"))
shd, skeleton_shd = map(_shortcut, ("shd", "skeleton-shd"))
