"""What functions return: mappings, frames, plain data, and what notebooks show."""

import json
import re

import numpy as np
import pytest

import sepdist
from sepdist import Graph, _html, compare

TRUTH = Graph(list("abc"), [("a", "-->", "b"), ("c", "-->", "b")], name="truth.txt")
GUESS = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")])


@pytest.fixture(scope="module")
def r():
    return compare(truth=TRUTH, guess=GUESS)


def test_mapping(r):
    assert list(r) == [k for k, _ in r.items()] and "zl-sd" in r and len(r) == len(list(r))
    assert (r["parent-sd"].value, r["parent-sd"].wrong, r["parent-sd"].of) == (2 / 6, 2, 6) and float(r["shd"]) == r["shd"].value
    with pytest.raises(KeyError, match="not asked for"):
        r["sc-metric"]
    with pytest.raises(sepdist.MetricError):
        r["nonsense"]
    assert r.get("nonsense") is None


def test_skipped():
    c = compare(TRUTH, Graph(list("abc"), [("a", "---", "b")]), "all")
    assert "CPDAG" in c.skipped["parent-sd"]
    with pytest.raises(KeyError, match="CPDAG"):
        c["parent-sd"]


def test_plain_data(r):
    assert json.loads(json.dumps(r.to_dict())) == r.to_dict()
    assert r.truth == {"name": "truth.txt", "class": "dag", "nodes": 3, "edges": 2}
    assert [e["metric"] for e in r.to_dict()["results"]] == list(r)


def test_frame(r):
    f = r.to_frame()
    assert list(f.index) == list(r) and f.loc["shd", "value"] == r["shd"].value
    e = r.explain("parent-sd").to_frame()
    assert list(e["x"]) == ["a", "c"] and e["path"][0] == "a --> b <-- c"


def test_repairs(r):
    p = sepdist.repairs(TRUTH, GUESS, ["parent-sd", "shd"])
    assert p.metrics == ["parent-sd", "shd"] and p.now == [r["parent-sd"].value, r["shd"].value] and p.goal == [0, 0]
    assert len(p) == 1 and p.plan[-1]["values"] == [0, 0] and "replace" in str(p) and "\n" not in repr(p)
    assert list(p.to_frame().columns[-2:]) == ["parent-sd", "shd"] and p.to_frame()["shd"][0] == 0
    assert not sepdist.repairs(TRUTH, TRUTH, "shd").repairs


def test_one_line(r):
    many = sepdist.compare_many([TRUTH], [GUESS], "shd")
    for x in (r, r["shd"], r.explain("zl-sd"), sepdist.check(TRUTH), r.draw(), many, TRUTH):
        assert "\n" not in repr(x) and len(repr(x)) < 400
    assert repr(r["parent-sd"]) == "<parent-sd 0.3333 (2 of 6)>"


def test_bounds():
    r = compare(TRUTH, Graph(list("abc"), [("a", "---", "b"), ("b", "---", "c")]), "sid")
    assert repr(r["sid"]).startswith("<sid ") and " to " in repr(r["sid"]) and " to " in r._repr_html_()


def test_notebook(r):
    """Text takes the colours of the page; only pictures have a background, which is white."""
    for x in (r, r.explain("zl-sd"), r.draw(), TRUTH, sepdist.compare_many([TRUTH], [GUESS], "shd")):
        html = x._repr_html_()
        outside = re.sub(r'<div style="background:#fff.*?</svg>\s*</div>', "", html, flags=re.S)
        assert not re.search(r"(?<![-\w])color:(?!inherit)", outside), outside
        assert not re.search(r"background:(?!none)", outside), outside
    assert "<table" in r._repr_html_() and "<svg" in r._repr_html_() and "<script" not in r._repr_html_()
    evil = Graph(["<b>", "c"], [("<b>", "-->", "c")], name="<script>")
    assert "<b>" not in evil._repr_html_() and "<script>" not in evil._repr_html_()


def test_check():
    c = sepdist.check(TRUTH)
    assert c and c.graph_class == "dag" and c.equivalence_class_size == 1 and "equivalence class" in str(c)
    c = sepdist.check(TRUTH, graph_class="cpdag")
    assert c.valid
    c = sepdist.check(Graph(list("ab"), [("a", "-->", "b")]), graph_class="cpdag")
    assert not c and c.witness == ["a", "b"] and c.why


