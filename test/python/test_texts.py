"""Texts: what sepdist writes is read by the tools, and what they write by sepdist."""

import json
import unittest

import networkx as nx
import pydot
from causallearn.graph.Edge import Edge
from causallearn.graph.Endpoint import Endpoint
from causallearn.graph.GeneralGraph import GeneralGraph
from causallearn.graph.GraphNode import GraphNode
from causallearn.utils.GraphUtils import GraphUtils
from causallearn.utils.TXT2GeneralGraph import txt2generalgraph
from pgmpy.base import DAG
from pgmpy.readwrite import BIFReader, BIFWriter, NETReader, NETWriter, XMLBIFReader, XMLBIFWriter

from command import FileTest, edge, graphs, same

ODD = ['x "quoted"', "a,b", "größe", "X o-> Y", "tab\there", "a;b", "a<b&c", "日本", "#", "new\\n", "0"]
ALL = ["-->", "---", "<->", "o->", "o-o", "o--", "--> <->"]


def arrows(g):
    """Return the edges of a networkx graph, with the arrows that its edges carry."""
    plain = "-->" if g.is_directed() else "---"
    return {edge(str(x), data.get("edge_type", plain), str(y)) for x, y, data in g.edges(data=True)}


def digraph(nodes, edges):
    g = nx.DiGraph()
    g.add_nodes_from(nodes)
    g.add_edges_from((x, y) for x, _, y in edges)
    return g


def odd():
    return ODD, [(ODD[0], "-->", ODD[1]), (ODD[2], "-->", ODD[1]), (ODD[3], "-->", ODD[6]), (ODD[9], "-->", ODD[10])]


class Networkx(FileTest):
    def check(self, g, nodes, edges):
        self.assertEqual(list(map(str, g.nodes)), nodes)
        self.assertEqual(arrows(g), same(edges))

    def test_written(self):
        for nodes, edges in [*graphs(["-->"]), *graphs(ALL), odd()]:
            self.check(nx.read_graphml(self.write("g.graphml", nodes, edges)), nodes, edges)
            text = self.write("g.json", nodes, edges, "--to", "node-link").read_text(encoding="utf-8")
            self.check(nx.node_link_graph(json.loads(text), edges="edges"), nodes, edges)

    def test_lists_written(self):
        for nodes, edges in graphs(["-->"]):
            path = self.write("g.edgelist", nodes, edges, "--lossy")
            with open(path, encoding="utf-8") as f:
                f.readline()  # the header
                g = nx.parse_edgelist(f, delimiter=",", create_using=nx.DiGraph)
            self.assertEqual(arrows(g), same(edges))

    def test_dot_written(self):
        for nodes, edges in graphs(["-->"]):
            (dot,) = pydot.graph_from_dot_file(str(self.write("g.dot", nodes, edges)), encoding="utf-8")
            g = nx.nx_pydot.from_pydot(dot)
            self.assertEqual((sorted(g.nodes), arrows(g)), (sorted(nodes), same(edges)))

    def test_dot_marks_written(self):
        (dot,) = pydot.graph_from_dot_file(str(self.write("g.dot", ["a", "b"], [("a", "o->", "b")])))
        (e,) = dot.get_edges()
        self.assertEqual((e.get_source(), e.get_destination(), e.get_dir(), e.get_arrowtail()), ("a", "b", "both", "odot"))

    def test_read(self):
        for nodes, edges in [*graphs(["-->"]), odd()]:
            g, want = digraph(nodes, edges), (nodes, same(edges))
            path = self.folder / "g.graphml"
            nx.write_graphml(g, path)
            self.assertEqual(self.read(path), want)
            path = self.folder / "g.json"
            for data in (nx.node_link_data(g), nx.node_link_data(g, edges="links")):
                path.write_text(json.dumps(data))
                self.assertEqual(self.read(path), want)
            if nodes is not ODD:
                path = self.folder / "g.dot"
                nx.nx_pydot.write_dot(g, path)
                self.assertEqual(self.read(path), want)

    def test_undirected_read(self):
        for nodes, edges in graphs(["---"]):
            g, want = nx.Graph(digraph(nodes, edges)), same(edges)
            for name, write in (("g.graphml", nx.write_graphml), ("g.dot", nx.nx_pydot.write_dot)):
                write(g, self.folder / name)
                self.assertEqual(self.read(self.folder / name)[1], want, name)
            path = self.folder / "g.json"
            path.write_text(json.dumps(nx.node_link_data(g)))
            self.assertEqual(self.read(path)[1], want)

    def test_edgelist_read(self):
        for nodes, edges in graphs(["-->"]):
            if not edges:
                continue
            g, path = digraph(nodes, edges), self.folder / "g.edgelist"
            nx.write_edgelist(g, path)
            self.assertEqual(self.read(path, "--directed")[1], same(edges))
            nx.set_edge_attributes(g, 0.5, "weight")
            nx.write_edgelist(g, path)
            self.assertEqual(self.read(path, "--directed")[1], same(edges))
            nx.write_weighted_edgelist(g, path)
            self.assertEqual(self.read(path, "--directed", "--format", "edgelist")[1], same(edges))

    def test_series(self):
        g = nx.DiGraph([(("X", -1), ("Y", 0)), (("X", 0), ("Y", 0))])
        path = self.folder / "g.json"
        path.write_text(json.dumps(nx.node_link_data(g)))
        nodes, edges = self.read(path)
        self.assertEqual((nodes, edges), (["X", "Y"], {edge("X(t-1)", "-->", "Y(t)"), edge("X(t)", "-->", "Y(t)")}))


