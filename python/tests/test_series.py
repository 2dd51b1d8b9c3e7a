"""Time series: the vectors by brute force, and the numbers and texts of the command line."""

import json
import pathlib

import numpy as np
import pytest

import commandline
import sepdist
from sepdist import Graph, as_graph

CASES = json.loads((pathlib.Path(__file__).parents[2] / "testdata" / "vectors" / "series.json").read_text())["cases"]
DISTANCES = [c for c in CASES if c["kind"] == "distance"]
PROJECTIONS = [c for c in CASES if c["kind"] == "projection"]
MIRROR = str.maketrans("<>", "><")


def moment(text):
    variable, _, lag = text.partition("(t")
    return variable, int(lag.strip("-)") or 0)


def array(variables, links):
    """Return links as the string array that tigramite has for them."""
    edges = [(moment(x), arrow, moment(y)) for x, arrow, y in (link.split() for link in links)]
    lags = max([1, *(lag for (_, lag), _, _ in edges)])
    a = np.full((len(variables), len(variables), lags + 1), "", dtype="<U3")
    for (x, lag), arrow, (y, _) in edges:
        i, j = variables.index(x), variables.index(y)
        arrow = {"---": "o-o"}.get(arrow, arrow)
        a[i, j, lag] = arrow
        if lag == 0:
            a[j, i, 0] = arrow[::-1].translate(MIRROR)
    return a


def pair(case, guess="guess"):
    """Return a pair as string arrays with their names."""
    truth = case.get("truth_variables", case["variables"])
    return {"graph": array(truth, case["truth"]), "var_names": truth}, {"graph": array(case["variables"], case[guess]), "var_names": case["variables"]}


def test_vectors():
    """Arrays and texts give the numbers of the definitions, one by one and all at once."""
    for case in DISTANCES:
        truth, guess = pair(case)
        r = sepdist.compare(truth, guess, list(case["wrong"]), max_lag=case["max_lag"], latent=case["latent"])
        assert {m: (e.wrong, e.of) for m, e in r.items()} == {m: (w, case["of"]) for m, w in case["wrong"].items()}, case
    for case in DISTANCES:
        if "guess_cpdag" in case:
            truth, guess = pair(case, "guess_cpdag")
            r = sepdist.compare(truth, guess, list(case["wrong_cpdag"]), max_lag=case["max_lag"], guess_class="ts-cpdag")
            assert {m: e.wrong for m, e in r.items()} == case["wrong_cpdag"], case
            member = as_graph(pair(case)[1])
            assert sepdist.convert(member, as_class="ts-cpdag") == as_graph(guess, graph_class="ts-cpdag")
            assert sepdist.check(member).equivalence_class_size == case["members"]


def test_vectors_together():
    for lag in (1, 2, 3):
        some = [c for c in DISTANCES if c["max_lag"] == lag and not c["latent"]]
        r = sepdist.compare_many(*zip(*map(pair, some)), ["zl-sd", "parent-sd"], max_lag=lag, errors="raise")
        for metric in ("zl-sd", "parent-sd"):
            assert r.wrong[metric].tolist() == [c["wrong"][metric] for c in some]


def test_without_links():
    """A guess without edges is a time series without links beside a truth with lags."""
    truth = as_graph("a(t-1) --> b(t)\n")
    for guess in ("a\nb\n", Graph(list("ab"), []), {"graph": np.full((2, 2, 2), "", dtype="<U3"), "var_names": list("ab")}):
        assert sepdist.compare(truth, guess, "shd")["shd"].wrong == 1
        assert sepdist.compare_many([truth], [guess], "shd").wrong["shd"].tolist() == [1]
    assert sepdist.compare(truth, "a\nb\n", "zl-sd", guess_class="ts-admg")["zl-sd"].wrong == 2


