"""What the entries of a matrix mean, two by two: in row i, column j and in row j, column i."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import ConversionError, OptionError
from .graph import ARROW, TAIL, draw_arrow, parse_arrow

ROW_TO_COL, COL_TO_ROW = "row-to-col", "col-to-row"
LATENT = ("mag", "admg", "pag", "ts-admg", "ts-pag")
LINES = ("dag", "cpdag", "mpdag", "ts-dag", "ts-cpdag")


@dataclass(frozen=True)
class Code:
    """The code of a tool. An entry is an arc, or the mark at the node of its row or column."""

    name: str
    pairs: tuple[tuple[int, int, str], ...]
    orientation: str = ""  # the direction in which the pairs are listed
    asks: bool = False  # matrices have either direction, and do not say which
    mark_at: str = ""  # "row" or "column": an entry is a mark
    prefix: str = ""  # of the names of nodes that have none
    first: int = 0


CODES = {c.name: c for c in (
    Code("plain", ((1, 0, "-->"), (1, 1, "---")), ROW_TO_COL, asks=True),
    Code("causal-learn", ((-1, 1, "-->"), (1, 1, "<->"), (-1, -1, "---"), (2, 1, "o->"), (2, 2, "o-o"), (-1, 2, "--o"),
                          (4, 5, "--> <->"), (4, 4, "--- <->")), mark_at="row", prefix="X", first=1),
    Code("pcalg-pag", ((2, 3, "-->"), (2, 2, "<->"), (3, 3, "---"), (2, 1, "o->"), (1, 1, "o-o"), (1, 3, "--o")), mark_at="column"),
    Code("pcalg-cpdag", ((0, 1, "-->"), (1, 1, "---"), (2, 2, "x-x")), COL_TO_ROW),
    Code("gadjid", ((1, 0, "-->"), (2, 0, "---"), (2, 2, "---")), ROW_TO_COL, asks=True),
    Code("pywhy", ((1, 0, "-->"), (20, 20, "<->"), (10, 10, "---"), (1, 2, "o->"), (2, 2, "o-o"), (2, 0, "--o"),
                   (21, 20, "--> <->"), (30, 30, "--- <->"), (11, 10, "--> ---")), ROW_TO_COL),
    Code("ggm", ((1, 0, "-->"), (10, 10, "---"), (100, 100, "<->"), (101, 100, "--> <->"),
                 (11, 10, "--> ---"), (110, 110, "--- <->"), (111, 110, "--> --- <->")), ROW_TO_COL),
    Code("tigramite", ((1, 0, "-->"), (1, 1, "o-o"), (2, 2, "x-x")), ROW_TO_COL),
)}

LINKS = tuple(x + "-" + y for x in "-<ox" for y in "->ox") + ("+->", "<-+")


def edges_of(drawn: str) -> list[tuple[int, int]]:
    return [parse_arrow(a) for a in drawn.split()]


def table(code: Code, graph_class: str | None, opposite_arcs: str | None) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Return what each pair of entries means, from i to j."""
    pairs = code.pairs
    if code.name == "plain" and (opposite_arcs == "cycle" or opposite_arcs is None and graph_class == "cyclic"):
        pairs = ((1, 0, "-->"), (1, 1, "--> <--"))
    if code.name == "tigramite" and graph_class in LINES:
        pairs = ((1, 0, "-->"), (1, 1, "---"), (2, 2, "x-x"))
    found = {}
    for ij, ji, drawn in pairs:
        found.setdefault((ji, ij), [(y, x) for x, y in edges_of(drawn)])
        found[ij, ji] = edges_of(drawn)
    return found