MARKS = {"-": Endpoint.TAIL, ">": Endpoint.ARROW, "<": Endpoint.ARROW, "o": Endpoint.CIRCLE}


class CausalLearn(FileTest):
    KINDS = ["-->", "---", "<->", "o->", "o-o"]  # it has no o--, and reads no two edges of a pair

    def graph(self, nodes, edges):
        known = {v: GraphNode(v) for v in nodes}
        g = GeneralGraph(list(known.values()))
        for x, arrow, y in edges:
            g.add_edge(Edge(known[x], known[y], MARKS[arrow[0]], MARKS[arrow[2]]))
        return g

    def test_written(self):
        for nodes, edges in graphs(self.KINDS):
            g = txt2generalgraph(str(self.write("g.tetrad", nodes, edges)))
            self.assertEqual(g.get_node_names(), nodes)
            want = self.graph(nodes, edges)
            self.assertTrue((g.graph == want.graph).all(), (edges, str(g)))

    def test_read(self):
        for nodes, edges in graphs(self.KINDS):
            g, path = self.graph(nodes, edges), self.folder / "g.txt"
            path.write_text(str(g))
            self.assertEqual(self.read(path), (nodes, same(edges)))
            path = self.folder / "g.dot"
            path.write_text(GraphUtils.to_pydot(g).to_string())
            self.assertEqual(self.read(path), (nodes, same(edges)))


class Pgmpy(FileTest):
    def test_written(self):
        for nodes, edges in graphs(["-->"], count=5):
            for reader, name in ((BIFReader, "g.bif"), (XMLBIFReader, "g.xmlbif"), (NETReader, "g.net")):
                model = reader(str(self.write(name, nodes, edges))).get_model()
                self.assertEqual((sorted(model.nodes), {edge(x, "-->", y) for x, y in model.edges}), (sorted(nodes), same(edges)), name)

    def test_read(self):
        for nodes, edges in graphs(["-->"], count=5):
            model = BIFReader(str(self.write("g.bif", nodes, edges))).get_model()
            for write, name in (
                (lambda path: BIFWriter(model).write_bif(path), "h.bif"),
                (lambda path: XMLBIFWriter(model).write_xmlbif(path), "h.xml"),
                (lambda path: NETWriter(model).write_net(path), "h.net"),
            ):
                write(str(self.folder / name))
                got, arcs = self.read(self.folder / name)
                self.assertEqual((sorted(got), arcs), (sorted(nodes), same(edges)), name)

    def test_dagitty(self):
        for nodes, edges in graphs(["-->"], count=5):
            dag = DAG()
            dag.add_nodes_from(nodes)
            dag.add_edges_from((x, y) for x, _, y in edges)
            path = self.folder / "g.txt"
            path.write_text(dag.to_dagitty())
            got, arcs = self.read(path)
            self.assertEqual((sorted(got), arcs), (sorted(nodes), same(edges)))
            again = DAG.from_dagitty(self.write("g.dag", nodes, edges).read_text())
            self.assertEqual({edge(x, "-->", y) for x, y in again.edges}, same(edges))


if __name__ == "__main__":
    unittest.main()
