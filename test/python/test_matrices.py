"""Arrays and tables: what sepdist writes is read by the tools, and what they write by sepdist."""

import itertools
import unittest

import numpy as np
import pandas as pd
import scipy.io
import scipy.sparse

from command import FileTest, edge, graphs, run, same

ODD = ['x "quoted"', "a,b", "größe", "X o-> Y", "tab\there", "a;b", " blank ", "日本", "#", "0"]


def arcs(nodes, edges):
    """Return the matrix with 1 from row to column, in both cells for a line."""
    a = np.zeros((len(nodes), len(nodes)), dtype=np.int8)
    for x, arrow, y in edges:
        i, j = nodes.index(x), nodes.index(y)
        a[i, j] = 1
        if arrow == "---":
            a[j, i] = 1
    return a


class Numpy(FileTest):
    def test_written(self):
        for nodes, edges in graphs(["-->", "---"], names="{}"):
            path = self.write("g.npy", nodes, edges, "--to-orientation", "row-to-col")
            a = np.load(path, allow_pickle=False)
            self.assertEqual(a.dtype, np.int8)
            np.testing.assert_array_equal(a, arcs(nodes, edges))
            path = self.write("g.npy", nodes, edges, "--to-orientation", "col-to-row")
            np.testing.assert_array_equal(np.load(path), arcs(nodes, edges).T)

    def test_npz_written(self):
        nodes, edges = ODD, [(ODD[0], "-->", ODD[1]), (ODD[8], "<->", ODD[1]), (ODD[2], "o-o", ODD[7])]
        z = np.load(self.write("g.npz", nodes, edges, "--to-codes", "tigramite", "--to-class", "pag"), allow_pickle=False)
        self.assertEqual(list(z["var_names"]), nodes)
        self.assertEqual(z["graph"].dtype, np.dtype("<U3"))
        self.assertEqual([z["graph"][0, 1], z["graph"][1, 0], z["graph"][1, 8], z["graph"][2, 7]], ["-->", "<--", "<->", "o-o"])

    def test_triples_written(self):
        text = self.folder / "g.txt"
        text.write_text("a --- b\nb --- c\nambiguous a b c\n")
        path = self.folder / "g.npz"
        run("convert", "--to-codes", "tigramite", text, path)
        self.assertEqual(np.load(path)["ambiguous_triples"].tolist(), [[0, 1, 2]])
        self.assertIn("ambiguous a b c", run("convert", path, "-"))

    def test_types_read(self):
        want = {edge("0", "-->", "1"), edge("1", "-->", "2"), edge("3", "-->", "1")}
        a = np.array([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [0, 1, 0, 0]])
        types = ["?", "i1", "u1", "<i2", ">i2", "<i4", ">u4", "<i8", ">i8", "<u8", "<f2", ">f2", "<f4", ">f4", "<f8", ">f8"]
        for kind, order, version in itertools.product(types, "CF", [(1, 0), (2, 0), (3, 0)]):
            path = self.folder / "g.npy"
            with open(path, "wb") as f:
                np.lib.format.write_array(f, np.asarray(a.astype(kind), order=order), version=version)
            self.assertEqual(self.read(path, "--orientation", "row-to-col"), (["0", "1", "2", "3"], want), (kind, order, version))

    def test_objects_refused(self):
        path = self.folder / "g.npy"
        np.save(path, np.array([["", "-->"], ["<--", ""]], dtype=object), allow_pickle=True)
        with self.assertRaisesRegex(AssertionError, "array of objects"):
            self.read(path)


class Scipy(FileTest):
    def test_mtx_written(self):
        for nodes, edges in graphs(["-->", "---"], names="{}"):
            nodes = [str(i + 1) for i in range(len(nodes))]
            edges = [(str(int(x) + 1), a, str(int(y) + 1)) for x, a, y in edges]
            a = scipy.io.mmread(self.write("g.mtx", nodes, edges, "--to-orientation", "row-to-col")).toarray()
            np.testing.assert_array_equal(a, arcs(nodes, edges))

    def test_read(self):
        for nodes, edges in graphs(["-->", "---"], names="{}", count=5):
            a = arcs(nodes, edges)
            for kind in ("csr", "csc", "coo"):
                path = self.folder / "g.npz"
                scipy.sparse.save_npz(path, scipy.sparse.csr_array(a).asformat(kind))
                self.assertEqual(self.read(path, "--orientation", "row-to-col"), (nodes, same(edges)), kind)
            path = self.folder / "g.mtx"
            for m in (a, scipy.sparse.coo_array(a)):
                scipy.io.mmwrite(path, m)
                got = self.read(path, "--orientation", "row-to-col")[1]
                self.assertEqual(got, same((str(int(x) + 1), arrow, str(int(y) + 1)) for x, arrow, y in edges))


