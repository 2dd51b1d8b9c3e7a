"""An object gives the graph of the file that its own package writes, and the numbers of the command line."""

import io
import json

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.io
import scipy.sparse as sp

import sepdist
from sepdist import Graph, as_graph, read


def random_graphs(arrows, count=15, names="v{}", seed=0):
    for k in range(count):
        rng = np.random.default_rng((seed, k))
        nodes = [names.format(i) for i in range(int(rng.integers(2, 9)))]
        edges = [(nodes[i], a, nodes[j]) for j in range(len(nodes)) for i in range(j) if rng.random() < 0.4 for a in str(rng.choice(arrows)).split()]
        yield Graph(nodes, edges)


def digraph(g):
    h = nx.DiGraph()
    h.add_nodes_from(g.nodes)
    h.add_edges_from((x, y) if a == "-->" else (y, x) for x, a, y in g.edges)
    return h


def test_networkx(tmp_path):
    for g in random_graphs(["-->"]):
        h = digraph(g)
        assert as_graph(h) == g
        nx.write_graphml(h, tmp_path / "g.graphml")
        (tmp_path / "g.json").write_text(json.dumps(nx.node_link_data(h, edges="edges")))
        for name in ("g.graphml", "g.json"):
            assert read(tmp_path / name) == as_graph(h)


def test_numpy_and_scipy(tmp_path):
    for g in random_graphs(["-->", "---"], names="{}"):
        for orientation in ("row-to-col", "col-to-row"):
            a = g.to_numpy(orientation)
            np.save(tmp_path / "g.npy", a)
            sp.save_npz(tmp_path / "g.npz", sp.csr_matrix(a))
            assert as_graph(a, orientation=orientation) == g == as_graph(sp.csr_array(a), orientation=orientation)
            for name in ("g.npy", "g.npz"):
                assert read(tmp_path / name, orientation=orientation) == g


# By code: what its entries mean, whether the orientation must be stated, and how nodes are named.
CODES = {
    "plain": (["-->", "---"], True, "", 0),
    "causal-learn": (["-->", "<->", "---", "o->", "o-o", "--o", "--> <->"], False, "X", 1),
    "pcalg-pag": (["-->", "<->", "---", "o->", "o-o", "--o"], False, "", 0),
    "pcalg-cpdag": (["-->", "---", "x-x"], False, "", 0),
    "gadjid": (["-->", "---"], True, "", 0),
    "pywhy": (["-->", "<->", "---", "o->", "o-o", "--o", "--> <->"], False, "", 0),
    "ggm": (["-->", "---", "<->", "--> <->"], False, "", 0),
    "tigramite": (["-->", "o-o", "x-x"], False, "", 0),
}


@pytest.mark.parametrize("codes", CODES)
def test_codes(tmp_path, codes):
    """Matrices in every code are read here as from a file."""
    arrows, asks, prefix, first = CODES[codes]
    for g in random_graphs(arrows, names=prefix + "{}"):
        g = g.replace(nodes=[f"{prefix}{i + first}" for i in range(len(g))])
        options = {"graph_class": "pag"} if codes == "tigramite" else {}
        a = matrix(g, codes, asks)
        np.save(tmp_path / "g.npy", a)
        given = {"codes": codes, **({"orientation": "row-to-col"} if asks else {}), **options}
        assert as_graph(a, **given) == g == read(tmp_path / "g.npy", **given)


def matrix(g, codes, asks):
    """Return the matrix that the engine writes, or that tigramite had before it had strings."""
    if codes != "tigramite":
        return np.load(io.BytesIO(sepdist.convert(g, "npy", to_codes=codes, to_orientation="row-to-col" if asks else None)))
    a = np.zeros((len(g), len(g)), dtype=np.int8)
    at = {v: i for i, v in enumerate(g.nodes)}
    for x, arrow, y in g.edges:
        a[at[x], at[y]], a[at[y], at[x]] = {"-->": (1, 0), "<--": (0, 1), "o-o": (1, 1), "x-x": (2, 2)}[arrow]
    return a


def test_pandas(tmp_path):
    for g in random_graphs(["-->", "---"]):
        frame = pd.DataFrame(g.to_numpy(), index=g.nodes, columns=g.nodes)
        frame.to_csv(tmp_path / "g.csv")
        assert read(tmp_path / "g.csv", orientation="row-to-col") == as_graph(frame, orientation="row-to-col") == g


