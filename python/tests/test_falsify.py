"""Graphs are tested against data of every kind, with the numbers of the vectors."""

import json
import pathlib
import pickle

import numpy as np
import pandas as pd
import pytest

import sepdist

ROOT = pathlib.Path(__file__).parents[2]
CASES = json.loads((ROOT / "testdata" / "vectors" / "data.json").read_text())["cases"]


def frame(case):
    d = pd.DataFrame(case["data"], columns=case["nodes"])
    for name in case["categorical"]:
        d[name] = d[name].astype("category")
    return d


@pytest.mark.parametrize("number", range(0, 60, 4))
def test_vectors(number):
    case = CASES[number]
    graph = "\n".join(case["nodes"] + case["graph"])
    continuous = [n for n in case["nodes"] if n not in case["categorical"]]
    for e in case["expect"]:
        f = sepdist.falsify(graph, frame(case), test=e["test"], strategy=e["strategy"], continuous=continuous, graph_class=case["class"])
        assert (f.tested, f.rejected, f.wrong, f.of) == (e["tests"], e["rejected"], e["wrong"], e["of"])
        assert bool(f) == (e["rejected"] > 0)
        assert len(f.to_frame()) == len(f) == e["tests"]
        for got, want in zip(f, e["p"]):
            assert (got["x"], got["y"], got["given"], got["rejected"]) == (want["x"], want["y"], want["given"], want["rejected"])
            assert got["p"] == pytest.approx(want["p"], abs=1e-8)


def test_kinds_of_data(tmp_path):
    nx = pytest.importorskip("networkx")
    graph = nx.DiGraph([("x", "y"), ("y", "z")])
    rng = np.random.default_rng(1)
    x = rng.normal(size=200)
    y = x + rng.normal(size=200)
    z = y + x + rng.normal(size=200)
    d = pd.DataFrame({"x": x, "y": y, "z": z, "other": 1.0})
    f = sepdist.falsify(graph, d, suggest=True, permutations=20)
    assert f.contradicted and f.columns_ignored == 1 and "The data contradict the graph" in str(f)
    assert f.suggestions[0]["remaining"] == 0 and f.permutations["count"] == 20
    p = f.claims[0]["p"]
    d.to_csv(tmp_path / "d.csv", index=False)
    np.savez(tmp_path / "d.npz", data=d.to_numpy(), names=np.array(list(d.columns)))
    same = [
        sepdist.falsify(graph, tmp_path / "d.csv"),
        sepdist.falsify(graph, str(tmp_path / "d.npz")),
        sepdist.falsify(graph, {"z": list(z), "y": y, "x": x}),
        sepdist.falsify(graph, d[["x", "y", "z"]].to_numpy()),
        sepdist.falsify(graph, d.to_numpy(), names=list(d.columns)),
        sepdist.falsify(graph, d[["x", "y", "z"]].cov(), rows=200),
        sepdist.falsify(graph, lambda x, y, given: p if (x, y, given) == ("x", "z", ["y"]) else None),
    ]
    for other in same:
        assert other.claims[0]["p"] == pytest.approx(p, rel=1e-9)
    d.loc[3, "y"] = np.nan
    with pytest.raises(sepdist.Error, match='1 of 200 rows have missing values.*missing="drop"'):
        sepdist.falsify(graph, d)
    assert sepdist.falsify(graph, d, missing="drop").rows == 199
    d["y"] = d["y"] > 0
    d["z"] = np.where(d["z"] > 0, "high", "low")
    d["x"] = (d["x"] > 0).astype(int)
    with pytest.raises(sepdist.Error, match=r"\(x\)"):
        sepdist.falsify(graph, d)
    assert sepdist.falsify(graph, d, categorical="x").test == "chi-square"
    assert sepdist.falsify(graph, d, continuous=["x"]).test == "pillai"


