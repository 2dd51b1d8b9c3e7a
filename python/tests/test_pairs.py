"""Two objects of different kinds in one call: a keyword is for the one that needs it."""

import networkx as nx
import numpy as np
import pytest

import sepdist
from sepdist import Graph, MetricError, NodesError, OptionError

TRUTH = nx.DiGraph([("rain", "wet"), ("sun", "dry"), ("wet", "slip")])
NAMES = ["slip", "rain", "wet", "sun", "dry"]  # in another order than above
ARRAY = nx.to_numpy_array(TRUTH, nodelist=NAMES)
ROW = {"orientation": "row-to-col"}


def learned(names=None):
    """Return the truth as a graph of causal-learn, which without names has X1, X2, ..."""
    from causallearn.graph.Edge import Edge
    from causallearn.graph.Endpoint import Endpoint
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    nodes = [GraphNode(v) for v in names or [f"X{i + 1}" for i in range(5)]]
    g = GeneralGraph(nodes)
    for i, j in zip(*np.nonzero(ARRAY)):
        g.add_edge(Edge(nodes[i], nodes[j], Endpoint.TAIL, Endpoint.ARROW))
    return g


def test_names_are_for_the_graph_without():
    for truth, guess in ((TRUTH, ARRAY), (ARRAY, TRUTH), (TRUTH, learned()), (learned(), TRUTH), (TRUTH, [list(r) for r in ARRAY.astype(int)])):
        assert sepdist.compare(truth, guess, "shd", names=NAMES, **ROW)["shd"].wrong == 0
        assert sepdist.compare_many([truth], [guess], "shd", names=NAMES, errors="raise", **ROW)["shd"].tolist() == [0]
    assert sepdist.as_graph(learned(), names=NAMES) == sepdist.as_graph(learned(NAMES))
    assert sepdist.as_graph({"G": learned()}, names=NAMES) == sepdist.as_graph(learned(NAMES))
    with pytest.raises(OptionError, match="4 names for 5 nodes"):
        sepdist.as_graph(learned(), names=NAMES[:4])
    for truth, guess in ((TRUTH, TRUTH), (TRUTH, learned(NAMES[::-1]))):
        with pytest.raises(OptionError, match="names of its own: leave out names"):
            sepdist.compare(truth, guess, "shd", names=NAMES)
        with pytest.raises(OptionError, match="names of its own: leave out names"):
            sepdist.compare_many([truth], [guess], "shd", names=NAMES)


def test_orientation_is_for_the_array():
    for truth, guess in ((ARRAY, learned(list("01234"))), (learned(list("01234")), ARRAY)):
        assert sepdist.compare(truth, guess, "shd", **ROW)["shd"].wrong == 0
        assert sepdist.compare(truth, guess, "shd", orientation="col-to-row")["shd"].wrong == 3
        assert sepdist.compare_many([truth], [guess], "shd", errors="raise", **ROW)["shd"].tolist() == [0]
    with pytest.raises(OptionError, match="leave out orientation"):
        sepdist.compare(learned(), learned(), "shd", **ROW)


def test_rename_names_an_array():
    rename = {str(i): v for i, v in enumerate(NAMES)}
    assert sepdist.compare(TRUTH, ARRAY, "shd", rename=rename, **ROW)["shd"].wrong == 0


def test_what_to_do_about_other_names():
    """Nobody knows whether nodes that are merely numbered stand in the order of the truth."""
    with pytest.raises(NodesError) as raised:
        sepdist.compare(TRUTH, learned(), "shd")
    assert "by_position=True if both list the same nodes in the same order (X1=rain,X2=wet,X3=sun,X4=dry,...)" in str(raised.value)
    assert 'rename={"X1": ...}' in str(raised.value)
    with pytest.raises(NodesError) as raised:
        sepdist.compare(TRUTH, learned([v.upper() for v in NAMES]), "shd")
    assert 'rename={"SLIP": "slip", "RAIN": "rain", "WET": "wet", "SUN": "sun", ...} if these are the same nodes' in str(raised.value)


def test_misspelled():
    for call, name in ((lambda: sepdist.compare(TRUTH, TRUTH, metric="shd"), "metrics"), (lambda: sepdist.compare(TRUTH, TRUTH, worker=1), "workers")):
        with pytest.raises(TypeError, match=f"unexpected keyword .*: did you mean {name}"):
            call()
    r = sepdist.compare(TRUTH, TRUTH, ["zl-sd", "shd"])
    assert r["zl_sd"] is r["zl-sd"] and "zl_sd" in r
    for name in ("ZL-SD", "zlsd"):
        with pytest.raises(MetricError, match="did you mean zl-sd"):
            r[name]


def test_links_of_tigramite():
    with pytest.raises(sepdist.ConversionError, match="links_to_graph"):
        sepdist.as_graph({0: [((0, -1), 0.5, None)], 1: [((0, 0), 0.5, None)]})


def test_p_values_of_tigramite():
    for read in (sepdist.as_graph, lambda found: sepdist.compare("x(t-1) --> x(t)", found)):
        with pytest.raises(sepdist.ConversionError, match="get_graph_from_pmatrix"):
            read({"p_matrix": np.ones((1, 1, 2)), "val_matrix": np.ones((1, 1, 2))})


def test_sampled_explanation():
    g, h = (sepdist.simulate("dag", 8, 12, seed=s) for s in (1, 2))
    assert "None" not in repr(sepdist.explain(g, h, "sc-metric", samples=50))


def test_metrics_are_readable():
    table = sepdist.metrics()
    lines = repr(table).split("\n")
    assert len(lines) >= len(table) > 40 and any(line.startswith("zl-sd ") for line in lines) and max(map(len, lines)) < 160
    assert isinstance(table, list) and table[0]["name"] == "parent-sd" and "<table" in table._repr_html_()


def test_print_shows_a_table():
    r = sepdist.compare(TRUTH, Graph(NAMES, [("rain", "-->", "wet")]), ["zl-sd", "shd"])
    lines = str(r).split("\n")
    assert [line.split()[0] for line in lines if line.startswith(("zl-sd", "shd"))] == ["zl-sd", "shd"] and "\n" not in repr(r)