class Pandas(FileTest):
    def test_written(self):
        edges = [(ODD[0], "-->", ODD[1]), (ODD[2], "-->", ODD[1]), (ODD[6], "---", ODD[7])]
        for name, sep in (("g.csv", ","), ("g.tsv", "\t")):
            path = self.write(name, ODD, edges, "--to-orientation", "row-to-col")
            frame = pd.read_csv(path, index_col=0, sep=sep)
            self.assertEqual(list(frame.columns), ODD)
            self.assertEqual([str(name) for name in frame.index], ODD)
            np.testing.assert_array_equal(frame.to_numpy(), arcs(ODD, edges))
        path = self.write("b.csv", ODD, edges, "--to", "benchpress")
        frame = pd.read_csv(path)
        self.assertEqual(list(frame.columns), ODD)
        np.testing.assert_array_equal(frame.to_numpy(), arcs(ODD, edges))

    def test_read(self):
        names = ODD[:-1]
        edges = [(names[0], "-->", names[1]), (names[2], "-->", names[1]), (names[6], "---", names[7])]
        a = arcs(names, edges)
        path = self.folder / "g.csv"
        for values in (a, a.astype(float), a.astype(bool)):
            frame = pd.DataFrame(values, index=names, columns=names)
            for args in ({}, {"sep": "\t"}, {"sep": ";"}, {"lineterminator": "\r\n", "encoding": "utf-8-sig"}, {"index_label": "node"}, {"index": False}, {"quoting": 2}):
                frame.to_csv(path, **args)
                self.assertEqual(self.read(path, "--orientation", "row-to-col"), (names, same(edges)), args)

    def test_savetxt_read(self):
        for nodes, edges in graphs(["-->"], names="{}", count=5):
            a = arcs(nodes, edges) * -0.75
            for args in ({}, {"delimiter": ","}, {"header": "weights"}, {"fmt": "%.3f", "delimiter": "\t"}):
                path = self.folder / "W.txt"
                np.savetxt(path, a, **args)
                self.assertEqual(self.read(path, "--orientation", "row-to-col", "--threshold", "0.3"), (nodes, same(edges)), args)


class Networkx(FileTest):
    def test_adjacency_read(self):
        import networkx as nx

        for nodes, edges in graphs(["-->"]):
            path = self.write("g.csv", nodes, edges, "--to-orientation", "row-to-col")
            g = nx.from_pandas_adjacency(pd.read_csv(path, index_col=0), create_using=nx.DiGraph)
            self.assertEqual(set(g.edges), {(x, y) for x, _, y in edges})
            self.assertEqual(list(g.nodes), nodes)


class CausalLearn(FileTest):
    # Causal-learn prints the edges that it sees in its matrix.
    def printed(self, a):
        from causallearn.graph.GeneralGraph import GeneralGraph
        from causallearn.graph.GraphNode import GraphNode

        g = GeneralGraph([GraphNode(f"X{i + 1}") for i in range(len(a))])
        g.graph = a
        lines = str(g).split("Graph Edges:\n")[1].strip().split("\n")
        return {edge(*line.split()[1:4]) for line in lines if line}

    def test_written(self):
        for nodes, edges in graphs(["-->", "<->", "---", "o->", "o-o", "--o", "--> <->"], names="X{}", count=40):
            nodes = [f"X{i + 1}" for i in range(len(nodes))]
            edges = [(f"X{int(x[1:]) + 1}", a, f"X{int(y[1:]) + 1}") for x, a, y in edges]
            path = self.write("g.npy", nodes, edges, "--to-codes", "causal-learn")
            self.assertEqual(self.printed(np.load(path)), same(edges))
            path = self.write("g.mat", nodes, edges, "--to-codes", "causal-learn", "--to", "matrix")
            self.assertEqual(self.printed(np.loadtxt(path, ndmin=2)), same(edges))

    def test_learned(self):
        """What PC and FCI return is read as causal-learn prints it."""
        from causallearn.search.ConstraintBased.FCI import fci
        from causallearn.search.ConstraintBased.PC import pc

        rng = np.random.default_rng(1)
        x = rng.normal(size=(500, 6))
        x[:, 2] += x[:, 0] + x[:, 1]
        x[:, 3] += x[:, 2]
        x[:, 5] += x[:, 4]
        for g in (pc(x, show_progress=False).G, fci(x, show_progress=False)[0]):
            path = self.folder / "g.npy"
            np.save(path, g.graph)
            self.assertEqual(self.read(path, "--codes", "causal-learn")[1], self.printed(g.graph))


