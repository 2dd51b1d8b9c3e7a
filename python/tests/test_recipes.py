"""Every recipe and example of docs/python.md and of both READMEs runs, with objects that the packages themselves made."""

import functools
import pathlib
import re

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import sepdist

ROOT = pathlib.Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "python.md").read_text()
RECIPES = [(row.split("|")[1].strip(), re.findall(r"`((?:sepdist\.|fci|ges)[^`]*)`", row.split("|")[2])) for row in TEXT.splitlines() if row.startswith("|") and "`sepdist.compare(" in row or "`sepdist.Graph(" in row and row.startswith("|")]
BLOCKS = [b for page in ("docs/python.md", "README.md", "python/README.md") for b in re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S)]
NAMES = ["x", "y", "z", "w"]


def samples():
    rng = np.random.default_rng(0)
    x, z, e, f = rng.laplace(size=(4, 1000))
    y = x + z + 0.5 * e
    return np.column_stack([x, y, z, y + f])


def world():
    """Return what the recipes talk about."""
    truth = nx.DiGraph([("x", "y"), ("z", "y"), ("y", "w")])
    a = nx.to_numpy_array(truth, nodelist=NAMES, dtype=int)
    guess = nx.DiGraph([("x", "y"), ("y", "z"), ("y", "w")])
    b = nx.to_numpy_array(guess, nodelist=NAMES, dtype=int)
    return {"sepdist": sepdist, "truth": truth, "guess": guess, "other": truth.copy(), "data": samples(), "names": NAMES, "A": a, "B": b, "W": b * 0.8 + a * 0.1 * (b == 0) * (b.T == 0),
            "frame": pd.DataFrame(a, NAMES, NAMES), "truths": np.stack([a, a]), "guesses": np.stack([b, a]), "g_true": a, "g_guess": b,
            "series": sepdist.as_graph("x(t-1) --> x(t)\ny(t-1) --> y(t)\nx(t-1) --> y(t)\n"), "results": pcmci()}


@functools.cache
def pcmci_object():
    from tigramite import data_processing
    from tigramite.independence_tests.parcorr import ParCorr
    from tigramite.pcmci import PCMCI

    rng = np.random.default_rng(1)
    s = np.zeros((400, 2))
    for t in range(1, 400):
        s[t] = 0.5 * s[t - 1] + [0, 0.8 * s[t - 1, 0]] + rng.normal(size=2)
    return PCMCI(data_processing.DataFrame(s, var_names=["x", "y"]), ParCorr())


@functools.cache
def pcmci():
    return {**pcmci_object().run_pcmciplus(tau_max=2), "var_names": ["x", "y"]}


def plain_pcmci(w):
    w["pcmci"] = pcmci_object()


def cdnod(w):
    from causallearn.search.ConstraintBased.CDNOD import cdnod

    w.update(cdnod=lambda data, c: cdnod(data, c, show_progress=False), c=np.arange(1000.0)[:, None])


def causal_learn(w):
    from causallearn.search.ConstraintBased.FCI import fci
    from causallearn.search.ConstraintBased.PC import pc
    from causallearn.search.ScoreBased.GES import ges

    quiet = {"show_progress": False}
    w.update(pc=lambda data, **k: pc(data, **k, **quiet), fci=lambda data: fci(data, node_names=NAMES, **quiet), ges=lambda data: ges(data, node_names=NAMES))


def pgmpy(w):
    from pgmpy.base import PDAG

    w["model"] = PDAG(directed_ebunch=[("x", "y"), ("z", "y"), ("y", "w")])


def pywhy(w):
    import pywhy_graphs as pw

    w["graph"] = pw.CPDAG(nx.DiGraph([("x", "y"), ("z", "y"), ("y", "w")]))


def castle(w):
    from castle.common import BaseLearner, Tensor

    class Learner(BaseLearner):  # those of the package take torch
        def learn(self, data, columns=None):
            self.causal_matrix = Tensor(w["A"], index=columns, columns=columns)

    w["learner"] = Learner()
    w["learner"].learn(w["data"], columns=NAMES)


def lingam(w):
    import lingam

    w["model"] = lingam.DirectLiNGAM().fit(w["data"])


def own_lingam(w):
    from causallearn.search.FCMBased.lingam import DirectLiNGAM

    w["model"] = DirectLiNGAM()
    w["model"].fit(w["data"])


