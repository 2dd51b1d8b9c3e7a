"""Bad input: one clear exception each, in one line, and the interpreter lives on."""

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import sepdist
from sepdist import ClassError, ConversionError, Error, Graph, MetricError, NodesError, OptionError, ParseError, as_graph, compare, compare_many

TRUTH = Graph(list("abc"), [("a", "-->", "b"), ("c", "-->", "b")])
A = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]])
IN_ITSELF = []
IN_ITSELF.append(IN_ITSELF)
CYCLE = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c"), ("c", "-->", "a")])

BAD = [
    ("edges as nodes", lambda: Graph([("a", "-->", "b")]), ConversionError, "edges are the second argument"),
    ("wrong shape", lambda: compare(A, A[:2], orientation="row-to-col"), ConversionError, "guess: expected a square matrix, got an array of shape (2, 3)"),
    ("three dimensions", lambda: compare(A, np.zeros((3, 3, 3)), orientation="row-to-col"), ConversionError, "square"),
    ("NaN", lambda: compare(A, np.where(A, np.nan, 0.0), orientation="row-to-col"), ConversionError, "NaN"),
    ("infinite", lambda: compare(A, np.where(A, np.inf, 0.0), orientation="row-to-col"), ConversionError, "infinite"),
    ("bool", lambda: compare(TRUTH, True), ConversionError, "got a bool"),
    ("bool array without direction", lambda: compare(A.astype(bool), A.astype(bool)), OptionError, "orientation="),
    ("objects", lambda: compare(A, A.astype(object), orientation="row-to-col"), ConversionError, "array of objects"),
    ("None", lambda: compare(TRUTH, None), ConversionError, "got a NoneType"),
    ("a class, not an object", lambda: compare(TRUTH, Graph), ConversionError, "got a type"),
    ("no direction", lambda: compare(A, A), OptionError, "orientation="),
    ("nodes are missing", lambda: compare(TRUTH, Graph(list("ab"))), NodesError, "project=True"),
    ("other nodes", lambda: compare(TRUTH, Graph(list("abd"))), NodesError, "missing node c and has extra node d"),
    ("other sizes", lambda: compare(A, A[:2, :2], orientation="row-to-col"), NodesError, "missing node 2"),
    ("no names", lambda: compare(TRUTH, A, orientation="row-to-col"), OptionError, "names="),
    ("mixed marks", lambda: compare(TRUTH, Graph(list("abc"), [("a", "o->", "b"), ("b", "---", "c")])), ClassError, "not a PAG"),
    ("an edge beside an undirected one", lambda: compare(TRUTH, Graph(list("abc"), [("a", "---", "b"), ("a", "-->", "b")])), ConversionError, "a and b"),
    ("an edge twice", lambda: compare(TRUTH, Graph(list("abc"), [("a", "-->", "b"), ("b", "<--", "a")])), ConversionError, "a and b"),
    ("a cycle in a DAG", lambda: compare(TRUTH, CYCLE, guess_class="dag"), ClassError, "a --> b --> c --> a"),
    ("a cycle in a guess", lambda: compare(TRUTH, CYCLE), ClassError, "guess_class="),
    ("frame with other rows", lambda: compare(pd.DataFrame(A, index=list("abd"), columns=list("abc")), TRUTH, orientation="row-to-col"), NodesError, "'d' has no column"),
    ("conflict", lambda: compare(TRUTH, Graph(list("abc"), [("a", "x-x", "b")])), ClassError, "invalid="),
    ("no such metric", lambda: compare(TRUTH, TRUTH, "zlsd"), MetricError, "zl-sd"),
    ("no metric", lambda: compare(TRUTH, TRUTH, []), OptionError, "metrics is empty"),
    ("metric not defined", lambda: compare(TRUTH, Graph(list("abc"), [("a", "---", "b")]), "parent-sd"), MetricError, "pparent-sd"),
    ("no such class", lambda: compare(TRUTH, TRUTH, truth_class="tree"), OptionError, "truth_class"),
    ("no such policy", lambda: compare(TRUTH, TRUTH, invalid="mend"), OptionError, "invalid="),
    ("wrong symmetry", lambda: compare(TRUTH, TRUTH, symmetric=2), OptionError, "symmetric="),
    ("no such node", lambda: compare(TRUTH, TRUTH, sources=["q"]), NodesError, "q"),
    ("weights", lambda: compare(TRUTH, TRUTH, weights={("a", "a"): 1}), Error, "two nodes"),
    ("negative workers", lambda: compare(TRUTH, TRUTH, workers=-1), OptionError, "workers"),
    ("text for a number", lambda: compare(TRUTH, TRUTH, workers="two"), OptionError, "workers"),
    ("a number too large", lambda: compare(TRUTH, TRUTH, seed=2**70), OptionError, "seed"),
    ("one node", lambda: compare(Graph(["a"]), Graph(["a"])), Error, "node"),
    ("no nodes", lambda: compare(Graph([]), Graph([])), Error, "node"),
    ("no such file", lambda: compare("nowhere.txt", TRUTH), ParseError, "nowhere.txt: No such file"),
    ("no graph in a text", lambda: compare("a => b\n", TRUTH), ParseError, "=>"),
    ("more guesses", lambda: compare_many([TRUTH, TRUTH], [TRUTH]), ConversionError, "2 truths and 1 guesses"),
    ("stacks of other sizes", lambda: compare_many(np.zeros((2, 3, 3), int), np.zeros((2, 4, 4), int), orientation="row-to-col", errors="raise"), NodesError, "pair 0: guess: the graph has extra node 3"),
    ("stacks without direction", lambda: compare_many(A[None], A[None]), OptionError, "orientation="),
    ("a pair of a stack", lambda: compare_many(A[None], np.ones((1, 3, 3), int), "shd", orientation="row-to-col", errors="raise"), Error, "pair 0: guess"),
    ("too large to draw", lambda: sepdist.simulate("dag", 10, 1000), OptionError, "edges"),
    ("how many nodes", lambda: sepdist.simulate("dag"), OptionError, "nodes="),
    ("no such format", lambda: sepdist.convert(TRUTH, "docx"), OptionError, "docx"),
    ("no such picture", lambda: sepdist.draw(TRUTH, path="x.bmp"), OptionError, "x.bmp"),
    ("too little for a format", lambda: sepdist.convert(Graph(list("ab"), [("a", "<->", "b")]), "bif"), Error, "lossy=True"),
    ("separated from itself", lambda: sepdist.separated(TRUTH, "a", "a"), Error, "a"),
    ("explain a score", lambda: sepdist.explain(TRUTH, TRUTH, "adjacency-f1"), Error, "adjacency-f1"),
    ("a number that is no code", lambda: sepdist.gadjid.parent_aid(A * 3, A, "from row to column"), ConversionError, "g_true: row 0, column 1 is 3 and row 1, column 0 is 0, which together are not an edge in the code gadjid"),
    ("both ways for gadjid", lambda: sepdist.gadjid.parent_aid(A, A + A.T, "from row to column"), ConversionError, "g_guess: row 0, column 1 is 1 and row 1, column 0 is 1, which together are not an edge"),
    ("both ways in a large matrix", lambda: sepdist.gadjid.parent_aid(np.zeros((200, 200), int), np.ones((200, 200), int) - np.eye(200, dtype=int), "from row to column"), ConversionError, "g_guess: row 0, column 1 is 1 and row 1, column 0 is 1"),
    ("half for gadjid", lambda: sepdist.gadjid.parent_aid(A * 0.5, A, "from row to column"), ConversionError, "g_true: the entry 0.5 is not in the code gadjid"),
    ("complex", lambda: compare(A, A.astype(complex), orientation="row-to-col"), ConversionError, "guess: expected a matrix of numbers, got an array of complex128"),
    ("dates", lambda: compare(A, A.astype("datetime64[s]"), orientation="row-to-col"), ConversionError, "datetime64"),
    ("records", lambda: compare(A, np.zeros((3, 3), dtype=[("a", int)]), orientation="row-to-col"), ConversionError, "expected a matrix of numbers"),
    ("masked", lambda: compare(A, np.ma.array(A, mask=A > 0), orientation="row-to-col"), ConversionError, "a.filled(0)"),
    ("a number for an array", lambda: compare(np.array(3), A), ConversionError, "shape ()"),
    ("one dimension", lambda: compare(np.array([1, 0]), A), ConversionError, "shape (2,)"),
    ("four dimensions", lambda: as_graph(np.full((2, 2, 2, 3), "")), ConversionError, "[2 2 2 3]"),
    ("odd link", lambda: as_graph(np.array([["", "->"], ["<-", ""]])), ConversionError, 'row 0, column 1: "->" is not a link such as -->'),
    ("odd link with lags", lambda: as_graph(np.array([[["", ""], ["", "=>"]], [["", ""], ["", ""]]])), ConversionError, 'row 0, column 1: "=>" is not a link'),
    ("numbers that wrap", lambda: Graph.from_arrays(["a", "b"], np.array([[0, 2**32 + 1]]), np.array([[1, 2]])), ConversionError, "a node that is not a whole number from 0 to 1"),
    ("marks that wrap", lambda: Graph.from_arrays(["a", "b"], np.array([[0, 1]]), np.array([[1, 258]])), ConversionError, "a mark that is not a whole number from 1 to 4"),
    ("links that disagree", lambda: as_graph(np.array([["", "-->"], ["-->", ""]])), ConversionError, "not its mirror image"),
    ("link to the past", lambda: as_graph(np.array([[["", "<--"]]])), ConversionError, "not an edge from the past"),
    ("sparse, summed", lambda: as_graph(sp.coo_matrix(([1, 1], ([0, 0], [1, 1])), shape=(2, 2)), orientation="row-to-col"), OptionError, "codes="),
    ("sparse NaN", lambda: as_graph(sp.csc_matrix(np.where(A, np.nan, 0)), orientation="row-to-col"), ConversionError, "NaN"),
    ("sparse, not square", lambda: as_graph(sp.csr_matrix((2, 3)), orientation="row-to-col"), ConversionError, "sparse matrix of shape (2, 3)"),
    ("frame with a column twice", lambda: as_graph(pd.DataFrame(A, columns=list("aab")), orientation="row-to-col"), ConversionError, "two nodes are named 'a'"),
    ("frame with a row twice", lambda: as_graph(pd.DataFrame(A, list("aab"), list("abc")), orientation="row-to-col"), ConversionError, "two nodes are named 'a'"),
    ("frame with gaps", lambda: as_graph(pd.DataFrame([[0, pd.NA], [0, 0]], list("ab"), list("ab")), orientation="row-to-col"), ConversionError, 'column 1 (b) is NaN or empty'),
    ("frame of edges", lambda: as_graph(pd.DataFrame({"from": ["a"], "to": ["b"]})), ConversionError, "square frame, got 1 rows and 2 columns"),
    ("frame without direction", lambda: as_graph(pd.DataFrame(A, list("abc"), list("abc"))), OptionError, "orientation="),
    ("column of a frame", lambda: as_graph(pd.Series([1, 2])), ConversionError, "got a Series of pandas"),
    ("parallel edges", lambda: as_graph(nx.MultiDiGraph([("a", "b"), ("a", "b")])), ConversionError, "two edges a --> b"),
    ("self-loop", lambda: as_graph(nx.DiGraph([("a", "a")])), ConversionError, "drop_self_loops=True"),
    ("a cycle of two", lambda: compare(TRUTH, nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")])), OptionError, 'opposite_arcs="undirected"'),
    ("a cycle of two, stated", lambda: compare(TRUTH, nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")]), opposite_arcs="cycle"), ClassError, "a --> b --> a"),
    ("1 and '1'", lambda: as_graph(nx.DiGraph([(1, "1")])), ConversionError, "two nodes are named '1'"),
    ("half a character", lambda: Graph(["a\ud800", "b"]), ConversionError, "not Unicode"),
    ("a line break in a name", lambda: Graph(["a\nb"]), ConversionError, "line break"),
    ("no file of such a name", lambda: as_graph("a\0b"), ParseError, "null byte"),
    ("no text", lambda: as_graph(""), ConversionError, "empty text"),
    ("names as a number", lambda: as_graph(A, names=3, orientation="row-to-col"), OptionError, "names is a list"),
    ("names as a mapping", lambda: as_graph(A, names={0: "a"}, orientation="row-to-col"), OptionError, "names is a list"),
    ("names with None", lambda: as_graph(A, names=[None, "a", "b"], orientation="row-to-col"), OptionError, "None"),
    ("too few names", lambda: as_graph(A, names=["a"], orientation="row-to-col"), OptionError, "1 names for 3 nodes"),
    ("threshold", lambda: as_graph(A, threshold=float("nan"), orientation="row-to-col"), OptionError, "threshold is a number from 0 up"),
    ("a number for a metric", lambda: compare(TRUTH, TRUTH, 3), OptionError, "metrics is a int: expected the name of a metric"),
    ("a text for a seed", lambda: compare(TRUTH, TRUTH, seed="x"), OptionError, "seed='x': expected a whole number from 0 up"),
    ("half a worker", lambda: compare(TRUTH, TRUTH, workers=1.5), OptionError, "workers=1.5: expected a whole number"),
    ("too many workers", lambda: compare(TRUTH, TRUTH, workers=10**9), OptionError, "workers=1000000000 is out of range: use at most 1024"),
    ("no pairs", lambda: compare(TRUTH, TRUTH, pairs=0), OptionError, "pairs=0: expected a whole number from 1 up"),
    ("a number for names", lambda: compare(TRUTH, TRUTH, latent=3), OptionError, "latent=3: expected a list of names"),
    ("a list to rename", lambda: compare(TRUTH, TRUTH, rename=["a"]), OptionError, "expected a mapping"),
    ("weights without numbers", lambda: compare(TRUTH, TRUTH, weights=[("a", "b")]), OptionError, "rows of x, y and weight"),
    ("weights of texts", lambda: compare(TRUTH, TRUTH, weights={"ab": 1}), OptionError, "mapping from (x, y)"),
    ("a weight of NaN", lambda: compare(TRUTH, TRUTH, weights={("a", "b"): float("nan")}), OptionError, "weights[a, b]=nan: expected a number"),
    ("weights of orders", lambda: compare(TRUTH, TRUTH, "sc", order_weights=3), OptionError, "expected a list of numbers"),
    ("precision NaN", lambda: compare(TRUTH, TRUTH, "sc", precision=float("nan")), OptionError, "precision=nan: expected a number"),
    ("statements as a text", lambda: compare(TRUTH, TRUTH, "sc", statements="ab"), OptionError, "rows of x, y"),
    ("a statement twice", lambda: compare(TRUTH, TRUTH, "sc", statements=[["a", "c", "b"], ["a", "b"], ["c", "a", "b"]]), Error, "statement 3: duplicates statement 1"),
    ("a number for a policy", lambda: compare(TRUTH, TRUTH, invalid=3), OptionError, "invalid=3: expected a text"),
    ("explain no such node", lambda: sepdist.explain(TRUTH, TRUTH, "zl-sd", "a", "q"), NodesError, 'no node is named "q"'),
    ("explain one node", lambda: sepdist.explain(TRUTH, TRUTH, "zl-sd", "a"), Error, "a pair needs two nodes"),
    ("limit", lambda: sepdist.explain(TRUTH, TRUTH, "zl-sd", limit="x"), OptionError, "limit='x'"),
    ("separated from nothing", lambda: sepdist.separated(TRUTH, [], "a"), OptionError, "expected a node"),
    ("members of half", lambda: sepdist.members(TRUTH, 1.5), OptionError, "limit=1.5"),
    ("half a node", lambda: sepdist.simulate("dag", 2.5, 1), OptionError, "nodes=2.5"),
    ("a tree", lambda: sepdist.simulate("tree", 3, 2), OptionError, "graph_class is 'dag'"),
    ("probability NaN", lambda: sepdist.simulate("dag", 3, probability=float("nan")), OptionError, "probability=nan"),
    ("png", lambda: sepdist.draw(TRUTH, path="x.png"), OptionError, ".svg"),
    ("one guess for many", lambda: compare_many(TRUTH, TRUTH), ConversionError, "guesses is one graph"),
    ("None among many", lambda: compare_many([TRUTH, None], [TRUTH, TRUTH], errors="raise"), ConversionError, "pair 1: truth: expected a graph, got a NoneType"),
    ("stacks without nodes", lambda: compare_many(np.zeros((2, 0, 0), int), np.zeros((2, 0, 0), int), errors="raise"), ConversionError, "is empty"),
    ("nodes as a number", lambda: Graph(3), ConversionError, "expected a list of names"),
    ("half a triple", lambda: Graph(list("abc"), [], [("ambiguous", "a", "b")]), ConversionError, "is not a triple"),
    ("pairs for edges", lambda: as_graph([("a", "b")]), ConversionError, 'use ("a", "-->", "b") for an edge'),
    ("a list in itself", lambda: as_graph(IN_ITSELF), ConversionError, "got a list"),
    ("series", lambda: compare(TRUTH, np.array([[["", "-->"]]])), Error, "lag0=True"),
]


@pytest.mark.parametrize("call, error, text", [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad(call, error, text):
    with pytest.raises(error) as e:
        call()
    message = str(e.value)
    assert text in message and "\n" not in message and "--" not in message.replace("-->", "").replace("---", "").replace("<--", ""), message
    assert isinstance(e.value, ValueError)


def test_unknown_keyword():
    with pytest.raises(TypeError, match="unexpected keyword 'orentation'"):
        compare(A, A, orentation="row-to-col")


@pytest.mark.parametrize("change", [
    np.asfortranarray, lambda a: a.astype(">i4"), lambda a: a.astype(">f8"), lambda a: a.astype(np.float16), lambda a: a.astype(np.longdouble), lambda a: a.astype(bool),
    lambda a: np.kron(a, np.eye(2, dtype=int))[::2, ::2], lambda a: a[::-1, ::-1][::-1, ::-1], np.matrix, lambda a: a.astype(np.uint64), lambda a: a.tolist(),
    lambda a: np.ma.array(a), sp.csr_matrix, sp.coo_array, sp.dok_matrix, lambda a: sp.csc_matrix(a.astype(bool)), lambda a: type("Tensor", (), {"__array__": lambda s, *_, **__: a})(),
    lambda a: pd.DataFrame(a).astype("Int64"), lambda a: pd.DataFrame(a).astype(object), lambda a: sp.coo_matrix((np.r_[a[a != 0], 0], (np.r_[np.nonzero(a)[0], 2], np.r_[np.nonzero(a)[1], 0])), shape=(3, 3)),
])
def test_good(change):
    """Other layouts and types of the same numbers are the same graph, alone and in stacks."""
    g = change(A)
    assert as_graph(g, orientation="row-to-col") == as_graph(A, orientation="row-to-col")
    assert compare(g, A, "shd", orientation="row-to-col")["shd"].wrong == 0
    assert compare_many([g, g], [A, A], "shd", orientation="row-to-col").wrong["shd"].tolist() == [0, 0]


def test_numpy_texts():
    links = [["", "-->"], ["<--", ""]]
    for dtype in ("U3", "S3", object, *([np.dtypes.StringDType()] if hasattr(np.dtypes, "StringDType") else [])):
        assert as_graph(np.array(links, dtype=dtype)).edges == [("0", "-->", "1")]


def test_one_object_in_two_roles():
    g = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")])
    r = compare_many([g], [g], "zl-sd", truth_class="dag", guess_class="admg", errors="raise")
    assert r["zl-sd"].tolist() == [0]


def test_no_pairs():
    assert compare_many([], []).pairs == 0 and compare_many(A, np.zeros((0, 3, 3), int), "shd", orientation="row-to-col").pairs == 0


def test_files_are_named_before_the_work(tmp_path):
    with pytest.raises(FileNotFoundError):
        sepdist.report(TRUTH, TRUTH, tmp_path / "nowhere" / "r.html")
    with pytest.raises(TypeError, match="unexpected keyword 'colour'"):
        sepdist.read("x.txt", colour="red")


def test_witness():
    with pytest.raises(ClassError) as e:
        compare(TRUTH, CYCLE, guess_class="dag")
    assert e.value.witness == ("a", "b", "c") and e.value.role == "guess"
    with pytest.raises(NodesError) as e:
        compare(TRUTH, Graph(list("abd")))
    assert (e.value.missing, e.value.extra, e.value.role) == (("c",), ("d",), "guess")


def test_frames_that_are_damaged():
    """Whatever is sent, the engine answers and goes on."""
    from sepdist import _native as engine
    from sepdist._native import frames

    rng = np.random.default_rng(0)
    good = frames.pack({"op": "check", "graph": {"nodes": ["a", "b"], "ends": 0, "marks": 1}}, [np.array([[0, 1]], "<i4"), np.array([[1, 2]], np.uint8)])
    e = engine.engine()
    for k in range(300):
        frame = bytearray(good)
        for _ in range(int(rng.integers(1, 6))):
            frame[int(rng.integers(len(frame)))] = int(rng.integers(256))
        job = 10**9 + k
        e.start(job, bytes(frame[: int(rng.integers(len(frame)))] if k % 3 == 0 else frame))
        while not e.poll(job, 1000)[0]:
            pass
        answer, _ = frames.unpack(e.take(job))
        assert "error" in answer or "check" in answer
        assert answer.get("error", {}).get("kind") != "internal", answer
    assert sepdist.check(TRUTH)
