"""The brute-force vectors and those of other programs, through Python."""

import json
import math
import pathlib

import numpy as np
import pytest

import commandline
import sepdist
from sepdist import Graph

VECTORS = pathlib.Path(__file__).parents[2] / "testdata" / "vectors"
CASES = json.loads((VECTORS / "small.json").read_text())["cases"]
PEER = json.loads((VECTORS / "peer" / "values.json").read_text())["cases"]
METRICS = "sd,mb,aid,structure"  # those that are quick on large graphs
SHARES = {"sc": "sc-metric", "c": "c-metric", "s": "s-metric"}


def pair(case):
    known = case["class"] in ("dag", "cpdag", "mpdag", "mag", "admg", "pag", "cyclic")
    e = case["expect"]
    truth = Graph(case["nodes"], [tuple(x.split()) for x in case["truth"]], graph_class=case.get("truth_class", case["class"] if known else None))
    triples = [("collider", *t) for t in e.get("colliders", ())] + [("ambiguous", *t) for t in e.get("ambiguous", ())]
    guess = Graph(case["nodes"], [tuple(x.split()) for x in case["guess"]], triples, graph_class=case.get("guess_class", case["class"] if known else None))
    return truth, guess


def counted(case):
    """Return the metrics of a case that are counts."""
    return {k: v for k, v in case["expect"].items() if k.endswith("-sd") or k in ("shd", "skeleton-shd", "shd-reversal2")}


@pytest.mark.parametrize("kind", sorted({c["class"] for c in CASES}))
def test_small(kind):
    for case in (c for c in CASES if c["class"] == kind):
        truth, guess = pair(case)
        counts = counted(case)
        shares = {name: case["expect"][k] for k, name in SHARES.items() if k in case["expect"]}
        r = sepdist.compare(truth, guess, [*counts, *shares])
        for metric, want in counts.items():
            if isinstance(want, dict):  # of a guess with several readings
                n = len(case["nodes"])
                for which, value in want.items():
                    assert getattr(r[metric], which) * n * (n - 1) == pytest.approx(value, abs=1e-9), (case["id"], metric)
                assert r[metric].readings == case["expect"]["readings"]
            else:
                assert r[metric].wrong == want, (case["id"], metric)
        for metric, want in shares.items():
            assert r[metric].value == pytest.approx(want, abs=1e-9), (case["id"], metric)
        if "markov_equivalent" in case["expect"] and "zl-sd" in r:
            symmetric = sepdist.compare(truth, guess, "zl-sd", symmetric=True)["zl-sd"].value
            assert (symmetric == 0) == case["expect"]["markov_equivalent"], case["id"]


def test_small_together():
    """compare_many gives the numbers of compare, with graphs of many sizes and classes at once."""
    cases = [c for c in CASES if c["class"] != "ambiguous"]
    graphs = [pair(c) for c in cases]
    r = sepdist.compare_many([t for t, _ in graphs], [g for _, g in graphs], "zl-sd")
    assert r.failed == 0
    assert r.wrong["zl-sd"].tolist() == [c["expect"]["zl-sd"] for c in cases]


def test_peer():
    for case in PEER:
        kinds = case["class"].split("-")
        truth, guess = (sepdist.read(VECTORS / "peer" / case[role], graph_class=kind) for role, kind in (("truth", kinds[0]), ("guess", kinds[-1])))
        r = sepdist.compare(truth, guess, list(case["expect"]))
        for metric, want in case["expect"].items():
            if isinstance(want, dict):
                assert {k: r[metric].to_dict()[k]["wrong"] for k in want} == want, (case["id"], metric)
            else:
                assert r[metric].wrong == want, (case["id"], metric)


@pytest.mark.parametrize("kind", sorted({c["class"] for c in CASES}))
def test_small_on_the_command_line(kind, tmp_path):
    """All that compare returns by all metrics is what the command line prints."""
    for case in (c for c in CASES if c["class"] == kind):
        graphs = pair(case)
        paths = [tmp_path / name for name in ("truth.txt", "guess.txt")]
        for g, path in zip(graphs, paths):
            path.write_text(g.to_text())
        flags = [f"--{role}-class={g.graph_class}" for role, g in zip(("truth", "guess"), graphs) if g.graph_class]
        ours = sepdist.compare(*graphs, "all")
        assert commandline.stripped(ours.to_dict()) == renamed(commandline.comparison("--metrics=all", *flags, *paths), *paths), case["id"]


def renamed(d, truth, guess):
    """Return a comparison that calls files truth and guess."""
    return json.loads(json.dumps(d).replace(str(truth), "truth").replace(str(guess), "guess"))


def test_peer_on_the_command_line():
    for case in PEER:
        kinds = case["class"].split("-")
        paths = [VECTORS / "peer" / case[role] for role in ("truth", "guess")]
        ours = sepdist.compare(*(sepdist.read(p, graph_class=kind) for p, kind in zip(paths, (kinds[0], kinds[-1]))), METRICS)
        theirs = commandline.comparison(f"--metrics={METRICS}", f"--truth-class={kinds[0]}", f"--guess-class={kinds[-1]}", *paths)
        assert commandline.stripped(ours.to_dict()) == theirs, case["id"]


def test_class_sizes():
    for case in (c for c in CASES if "class_size_truth" in c["expect"]):
        assert sepdist.check(pair(case)[0]).equivalence_class_size == case["expect"]["class_size_truth"]


def test_separated_by_definition():
    """A set separates two nodes of a small DAG just if no path between them is open."""
    for case in [c for c in CASES if c["class"] == "dag"][:40]:
        truth, _ = pair(case)
        parents = {v: {x if a == "-->" else y for x, a, y in truth.edges if (y if a == "-->" else x) == v} for v in truth.nodes}

        def ancestors(nodes):
            found, todo = set(nodes), list(nodes)
            while todo:
                new = parents[todo.pop()] - found
                found |= new
                todo += new
            return found

        def separated(x, y, given):
            """By moralising the ancestors (Lauritzen)."""
            inside = ancestors({x, y, *given})
            near = {v: set() for v in inside}
            for v in inside:
                family = [*parents[v], v]
                for a in family:
                    near[a] |= set(family) - {a}
            found, todo = {x}, [x]
            while todo:
                new = near[todo.pop()] - found - set(given)
                found |= new
                todo += new
            return y not in found

        rng = np.random.default_rng(len(truth))
        for _ in range(5):
            x, y, *rest = rng.permutation(truth.nodes).tolist()
            given = rest[:rng.integers(0, len(rest) + 1)]
            assert sepdist.separated(truth, x, y, given) == separated(x, y, given), (case["id"], x, y, given)


def test_undefined_is_nan():
    g = Graph(["a", "b"], [])
    r = sepdist.compare(g, g, "adjacency-precision")["adjacency-precision"]
    assert math.isnan(r.value) and r.why and math.isnan(float(r))
