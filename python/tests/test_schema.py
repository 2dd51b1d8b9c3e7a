"""Requests are what docs/schema says; that responses are is seen in conftest.py."""

import json

import jsonschema
import numpy as np
import pytest

import sepdist
from conftest import FOLDER, RESPONSES
from sepdist import Graph, _native as engine

REQUESTS = json.loads((FOLDER / "request-v1.schema.json").read_text())
OPS = set(REQUESTS["properties"]["op"]["enum"])


def test_schema(monkeypatch, tmp_path, responses):
    for schema in (REQUESTS, RESPONSES):
        jsonschema.Draft202012Validator.check_schema(schema)
    requests = jsonschema.Draft202012Validator(REQUESTS)
    pack = engine.pack

    def valid(header, parts=()):
        requests.validate(header)
        return pack(header, parts)

    monkeypatch.setattr(engine, "pack", valid)
    g = Graph(list("abc"), [("a", "---", "b"), ("b", "---", "c")], [("ambiguous", "a", "b", "c")], name="g")
    t = Graph(list("abc"), [("a", "-->", "b"), ("c", "-->", "b")], graph_class="dag")
    s = sepdist.as_graph("x(t-1) --> x(t)\nx(t-1) --> y(t)\nx(t) --> y(t)\n")
    r = sepdist.compare(t, g, latent=[], sources=["a"], weights={("a", "b"): 1.5}, order_weights=[1, 2], max_order=1, seed=3, workers=1, symmetric=0.3, max_seconds=5)
    r.draw()
    sepdist.compare(t, t, "all", project=True, samples=10, invalid="nearest", ambiguous="min", baseline=3)
    sepdist.compare(t, t, "all", pairs=3, symmetric=True)
    sepdist.compare(s, s, "all", max_lag=2, window=2, links=["lagged", "cross"], baseline=2)
    big = sepdist.simulate("dag", 70, 100), sepdist.simulate("dag", 70, 100, seed=2)
    sepdist.compare(*big, "sc", samples=20, seed=2**60)
    sepdist.compare(t, Graph(list("abc"), [("a", "---", "b"), ("b", "---", "c")]), "all", baseline=5)
    sepdist.compare(t, Graph(list("abc"), [("a", "-->", "b"), ("b", "---", "c")]), "all", invalid="drop", guess_class="cpdag")
    for metric in ("zl-sd", "parent-aid", "shd", "sc-metric"):
        sepdist.explain(t, Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")]), metric)
        sepdist.explain(s, s, metric) if metric != "parent-aid" else None
    sepdist.explain(t, t, "zl-sd", "a", "b")
    sepdist.repairs(t, Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")]), ["zl-sd", "sid"])
    sepdist.report(t, t, tmp_path / "r.html", "shd", baseline=2)
    sepdist.check(t), sepdist.check(s), sepdist.check(g)
    sepdist.convert(t, "csv", to_orientation="row-to-col")
    sepdist.convert(t, as_class="cpdag", path=tmp_path / "x.txt")
    sepdist.convert(Graph(list("ab"), [("a", "<->", "b")]), "bif", lossy=True)
    sepdist.convert(t, "npy", to_orientation="row-to-col", lossy=True)
    sepdist.convert(s, window=2, latent=["x"])
    sepdist.read(tmp_path / "x.txt")
    sepdist.separated(t, ["a"], "c", ["b"])
    sepdist.separators(t), sepdist.separators(t, "a", "c", "zl-sd")
    sepdist.falsify(t, {"a": [0.5, 1.5, 0.1, 0.7, 0.2, 0.9], "b": list("uvuvvu"), "c": [True, False, True, True, False, False]}, permutations=3, suggest=True, max_lag=1, workers=1)
    sepdist.falsify(t, lambda x, y, given: 0.01, strategy="parent")
    sepdist.members(sepdist.simulate("cpdag", 5, 6))
    sepdist.simulate("admg", 4, 3, bidirected=0.2)
    sepdist.simulate("ts-dag", 4, 3, max_lag=2)
    sepdist.simulate(graph=t, reverse=1)
    sepdist.metrics()
    engine.call({"op": "formats"})
    engine.call({"op": "layout", "truth": {"nodes": ["a", "b"], "edges": [["a", "-->", "b"]]}, "guess": {"nodes": ["a", "b"]}, "at": {"a": [1, 2.5]}})
    sepdist.compare_many([t, s, t], [g, s, s], "shd")
    sepdist.compare_many(np.zeros((1, 3, 3), int), np.zeros((1, 3, 3), int), "shd", orientation="row-to-col", truth_class="dag")
    sepdist.study([(t, g), big], metrics="mb-zl-sd,shd", pair_timeout="1h", yes=True).run(block_seconds=1e-6)
    sepdist.study(simulate={"count": 2, "nodes": 5, "edges": 6, "any": 1}, orientation="row-to-col", metrics="shd").run()
    for bad in (lambda: sepdist.compare(t, Graph(["a"])), lambda: sepdist.compare(t, t, "x"), lambda: sepdist.convert(t, "x")):
        with pytest.raises(sepdist.Error):
            bad()
    sepdist.gadjid.parent_aid(np.zeros((200, 200), np.int8), np.zeros((200, 200), np.int8), "from row to column")
    assert responses == OPS | {"error", "counted"} == {r["$ref"].rpartition("/")[2] for r in RESPONSES["anyOf"]}
