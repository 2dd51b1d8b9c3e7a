"""Every kind of object that as_graph takes, by the rules of the package it comes from."""

import pickle

import numpy as np
import pytest

import sepdist
from sepdist import ConversionError, Graph, NodesError, OptionError, as_graph


def graph(nodes, *edges, **more):
    return Graph(nodes.split(), [tuple(e.split()) for e in edges], **more)


class TestGraph:
    def test_equal_from_either_end(self):
        assert graph("a b", "a --> b") == graph("b a", "b <-- a")
        assert graph("a b", "a --> b") != graph("a b", "a <-- b")
        assert graph("a b", "a o-> b") == graph("a b", "b <-o a")

    def test_pickle(self):
        g = Graph(["a", "b", "c"], [("a", "---", "b"), ("b", "---", "c")], [("ambiguous", "a", "b", "c")], name="g", graph_class="cpdag")
        h = pickle.loads(pickle.dumps(g))
        assert (g, g.name, g.graph_class, g.triples) == (h, h.name, h.graph_class, h.triples)

    def test_never_changes(self):
        g = graph("a b", "a --> b")
        with pytest.raises(AttributeError):
            g.name = "x"
        with pytest.raises(ValueError):
            g._marks[0, 0] = 2

    @pytest.mark.parametrize("nodes, edges, message", [
        (["a", "a"], [], "two nodes are named 'a'"),
        (["a"], [("a", "-->", "b")], "'b', which is not a node"),
        (["a", "b"], [("a", "->", "b")], "'->' is not an edge"),
        (["a", "b"], [("a", "b")], "is not an edge"),
        (["a"], [("a", "-->", "a")], "an edge to itself"),
        ("ab", [], "one text"),
        (["a\nb"], [], "line break"),
    ])
    def test_refused(self, nodes, edges, message):
        with pytest.raises(ConversionError, match=message):
            Graph(nodes, edges)

    def test_one_line(self):
        assert repr(graph("a b", "a --> b")) == "<Graph: 2 nodes, 1 edge: a --> b>"
        assert "\n" not in repr(graph("a b c d e", "a --> b", "b --> c", "c --> d", "d --> e", "a --> e"))

    def test_matrix(self):
        g = graph("a b c", "a --> b", "c --- b")
        assert g.to_numpy().tolist() == [[0, 1, 0], [0, 0, 1], [0, 1, 0]]
        assert as_graph(g.to_numpy("col-to-row"), orientation="col-to-row", names="a b c".split()) == g
        with pytest.raises(ConversionError, match="cannot hold a <-> b"):
            graph("a b", "a <-> b").to_numpy()

    def test_networkx(self):
        g = graph("a b c d", "a <-- b", "c <-> b", "a o-> d", "c --> b")
        assert as_graph(g.to_networkx()) == g

    def test_names(self):
        assert as_graph(as_graph(np.zeros((2, 2), int)), names=["a", "b"]).nodes == ("a", "b")
        with pytest.raises(OptionError, match="names of its own"):
            as_graph(graph("a b"), names=["c", "d"])