class Tigramite(FileTest):
    def test_written(self):
        """Its own class takes the array and finds the parents and spouses in it."""
        from tigramite.graphs import Graphs

        for nodes, edges in graphs(["-->", "<->", "--> <->"], names="{}"):
            a = np.load(self.write("g.npy", nodes, edges, "--to-codes", "tigramite"))
            g = Graphs(graph=a, graph_type="admg")
            for v in nodes:
                self.assertEqual({str(u) for u, _ in g._get_parents((int(v), 0))}, {x for x, arrow, y in edges if (arrow, y) == ("-->", v)})
                self.assertEqual({str(u) for u, _ in g._get_spouses((int(v), 0))},
                                 {x if y == v else y for x, arrow, y in edges if arrow == "<->" and v in (x, y)})

    def test_lines(self):
        nodes, edges = ["0", "1", "2"], [("0", "---", "1"), ("2", "-->", "1")]
        a = np.load(self.write("g.npy", nodes, edges, "--to-codes", "tigramite", "--to-class", "cpdag"))
        self.assertEqual(a.tolist(), [["", "o-o", ""], ["o-o", "", "<--"], ["", "-->", ""]])

    def test_series(self):
        """A graph with lags comes back as it was, and the links are tigramite's."""
        from tigramite.causal_effects import CausalEffects
        from tigramite.graphs import Graphs

        links = {0: {(0, -1): "-->"}, 1: {(0, -2): "-->", (1, -1): "-->", (2, 0): "-->"}, 2: {}}
        a = Graphs.get_graph_from_dict(links, tau_max=2)
        path, text, again = self.folder / "g.npy", self.folder / "g.txt", self.folder / "again.npy"
        np.save(path, a)
        nodes, edges = self.read(path)
        self.assertEqual(nodes, ["0", "1", "2"])
        self.assertEqual(edges, {edge("0(t-1)", "-->", "0(t)"), edge("0(t-2)", "-->", "1(t)"), edge("1(t-1)", "-->", "1(t)"), edge("2(t)", "-->", "1(t)")})
        run("convert", path, text)
        run("convert", "--to-codes", "tigramite", text, again)
        np.testing.assert_array_equal(np.load(again), a)
        # It takes the array, and its own has two lags more, one for each end.
        effects = CausalEffects(np.load(again), graph_type="stationary_dag", X=[(0, -2)], Y=[(1, 0)])
        self.assertEqual(effects.graph.ndim, 4)

    def test_learned(self):
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
        for kind, graph in (("cpdag", PCMCI(frame, ParCorr()).run_pcmciplus(tau_max=2)["graph"]), ("pag", LPCMCI(frame, ParCorr()).run_lpcmci(tau_max=2)["graph"])):
            path = self.folder / "g.npy"
            np.save(path, graph)
            want = set()
            for i, j, lag in zip(*np.where(graph != "")):
                arrow = "---" if (kind, graph[i, j, lag]) == ("cpdag", "o-o") else graph[i, j, lag]
                want.add(edge(f"{i}(t-{lag})" if lag else f"{i}(t)", arrow, f"{j}(t)"))
            self.assertEqual(self.read(path, "--class", kind)[1], want)


class Gadjid(FileTest):
    def test_written(self):
        """gadjid finds no difference between what we wrote and what Python built."""
        import gadjid

        for nodes, edges in graphs(["-->", "---"], names="{}"):
            a = arcs(nodes, edges)
            a[(a == 1) & (a.T == 1)] = 2
            for orientation, words, want in (("row-to-col", "from row to column", a), ("col-to-row", "from column to row", a.T.copy())):
                got = np.load(self.write("g.npy", nodes, edges, "--to-codes", "gadjid", "--to-orientation", orientation))
                self.assertEqual(gadjid.shd(want, got), (0.0, 0))
                if not any(arrow == "---" for _, arrow, _ in edges):
                    self.assertEqual(gadjid.parent_aid(want, got, edge_direction=words), (0.0, 0))


if __name__ == "__main__":
    unittest.main()