def test_causal_learn(tmp_path):
    from causallearn.graph.Edge import Edge
    from causallearn.graph.Endpoint import Endpoint
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    mark = {"-": Endpoint.TAIL, ">": Endpoint.ARROW, "<": Endpoint.ARROW, "o": Endpoint.CIRCLE}
    for g in random_graphs(["-->", "---", "<->", "o->", "o-o"], names="X{}"):
        nodes = {v: GraphNode(v) for v in g.nodes}
        h = GeneralGraph(list(nodes.values()))
        for x, a, y in g.edges:
            h.add_edge(Edge(nodes[x], nodes[y], mark[a[0]], mark[a[2]]))
        (tmp_path / "g.txt").write_text(str(h))
        np.save(tmp_path / "g.npy", h.graph)
        assert as_graph(h) == g == read(tmp_path / "g.txt")
        by_number = read(tmp_path / "g.npy", codes="causal-learn")
        assert by_number.replace(nodes=g.nodes) == g


def test_tigramite(tmp_path):
    from tigramite.graphs import Graphs

    links = {0: {(0, -1): "-->"}, 1: {(0, -2): "-->", (1, -1): "-->", (2, 0): "-->"}, 2: {}}
    a = Graphs.get_graph_from_dict(links, tau_max=2)
    np.save(tmp_path / "g.npy", a)
    g = as_graph(a)
    assert read(tmp_path / "g.npy") == g and g.max_lag == 2
    assert read(tmp_path / "g.npy", lag0=True) == g.lag0()
    (tmp_path / "g.json").write_text(sepdist.convert(g, "json"))
    again = read(tmp_path / "g.json")
    assert (again, again.max_lag, again.variables) == (g, 2, g.variables)


def test_pgmpy(tmp_path):
    from pgmpy.base import DAG

    for g in random_graphs(["-->"], count=5):
        h = DAG()
        h.add_nodes_from(g.nodes)
        h.add_edges_from((x, y) for x, _, y in g.edges)
        (tmp_path / "g.txt").write_text(h.to_dagitty())
        assert read(tmp_path / "g.txt") == as_graph(h) == g


def test_texts(tmp_path):
    g = Graph(["a", "b", "sea level"], [("a", "o->", "b"), ("sea level", "<->", "b")])
    assert as_graph(g.to_text()) == g
    (tmp_path / "g.txt").write_text(g.to_text())
    assert as_graph(str(tmp_path / "g.txt")) == as_graph(tmp_path / "g.txt") == read(tmp_path / "g.txt") == g
    assert as_graph("dag { a -> b }") == Graph(["a", "b"], [("a", "-->", "b")])
    odd = Graph(['x "quoted"', "#", "-->", "collider", "größe", " blank ", "\\"], [("#", "-->", "-->")])
    assert as_graph(odd.to_text()) == odd


def test_formats_round_trip(tmp_path):
    """What convert writes, read reads."""
    for g in random_graphs(["-->"], count=4):
        for name in ("g.txt", "g.json", "g.graphml", "g.dot", "g.bif", "g.csv"):
            more = {"to_orientation": "row-to-col"} if name.endswith("csv") else {}
            sepdist.convert(g, path=tmp_path / name, **more)
            assert read(tmp_path / name, **({"orientation": "row-to-col"} if more else {})) == g, name


def test_files_appear_when_they_are_complete(tmp_path, monkeypatch):
    """A failed write leaves the old file and nothing beside it. Links and permissions stay."""
    truth = Graph(list("abc"), [("a", "-->", "b")])
    target, link = tmp_path / "old.svg", tmp_path / "link.svg"
    target.write_text("old")
    link.symlink_to(target)

    def full(source, to):
        raise OSError(28, "No space left on device", source)

    for write in (lambda p: sepdist.draw(truth, path=p), lambda p: sepdist.convert(truth, "text", path=p), lambda p: sepdist.report(truth, truth, p, "shd")):
        with monkeypatch.context() as m:
            m.setattr("os.replace", full)
            with pytest.raises(OSError, match="No space left") as e:
                write(link)
            assert e.value.filename == str(link)
        assert target.read_text() == "old" and sorted(p.name for p in tmp_path.iterdir()) == ["link.svg", "old.svg"]
    sepdist.draw(truth, path=link)
    assert link.is_symlink() and target.read_text().startswith("<")


def test_endless_device():
    for read_it in (lambda: read("/dev/zero"), lambda: sepdist.falsify("a --> b", "/dev/zero")):
        with pytest.raises(sepdist.ParseError, match="more than 128 MB, and not a file"):
            read_it()