class TestNumpy:
    A = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]])

    def test_orientation_must_be_given(self):
        with pytest.raises(OptionError, match="orientation=") as e:
            as_graph(self.A)
        assert e.value.option == "orientation" and e.value.values == ("row-to-col", "col-to-row")
        assert as_graph(self.A, orientation="row-to-col") == graph("0 1 2", "0 --> 1", "2 --> 1")
        assert as_graph(self.A, orientation="col-to-row") == graph("0 1 2", "1 --> 0", "1 --> 2")

    @pytest.mark.parametrize("kind", ["bool", "int8", "uint8", "int16", ">i4", "int64", "uint64", "float16", "float32", "float64"])
    @pytest.mark.parametrize("order", "CF")
    def test_types(self, kind, order):
        a = np.asarray(self.A.astype(kind), order=order)
        assert as_graph(a, orientation="row-to-col") == graph("0 1 2", "0 --> 1", "2 --> 1")

    def test_both_cells(self):
        a = np.array([[0, 1], [1, 0]])
        assert as_graph(a) == graph("0 1", "0 --- 1")
        assert as_graph(a, graph_class="cyclic") == graph("0 1", "0 --> 1", "1 --> 0")
        assert as_graph(a, opposite_arcs="cycle") == graph("0 1", "0 --> 1", "1 --> 0")

    def test_weights(self):
        a = np.array([[0, 0.7, 0.01], [0, 0, 0], [0, -0.4, 0]])
        g = as_graph(a, orientation="row-to-col", threshold=0.1)
        assert g == graph("0 1 2", "0 --> 1", "2 --> 1")
        assert "smallest is 0.01" in as_graph(a, orientation="row-to-col").notes[0]
        with pytest.raises(OptionError, match="threshold="):
            as_graph(np.array([[0, 0.7], [0.01, 0]]), orientation="row-to-col")
        with pytest.raises(OptionError, match="opposite_arcs="):
            as_graph(np.array([[0, 0.7], [0.3, 0]]), orientation="row-to-col", threshold=0.1)

    @pytest.mark.parametrize("codes, cells, arrow", [
        ("causal-learn", (-1, 1), "-->"), ("causal-learn", (1, 1), "<->"), ("causal-learn", (2, 1), "o->"),
        ("pcalg-pag", (2, 3), "-->"), ("pcalg-pag", (2, 1), "o->"), ("pcalg-cpdag", (0, 1), "-->"), ("pcalg-cpdag", (2, 2), "x-x"),
        ("gadjid", (2, 0), "---"), ("pywhy", (20, 20), "<->"), ("pywhy", (1, 2), "o->"), ("ggm", (100, 100), "<->"),
    ])
    def test_codes(self, codes, cells, arrow):
        a = np.array([[0, cells[0]], [cells[1], 0]])
        names = ["a", "b"]
        assert as_graph(a, codes=codes, names=names) == graph("a b", f"a {arrow} b")

    def test_code_is_inferred_where_one_fits(self):
        assert as_graph(np.array([[0, -1], [1, 0]])) == graph("X1 X2", "X1 --> X2")
        with pytest.raises(OptionError, match="codes=") as e:
            as_graph(np.array([[0, 2], [2, 0]]))
        assert e.value.option == "codes" and "causal-learn" in e.value.values
        with pytest.raises(ConversionError, match="not a code of any tool"):
            as_graph(np.array([[0, 7], [8, 0]]))

    def test_nan(self):
        a = np.array([[0, np.nan], [np.nan, 0]])
        with pytest.raises(OptionError, match="nan="):
            as_graph(a)
        assert as_graph(a, nan="bidirected") == graph("0 1", "0 <-> 1")
        with pytest.raises(ConversionError, match="row 0, column 1 is NaN or empty, and row 1, column 0 is not"):
            as_graph(np.array([[0, np.nan], [0, 0]]))

    @pytest.mark.parametrize("obj, message", [
        (np.zeros((2, 3)), "square matrix, got an array of shape .2, 3"),
        (np.zeros(3), "square matrix, got an array of shape .3,"),
        (np.zeros((2, 2, 2)), "square"),
        (np.array(1.0), "square"),
        (np.float64(1), "expected a graph"),
        (np.array([[0, 1], [0, None]], dtype=object), "array of objects"),
        (np.array([[0, 1j], [0, 0]]), "array of complex"),
        (np.array([["2020", "2021"]], dtype="datetime64[Y]").repeat(2, 0), "array of datetime"),
        (np.array([[0, np.inf], [0, 0]]), "infinite"),
        (np.eye(2), "self-loop"),
        (True, "got a bool"), (None, "got a NoneType"), (3, "got a int"), (b"a --> b", "bytes"), ({"a": 1}, "keys 'a'"), ([1, 2], "got a list"),
        ([[1, 2], [3]], "rows of one length"), (object(), "got a object"),
    ])
    def test_refused(self, obj, message):
        with pytest.raises(ConversionError, match=message):
            as_graph(obj, orientation="row-to-col")

    def test_options_are_checked(self):
        for option in ("orientation", "codes", "graph_class", "mark_at", "opposite_arcs", "nan"):
            with pytest.raises(OptionError, match=f"{option} is ") as e:
                as_graph(self.A, **{option: "nonsense"})
            assert e.value.option == option
        with pytest.raises(OptionError, match="threshold is a number"):
            as_graph(self.A, threshold=-1)
        with pytest.raises(OptionError, match="2 names for 3 nodes"):
            as_graph(self.A, orientation="row-to-col", names=["a", "b"])
        with pytest.raises(OptionError, match="always col-to-row"):
            as_graph(np.array([[0, 1], [0, 0]]), codes="pcalg-cpdag", orientation="row-to-col")

    def test_self_loops(self):
        assert "1 self-loop dropped" in as_graph(np.diag([1, 0]), drop_self_loops=True).notes

    def test_lists(self):
        assert as_graph([[0, 1], [0, 0]], orientation="row-to-col") == graph("0 1", "0 --> 1")
        assert as_graph([("a", "-->", "b")]) == graph("a b", "a --> b")