def test_series_beside_others():
    plain = Graph(list("ab"), [("a", "-->", "b")])
    series = as_graph("a(t-1) --> b(t)\n")
    r = sepdist.compare_many([plain, series, plain, series], [plain, series, series, plain], "shd")
    assert r.wrong["shd"][:2].tolist() == [0, 0] and sorted(r.errors) == [2, 3]
    assert sepdist.compare_many(series, [series, series], "shd").wrong["shd"].tolist() == [0, 0]


def test_projections():
    for case in PROJECTIONS:
        g = sepdist.convert({"graph": array(case["variables"], case["graph"]), "var_names": case["variables"]}, window=case["window"], latent=case["latent"])
        assert g.graph_class == "admg" and len(g) == case["window"] * (len(case["variables"]) - len(case["latent"]))
        assert {(x, y) if a == "-->" else (y, x) for x, a, y in g.edges if a != "<->"} == {tuple(e) for e in case["directed"]}
        assert {tuple(sorted((x, y))) for x, a, y in g.edges if a == "<->"} == {tuple(e) for e in case["bidirected"]}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The pairs as arrays in files."""
    folder = tmp_path_factory.mktemp("series")
    made = []
    for k, case in enumerate(c for c in DISTANCES if not c["latent"]):
        paths = [folder / f"{k}-{role}.txt" for role in ("truth", "guess")]
        for path, g in zip(paths, pair(case)):
            sepdist.convert(g, "json", path=path)
        made.append((case, *paths))
    return made


OPTIONS = [{}, {"max_lag": 1}, {"max_lag": 4}, {"links": "lagged"}, {"links": ["contemporaneous"]}, {"links": "lagged,cross"}, {"window": 2}, {"max_lag": 2, "window": 3, "symmetric": "mean"}]


def test_command_line(files):
    """Every number is that of the command line, with every keyword of time series."""
    for k, (case, *paths) in enumerate(files[:64]):
        options = OPTIONS[k % len(OPTIONS)]
        flags = [f"--{name.replace('_', '-')}={','.join(v) if isinstance(v, list) else v}" for name, v in options.items()]
        ours = sepdist.compare(*pair(case), "default,sc,structure", **options)
        assert commandline.stripped(ours.to_dict()) == commandline.comparison("--metrics", "default,sc,structure", *flags, *paths), (k, options)


def test_texts_of_the_command_line(files):
    for case, *paths in files[:12]:
        truth, guess = (sepdist.read(p) for p in paths)
        for metric in ("zl-sd", "shd"):
            assert str(sepdist.explain(truth, guess, metric)) == commandline.run("explain", "--metric", metric, *paths)
        assert str(sepdist.check(guess)) == commandline.run("check", paths[1])
        assert sepdist.convert(guess, "text") == commandline.run("convert", "--to", "text", paths[1])
        for view in ("auto", "process"):
            assert sepdist.draw(truth, guess, view=view).text == commandline.run("draw", "--view", view, *paths)
        assert sepdist.draw(guess, to="dot").text == commandline.run("draw", "--to", "dot", paths[1])


def test_separated():
    g = as_graph("x(t-1) --> x(t)\nx(t-1) --> y(t)\n")
    assert not sepdist.separated(g, "x(t)", "y(t)")
    assert sepdist.separated(g, "x(t)", "y(t)", "x(t-1)")


def test_simulate():
    g = sepdist.simulate("ts-dag", 4, 6, max_lag=2, auto=0.3, seed=5)
    assert g.is_series and g.max_lag <= 2 and len(g.edges) == 6 and len(g.variables) == 4
    assert sepdist.convert(g, "text") == commandline.run("simulate", "--class", "ts-dag", "--nodes", 4, "--edges", 6, "--max-lag", 2, "--auto", 0.3, "--seed", 5)
    changed = sepdist.simulate(graph=g, remove=2)
    assert sepdist.compare(g, changed, "skeleton-shd")["skeleton-shd"].wrong == 2


def test_no_links():
    """Beside a time series, a graph without edges is one without links."""
    g = as_graph("x(t-1) --> x(t)\nx(t-1) --> y(t)\n")
    for empty in (Graph(["x", "y"]), "x\ny\n", Graph(["x", "y"], graph_class="ts-dag")):
        r = sepdist.compare(g, empty, "shd")["shd"]
        assert (r.wrong, r.of) == (2, 5), empty


def test_shown():
    g = as_graph("x(t-1) --> x(t)\nx(t-1) --> y(t)\n")
    assert "<svg" in g._repr_html_() and "<svg" in sepdist.compare(g, g)._repr_html_()
    assert repr(g) == "<Graph: time series of 2 variables, 2 links, max_lag 1: x(t-1) --> x(t); x(t-1) --> y(t)>"


def test_summary_graph(tmp_path):
    text = "x(t-1) --> x(t)\nx(t-1) --> y(t)\ny(t-2) --> x(t)\nz(t) --> y(t)\n"
    summary = Graph(["x", "y", "z"], [("x", "-->", "y"), ("y", "-->", "x"), ("z", "-->", "y")])
    g = as_graph(text)
    (tmp_path / "g.txt").write_text(text)
    (tmp_path / "s.txt").write_text(summary.to_text())
    assert g.summary_graph() == as_graph(g, summary_graph=True) == sepdist.read(tmp_path / "g.txt", summary_graph=True) == summary
    assert sepdist.compare(g, summary, truth_summary_graph=True, guess_class="cyclic", metrics="shd")["shd"].value == 0
    assert sepdist.compare_many([g], [summary], "shd", summary_graph=True, guess_class="cyclic").wrong["shd"].tolist() == [0]
    (tmp_path / "m.csv").write_text("id,truth,guess\n1,g.txt,s.txt\n")
    for source in (tmp_path / "m.csv", [(g, summary)]):
        assert sepdist.study(source, metrics="shd", summary_graph=True, guess_class="cyclic").run().to_frame()["value"].tolist() == [0]


@pytest.mark.parametrize("call, option, text", [
    (lambda g: sepdist.compare(g, g, max_lag=0), "max_lag", "max_lag=0: expected a whole number from 1 up"),
    (lambda g: sepdist.compare(g, g, window=-1), "window", "window=-1"),
    (lambda g: sepdist.compare(g, g, links="sideways"), "links", "contemporaneous, lagged, auto, cross"),
    (lambda g: sepdist.convert(g, window=0), "window", "window=0"),
    (lambda g: sepdist.convert(g, latent=["x"]), "latent", "window="),
    (lambda g: sepdist.convert(g, window=2, as_class="ts-cpdag"), "as_class", "leave out"),
    (lambda g: sepdist.convert(g, as_class="cpdag"), "window", "window="),
    (lambda g: sepdist.compare(g, Graph(["x", "y"], [("x", "-->", "y")])), None, "use summary_graph=True"),
    (lambda g: as_graph(np.array([[["", "-->"], ["o-o", ""]], [["o-o", ""], ["", ""]]])), "graph_class", 'graph_class="ts-cpdag"'),
    (lambda g: as_graph(g, graph_class="ts-dag", lag0=True), "graph_class", 'graph_class="dag"'),
    (lambda g: as_graph(g, graph_class="ts-dag", summary_graph=True), "graph_class", 'graph_class="dag"'),
    (lambda g: as_graph(g, lag0=True, summary_graph=True), "summary_graph", "not both"),
    (lambda g: as_graph("x(t-1) --> y(t)\nx(t) --- y(t)\n").summary_graph(), None, "x(t) --- y(t) and x(t-1) --> y(t) differ"),
], ids=lambda v: v if isinstance(v, str) else "")
def test_bad(call, option, text):
    with pytest.raises(sepdist.Error) as e:
        call(as_graph("x(t-1) --> x(t)\nx(t-1) --> y(t)\n"))
    assert text in str(e.value) and (option is None or e.value.option == option), (e.value, e.value.option)