def test_convert():
    assert sepdist.convert(GUESS, as_class="cpdag") == Graph(list("abc"), [("a", "---", "b"), ("b", "---", "c")])
    assert "a -> b" in sepdist.convert(TRUTH, "dagitty")
    assert isinstance(sepdist.convert(TRUTH, "npy", to_orientation="row-to-col", lossy=True), bytes)


def test_draw(tmp_path, r):
    assert r.draw(tmp_path / "d.svg").text == (tmp_path / "d.svg").read_text()
    assert sepdist.draw(TRUTH, to="mermaid").text.startswith("flowchart") or "graph" in sepdist.draw(TRUTH, to="mermaid").text
    assert r.report(tmp_path / "r.html") == str(tmp_path / "r.html") and "zl-sd" in (tmp_path / "r.html").read_text()


def test_options():
    assert compare(TRUTH, GUESS, "parent-sd", sources=["a"])["parent-sd"].of == 2
    assert compare(TRUTH, GUESS, "parent-sd", symmetric=True)["parent-sd"].forward.wrong == 2
    assert compare(TRUTH, GUESS, "parent-sd", weights={("a", "c"): 2.5})["parent-sd"].wrong == 2.5
    assert compare(TRUTH, GUESS, "shd", as_class="cpdag")["shd"].wrong == 2
    assert compare(TRUTH, Graph(list("ac")), project=True).truth["nodes"] == 2
    assert compare(TRUTH, GUESS, "zl-sd", baseline=50)["zl-sd"].baseline
    a = TRUTH.to_numpy()
    assert compare(a, a, orientation="row-to-col", names=list("abc"))["shd"].wrong == 0
    assert compare(TRUTH, GUESS.to_numpy(), orientation="row-to-col", names=list("abc"))["shd"].wrong == 1
    assert compare(TRUTH, GUESS.to_numpy(), orientation="row-to-col", by_position=True)["shd"].wrong == 1
    assert compare(TRUTH, GUESS.replace(nodes=list("xbc")), rename={"x": "a"})["shd"].wrong == 1
    assert compare(TRUTH, GUESS, "sc-metric", statements=[["a", "c"], ["a", "c", "b"]])["sc-metric"].value == 1


def test_names_in_any_order():
    assert compare(TRUTH, Graph(list("cba"), TRUTH.edges))["shd"].wrong == 0


def test_many():
    rng = np.random.default_rng(0)
    stack = [np.triu(rng.random((6, 6)) < 0.4, 1).astype(np.int8) for _ in range(30)]
    many = sepdist.compare_many(stack[:15], stack[15:], ["zl-sd", "shd"], orientation="row-to-col")
    objects = sepdist.compare_many([sepdist.as_graph(a, orientation="row-to-col") for a in stack[:15]], stack[15:], ["zl-sd", "shd"], orientation="row-to-col")
    for i in range(15):
        one = compare(stack[i], stack[15 + i], ["zl-sd", "shd"], orientation="row-to-col")
        for m in ("zl-sd", "shd"):
            assert many[m][i] == objects[m][i] == one[m].value and many.wrong[m][i] == objects.wrong[m][i] == one[m].wrong
    assert list(many.to_frame().columns) == ["zl-sd", "shd", "error", "notes"] and many.failed == 0
    single = sepdist.compare_many(stack[0], stack[15:], "shd", orientation="row-to-col")
    assert single["shd"][3] == compare(stack[0], stack[18], "shd", orientation="row-to-col")["shd"].value


def test_many_with_failures():
    r = sepdist.compare_many(TRUTH, [GUESS, Graph(list("ab")), TRUTH], "shd")
    assert r["shd"].tolist()[0] == 1 / 3 and np.isnan(r["shd"][1]) and r["shd"][2] == 0
    assert list(r.errors) == [1] and isinstance(r.errors[1], sepdist.NodesError) and r.failed == 1