def test_scipy():
    import scipy.sparse as sp

    for kind in (sp.csr_array, sp.csc_array, sp.coo_array, sp.csr_matrix, sp.lil_array, sp.dok_array):
        a = kind(TestNumpy.A.astype(np.int8))
        assert as_graph(a, orientation="row-to-col") == graph("0 1 2", "0 --> 1", "2 --> 1"), kind
    with pytest.raises(ConversionError, match="2, 3"):
        as_graph(sp.csr_array((2, 3)))


class TestPandas:
    def frame(self, **more):
        import pandas as pd

        return pd.DataFrame([[0, 1, 0], [0, 0, 0], [0, 1, 0]], columns=["a", "b", "c"], **more)

    want = graph("a b c", "a --> b", "c --> b")

    def test_names(self):
        assert as_graph(self.frame(), orientation="row-to-col") == self.want  # rows without names
        assert as_graph(self.frame(index=["a", "b", "c"]), orientation="row-to-col") == self.want
        with pytest.raises(OptionError, match="orientation="):
            as_graph(self.frame())

    def test_rows_in_another_order(self):
        f = self.frame(index=["a", "b", "c"])
        assert as_graph(f.loc[["c", "a", "b"]], orientation="row-to-col") == self.want
        assert as_graph(f[["b", "c", "a"]], orientation="row-to-col") == self.want

    def test_other_rows(self):
        with pytest.raises(NodesError, match="'d' has no column") as e:
            as_graph(self.frame(index=["a", "b", "d"]), orientation="row-to-col")
        assert (e.value.missing, e.value.extra) == (("c",), ("d",))
        with pytest.raises(ConversionError, match="2 rows and 3 columns"):
            as_graph(self.frame().iloc[:2])
        with pytest.raises(ConversionError, match="pass a square DataFrame"):
            as_graph(self.frame()["a"])

    def test_types(self):
        f = self.frame(index=["a", "b", "c"])
        for kind in (bool, float, object, "Int64", "boolean"):
            assert as_graph(f.astype(kind), orientation="row-to-col") == self.want, kind

    def test_links(self):
        import pandas as pd

        f = pd.DataFrame([["", "-->"], ["<--", ""]], index=["a", "b"], columns=["a", "b"])
        assert as_graph(f) == graph("a b", "a --> b")


