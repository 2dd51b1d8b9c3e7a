"""Requests, and errors in responses, are what docs/schema says."""

import json
import pathlib

import jsonschema
import numpy as np
import pytest

import sepdist
from sepdist import Graph, engine, frames

SCHEMA = json.loads((pathlib.Path(__file__).parents[2] / "docs" / "schema" / "request-v1.schema.json").read_text())


def test_schema(monkeypatch, tmp_path):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    requests = jsonschema.Draft202012Validator(SCHEMA)
    errors = jsonschema.Draft202012Validator({**SCHEMA["$defs"]["error"], "$defs": SCHEMA["$defs"]})
    seen = set()

    def pack(header, parts=()):
        requests.validate(header)
        seen.add(header["op"])
        return frames.pack(header, parts)

    def error_of(e):
        errors.validate(e)
        return real(e)

    real = engine.error_of
    monkeypatch.setattr(engine, "pack", pack)
    monkeypatch.setattr(engine, "error_of", error_of)
    g = Graph(list("abc"), [("a", "---", "b"), ("b", "---", "c")], [("ambiguous", "a", "b", "c")], name="g")
    t = Graph(list("abc"), [("a", "-->", "b"), ("c", "-->", "b")], graph_class="dag")
    r = sepdist.compare(t, g, latent=[], sources=["a"], weights={("a", "b"): 1.5}, order_weights=[1, 2], max_order=1, seed=3, workers=1, symmetric=0.3)
    r.draw()
    sepdist.compare(t, t, project=True, samples=10, invalid="nearest", ambiguous="min", baseline=3)
    sepdist.explain(t, t, "zl-sd", "a", "b")
    sepdist.repairs(t, t, "zl-sd")
    sepdist.report(t, t, tmp_path / "r.html", "shd", baseline=2)
    sepdist.check(t)
    sepdist.convert(t, "csv", to_orientation="row-to-col")
    sepdist.convert(t, as_class="cpdag", path=tmp_path / "x.txt")
    sepdist.read(tmp_path / "x.txt")
    sepdist.separated(t, ["a"], "c", ["b"])
    sepdist.simulate("admg", 4, 3, bidirected=0.2)
    sepdist.simulate(graph=t, reverse=1)
    sepdist.metrics()
    sepdist.compare_many([t], [g], "shd")
    sepdist.compare_many(np.zeros((1, 3, 3), int), np.zeros((1, 3, 3), int), "shd", orientation="row-to-col", truth_class="dag")
    for bad in (lambda: sepdist.compare(t, Graph(["a"])), lambda: sepdist.compare(t, t, "x"), lambda: sepdist.convert(t, "x")):
        with pytest.raises(sepdist.Error):
            bad()
    assert seen == set(SCHEMA["properties"]["op"]["enum"]) - {"layout"}  # which is for pages