class Entries:
    """The entries of a square matrix, two by two, with the lower node first."""

    def __init__(self, n: int, rows: np.ndarray, cols: np.ndarray, values: np.ndarray, where: Any = None):
        self.n = n
        self.where = where or (lambda i, j: f"the entry in row {i}, column {j}")
        loop = rows == cols
        self.loops = rows[loop], values[loop]
        rows, cols, values = rows[~loop].astype(np.int64), cols[~loop].astype(np.int64), values[~loop]
        lo, hi = np.minimum(rows, cols), np.maximum(rows, cols)
        key, place = np.unique(lo * n + hi, return_inverse=True)
        self.lo, self.hi = key // n if n else key, key % n if n else key
        self.up = np.zeros(len(key), dtype=values.dtype)
        self.down = np.zeros(len(key), dtype=values.dtype)
        above = rows < cols
        self.up[place[above]] = values[above]
        self.down[place[~above]] = values[~above]

    def refuse(self, k: int, why: str) -> ConversionError:
        i, j = int(self.lo[k]), int(self.hi[k])
        return ConversionError(f"{self.where(i, j)} is {self.up[k]} and {self.where(j, i)} is {self.down[k]}, {why}")

    def swap(self) -> None:
        self.up, self.down = self.down, self.up

    def drop_loops(self, drop: bool, notes: list[str]) -> None:
        rows, values = self.loops
        if not len(rows):
            return
        if not drop:
            i = int(rows[0])
            raise ConversionError(f"{self.where(i, i)} is {values[0]}, a self-loop: use drop_self_loops=True to drop it", option="drop_self_loops")
        notes.append(f"{len(rows)} self-loop{'s' if len(rows) > 1 else ''} dropped")

    def edges(self, meaning: dict[tuple[int, int], list[tuple[int, int]]], code: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the ends and marks of the edges."""
        ends, marks = [], []
        if len(self.lo):
            kinds, place = np.unique(np.stack([self.up, self.down], axis=1), axis=0, return_inverse=True)
            place = place.reshape(-1)
            for k, (up, down) in enumerate(kinds.tolist()):
                at = np.flatnonzero(place == k)
                found = meaning.get((up, down))
                if found is None:
                    raise self.refuse(int(at[0]), f"which together are no edge in the code {code}")
                if len(found) > 1 and any(e == (TAIL, TAIL) for e in found):
                    i, j = int(self.lo[at[0]]), int(self.hi[at[0]])
                    shown = " and ".join(draw_arrow(*e) for e in found)
                    raise ConversionError(f"nodes {i} and {j} are joined by {shown}: an undirected edge must be the only edge between its nodes")
                for e in found:
                    ends.append(np.stack([self.lo[at], self.hi[at]], axis=1))
                    marks.append(np.tile(np.array(e, dtype=np.uint8), (len(at), 1)))
        if not ends:
            return np.zeros((0, 2), np.int32), np.zeros((0, 2), np.uint8)
        ends, marks = np.concatenate(ends), np.concatenate(marks)
        order = np.lexsort((ends[:, 1], ends[:, 0]))
        return ends[order].astype(np.int32), marks[order]


def read_numbers(m: Entries, o: Any, notes: list[str]) -> tuple[np.ndarray, np.ndarray, Code]:
    """Return the edges of a matrix of numbers, by what the options state."""
    m.drop_loops(o.drop_self_loops, notes)
    nan = np.zeros(len(m.lo), dtype=bool)
    if m.up.dtype.kind == "f":
        for side in (m.up, m.down):
            if np.isinf(side).any():
                raise ConversionError(f"{_first_where(m, np.isinf(side))} is infinite: expected a number")
        up, down = np.isnan(m.up), np.isnan(m.down)
        nan = up & down
        if (up != down).any():
            k = int(np.flatnonzero(up != down)[0])
            raise m.refuse(k, "and only one of the two is NaN: expected numbers, or NaN in both")
        if nan.any() and o.nan is None:
            raise OptionError(f'{_first_where(m, nan)} and its mirror image are NaN: use nan="bidirected" or nan="undirected"',
                              option="nan", values=("bidirected", "undirected"))
    if nan.any():
        special = m.lo[nan], m.hi[nan]
        keep = ~nan
        m.lo, m.hi, m.up, m.down = m.lo[keep], m.hi[keep], m.up[keep], m.down[keep]
    if o.threshold is not None:
        small = lambda v: np.abs(v) <= o.threshold  # noqa: E731
        m.up, m.down = np.where(small(m.up), 0, m.up), np.where(small(m.down), 0, m.down)
        keep = (m.up != 0) | (m.down != 0)
        m.lo, m.hi, m.up, m.down = m.lo[keep], m.hi[keep], m.up[keep], m.down[keep]
    values = np.unique(np.concatenate([m.up, m.down]))
    values = values[values != 0]
    weights = bool(len(values)) and not (np.all(values == np.round(values)) and values.min() >= -1 and values.max() <= 111) or o.threshold is not None
    zero_one = not weights and (len(values) == 0 or len(values) == 1 and values[0] == 1)
    code = _choose(m, values, weights, zero_one, o)
    if code.orientation and not code.asks and o.orientation not in (None, code.orientation):
        raise OptionError(f"orientation={o.orientation!r} contradicts codes={code.name!r}, which is always {code.orientation!r}: leave it out", option="orientation")
    if code.name == "plain":
        _plain(m, weights or not zero_one, o, notes)
    else:
        if len(values) and not np.all(values == np.round(values)):
            odd = float(values[values != np.round(values)][0])
            raise ConversionError(f'the entry {odd:g} is no number of the code {code.name}: use codes="plain" if it is a weight', option="codes")
        m.up, m.down = m.up.astype(np.int64), m.down.astype(np.int64)
    if code.name == "tigramite" and ((m.up == 1) & (m.down == 1)).any():
        ask_circles(o)
    meaning = table(code, o.graph_class, o.opposite_arcs)
    if code.asks and o.orientation is None and _has_arrows(m, meaning):
        raise OptionError('does a 1 in row i, column j mean i → j or j → i? Use orientation="row-to-col" or orientation="col-to-row"',
                          option="orientation", values=(ROW_TO_COL, COL_TO_ROW))
    turned = o.mark_at not in (None, code.mark_at) if code.mark_at else o.orientation not in (None, code.orientation)
    if turned:
        m.swap()
    ends, marks = m.edges(meaning, code.name)
    if nan.any():
        mark = ARROW if o.nan == "bidirected" else TAIL
        ends = np.concatenate([ends, np.stack(special, axis=1).astype(np.int32)])
        marks = np.concatenate([marks, np.full((len(special[0]), 2), mark, dtype=np.uint8)])
    return ends, marks, code


def ask_circles(o: Any, series: bool = False) -> None:
    if o.graph_class is None:
        cpdag, pag = ("ts-cpdag", "ts-pag") if series else ("cpdag", "pag")
        raise OptionError(f'is o-o an undirected edge of a CPDAG or an edge of a PAG? Use graph_class="{cpdag}" or graph_class="{pag}"',
                          option="graph_class", values=(cpdag, pag))


def _first_where(m: Entries, mask: np.ndarray) -> str:
    k = int(np.flatnonzero(mask)[0])
    return m.where(int(m.lo[k]), int(m.hi[k]))


def _choose(m: Entries, values: np.ndarray, weights: bool, zero_one: bool, o: Any) -> Code:
    both = bool(((m.up != 0) & (m.down != 0)).any())
    if o.codes is not None:
        return CODES[o.codes]
    if weights or zero_one and not (both and o.orientation is None and o.graph_class in LATENT):
        return CODES["plain"]
    fit = []
    for c in CODES.values():
        if c.name in ("plain", "tigramite"):
            continue
        meaning = table(c, None, None)
        pairs = {(int(u), int(d)) for u, d in zip(m.up, m.down)} if len(m.lo) < 50_000 else set(map(tuple, np.unique(np.stack([m.up, m.down], 1), axis=0).astype(int).tolist()))
        if all(p in meaning for p in pairs):
            fit.append(c.name)
    one_sided = bool(((m.up == 0) ^ (m.down == 0)).any())
    if len(fit) == 1 and not one_sided:
        return CODES[fit[0]]
    listed = ", ".join(f"{v:g}" for v in values[:5])
    if not fit:
        raise OptionError(f'the entries {listed} are not a known code: use codes=..., or codes="plain" if they are weights', option="codes", values=tuple(CODES))
    if one_sided or zero_one:
        fit.append("plain")
    raise OptionError(f"which code are the entries {listed} in? Use " + " or ".join(f"codes={name!r}" for name in fit), option="codes", values=fit)


def _plain(m: Entries, weights: bool, o: Any, notes: list[str]) -> None:
    both = np.flatnonzero((m.up != 0) & (m.down != 0))
    if weights and len(both) and o.opposite_arcs is None and o.graph_class != "cyclic":
        i, j = int(m.lo[both[0]]), int(m.hi[both[0]])
        where = f"{m.where(i, j)} and its mirror image are both weights"
        if o.threshold is None:
            raise OptionError(f"{where}: use threshold=NUMBER to drop small weights", option="threshold")
        raise OptionError(f'{where}: use opposite_arcs="undirected" or opposite_arcs="cycle"', option="opposite_arcs", values=("undirected", "cycle"))
    if weights and o.threshold is None and len(m.lo):
        sizes = np.abs(np.concatenate([m.up, m.down]))
        notes.append(f"read without a threshold: every weight that is not 0 is an edge, the smallest is {sizes[sizes > 0].min():.3g}")
    m.up, m.down = (m.up != 0).astype(np.int64), (m.down != 0).astype(np.int64)


def _has_arrows(m: Entries, meaning: dict[tuple[int, int], list[tuple[int, int]]]) -> bool:
    pairs = np.unique(np.stack([m.up, m.down], axis=1), axis=0).tolist() if len(m.lo) else []
    return any(len(e) == 1 and e[0] in ((TAIL, ARROW), (ARROW, TAIL)) for u, d in pairs for e in [meaning.get((u, d), [])])


def int8_of(a: np.ndarray) -> np.ndarray | None:
    """Return an array of numbers as int8, without a copy where that can be, or None where an entry does not fit."""
    if a.dtype == np.int8:
        return a
    if a.dtype.kind in "biu":
        # All bits together tell the range of entries that are not negative, in one pass.
        bits = int(np.bitwise_or.reduce(a, axis=None)) if a.size else 0
        if 0 <= bits <= 127:
            return a.view(np.int8) if a.itemsize == 1 else a.astype(np.int8)
    with np.errstate(all="ignore"):
        small = a.astype(np.int8)
    return small if np.array_equal(small, a) else None