class TestNetworkx:
    def test_kinds(self):
        import networkx as nx

        assert as_graph(nx.DiGraph([("a", "b"), ("c", "b")])) == graph("a b c", "a --> b", "c --> b")
        assert as_graph(nx.Graph([("a", "b")])) == graph("a b", "a --- b")
        assert as_graph(nx.MultiDiGraph([("a", "b")])) == graph("a b", "a --> b")
        assert as_graph(nx.DiGraph([(1, 2)])) == graph("1 2", "1 --> 2")

    def test_both_arcs_are_a_cycle(self):
        import networkx as nx

        g = nx.DiGraph([("a", "b"), ("b", "a")])
        with pytest.raises(OptionError, match='opposite_arcs="undirected"') as e:
            as_graph(g)
        assert e.value.option == "opposite_arcs" and e.value.witness == ("a", "b")
        assert as_graph(g, opposite_arcs="cycle") == as_graph(g, graph_class="cyclic") == graph("a b", "a --> b", "b --> a")
        assert as_graph(g, graph_class="cpdag") == graph("a b", "a --- b")
        assert as_graph(g, opposite_arcs="undirected") == graph("a b", "a --- b")

    def test_refused(self):
        import networkx as nx

        with pytest.raises(ConversionError, match="edge to itself"):
            as_graph(nx.DiGraph([("a", "a")]))
        assert as_graph(nx.DiGraph([("a", "a"), ("a", "b")]), drop_self_loops=True) == graph("a b", "a --> b")
        with pytest.raises(ConversionError, match="two edges a --> b"):
            as_graph(nx.MultiDiGraph([("a", "b"), ("a", "b")]))
        with pytest.raises(ConversionError, match="two nodes are named '1'"):
            as_graph(nx.DiGraph([(1, "1")]))

    def test_subclass(self):
        import networkx as nx

        class Mine(nx.DiGraph):
            pass

        assert as_graph(Mine([("a", "b")])) == graph("a b", "a --> b")

    def test_series(self):
        import networkx as nx

        g = as_graph(nx.DiGraph([(("X", -1), ("Y", 0)), (("X", 0), ("Y", 0)), (("X", -2), ("Y", -1))]))
        assert g.is_series and g.variables == ("X", "Y") and g.max_lag == 2
        assert set(g.edges) == {("X(t-1)", "-->", "Y(t)"), ("X(t)", "-->", "Y(t)")}
        assert g.lag0() == graph("X Y", "X --> Y")


class TestPgmpy:
    def test_pdag_is_no_cycle(self):
        from pgmpy.base import PDAG

        g = PDAG(directed_ebunch=[("a", "b"), ("c", "b")], undirected_ebunch=[("b", "d")])
        assert as_graph(g) == graph("a b c d", "a --> b", "c --> b", "b --- d")

    def test_dag(self):
        from pgmpy.base import DAG
        from pgmpy.models import DiscreteBayesianNetwork

        for kind in (DAG, DiscreteBayesianNetwork):
            g = as_graph(kind([("a", "b"), ("c", "b")]))
            assert g == graph("a b c", "a --> b", "c --> b") and g.graph_class == "dag"

    def test_admg(self):
        from pgmpy.base import ADMG

        g = ADMG(directed_ebunch=[("a", "b"), ("c", "b")], bidirected_ebunch=[("a", "c"), ("a", "b")])
        assert as_graph(g) == graph("a b c", "a --> b", "c --> b", "a <-> c", "a <-> b")

    def test_mag(self):
        from pgmpy.base import MAG

        g = as_graph(MAG(ebunch=[("a", "b", "-", ">"), ("b", "c", ">", ">"), ("c", "d", "-", "-")]))
        assert g == graph("a b c d", "a --> b", "b <-> c", "c --- d") and g.graph_class == "mag"

    def test_learned(self):
        import pandas as pd
        from pgmpy.estimators import PC

        rng = np.random.default_rng(1)
        x = rng.normal(size=(500, 3))
        x[:, 1] += x[:, 0] + x[:, 2]
        pdag = PC(pd.DataFrame(x, columns=list("abc"))).estimate(ci_test="pearsonr", show_progress=False)
        assert as_graph(pdag) == graph("a b c", "a --> b", "c --> b")