def test_same_for_any_number_of_workers():
    g = [sepdist.simulate("dag", 30, 60, seed=s) for s in range(8)]
    for k in (1, 2, 5):
        r = sepdist.compare_many(g[:4], g[4:], "sd", workers=k)
        assert r.to_dict() == sepdist.compare_many(g[:4], g[4:], "sd").to_dict()


def test_simulate():
    g = sepdist.simulate("admg", 8, 12, bidirected=0.3, seed=4)
    assert g == sepdist.simulate("admg", 8, 12, bidirected=0.3, seed=4) and g.graph_class == "admg" and len(g.edges) == 12
    assert g != sepdist.simulate("admg", 8, 12, bidirected=0.3, seed=5)
    assert compare(g, sepdist.simulate(graph=g, remove=2), "skeleton-shd")["skeleton-shd"].wrong == 2


def test_metrics():
    rows = sepdist.metrics()
    assert {"zl-sd", "shd", "parent-aid"} <= {m["name"] for m in rows} and all(m["doc"] for m in rows)
    for name in (m["name"] for m in rows):
        assert name in sepdist.metrics.__doc__


def test_explanation_counts_claims():
    """What is wrong is counted out of the claims that the guess makes, not out of all pairs of nodes."""
    truth = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c"), ("a", "-->", "c")])
    guess = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")])  # claims that b separates a and c, and c and a
    e = sepdist.explain(truth, guess, "zl-sd")
    assert (e.wrong, e.claims_made, e.of) == (2, 2, 6)
    assert repr(e) == "<Explanation of zl-sd: 2 of 2 claims wrong, 2 shown>"
    assert e.text.startswith("zl-sd: 2 of 2 claims")
    none = sepdist.explain(truth, truth, "zl-sd")  # all nodes are adjacent: no claim
    assert repr(none) == "<Explanation of zl-sd: 0 of 0 claims wrong, 0 shown>"
    assert repr(sepdist.explain(truth, guess, "shd")) == "<Explanation of shd: 1 of 3 wrong, 1 shown>"


def test_markov_equivalence():
    """A guess with an edge too many gets 0 by every separation distance, and is still not equivalent."""
    truth = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")])
    guess = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c"), ("a", "-->", "c")])
    r = sepdist.compare(truth, guess, "zl-sd")
    assert r["zl-sd"].value == 0 and r.markov_equivalent is False
    assert r.to_dict()["markov_equivalence"]["witness"] == {"x": "a", "y": "c", "separator": ["b"], "separated_in": "truth"}
    assert "Markov equivalent: no; a and c are separated by {b} in the truth, not in the guess" in str(r)
    assert 'symmetric="mean"' in str(r) and "Markov equivalent" in r._repr_html_()
    assert sepdist.compare(truth, truth, "zl-sd").markov_equivalent is True
    wrong = sepdist.compare(guess, truth, "zl-sd")["zl-sd"]
    assert (wrong.wrong, wrong.of, wrong.claims, wrong.rate) == (2, 6, 2, 1)


def test_explain_in_reverse():
    """The claims of the truth that are wrong in the guess are those that are wrong if the graphs are swapped."""
    r = sepdist.compare(TRUTH, GUESS, "zl-sd,parent-sd", symmetric=True)
    for metric in ("zl-sd", "parent-sd"):
        e, swapped = r.explain(metric, reverse=True, limit=100), sepdist.explain(GUESS, TRUTH, metric, limit=100)
        assert e.wrong == len(e) == swapped.wrong == r[metric].reverse.wrong > 0
        assert [(c["x"], c["y"], c["separator"], c["path"]) for c in e] == [(c["x"], c["y"], c["separator"], c["path"]) for c in swapped]
        assert e.reverse is True and {c["in"] for c in e} == {"guess"}
        assert "claims of the truth are wrong in the guess" in str(e)


def test_class_of_truth():
    truth = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")])
    guess = Graph(list("abc"), [("a", "---", "b"), ("b", "---", "c")])
    r = sepdist.compare(truth, guess, "shd")
    assert r.to_dict()["class_of_truth"] == "CPDAG of truth" and r["shd"].class_of_truth.value == r["shd"].value


