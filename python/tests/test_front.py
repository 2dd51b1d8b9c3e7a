"""compare by one foreign call gives what the complete request gives, and what users tripped over stays fixed."""

import ast
import dataclasses
import math
import pathlib
import pickle
import pydoc
import types

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import sepdist
from sepdist import ClassError, ConversionError, Graph, NodesError, OptionError, as_graph, compare, compare_many

PACKAGE = pathlib.Path(sepdist.__file__).parent
A = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]])
B = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])


def drawn(n, p, rng):
    order = rng.permutation(n)
    a = np.triu(rng.random((n, n)) < p, 1)
    return a[np.ix_(order, order)].astype(np.int8)


def complete(truth, guess, *args, **options):
    """Compare by a request."""
    return compare(truth, guess, *args, progress=lambda share: None, **options)


def kinds_of(a, names):
    """Return an adjacency matrix as every kind of object."""
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    g = GeneralGraph([GraphNode(v) for v in names])
    g.graph = a.T.astype(int) - a.astype(int)
    yield g, {}
    yield nx.relabel_nodes(nx.from_numpy_array(a, create_using=nx.DiGraph, edge_attr=None), dict(enumerate(names))), {}
    yield pd.DataFrame(a, names, names), {"orientation": "row-to-col"}
    yield as_graph(a, orientation="row-to-col", names=names), {}
    for b in (a, a.astype(float), a.astype(">i4"), a.astype(bool), np.asfortranarray(a), np.flip(np.flip(a).copy()), np.repeat(a, 2, 0)[::2], a.astype(np.uint64), a.astype(np.float16)):
        yield b, {"orientation": "row-to-col", "names": names}
    yield a.T, {"orientation": "from column to row", "names": names}


@pytest.mark.parametrize("n", [2, 5, 9, 150, 300])
def test_one_call_gives_the_numbers_of_a_request(n):
    rng = np.random.default_rng(n)
    names = [f"v{i}" for i in range(n)]
    metrics = "all" if n < 10 else ["parent-aid", "sid", "shd"]
    for p in (0, 0.1, 0.5) if n < 10 else (2 / n,):
        t, g = drawn(n, p, rng), drawn(n, p, rng)
        want = complete(t, g, metrics, orientation="row-to-col")
        if n >= 10:
            assert compare(t, g, metrics, orientation="row-to-col")._numbers is not None
        for (truth, more), (guess, _) in zip(kinds_of(t, names), kinds_of(g, names)):
            r = compare(truth, guess, metrics, **more)
            assert r == want and list(r) == list(want), type(truth)
            assert r._graphs[0] == as_graph(truth, **more) and r._graphs[1] == as_graph(guess, **more)


@pytest.mark.parametrize("options", [{}, {"symmetric": True}, {"as_class": "cpdag"}, {"sources": ["0"]}, {"weights": {("0", "1"): 2.0}}, {"by_position": True}, {"pairs": 7, "seed": 3}])
def test_options_of_one_call(options):
    rng = np.random.default_rng(1)
    for _ in range(5):
        t, g = drawn(7, 0.4, rng), drawn(7, 0.4, rng)
        r, want = compare(t, g, orientation="row-to-col", **options), complete(t, g, orientation="row-to-col", **options)
        assert r._numbers is not None and want._numbers is None
        assert r == want and [x.claims for x in r.values()] == [x.claims for x in want.values()]
        told = [str(x).replace("\n", "") for x in (r, want)]
        assert told[0] == told[1]
        assert pickle.loads(pickle.dumps(r)) == r and str(pickle.loads(pickle.dumps(r))) == str(r)


def test_an_array_may_change_after_the_call():
    t, g = A.copy(), B.copy()
    r = compare(t, g, orientation="row-to-col")
    before = str(compare(A, B, orientation="row-to-col"))
    t[:], g[:] = 0, 0
    assert str(r) == before and r.explain("zl-sd").wrong == 2


def test_weights_have_notes():
    w = np.array([[0, 0.7, 0], [0, 0, 0], [0, 0.4, 0]])
    r = compare(A, w, "shd", guess_orientation="row-to-col", truth_orientation="row-to-col")
    assert r._numbers is not None and any("read without a threshold" in n for n in r.notes) and "read without a threshold" in str(r)


