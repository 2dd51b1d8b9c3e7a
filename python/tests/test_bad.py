"""Bad input: one clear exception each, in one line, and the interpreter lives on."""

import numpy as np
import pandas as pd
import pytest

import sepdist
from sepdist import ClassError, ConversionError, Error, Graph, MetricError, NodesError, OptionError, ParseError, compare, compare_many

TRUTH = Graph(list("abc"), [("a", "-->", "b"), ("c", "-->", "b")])
A = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]])
CYCLE = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c"), ("c", "-->", "a")])

BAD = [
    ("wrong shape", lambda: compare(A, A[:2], orientation="row-to-col"), ConversionError, "guess: expected a square matrix, got an array of shape 2 × 3"),
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
    ("stacks of other sizes", lambda: compare_many(np.zeros((2, 3, 3), int), np.zeros((2, 4, 4), int), orientation="row-to-col"), ConversionError, "3 nodes and guesses 4"),
    ("stacks without direction", lambda: compare_many(A[None], A[None]), OptionError, "orientation="),
    ("a pair of a stack", lambda: compare_many(A[None], np.ones((1, 3, 3), int), "shd", orientation="row-to-col", errors="raise"), Error, "pair 0: guess"),
    ("too large to draw", lambda: sepdist.simulate("dag", 10, 1000), OptionError, "edges"),
    ("how many nodes", lambda: sepdist.simulate("dag"), OptionError, "nodes="),
    ("no such format", lambda: sepdist.convert(TRUTH, "docx"), OptionError, "docx"),
    ("no such picture", lambda: sepdist.draw(TRUTH, path="x.bmp"), OptionError, "x.bmp"),
    ("too little for a format", lambda: sepdist.convert(Graph(list("ab"), [("a", "<->", "b")]), "bif"), Error, "lossy=True"),
    ("separated from itself", lambda: sepdist.separated(TRUTH, "a", "a"), Error, "a"),
    ("explain a score", lambda: sepdist.explain(TRUTH, TRUTH, "adjacency-f1"), Error, "adjacency-f1"),
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


def test_witness():
    with pytest.raises(ClassError) as e:
        compare(TRUTH, CYCLE, guess_class="dag")
    assert e.value.witness == ("a", "b", "c") and e.value.role == "guess"
    with pytest.raises(NodesError) as e:
        compare(TRUTH, Graph(list("abd")))
    assert (e.value.missing, e.value.extra, e.value.role) == (("c",), ("d",), "guess")


def test_frames_that_are_damaged():
    """Whatever is sent, the engine answers and goes on."""
    from sepdist import engine, frames

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