def test_blame_does_not_depend_on_the_limit(r):
    truth = Graph(list("abcd"), [("a", "-->", "b"), ("b", "-->", "c"), ("c", "-->", "d")])
    guess = Graph(list("abcd"), [("a", "-->", "b")])
    edges = [sepdist.explain(truth, guess, "zl-sd", limit=k).edges for k in (1, 3, 100)]
    assert edges[0] == edges[1] == edges[2] and edges[0][0]["gain"] > 0


def test_several_guesses(tmp_path):
    """A table of metrics by guesses, with the values of single comparisons and the words of the command line."""
    from commandline import run

    guesses = {"same": TRUTH, "chain": GUESS, "class": Graph(list("abc"), [("a", "---", "b")])}
    metrics = ["zl-sd", "sid", "shd", "adjacency-f1"]
    table = compare(TRUTH, guesses, metrics)
    for name, g in guesses.items():
        assert table[name].to_series().equals(compare(TRUTH, g, metrics).to_series()) and str(table[name]).count("\n") > 3
    assert table.best == {"zl-sd": ["same"], "sid": ["same"], "shd": ["same"], "adjacency-f1": ["same", "chain"]}
    frame = table.to_frame()
    assert list(frame.columns) == list(guesses) and frame.loc["shd", "chain"] == 1 / 3
    assert np.isnan(frame.loc["sid", "class"]) and frame.loc["sid-upper", "class"] > frame.loc["sid-lower", "class"]
    assert len(table.to_frame(long=True)) == 12 and "font-weight:bold" in table._repr_html_()
    paths = [tmp_path / "truth.txt"]
    for name, g in {"truth": TRUTH, **guesses}.items():
        (tmp_path / f"{name}.txt").write_text(g.to_text())
        paths.append(tmp_path / f"{name}.txt")
    files = compare(paths[0], paths[2:], metrics)
    assert list(files) == list(guesses)
    for form, text in (("--markdown", files.to_markdown()), ("--latex", files.to_latex()), ("--csv", files.to_csv()), ("", str(files) + "\n")):
        assert text == run("compare", *paths[:1], *paths[2:], "--metrics", ",".join(metrics), *form.split())
    with pytest.raises(sepdist.OptionError, match="several guesses are a list or dict"):
        compare(TRUTH, TRUTH, GUESS)
    with pytest.raises(sepdist.ConversionError, match="guess b: expected a graph"):
        compare(TRUTH, {"a": GUESS, "b": None})


def test_lists_and_dicts_that_are_one_guess():
    assert compare(TRUTH, [("a", "-->", "b"), ("c", "-->", "b")], "shd")["shd"].value == 0
    assert compare(TRUTH, [[0, 1, 0], [0, 0, 0], [0, 1, 0]], "shd", names=list("abc"), orientation="row-to-col")["shd"].value == 0
    assert compare(TRUTH, {"graph": np.array([["", "-->", ""], ["<--", "", "<--"], ["", "-->", ""]]), "var_names": list("abc")}, "shd")["shd"].value == 0


def test_a_request_is_not_made_twice(monkeypatch):
    """What took long is not computed again for the text."""
    r = compare(TRUTH, GUESS, "sc-metric", progress=lambda share: None)
    monkeypatch.setattr("sepdist._ask.call", None)
    assert "sc-metric" in str(r) and r.notes is not None and repr(r)


def test_notebook_shows_what_cannot_be_seen():
    """Names that look alike are not alike in a notebook, as in the terminal."""
    g = Graph(["a\u200bb", "ab\u202e", "c\u034f", "می‌خواهم"], [("a\u200bb", "-->", "ab\u202e"), ("c\u034f", "-->", "ab\u202e")], name="x\u2066")
    r = compare(g, Graph(g.nodes, [("ab\u202e", "-->", "a\u200bb")]), "parent-sd")
    html = g._repr_html_() + r._repr_html_() + r.explain("parent-sd")._repr_html_()
    assert not re.search("[\u200b\u202e\u034f\u2066]", html) and r"a\u200bb" in html and r"x\u2066" in html
    assert _html.escape("می‌خواهم ❤️ \U000e0041\x00\n") == "می‌خواهم ❤️ \\U000e0041\\x00\n"
