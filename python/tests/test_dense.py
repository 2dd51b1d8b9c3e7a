"""Dense arrays, which the engine reads where they are, against the same graphs as lists of edges."""

import gadjid
import numpy as np
import pytest

import sepdist
from sepdist import ClassError, ConversionError, MetricError
from sepdist import gadjid as ours

ROW, COL = "from row to column", "from column to row"
CLASSES = ("dag", "cpdag", "mpdag", "admg", "mag", "pag", "cyclic")
MARKS = {"-": -1, ">": 1, "<": 1, "o": 2}


def marks(g):
    """Return a graph in the code of causal-learn: the mark at the node of the row."""
    at = {name: i for i, name in enumerate(g.nodes)}
    a = np.zeros((len(at), len(at)), np.int8)
    for x, arrow, y in g.edges:
        a[at[x], at[y]], a[at[y], at[x]] = MARKS[arrow[0]], MARKS[arrow[-1]]
    return a


def arcs(g):
    """Return a graph in the code of gadjid, from row to column."""
    a = g.to_numpy().astype(np.int8)
    a[(a == 1) & (a.T == 1)] = 2
    return a


FORMS = {
    "int8": lambda a: a,
    "uint8": lambda a: a.astype(np.uint8),
    "int16": lambda a: a.astype(np.int16),
    "int32, swapped": lambda a: a.astype(">i4"),
    "int64": lambda a: a.astype(np.int64),
    "uint64": lambda a: a.astype(np.uint64),
    "float": lambda a: a.astype(float),
    "Fortran": np.asfortranarray,
    "a view of every second cell": lambda a: np.repeat(np.repeat(a, 2, 0), 2, 1)[::2, ::2],
    "backwards": lambda a: a[::-1, ::-1].copy()[::-1, ::-1],
    "a slice": lambda a: np.pad(a, 1)[1:-1, 1:-1],
    "unaligned": lambda a: np.frombuffer(b"x" + a.tobytes(), np.int8)[1:].reshape(a.shape),
    "read-only": lambda a: _frozen(a.copy()),
    "a matrix": lambda a: a.view(np.matrix),
}


def _frozen(a):
    a.setflags(write=False)
    return a


@pytest.mark.parametrize("graph_class", CLASSES)
def test_classes(graph_class):
    """Stacks of matrices and lists of graphs have the same numbers, in every class."""
    for n in (7, 8, 9, 17):
        truths, guesses = ([sepdist.simulate(graph_class, n, probability=p, seed=seed) for p in (0.3, 0.5, 1) for seed in (first, first + 1)] for first in (1, 3))
        options = {"truth_class": graph_class, "guess_class": graph_class}
        want = sepdist.compare_many(truths, guesses, ("shd", "zl-sd"), errors="raise", **options)
        a, b = np.stack([marks(g) for g in truths]), np.stack([marks(g) for g in guesses])
        for form in (lambda s: s, lambda s: s.astype(np.int64), np.asfortranarray, lambda s: s[::-1].copy()[::-1]):
            got = sepdist.compare_many(form(a), form(b), ("shd", "zl-sd"), codes="causal-learn", errors="raise", **options)
            for m in want:
                np.testing.assert_array_equal(got[m], want[m])
                np.testing.assert_array_equal(got.wrong[m], want.wrong[m])


@pytest.mark.parametrize("n", (9, 128, 129, 131, 144))
def test_forms(n):
    """Whatever the type of the numbers and wherever they lie, small and large."""
    rng = np.random.default_rng(n)
    for graph_class in ("dag", "cpdag"):
        g, h = (sepdist.simulate(graph_class, n, n + int(rng.integers(n)), seed=seed) for seed in (1, 2))
        a, b = arcs(g), arcs(h)
        for metric in ("parent-aid", "ancestor-aid", "oset-aid") + ("sid",) * (graph_class == "dag"):
            f = getattr(ours, metric.replace("-", "_"))
            r = sepdist.compare(g, h, metric)[metric]
            want = (r.value, r.wrong)
            assert want == getattr(gadjid, f.__name__)(a, b, edge_direction=ROW)
            for name, form in FORMS.items():
                assert f(form(a), form(b), ROW) == want, name
                assert f(form(a), b, ROW) == want, name
                assert f(a, form(b), ROW) == want, name
                assert f(form(a.T), form(b.T), COL) == want, name
                assert f(form(a.T), b.T, COL) == want, name
        if graph_class == "dag":
            assert ours.parent_aid(a.astype(bool), b.astype(bool), ROW) == ours.parent_aid(a, b, ROW)
    assert np.array_equal(a, arcs(g)) and np.array_equal(b, arcs(h))  # nobody has written into them


def test_refused_when_large():
    """The same errors as of small matrices, about the array as it was given."""
    n = 150
    good = np.triu(np.ones((n, n), np.int8), 1)

    def with_cells(**cells):
        a = good.astype(np.int64)
        for at, v in cells.items():
            i, j = map(int, at[1:].split("_"))
            a[i, j] = v
        return a

    for bad, error, text in (
        (with_cells(c3_4=7), ConversionError, "g_guess: row 3, column 4 is 7 "),
        (with_cells(c149_3=-1), ConversionError, "g_guess: row 3, column 149 is 1 and row 149, column 3 is -1"),
        (with_cells(c3_4=300), ConversionError, "g_guess: row 3, column 4 is 300 "),
        (with_cells(c149_149=1), ConversionError, "g_guess: row 149, column 149 is 1, which is a self-loop"),
        (with_cells(c149_3=1), ConversionError, "g_guess: row 3, column 149 is 1 and row 149, column 3 is 1"),
        (with_cells(c3_149=0, c149_3=1), ClassError, "directed cycle"),
    ):
        for form in (lambda a: a, np.asfortranarray):
            with pytest.raises(error, match=text) as raised:
                ours.parent_aid(good, form(bad), ROW)
            if error is ClassError:
                assert raised.value.witness
    cycle = np.zeros((n, n), np.int8)
    cycle[[0, 1, 2], [1, 2, 0]] = 1
    with pytest.raises(MetricError, match="needs a DAG"):
        ours.parent_aid(cycle, good, ROW)
    with pytest.raises(ClassError, match="not a DAG"):
        ours.sid(good, with_cells(c0_1=2), ROW)
    assert ours.parent_aid(good, good, ROW) == (0.0, 0)
    mpdag = with_cells(c0_1=2, c5_3=0, c3_5=0)
    r = sepdist.compare(good, mpdag, "parent-aid", orientation="row-to-col", codes="gadjid")["parent-aid"]
    assert ours.parent_aid(good, mpdag, ROW) == ours.parent_aid(good, np.asfortranarray(mpdag), ROW) == (r.value, r.wrong) and r.wrong > 0