def test_results():
    r = compare(A, B, ["zl-sd", "shd"], orientation="row-to-col")
    assert isinstance(r["zl-sd"].value, float) and isinstance(r["zl-sd"].wrong, int) and r["zl_sd"] == r["zl-sd"] == 1 / 3
    assert f"{r['zl-sd']:.2f}" == "0.33" and r == compare(A, B, ["zl-sd", "shd"], orientation="row-to-col") and r != compare(A, A, ["zl-sd", "shd"], orientation="row-to-col")
    assert r.to_series().to_dict() == {"zl-sd": 1 / 3, "shd": 1 / 3}
    assert r._ipython_key_completions_() == ["zl-sd", "shd"]
    assert list(r.to_frame().columns) == ["value", "wrong", "of", "lower", "upper", "notes"]
    assert sepdist.zl_sd(A, B, orientation="row-to-col") == sepdist.shd(A, B, orientation="row-to-col") == 1 / 3
    empty = compare(np.zeros((2, 2), int), np.zeros((2, 2), int), "adjacency-precision", orientation="row-to-col")["adjacency-precision"]
    assert math.isnan(empty.value) and empty.why and empty == empty


def test_what_was_done_to_a_guess_is_shown():
    guess = Graph(list("abc"), [("a", "---", "b"), ("b", "-->", "c")])
    r = compare(Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")]), guess, "shd", guess_class="cpdag", invalid="nearest")
    assert r.guess["done"]
    for text in (str(r).replace("\n", " "), r._repr_html_()):
        assert "nearest" in text
    assert any("nearest" in n for n in r.notes)


def test_random_guesses_and_the_class_of_the_truth_are_shown():
    truth, guess = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")]), Graph(list("abc"), [("a", "---", "b"), ("b", "---", "c")])
    r = compare(truth, guess, "shd", baseline=20)
    for text in (str(r), r._repr_html_()):
        assert "CPDAG of truth" in text and "random" in text


def test_bounds():
    cpdag = Graph(list("abc"), [("a", "---", "b"), ("b", "---", "c")], graph_class="cpdag")
    dag = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")])
    r = compare(dag, cpdag, "sid")
    assert math.isnan(r["sid"].value) and 0 == r["sid"].lower < r["sid"].upper and isinstance(r["sid"].lower, float)
    assert math.isnan(compare(dag, dag, "sid")["sid"].lower)
    assert r.to_frame().loc["sid", "upper"] == r["sid"].upper
    many = compare_many([dag, dag], [cpdag, dag], "sid")
    assert many.lower["sid"][0] == 0 and many.upper["sid"][0] == r["sid"].upper and many.to_frame()["sid-upper"][0] == r["sid"].upper
    assert " to " in repr(many)  # the mean is not that of the other pairs


def test_pairs_with_tuples_as_keys():
    frame = compare_many(A, {("pc", 1): A, ("ges", 1): B}, "shd", orientation="row-to-col").to_frame()
    assert frame.loc[("pc", 1), "shd"] == 0 < frame.loc["ges"]["shd"].iloc[0]


def test_questions_name_the_role_and_come_together(tmp_path):
    links = np.array([["", "o-o", ""], ["o-o", "", ""], ["", "", ""]])
    for ask in (lambda: compare(A, links, orientation="row-to-col"), lambda: compare_many([A], [links], orientation="row-to-col"),
                lambda: compare(A, {"pc": links}, orientation="row-to-col"), lambda: sepdist.explain(A, links, "shd", orientation="row-to-col")):
        with pytest.raises(OptionError, match='guess_class="cpdag" or "pag"') as e:
            ask()
        assert (e.value.role, e.value.option) == ("guess", "guess_class")
    with pytest.raises(OptionError, match='graph_class="cpdag"'):
        as_graph(links)
    with pytest.raises(OptionError, match='truth_orientation=.*; is o-o .* guess_class='):
        compare(A, links)
    names = nx.DiGraph([("x", "y"), ("y", "z")])
    file = tmp_path / "guess.txt"
    file.write_text("0 1 0\n0 0 1\n0 0 0\n")
    for guess in (B, file, file.read_text()):
        with pytest.raises(OptionError, match="guess_orientation=.*; .* by_position=True"):
            compare(names, guess)
        assert "shd" in compare(names, guess, orientation="row-to-col", by_position=True)


def test_names_that_are_equal_and_read_differently():
    def graph(a, b):
        g = nx.DiGraph([(a, b)])
        g.add_nodes_from(range(10, 60))  # large enough for the conversion without a loop
        return g

    assert list(as_graph(graph(1, 2)).nodes)[:2] == ["1", "2"] and list(as_graph(graph(True, 2.0)).nodes)[:2] == ["True", "2.0"]


@pytest.mark.parametrize("bad, error", [(None, ConversionError), (math.nan, ConversionError), ("no/such/file.txt", FileNotFoundError), (np.zeros((2, 3)), ConversionError), (np.array([[0, 5], [0, 0]]), ConversionError)])
def test_many_keeps_what_cannot_be_read(bad, error):
    for truths, guesses in (([A, A], [bad, A]), ([bad, A], [A, A])):
        many = compare_many(truths, guesses, "shd", orientation="row-to-col")
        assert np.isnan(many["shd"][0]) and many["shd"][1] == 0 and list(many.errors) == [0] and isinstance(many.errors[0], (error, sepdist.Error))
        assert list(many.to_frame()["error"].notna()) == [True, False]
        with pytest.raises(sepdist.Error, match="pair 0: "):
            compare_many(truths, guesses, "shd", orientation="row-to-col", errors="raise")
    with pytest.raises(error):
        compare(A, bad, orientation="row-to-col")


def test_keys_of_pairs():
    many = compare_many({"one": A, "two": A}, {"two": B, "one": A}, "shd", orientation="row-to-col")
    assert many.to_frame()["shd"].to_dict() == {"two": 1 / 3, "one": 0}
    assert list(compare_many(A, pd.Series({"x": A, "y": B}), "shd", orientation="row-to-col").to_frame(long=True).index) == ["x", "y"]
    with pytest.raises(OptionError, match="orientation="):
        compare_many([A, A], [B, B])


def test_many_of_every_kind():
    rng = np.random.default_rng(3)
    arrays = [drawn(6, 0.4, rng) for _ in range(12)]
    want = [compare(t, g, "parent-aid", orientation="row-to-col")["parent-aid"].value for t, g in zip(arrays[:6], arrays[6:])]
    columns = [list(zip(*kinds_of(a, list("uvwxyz")))) for a in arrays]
    for k in range(len(columns[0][0])):
        objects, more = [c[0][k] for c in columns], columns[0][1][k]
        assert compare_many(objects[:6], objects[6:], "parent-aid", **more)["parent-aid"].tolist() == want, type(objects[0])


def test_networkx_attributes():
    g = nx.DiGraph()
    g.add_edge("a", "b", edge_type="bidirected")
    g.add_edge("b", "c", edge_type="-->", weight=0.2)
    g.add_edge("a", "c", weight=0.9)
    assert as_graph(g) == Graph(list("abc"), [("a", "<->", "b"), ("b", "-->", "c"), ("a", "-->", "c")])
    assert as_graph(g, threshold=0.3) == Graph(list("abc"), [("a", "<->", "b"), ("a", "-->", "c")])
    g.add_edge("c", "d", edge_type="wavy")
    with pytest.raises(ConversionError, match="'wavy': expected an arrow"):
        as_graph(g)


def test_per_graph_options():
    w = np.array([[0, 2.5, 0], [0, 0, 0.4], [0, 0, 0]])
    assert compare(A, w, "shd", orientation="row-to-col", guess_threshold=1)["shd"].wrong == 1
    assert compare(A, B.T, "shd", orientation="row-to-col", guess_orientation="col-to-row")["shd"].wrong == 1


def test_a_threshold_is_for_weights():
    """A matrix of 0 and 1 has no weights."""
    w = np.array([[0, 2.5, 0], [0, 0, 0.4], [0, 0, 0]])
    r = compare(A, w, "shd", orientation="row-to-col", threshold=1)
    assert r["shd"].wrong == 1 and (r.truth["edges"], r.guess["edges"]) == (2, 1) and "the threshold is for weights and was not applied" in str(r).replace("\n", " ")
    assert len(as_graph(np.array([[0, 1, 0], [0, 0, 3.5], [0, 0, 0]]), orientation="row-to-col", threshold=1).edges) == 1


def test_igraph_dowhy_and_gml():
    class Vertices(dict):
        def attributes(self):
            return list(self)

    ig = types.SimpleNamespace(vs=Vertices(name=["a", "b"]), vcount=lambda: 2, is_directed=lambda: True, get_edgelist=lambda: [(0, 1)])
    IGraph = type("Graph", (types.SimpleNamespace,), {"__module__": "igraph"})
    want = Graph(["a", "b"], [("a", "-->", "b")])
    assert as_graph(IGraph(**vars(ig))) == want
    assert as_graph('graph [ directed 1 node [ id 0 label "a" ] node [ id 1 label "b" ] edge [ source 0 target 1 ] ]') == want


def test_a_missing_file():
    with pytest.raises(FileNotFoundError) as e:
        compare("no/such.txt", "no/such.txt")
    assert isinstance(e.value, sepdist.Error) and str(e.value) == "truth: no/such.txt: No such file or directory"


def test_classes_still_raise():
    cyclic = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    with pytest.raises(ClassError):
        compare(A, cyclic, "parent-aid", orientation="row-to-col", guess_class="dag")
    with pytest.raises(NodesError):
        compare(A, np.zeros((2, 2), int), orientation="row-to-col")


def imports(path):
    """Return the modules of the package that a module imports, anywhere in it."""
    module = path.relative_to(PACKAGE).with_suffix("").parts
    package = module[:-1] if module[-1] != "__init__" else (module := module[:-1])
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        base = package[:len(package) - node.level + 1] + tuple((node.module or "").split(".")) * bool(node.module)
        for name in node.names:
            full = (*base, name.name)
            found.add(full if PACKAGE.joinpath(*full).with_suffix(".py").exists() or PACKAGE.joinpath(*full, "__init__.py").exists() else base)
    return module, found - {()}


def test_no_module_imports_itself_through_others():
    graph = dict(imports(p) for p in PACKAGE.rglob("*.py"))
    graph.pop((), None)
    done = set()

    def visit(module, path):
        assert module not in path, " -> ".join(".".join(m) for m in (*path, module))
        if module not in done:
            for other in graph.get(module, ()):
                visit(other, (*path, module))
            done.add(module)

    for module in graph:
        visit(module, ())
    assert len(done) > 15


def test_every_option_is_in_the_help():
    from sepdist import _tables

    for function, keywords, tables in (
        (compare, _tables.CompareOptions, (_tables.OPTIONS, )), (sepdist.falsify, _tables.FalsifyOptions, (_tables.FALSIFY, )), (sepdist.as_graph, _tables.ReadOptions, (_tables.SETTINGS, )),
        (sepdist.simulate, _tables.SimulateOptions, ()), (sepdist.draw, _tables.DrawOptions, ()), (sepdist.study, _tables.CompareOptions, ()), (compare_many, _tables.CompareOptions, ()),
    ):
        shown = pydoc.render_doc(function, renderer=pydoc.plaintext)
        for table in tables:
            assert all(f"    {name} : " in shown for name in table)
        assert all(f" {name}=None" in shown for name in keywords.__annotations__)
    assert set(_tables.OPTIONS) < set(_tables.CompareOptions.__annotations__)
    with pytest.raises(TypeError, match="did you mean orientation"):
        compare(A, B, orientatoin="row-to-col")


def test_a_study_of_dicts_or_a_frame():
    truth = Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")])
    rows = [{"truth": truth, "guess": Graph(list("abc"), truth.edges[:k]), "method": m, "size": 10 * k} for k in (1, 2) for m in ("pc", "ges")]
    for source in (rows, pd.DataFrame(rows)):
        frame = sepdist.study(source, metrics="shd").run().to_frame()
        assert frame["method"].tolist() == ["pc", "ges"] * 2 and frame["size"].astype(int).tolist() == [10, 10, 20, 20]
        assert frame["wrong"].astype(int).tolist() == [1, 1, 0, 0]


def test_tab_lists_keywords():
    from IPython.core.completer import provisionalcompleter
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shell.user_ns["sepdist"] = sepdist
    with provisionalcompleter():
        for jedi in (True, False):
            shell.Completer.use_jedi = jedi
            for text, want in (("sepdist.compare(1, 2, guess_th", "guess_threshold="), ("sepdist.falsify(1, 2, permu", "permutations="), ("sepdist.study([], max_o", "max_order=")):
                assert want in [c.text for c in shell.Completer.completions(text, len(text))], text


def test_results_are_frozen_dataclasses():
    truth, guess = Graph(list("abc"), [("a", "-->", "b"), ("c", "-->", "b")]), Graph(list("abc"), [("a", "-->", "b")])
    r = compare(truth, guess, ["zl-sd", "shd"])
    data = {v: np.arange(20) % (k + 2) for k, v in enumerate("abc")}
    for result in (r, r["shd"], r.explain("zl-sd"), sepdist.repairs(truth, guess), sepdist.check(truth), sepdist.separators(truth), r.draw(),
                   sepdist.falsify(truth, data, test="fisher-z"), compare(truth, [guess, truth]), compare_many(truth, [guess, truth])):
        assert dataclasses.is_dataclass(result)
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(result, dataclasses.fields(result)[0].name, 1)
        assert repr(pickle.loads(pickle.dumps(result))) == repr(result)


def test_the_typed_script_uses_every_function():
    script = (pathlib.Path(__file__).parent / "typing" / "uses.py").read_text()
    functions = {name for name in sepdist.__all__ if callable(getattr(sepdist, name)) and not isinstance(getattr(sepdist, name), type)}
    assert {name for name in functions if f"sepdist.{name}(" not in script} == set()


def test_lpcmci_with_a_latent_variable():
    """The first message names what works."""
    truth = "u(t-1) --> x(t)\nu(t-1) --> y(t)\nx(t-1) --> x(t)\ny(t-1) --> y(t)\nx(t-1) --> y(t)\n"
    guess = np.full((2, 2, 2), "", dtype="U3")
    guess[0, 0, 1] = guess[1, 1, 1] = "-->"
    guess[0, 1, 1] = "o->"
    how = {"guess_class": "ts-pag", "names": ["x", "y"]}
    with pytest.raises(NodesError, match=r'missing node u: add it to the guess if it has no edges there; use project=True or latent=\["u"\] for nodes'):
        compare(truth, guess, "zl-sd", **how)
    for latent in ({"project": True}, {"latent": ["u"]}):
        assert compare(truth, guess, "zl-sd", **how, **latent)["zl-sd"].value == 0.2


def test_without_an_engine_one_line_says_what_to_do():
    import os
    import subprocess
    import sys

    gone = {**os.environ, "SEPDIST_LIBRARY": "/no/library", "SEPDIST_WORKER": "/no/command", "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-c", "import sepdist; sepdist.compare('a --> b', 'a --> b')"], env=gone, capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == ("sepdist.errors.EngineError: the engine is missing: expected /no/library: install Go and gcc and run `pip install ./python` "
                                            "in a clone of sepdist (not `pip install -e`)")


def test_building_without_go_one_line_says_what_to_do(tmp_path, monkeypatch):
    import importlib.util
    import sys

    hook = types.SimpleNamespace(BuildHookInterface=object)  # hatchling itself is only there while a wheel is built
    monkeypatch.setitem(sys.modules, "hatchling.builders.hooks.plugin.interface", hook)
    spec = importlib.util.spec_from_file_location("hatch_build", pathlib.Path(__file__).parents[1] / "hatch_build.py")
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    for go, text in (("/no/go", "Go was not found: "), ("false", "Go could not build ./cmd/sepdist: ")):
        monkeypatch.setenv("GO", go)
        with pytest.raises(SystemExit, match=text + "sepdist is built from source, which needs Go"):
            build.build_here(tmp_path)


def test_names_of_columns_are_those_of_an_array():
    rng = np.random.default_rng(1)
    a = rng.normal(size=(200, 3))
    a[:, 1] += a[:, 0] + a[:, 2]
    frame = pd.DataFrame(a, columns=list("xyz"))
    assert sepdist.falsify(A, frame, names=list("xyz"), orientation="row-to-col").tested == 1
    assert sepdist.falsify(A, a, names=list("xyz"), orientation="row-to-col").tested == 1


def test_a_frame_whose_names_are_a_column():
    frame = pd.DataFrame(A, columns=list("xyz"))
    frame.insert(0, "Unnamed: 0", list("xyz"))
    with pytest.raises(ConversionError, match="got 3 rows and 4 columns: the first column has names, use frame.set_index.'Unnamed: 0'.$"):
        as_graph(frame, orientation="row-to-col")


@pytest.mark.parametrize("n", [39, 40])
def test_networkx_of_any_size(n):
    """Small and large graphs are read by different loops."""
    rng = np.random.default_rng(n)
    g = nx.DiGraph([(f"v{i}", f"v{j}") for i, j in zip(*np.nonzero(drawn(n, 0.2, rng)))])
    g.add_nodes_from(f"v{i}" for i in range(n))
    assert {(x, y) for x, _, y in as_graph(g).edges} == set(g.edges) and as_graph(g).nodes == tuple(g)
    assert len(as_graph(g.to_undirected()).edges) == len(g.edges)
    x, y = next(iter(g.edges))
    for edge, text in (((y, x), "opposite_arcs"), ((x, x), "edge to itself")):
        with pytest.raises(sepdist.Error, match=text):
            as_graph(nx.DiGraph([*g.edges, edge]))
    g.edges[x, y]["edge_type"] = "bidirected"
    assert (x, "<->", y) in as_graph(g).edges