class TestCausalLearn:
    @pytest.fixture(scope="class")
    def data(self):
        rng = np.random.default_rng(1)
        x = rng.normal(size=(500, 6))
        x[:, 2] += x[:, 0] + x[:, 1]
        x[:, 3] += x[:, 2]
        x[:, 5] += x[:, 4]
        return x

    def printed(self, g):
        """Return the graph that causal-learn itself prints."""
        nodes, edges = str(g).split("Graph Edges:\n")
        names = nodes.split("\n")[1].split(";")
        return Graph(names, [tuple(line.split()[1:4]) for line in edges.strip().split("\n") if line])

    def test_pc(self, data):
        from causallearn.search.ConstraintBased.PC import pc

        c = pc(data, show_progress=False, node_names=list("uvwxyz"))
        assert as_graph(c) == as_graph(c.G) == self.printed(c.G)
        assert as_graph(c).nodes == tuple("uvwxyz") and len(as_graph(c).edges) > 2

    def test_fci(self, data):
        from causallearn.search.ConstraintBased.FCI import fci

        found = fci(data, show_progress=False)
        assert as_graph(found) == as_graph(found[0]) == self.printed(found[0])
        assert any("o" in e[1] for e in as_graph(found).edges)

    def test_ges(self, data):
        from causallearn.search.ScoreBased.GES import ges

        record = ges(data)
        assert as_graph(record) == self.printed(record["G"])

    def test_marks(self):
        from causallearn.graph.Edge import Edge
        from causallearn.graph.Endpoint import Endpoint
        from causallearn.graph.GeneralGraph import GeneralGraph
        from causallearn.graph.GraphNode import GraphNode

        mark = {"-": Endpoint.TAIL, ">": Endpoint.ARROW, "<": Endpoint.ARROW, "o": Endpoint.CIRCLE}
        for arrow in ("-->", "<--", "<->", "---", "o->", "o-o"):
            a, b = GraphNode("a"), GraphNode("b")
            g = GeneralGraph([a, b])
            g.add_edge(Edge(a, b, mark[arrow[0]], mark[arrow[2]]))
            assert as_graph(g) == graph("a b", f"a {arrow} b")
        with pytest.raises(OptionError, match="leave out orientation"):
            as_graph(g, orientation="row-to-col")

    def test_ambiguous_triples(self):
        from causallearn.graph.Edges import Edges
        from causallearn.graph.GeneralGraph import GeneralGraph
        from causallearn.graph.GraphNode import GraphNode

        a, b, c = map(GraphNode, "abc")
        g = GeneralGraph([a, b, c])
        g.add_edge(Edges().undirected_edge(a, b))
        g.add_edge(Edges().undirected_edge(b, c))
        g.add_ambiguous_triple(a, b, c)
        assert as_graph(g) == Graph(list("abc"), [("a", "---", "b"), ("b", "---", "c")], [("ambiguous", "a", "b", "c")])


class TestTigramite:
    def links(self, *entries, n=2, lags=1):
        a = np.full((n, n, lags), "", dtype="<U3")
        for i, j, lag, link in entries:
            a[i, j, lag] = link
            if lag == 0:
                a[j, i, 0] = link[::-1].translate(str.maketrans("<>", "><"))
        return a

    def test_links(self):
        for arrow in ("-->", "<--", "<->", "o->", "<-o", "x-x", "x->", "---"):
            assert as_graph(self.links((0, 1, 0, arrow))) == graph("0 1", f"0 {arrow} 1"), arrow
            assert as_graph(self.links((0, 1, 0, arrow))[:, :, 0]) == graph("0 1", f"0 {arrow} 1"), arrow
        assert as_graph(self.links((0, 1, 0, "+->"))) == graph("0 1", "0 --> 1", "0 <-> 1")

    def test_circles_ask(self):
        a = self.links((0, 1, 0, "o-o"))
        with pytest.raises(OptionError, match="graph_class=") as e:
            as_graph(a)
        assert e.value.values == ("cpdag", "pag")
        assert as_graph(a, graph_class="cpdag") == graph("0 1", "0 --- 1")
        assert as_graph(a, graph_class="pag") == graph("0 1", "0 o-o 1")

    def test_refused(self):
        bad = self.links((0, 1, 0, "-->"))
        bad[1, 0, 0] = "-->"
        with pytest.raises(ConversionError, match="not its mirror image"):
            as_graph(bad)
        with pytest.raises(ConversionError, match="is not a link"):
            as_graph(np.array([["", "=>"], ["<=", ""]]))
        with pytest.raises(ConversionError, match="not finished"):
            as_graph(np.array([["", "-?>"], ["<?-", ""]]))
        with pytest.raises(ConversionError, match="from the past"):
            as_graph(self.links((0, 1, 1, "<--"), lags=2))
        with pytest.raises(OptionError, match="leave out codes"):
            as_graph(self.links((0, 1, 0, "-->")), codes="gadjid")

    def test_series(self):
        g = as_graph(self.links((0, 1, 1, "-->"), (0, 0, 2, "-->"), (1, 0, 0, "-->"), lags=3), names=["X", "Y"])
        assert g == Graph(["X(t)", "Y(t)", "X(t-1)", "X(t-2)"], [("Y(t)", "-->", "X(t)"), ("X(t-1)", "-->", "Y(t)"), ("X(t-2)", "-->", "X(t)")])
        assert g.max_lag == 2 and g.variables == ("X", "Y")
        assert g.lag0() == graph("X Y", "Y --> X") == as_graph(self.links((1, 0, 0, "-->"), lags=2), lag0=True, names=["X", "Y"])

    def test_results(self):
        from tigramite import data_processing
        from tigramite.independence_tests.parcorr import ParCorr
        from tigramite.lpcmci import LPCMCI
        from tigramite.pcmci import PCMCI

        rng = np.random.default_rng(3)
        x = rng.normal(size=(300, 3))
        for t in range(1, 300):
            x[t, 0] += 0.7 * x[t - 1, 0]
            x[t, 1] += 0.6 * x[t - 1, 0]
            x[t, 2] += 0.6 * x[t, 1]
        frame = data_processing.DataFrame(x)
        for kind, found in (("cpdag", PCMCI(frame, ParCorr()).run_pcmciplus(tau_max=2)), ("pag", LPCMCI(frame, ParCorr()).run_lpcmci(tau_max=2))):
            a, want = found["graph"], set()
            for i, j, lag in zip(*np.where(a != "")):
                if lag == 0 and i > j:
                    continue
                arrow = "---" if (kind, a[i, j, lag]) == ("cpdag", "o-o") else str(a[i, j, lag])
                want.add((f"{i}(t-{lag})" if lag else f"{i}(t)", arrow, f"{j}(t)"))
            g = as_graph(found, graph_class=kind)
            assert set(g.edges) == want and want

    def test_ambiguous_triples(self):
        a = self.links((0, 1, 0, "o-o"), (1, 2, 0, "o-o"), n=3)
        g = as_graph({"graph": a, "ambiguous_triples": [((0, 0), 1, 2), ((2, 0), 1, 0), ((0, 0), 2, 1)]}, graph_class="cpdag")
        assert g == Graph(list("012"), [("0", "---", "1"), ("1", "---", "2")], [("ambiguous", "0", "1", "2")])