def test_bad():
    d = pd.DataFrame({"x": [0.1, 0.2, 0.3], "y": [0.3, 0.1, 0.2]})
    for match, call in {
        'no column for "z"': lambda: sepdist.falsify("x --> y\nz", d),
        "test=.t.: unknown value": lambda: sepdist.falsify("x\ny", d, test="t"),
        "correction=.t.: unknown value": lambda: sepdist.falsify("x\ny", d, correction="t"),
        "unknown strategy": lambda: sepdist.falsify("x\ny", d, strategy="t"),
        "alpha is 2": lambda: sepdist.falsify("x\ny", d, alpha=2),
        "missing=": lambda: sepdist.falsify("x\ny", d, missing="t"),
        "expected rows and columns": lambda: sepdist.falsify("x\ny", [1, 2]),
        "1 names for 2 columns": lambda: sepdist.falsify("x\ny", d.to_numpy(), names=["x"]),
        "expected a number from 0 to 1": lambda: sepdist.falsify("x\ny", lambda x, y, given: 2),
    }.items():
        with pytest.raises(sepdist.Error, match=match):
            call()
    f = sepdist.falsify("x\ny", d)
    assert f.tested == 0 and f.claims[0]["p"] is None and f.claims[0]["untested"] == "too few rows for a set of this size"


def simulated(seed, categorical):
    """Return a random DAG and data of it."""
    rng = np.random.default_rng(seed)
    names = list("abcdef")
    edges = [(i, j) for i in range(6) for j in range(i) if rng.random() < 0.35]
    d = rng.normal(size=(300, 6))
    for j in range(6):
        for i, k in edges:
            if i == j:
                d[:, j] += rng.uniform(0.3, 1) * d[:, k]
        if categorical:
            d[:, j] = np.digitize(d[:, j], [-0.5, 0.7])
    return names, [(names[k], names[i]) for i, k in edges], pd.DataFrame(d, columns=names)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("test, peer", [("fisher-z", "fisherz"), ("chi-square", "chisq"), ("g-square", "gsq")])
def test_as_causal_learn(seed, test, peer):
    cit = pytest.importorskip("causallearn.utils.cit")
    names, edges, d = simulated(seed, test != "fisher-z")
    ours = sepdist.falsify("\n".join(names + [f"{x} --> {y}" for x, y in edges]), d, test=test, categorical=names if test != "fisher-z" else [])
    theirs = cit.CIT(d.to_numpy(), peer)
    assert len(ours) > 0
    for c in ours:
        p = theirs(names.index(c["x"]), names.index(c["y"]), [names.index(v) for v in c["given"]])
        assert c["p"] == pytest.approx(p, abs=1e-8), c


@pytest.mark.parametrize("seed", range(5))
def test_as_fisher_c_of_pgmpy(seed):
    metrics, base = pytest.importorskip("pgmpy.metrics"), pytest.importorskip("pgmpy.base")
    names, edges, d = simulated(seed, False)
    dag = base.DAG(edges)
    dag.add_nodes_from(names)
    theirs = metrics.FisherC(ci_test="pearsonr", show_progress=False)(X=d, causal_graph=dag)
    ours = sepdist.falsify(dag, d, test="pillai", strategy="parent")
    assert ours.fisher_c_p == pytest.approx(theirs, abs=1e-8)


def test_notebook():
    nx = pytest.importorskip("networkx")
    rng = np.random.default_rng(1)
    x = rng.normal(size=200)
    d = pd.DataFrame({"x<1>": x, "y": x + rng.normal(size=200), "z": x + rng.normal(size=200), "w": rng.normal(size=200)})
    f = sepdist.falsify(nx.DiGraph([("y", "x<1>"), ("w", "z")]), d, permutations=5)
    d["x<1>"] = 0.0  # the picture is that of the data that were tested
    shown = f._repr_html_()
    assert shown.count('class="edge rejected"') == len({(c["x"], c["y"]) for c in f if c["rejected"]}) > 0
    assert shown.count('class="edge unsupported"') == 1  # w --> z
    assert "The data contradict the graph" in shown and "<table" in shown and "x&lt;1&gt;" in shown and "x<1>" not in shown
    copy = pickle.loads(pickle.dumps(f))
    assert copy.claims == f.claims and copy.to_dict() == f.to_dict() and "<table" in copy._repr_html_()
    assert list(f.to_dict())[-1] == "claims" and type(f.to_dict()) is dict
    # A complete graph makes no claim.
    none = sepdist.falsify("y --> z", d[["y", "z"]])
    assert none.claims == [] and len(none) == 0 and not none and "<svg" in none._repr_html_()
    # Untested claims have their reason.
    d["z"] = 1.5
    untested = sepdist.falsify("x<1>\ny\nz\nw".replace("x<1>", '"x<1>"'), d).claims
    assert any("constant" in c.get("untested", "") and c["p"] is None for c in untested)
