"""sepdist.gadjid against gadjid, on the same arrays."""

import gadjid
import numpy as np
import pytest
import scipy.sparse as sp

import sepdist
from sepdist import ClassError, ConversionError, Graph, MetricError, OptionError
from sepdist import gadjid as ours

ROW, COL = "from row to column", "from column to row"
AIDS = ("parent_aid", "ancestor_aid", "oset_aid")


def dag(rng, n, p):
    a = np.triu(rng.random((n, n)) < p, 1).astype(np.int8)
    order = rng.permutation(n)
    return np.ascontiguousarray(a[order][:, order])


def cpdag(a):
    """Return the equivalence class of a DAG, with 2 for undirected edges."""
    g = sepdist.convert(a, as_class="cpdag", orientation="row-to-col").to_numpy()
    g[(g == 1) & (g.T == 1)] = 2
    return g


def test_random_pairs():
    """2000 pairs of DAGs and CPDAGs of up to 25 nodes, sparse and dense, in both directions."""
    rng = np.random.default_rng(1)
    for k in range(2000):
        n, p = int(rng.integers(2, 26)), float(rng.choice([0.05, 0.15, 0.3, 0.6, 0.95]))
        truth, guess = dag(rng, n, p), dag(rng, n, p)
        which = k % 5
        if which == 0:
            for f in ("sid", *AIDS):
                want = getattr(gadjid, f)(truth, guess, edge_direction=ROW)
                assert getattr(ours, f)(truth, guess, edge_direction=ROW) == want, (f, truth, guess)
        if which in (1, 3):
            guess = cpdag(guess)
        if which in (2, 3):
            truth = cpdag(truth)
        direction = COL if which == 4 else ROW
        f = AIDS[k % 3]
        want = getattr(gadjid, f)(truth, guess, edge_direction=direction)
        assert getattr(ours, f)(truth, guess, direction) == want, (f, direction, truth, guess)
        assert ours.shd(truth, guess) == gadjid.shd(truth, guess)


def test_large():
    rng = np.random.default_rng(2)
    truth, guess = dag(rng, 200, 0.02), dag(rng, 200, 0.02)
    for f in AIDS:
        assert getattr(ours, f)(truth, guess, ROW) == getattr(gadjid, f)(truth, guess, edge_direction=ROW)
        assert getattr(ours, f)(sp.csr_matrix(truth), sp.csc_matrix(guess), ROW) == getattr(gadjid, f)(truth, guess, edge_direction=ROW)


def test_any_pdag_has_a_shd():
    rng = np.random.default_rng(3)
    for _ in range(100):
        n = int(rng.integers(2, 8))
        a, b = (np.triu(rng.integers(0, 3, (n, n)), 1).astype(np.int8) for _ in range(2))
        assert ours.shd(a, b) == gadjid.shd(a, b)


def test_types():
    a = np.array([[0, 1], [0, 0]])
    for kind in (bool, np.int8, np.int64, float):
        assert ours.parent_aid(a.astype(kind), a.T.astype(kind), ROW) == (1.0, 2)
    assert ours.parent_aid(np.asfortranarray(a), a, ROW) == (0.0, 0)
    assert ours.parent_aid(np.zeros((1, 1), np.int8), np.zeros((1, 1), np.int8), ROW) == (0.0, 0)


@pytest.mark.parametrize("truth, guess, direction, error, text", [
    ([[0, 1], [0, 0]], [[0, 1], [0, 0]], "x", OptionError, "from row to column"),
    ([[0, 1], [1, 0]], [[0, 1], [0, 0]], ROW, ConversionError, "g_true: row 0, column 1 is 1 and row 1, column 0 is 1, which together are not an edge"),
    ([[0, 3], [0, 0]], [[0, 1], [0, 0]], ROW, ConversionError, "3"),
    ([[0, 300], [0, 0]], [[0, 1], [0, 0]], ROW, ConversionError, "300"),
    ([[0, 0.5], [0, 0]], [[0, 1], [0, 0]], ROW, ConversionError, "0.5"),
    ([[0, np.nan], [0, 0]], [[0, 1], [0, 0]], ROW, ConversionError, "row 0, column 1 is NaN"),
    ([[1, 0], [0, 0]], [[0, 1], [0, 0]], ROW, ConversionError, "g_true: row 0, column 0 is 1, which is a self-loop: drop_self_loops=True drops it .a keyword of sepdist.compare"),
    ([[0, 1, 0], [0, 0, 1], [1, 0, 0]], np.zeros((3, 3)), ROW, MetricError, "needs a DAG"),
    ([[0, 1, 0], [0, 0, 2], [0, 0, 0]], np.zeros((3, 3)), ROW, ClassError, "not a CPDAG"),
    ([[0, 1]], [[0, 1], [0, 0]], ROW, ConversionError, "square"),
    ([[0, 1], [0, 0]], np.zeros((3, 3)), ROW, ConversionError, "2 nodes and g_guess 3"),
    (np.zeros((0, 0)), np.zeros((0, 0)), ROW, ConversionError, "is empty"),
    (np.ones((1, 1)), np.ones((1, 1)), ROW, ConversionError, "self-loop"),
])
def test_refused(truth, guess, direction, error, text):
    with pytest.raises(error, match=text):
        ours.parent_aid(np.array(truth), np.array(guess), direction)


def test_sid_needs_dags():
    with pytest.raises(ClassError, match="not a DAG"):
        ours.sid(np.array([[0, 1], [0, 0]]), np.array([[0, 2], [0, 0]]), ROW)
    with pytest.raises(ConversionError, match="numpy array"):
        ours.parent_aid([[0, 1], [0, 0]], Graph(["a"]), ROW)