class TestPywhy:
    def test_kinds(self):
        import pywhy_graphs as pw

        g = pw.ADMG()
        g.add_edge("a", "b", g.directed_edge_name)
        g.add_edge("a", "b", g.bidirected_edge_name)
        assert as_graph(g) == graph("a b", "a --> b", "a <-> b") and as_graph(g).graph_class == "admg"
        g = pw.CPDAG()
        g.add_edge("a", "b", g.directed_edge_name)
        g.add_edge("b", "c", g.undirected_edge_name)
        assert as_graph(g) == graph("a b c", "a --> b", "b --- c") and as_graph(g).graph_class == "cpdag"

    def test_pag(self):
        import pywhy_graphs as pw

        g = pw.PAG()
        g.add_edge("a", "b", g.circle_edge_name)
        g.add_edge("b", "a", g.circle_edge_name)
        g.add_edge("a", "c", g.directed_edge_name)
        g.add_edge("c", "a", g.circle_edge_name)
        g.add_edge("d", "c", g.directed_edge_name)
        g.add_edge("d", "e", g.bidirected_edge_name)
        g.add_edge("e", "f", g.circle_edge_name)
        assert as_graph(g) == graph("a b c d e f", "a o-o b", "a o-> c", "d --> c", "d <-> e", "e --o f") and as_graph(g).graph_class == "pag"

    def test_series(self):
        from pywhy_graphs import StationaryTimeSeriesDiGraph

        g = StationaryTimeSeriesDiGraph(max_lag=2)
        g.add_edge(("x", -1), ("y", 0))
        g.add_edge(("x", 0), ("y", 0))
        h = as_graph(g)
        assert set(h.edges) == {("x(t-1)", "-->", "y(t)"), ("x(t)", "-->", "y(t)")}
        assert h.lag0() == graph("x y", "x --> y")


class TestCastle:
    def learner(self, matrix):
        from castle.common import BaseLearner

        class Learner(BaseLearner):
            def learn(self, data, *args, **kwargs):
                self.causal_matrix = matrix
                return self

        return Learner().learn(None)

    def test_learner(self):
        from castle.common import Tensor

        t = Tensor(TestNumpy.A, index=list("abc"), columns=list("abc"))
        assert as_graph(self.learner(t)) == as_graph(t) == graph("a b c", "a --> b", "c --> b")
        assert as_graph(self.learner(TestNumpy.A)) == graph("0 1 2", "0 --> 1", "2 --> 1")
        with pytest.raises(ConversionError, match="call learn"):
            as_graph(self.learner(None))