def dowhy(w):
    CausalModel = type("CausalModel", (), {"__module__": "dowhy.causal_model"})  # the package is large
    w["model"] = CausalModel()
    w["model"]._graph = type("CausalGraph", (), {"__module__": "dowhy.causal_graph", "_graph": w["truth"]})()


PREPARE = {"causal-learn PC": causal_learn, "causal-learn CDNOD": cdnod, "tigramite PCMCI,": plain_pcmci, "causal-learn's": own_lingam, "DoWhy": dowhy, "pgmpy": pgmpy, "pywhy-graphs": pywhy, "gCastle": castle, "lingam": lingam}


def test_all_are_here():
    assert len(RECIPES) == 16 and len(BLOCKS) >= 7
    for package in ("networkx", "causal-learn", "tigramite", "pgmpy", "pywhy-graphs", "gCastle", "lingam", "NOTEARS", "numpy", "pandas", "file", "edges"):
        assert any(package in what for what, _ in RECIPES), package


@pytest.mark.parametrize("what, lines", RECIPES, ids=[r[0] for r in RECIPES])
def test_recipe(what, lines, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    w = world()
    for package, prepare in PREPARE.items():
        if what.startswith(package):
            prepare(w)
    sepdist.convert(w["truth"], path="truth.txt")
    sepdist.convert(w["guess"], path="guess.graphml")
    assert lines
    for line in lines:
        found = eval(line, w)
        if isinstance(found, (sepdist.Comparison, sepdist.Graph)):
            assert len(found)
        else:  # what a method returns
            assert len(sepdist.compare(w["truth"], found))
        if what.startswith(("causal-learn", "pgmpy", "pywhy", "gCastle", "lingam")) and isinstance(found, sepdist.Comparison):
            assert found["skeleton-shd"].wrong == 0 if "skeleton-shd" in found else found["shd"].wrong == 0  # the methods find this truth


@pytest.mark.parametrize("code", BLOCKS, ids=[b.strip().splitlines()[0][:40] for b in BLOCKS])
def test_block(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(code, world())


def test_run_pcmci_with_links_at_lag_0():
    found = pcmci_object().run_pcmci(tau_max=2, pc_alpha=0.5, alpha_level=1)
    assert "o-o" in found["graph"][:, :, 0]
    with pytest.raises(sepdist.ConversionError, match="run_pcmci does not orient links at lag 0"):
        sepdist.as_graph(found, names=["x", "y"])
    found["graph"][:, :, 0] = ""
    assert sepdist.as_graph(found, names=["x", "y"]).is_series


def test_cdnod_with_the_names_of_the_variables():
    w = world()
    cdnod(w)
    with pytest.raises(sepdist.OptionError, match="4 names for 5 nodes .for CDNOD, whose last node is the context, pass its G.graph"):
        sepdist.as_graph(w["cdnod"](w["data"], w["c"]), names=NAMES)


def test_igraph_itself():
    igraph = pytest.importorskip("igraph")
    g = igraph.Graph(directed=True)
    g.add_vertices(["x", "y", "z"])
    g.add_edges([("x", "y"), ("z", "y")])
    assert sepdist.as_graph(g) == sepdist.Graph(["x", "y", "z"], [("x", "-->", "y"), ("z", "-->", "y")])
    assert sepdist.as_graph(igraph.Graph([(0, 1)])) == sepdist.Graph(["0", "1"], [("0", "---", "1")])


def test_dowhy_itself():
    model = pytest.importorskip("dowhy").CausalModel
    data = pd.DataFrame({"T": [0, 1], "Y": [0.5, 1.0], "Z": [1.0, 2.0]})
    want = sepdist.Graph(["T", "Y", "Z"], [("Z", "-->", "T"), ("Z", "-->", "Y"), ("T", "-->", "Y")])
    gml = 'graph [ directed 1 node [ id "T" label "T" ] node [ id "Y" label "Y" ] node [ id "Z" label "Z" ] ' \
          'edge [ source "Z" target "T" ] edge [ source "Z" target "Y" ] edge [ source "T" target "Y" ] ]'
    for how in ({"graph": gml}, {"common_causes": ["Z"]}):
        assert sepdist.as_graph(model(data, treatment="T", outcome="Y", **how)) == want
    assert sepdist.as_graph(gml) == want
