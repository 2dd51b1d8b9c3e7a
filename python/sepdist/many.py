"""Comparing many pairs of graphs."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterable, Mapping

import numpy as np

from . import _html
from ._ask import Named, Progress, pandas
from ._convert import Source, for_role, needed
from ._matrix import Matrix, int8_of
from ._native import call, error_of
from ._reading import keywords, metric_name, metric_names, split
from ._tables import CompareOptions
from .comparing import Metrics, _absent
from .errors import ConversionError, Error, MetricError, OptionError
from .graph import Graph

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True, repr=False, eq=False)
class Comparisons(Named[np.ndarray]):
    """What metrics say about many pairs: a mapping from the name of a metric to an array of values.

    Attributes
    ----------
    keys_of_pairs : list
        The keys of the pairs: those of a dict or series of graphs, or else their numbers.
    wrong, of : dict of str to array
        How many of how many, NaN for metrics that do not count.
    lower, upper : dict of str to array
        Bounds over an equivalence class or over readings, NaN for pairs without bounds.
    errors : dict of int to Error
        Pairs that could not be compared, by number. Their values are NaN.
    notes : dict of int to list of str
        Remarks, by the number of the pair.
    """

    values_of: dict[str, np.ndarray]
    wrong: dict[str, np.ndarray]
    of: dict[str, np.ndarray]
    lower: dict[str, np.ndarray]
    upper: dict[str, np.ndarray]
    errors: dict[int, Error]
    notes: dict[int, list[str]]
    keys_of_pairs: list[Any] = field(default_factory=list)

    @property
    def pairs(self) -> int:
        return len(self.keys_of_pairs)

    @property
    def failed(self) -> int:
        return len(self.errors)

    def __getitem__(self, metric: str) -> np.ndarray:
        found = self.values_of.get(metric_name(metric))
        if found is None:
            raise MetricError(f"{metric}: {_absent(metric, self.values_of)}")
        return found

    def _items(self) -> dict[str, np.ndarray]:
        return self.values_of

    def to_dict(self) -> dict[str, list[float]]:
        """Return the values as lists."""
        return {m: v.tolist() for m, v in self.values_of.items()}

    def to_frame(self, long: bool = False) -> Any:
        """Return a pandas frame with one row for each pair and one column for each metric, or with one row for each of both.

        A metric with bounds has two more columns. Other columns are ``error`` and ``notes``; the index is the keys of the pairs.
        """
        pd = pandas()
        index = pd.Index(self.keys_of_pairs)  # with levels, if the keys are tuples
        if index.nlevels == 1:
            index = index.rename("pair")
        more = {"error": [str(self.errors[i]) if i in self.errors else None for i in range(self.pairs)],
                "notes": ["; ".join(self.notes.get(i, ())) for i in range(self.pairs)]}
        if long:
            parts = [pd.DataFrame({"metric": m, "value": self[m], "wrong": self.wrong[m], "of": self.of[m], "lower": self.lower[m], "upper": self.upper[m], **more}, index=index) for m in self]
            return pd.concat(parts) if parts else pd.DataFrame(more, index=index)
        columns: dict[str, Any] = {}
        for m in self:
            columns[m] = self[m]
            if not np.isnan(self.lower[m]).all():
                columns[f"{m}-lower"], columns[f"{m}-upper"] = self.lower[m], self.upper[m]
        return pd.DataFrame({**columns, **more}, index=index)

    def _mean(self, m: str) -> str:
        values, bounded = self[m], ~np.isnan(self.lower[m]) & np.isnan(self[m])
        if bounded.any():
            low, high = np.where(bounded, self.lower[m], values), np.where(bounded, self.upper[m], values)
            return f"{np.nanmean(low):.4g} to {np.nanmean(high):.4g}"
        return f"{np.nanmean(values):.4g}" if np.isfinite(values).any() else "undefined"

    def __repr__(self) -> str:
        shown = ", ".join(f"{m} {self._mean(m)}" for m in self)
        failed = f", {self.failed} failed" if self.failed else ""
        return f"<Comparisons of {self.pairs} pairs{failed}; means: {shown}>"

    def _repr_html_(self) -> str:
        rows: list[tuple[Any, ...]] = []
        for m in self:
            v = self[m][np.isfinite(self[m])]
            rows.append((m, len(v), self._mean(m), *(f"{f(v):.4f}" if len(v) else "" for f in (np.median, np.min, np.max))))
        failed = [f"pair {self.keys_of_pairs[i]}: {e}" for i, e in list(self.errors.items())[:3]]
        return _html.quiet(f"{self.pairs} pairs, {self.failed} failed") + _html.table(["metric", "pairs", "mean", "median", "least", "most"], rows) + _html.quiet(*failed)


@keywords(CompareOptions)
def compare_many(truths: Any, guesses: Any, metrics: Metrics = "default", *, progress: Any = False, errors: str = "keep",
                 **options: Unpack[CompareOptions]) -> Comparisons:
    """Compare many pairs of graphs, on all processors.

    Parameters
    ----------
    truths, guesses : sequence, mapping or array
        Graphs pair by pair, anything that :func:`as_graph` takes; or one truth for all guesses. The
        keys of a dict, or the index of a pandas series, name the pairs. Integer arrays of shape
        (pairs, nodes, nodes) are read where they are.
    metrics : str or list of str
        As in :func:`compare`.
    errors : {"keep", "raise"}
        What to do about pairs that cannot be read or compared: keep them in ``errors``, with NaN for
        values, or raise the first.
    progress : bool or callable
        As in :func:`compare`.
    **options
        As in :func:`compare`.

    Returns
    -------
    Comparisons
        A mapping from metric to the array of values.
    """
    if errors not in ("keep", "raise"):
        raise OptionError(f"errors is 'keep' or 'raise', not {errors!r}", option="errors")
    header: dict[str, Any] = {"op": "compare-many", "metrics": metric_names(metrics)}
    pairs = _Pairs(truths, guesses, options, errors == "raise")
    header["options"] = pairs.sent
    parts: list[Any] = []
    pairs.encode(header, parts)
    with Progress(progress) as tell:
        answer, arrays = call(header, parts, tell)
    found: list[str] = answer["metrics"]
    good = np.array(pairs.good, dtype=np.intp)
    tables: list[dict[str, np.ndarray]] = []
    for k in range(5):
        table = np.full((pairs.count, len(found)), np.nan)
        table[good] = np.frombuffer(arrays[k], dtype="<f8").reshape(len(good), len(found))
        tables.append({m: table[:, j] for j, m in enumerate(found)})
    failed = {**pairs.errors, **{pairs.good[f["pair"]]: error_of(f["error"]) for f in answer.get("errors") or ()}}
    if failed and (errors == "raise" or len(failed) == pairs.count and all(isinstance(e, OptionError) for e in failed.values())):
        raise _numbered(failed[min(failed)], min(failed))  # a keyword that all pairs need is missing
    notes = {pairs.good[n["pair"]]: n["notes"] for n in answer.get("notes") or ()}
    values, wrong, of, lower, upper = tables
    return Comparisons(values, wrong, of, lower, upper, dict(sorted(failed.items())), notes, pairs.keys)


def _numbered(e: Error, pair: int) -> Error:
    e.args = (f"pair {pair}: {e.args[0]}", *e.args[1:])
    return e


def _is_one(obj: Any) -> bool:
    """Return whether an object is a graph, and not several."""
    if isinstance(obj, np.ndarray):
        return obj.ndim == (3 if obj.dtype.kind in "US" else 2)
    if isinstance(obj, Mapping):
        return "graph" in obj or "G" in obj
    return isinstance(obj, (Graph, str, os.PathLike)) or not isinstance(obj, Iterable) or hasattr(obj, "nodes") or hasattr(obj, "columns") or hasattr(obj, "tocoo") or hasattr(obj, "vcount")


def _listed(obj: Any) -> tuple[list[Any], list[Any] | None]:
    """Return several graphs, and their keys if they have some."""
    if isinstance(obj, Mapping):
        return list(obj.values()), list(obj)
    if hasattr(obj, "index") and hasattr(obj, "to_numpy"):  # a series of pandas
        return list(obj), list(obj.index)
    return list(obj), None


class _Pairs:
    """The pairs of a request: each graph once, with names that many share."""

    def __init__(self, truths: Any, guesses: Any, options: Any, strict: bool):
        if _is_one(guesses):
            raise ConversionError("guesses is one graph: pass a list of them, or use sepdist.compare")
        self.readings, self.sent = split(options)
        self.differ = self.readings[0] != self.readings[1]
        right, keys = _listed(guesses)
        left, left_keys = ([truths] * len(right), None) if _is_one(truths) else _listed(truths)
        if len(left) == 1 and len(right) > 1 and isinstance(truths, np.ndarray):
            left = left * len(right)
        if keys is not None and left_keys is not None and keys != left_keys:
            if set(keys) != set(left_keys):
                raise ConversionError("truths and guesses have different keys")
            left = [dict(zip(left_keys, left))[k] for k in keys]
        if len(left) != len(right):
            raise ConversionError(f"{len(left)} truths and {len(right)} guesses: expected as many of both, or one truth")
        self.count = len(right)
        self.keys: list[Any] = keys or left_keys or list(range(self.count))
        self.errors: dict[int, Error] = {}
        self.good: list[int] = []
        self.table: list[Source] = []
        self.sides: tuple[list[int], list[int]] = [], []
        self.place: dict[tuple[int, str], int | Error] = {}
        spare: dict[str, list[OptionError]] = {}
        for i, (t, g) in enumerate(zip(left, right)):
            try:
                a, b = self._add(t, "truth", spare), self._add(g, "guess", spare)
            except Error as e:
                if strict:
                    raise _numbered(e, i)
                self.errors[i] = e
                continue
            self.good.append(i)
            self.sides[0].append(a)
            self.sides[1].append(b)
        needed(spare, len(self.table))

    def _add(self, obj: Any, role: str, spare: dict[str, list[OptionError]]) -> int:
        """Return the number of a graph. The lists keep the objects alive, so that no two have one id."""
        how = self.readings[role == "guess"]
        key = id(obj), role if self.differ else ""
        found = self.place.get(key)
        if found is None:
            try:
                s = for_role(obj, how, role, spare, whole=how.untimed or how.names is not None)
                if not isinstance(s, Matrix) and how.graph_class not in (None, s.graph_class):
                    s = s.replace(graph_class=how.graph_class)
                found = len(self.table)
                self.table.append(s)
            except Error as e:
                found = e
            self.place[key] = found
        if isinstance(found, Error):
            raise found
        return found

    def encode(self, header: dict[str, Any], parts: list[Any]) -> None:
        if not self._stacks(header, parts):
            self._graphs(header, parts)

    def _stacks(self, header: dict[str, Any], parts: list[Any]) -> bool:
        """Put integer matrices of one size and one code into a request as two stacks, if that is what the graphs are."""
        first = self.table[0] if self.table else None
        if not isinstance(first, Matrix) or not isinstance(first.array, np.ndarray):
            return False
        shape, kind, options = first.array.shape, first.array.dtype, first.how.engine
        if len(shape) != 2 or shape[0] != shape[1] or not shape[0] or kind.kind not in "biu":
            return False
        if set(options) - {"codes", "orientation", "opposite-arcs", "class"}:
            return False
        code = {k: v for k, v in options.items() if k != "class"}
        for m in self.table:
            if not isinstance(m, Matrix) or m.file is not None or m.array.shape != shape or m.array.dtype != kind or m.names != first.names:
                return False
            if m.how is not first.how and {k: v for k, v in m.how.engine.items() if k != "class"} != code:
                return False
        stacks = [int8_of(np.stack([self.table[i].array for i in (side if len(set(side)) > 1 else side[:1])])) for side in self.sides]  # type: ignore[union-attr]
        if stacks[0] is None or stacks[1] is None or len(stacks[1]) != len(self.good):
            return False
        if "codes" not in code:
            if any(s.min() < 0 or s.max() > 1 for s in stacks) or "orientation" not in code:  # type: ignore[union-attr]
                return False
            code["codes"] = "plain"
        header["matrices"] = {"nodes": int(shape[0]), "truth": 0, "guess": 1, "code": code,
                              "truth-class": self.readings[0].graph_class or "", "guess-class": self.readings[1].graph_class or ""}
        parts += [np.ascontiguousarray(s) for s in stacks]
        return True

    def _graphs(self, header: dict[str, Any], parts: list[Any]) -> None:
        rows: list[tuple[int, int, int, int]] = []
        ends: list[bytes] = []
        marks: list[bytes] = []
        triples: list[tuple[int, ...]] = []
        names: dict[tuple[str, ...], int] = {}
        kinds: dict[str, int] = {}
        number: dict[int, int] = {}
        rest: list[int] = []
        for i, s in enumerate(self.table):
            if isinstance(s, Matrix) or isinstance(s, Graph) and s.is_series:
                rest.append(i)
                continue
            number[i] = len(rows)
            at = names.setdefault(s.nodes, len(names))
            kind = kinds.setdefault(s.graph_class or "", len(kinds))
            if isinstance(s, Graph):
                ends.append(np.ascontiguousarray(s._ends, "<i4").tobytes())
                marks.append(s._marks.tobytes())
                triples += s.triples
            else:
                ends.append(s.ends)
                marks.append(s.marks)
            rows.append((at, len(marks[-1]) // 2, kind, len(s.triples) if isinstance(s, Graph) else 0))
        more: list[dict[str, Any]] = []
        for i in rest:
            number[i] = len(rows) + len(more)
            s = self.table[i]
            assert isinstance(s, (Matrix, Graph))
            more.append(s.encode(parts) if isinstance(s, Matrix) else s._encode(parts))
        at = len(parts)
        header["graphs"] = {"names": [list(n) for n in names], "classes": list(kinds), "heads": at, "ends": at + 1, "marks": at + 2, "triples": at + 3, "pairs": at + 4, "more": more}
        parts += [np.array(rows, dtype="<i4").reshape(-1, 4), b"".join(ends), b"".join(marks), np.array(triples, dtype="<i4").reshape(-1, 4),
                  np.array([(number[a], number[b]) for a, b in zip(*self.sides)], dtype="<i4").reshape(-1, 2)]