class TestLingam:
    def test_column_to_row(self):
        import lingam

        rng = np.random.default_rng(0)
        x = rng.uniform(size=(500, 3))
        x[:, 1] += 2 * x[:, 0]
        x[:, 2] += 2 * x[:, 1]
        model = lingam.DirectLiNGAM()
        with pytest.raises(ConversionError, match="call fit"):
            as_graph(model)
        model.fit(x)
        assert as_graph(model, threshold=0.5, names=list("abc")) == graph("a b c", "a --> b", "b --> c")
        with pytest.raises(OptionError, match="leave out orientation"):
            as_graph(model, orientation="row-to-col")

    def test_latent(self):
        import lingam

        model = lingam.RCD()
        model._adjacency_matrix = np.array([[0, np.nan, 0], [np.nan, 0, 0], [0.5, 0, 0]])
        assert as_graph(model) == graph("0 1 2", "0 <-> 1", "0 --> 2")

    def test_series(self):
        import lingam

        rng = np.random.default_rng(0)
        x = rng.uniform(size=(800, 2))
        for t in range(1, 800):
            x[t, 1] += 0.8 * x[t, 0]
            x[t, 0] += 0.5 * x[t - 1, 1]
        model = lingam.VARLiNGAM(lags=1).fit(x)
        g = as_graph(model, names=["x", "y"], threshold=0.2)
        assert g.is_series and ("y(t-1)", "-->", "x(t)") in g.edges


@pytest.mark.parametrize("stable", [False, True])
def test_recorded_separators(stable):
    """The sets that PC records with a perfect test separate in its graph and in the truth."""
    nx = pytest.importorskip("networkx")
    search = pytest.importorskip("causallearn.search.ConstraintBased.PC")
    rng = np.random.default_rng(5)
    recorded = 0
    for _ in range(10):
        dag = nx.DiGraph()
        dag.add_nodes_from(range(7))
        dag.add_edges_from((i, j) for i in range(7) for j in range(i + 1, 7) if rng.random() < 0.35)
        learned = search.pc(np.zeros((2, 7)), indep_test="d_separation", true_dag=dag, stable=stable, show_progress=False)
        truth = nx.relabel_nodes(dag, {v: f"X{v + 1}" for v in dag})
        given = sepdist.compare(truth, learned, ["given-sd"], separators=learned, guess_class="cpdag")["given-sd"]
        assert (given.wrong, given.incoherent) == (0, 0)
        recorded += given.recorded
    assert recorded > 50


def test_recorded_separators_of_series():
    """So do those of PCMCI+, with the lagged conditions of its tests."""
    pcmci = pytest.importorskip("tigramite.pcmci")
    oracle = pytest.importorskip("tigramite.independence_tests.oracle_conditional_independence")
    frame = pytest.importorskip("tigramite.data_processing").DataFrame
    rng = np.random.default_rng(6)
    names = ["a", "b", "c", "d"]
    recorded = 0
    for _ in range(20):
        arcs = [(i, lag, j) for i in range(4) for j in range(4) for lag in range(3) if (lag or i < j) and rng.random() < (0.1 if lag else 0.4)]
        links = {j: [((i, -lag), 0.5, None) for i, lag, k in arcs if k == j] for j in range(4)}
        search = pcmci.PCMCI(frame(np.zeros((50, 4)), var_names=names), oracle.OracleCI(links=links), verbosity=0)
        results = search.run_pcmciplus(tau_max=2, pc_alpha=0.5)
        truth = np.full((4, 4, 3), "", dtype="<U3")
        for i, lag, j in arcs:
            truth[i, j, lag] = "-->"
            if lag == 0:
                truth[j, i, 0] = "<--"
        given = sepdist.compare(
            truth, results, ["given-sd"], separators=(search, results), truth_names=names, guess_names=names,
            truth_class="ts-dag", guess_class="ts-cpdag", max_lag=2,
        )["given-sd"]
        assert (given.wrong, given.incoherent) == (0, 0)
        recorded += given.recorded
    assert recorded > 100
