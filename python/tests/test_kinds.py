"""Values through every kind of input are those of the command line: for the vectors, 2000 random pairs of DAGs and CPDAGs, and every sample file."""

import collections
import csv
import json
import math
import pathlib
import re

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import commandline
import sepdist
from sepdist import Graph

ROOT = pathlib.Path(__file__).parents[2] / "testdata"
METRICS = ["zl-sd", "parent-aid", "shd"]
GROUPS = ["structure", "sd", "aid"]  # of these metrics; what is not defined for a class is left out
ROW = {"orientation": "row-to-col"}


def quoted(name):
    """Return a name as it is in the text format."""
    return name if re.fullmatch(r"[\w().-]*\w[\w().-]*", name) else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def causal_learn(g):
    from causallearn.graph.Edge import Edge
    from causallearn.graph.Endpoint import Endpoint
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    ends = {"-": Endpoint.TAIL, "<": Endpoint.ARROW, ">": Endpoint.ARROW, "o": Endpoint.CIRCLE}
    nodes = {v: GraphNode(v) for v in g.nodes}
    found = GeneralGraph(list(nodes.values()))
    for x, arrow, y in g.edges:
        found.add_edge(Edge(nodes[x], nodes[y], ends[arrow[0]], ends[arrow[2]]))
    return found


def pgmpy(g):
    from pgmpy.base import DAG, PDAG

    arcs = [(x, y) if arrow == "-->" else (y, x) for x, arrow, y in g.edges if arrow != "---"]
    rest = [(x, y) for x, arrow, y in g.edges if arrow == "---"]
    found = PDAG(directed_ebunch=arcs, undirected_ebunch=rest) if rest else DAG(arcs)
    found.add_nodes_from(g.nodes)
    return found


def networkx(g):
    if any(arrow not in ("-->", "<--") for _, arrow, _ in g.edges) or twice(g):
        return g.to_networkx()
    found = nx.DiGraph()
    found.add_nodes_from(g.nodes)
    found.add_edges_from((x, y) if arrow == "-->" else (y, x) for x, arrow, y in g.edges)
    return found


def twice(g):
    return len({frozenset((x, y)) for x, _, y in g.edges}) < len(g.edges)


MATRICES = {
    "array": (lambda g: g.to_numpy(), ROW),
    "list of lists": (lambda g: g.to_numpy().tolist(), ROW),
    "scipy": (lambda g: scipy.sparse.csr_array(g.to_numpy()), ROW),
    "pandas": (lambda g: pd.DataFrame(g.to_numpy(), g.nodes, g.nodes), ROW),
    "pgmpy": (pgmpy, {}),
}
OTHERS = {"string": (lambda g: g.to_text(), {}), "networkx": (networkx, {}), "causal-learn": (causal_learn, {}), "path": (None, {})}


def kinds(*graphs):
    """Return the kinds of objects that can hold the graphs."""
    simple = not any(map(twice, graphs))
    found = [k for k in OTHERS if k != "causal-learn" or simple and not any("x" in arrow for g in graphs for _, arrow, _ in g.edges)]
    if simple and all(arrow in ("-->", "<--", "---") for g in graphs for _, arrow, _ in g.edges) and all(g.graph_class != "mag" for g in graphs):
        found += [k for k in MATRICES if k != "pgmpy" or all(g.graph_class in ("dag", "cpdag") for g in graphs)]
    return found


def command_line(rows, folder):
    """Return the values of the program by pair and metric; NaN if it has none."""
    columns = list(dict.fromkeys(k for row in rows for k in row))
    with open(folder / "pairs.csv", "w", newline="") as f:
        out = csv.DictWriter(f, ["id", *columns])
        out.writeheader()
        out.writerows({"id": i, **row} for i, row in enumerate(rows))
    done = commandline.subprocess.run([commandline.PROGRAM, "batch", "-q", "--metrics", ",".join(METRICS), "pairs.csv"], cwd=folder, capture_output=True, text=True)
    found = collections.defaultdict(dict)
    for row in csv.DictReader(done.stdout.splitlines()):
        if row["metric"]:
            found[int(row["id"])][row["metric"]] = float(row["value"] or "nan")
    return found


def same(a, b):
    return a == b or math.isnan(a) and math.isnan(b)


def held_against(pairs, folder, choose):
    """Compare pairs as objects of the kinds that choose returns, and hold the values against the command line."""
    rows, paths = [], []
    for i, pair in enumerate(pairs):
        names = [folder / f"{i}-{role}.txt" for role in ("truth", "guess")]
        for g, path in zip(pair, names):
            path.write_text(g.to_text())
        rows.append({"truth": names[0].name, "guess": names[1].name, "truth_class": pair[0].graph_class, "guess_class": pair[1].graph_class})
        paths.append(names)
    want = command_line(rows, folder)
    groups = collections.defaultdict(list)
    for i, pair in enumerate(pairs):
        for kind in choose(i, pair):
            groups[kind, pair[0].graph_class, pair[1].graph_class].append(i)
    for (kind, truth_class, guess_class), chosen in groups.items():
        make, options = {**MATRICES, **OTHERS}[kind]
        objects = [paths[i] if make is None else list(map(make, pairs[i])) for i in chosen]
        metrics = METRICS if {truth_class, guess_class} <= {"dag", "cpdag"} else GROUPS
        many = sepdist.compare_many([t for t, _ in objects], [g for _, g in objects], metrics, truth_class=truth_class, guess_class=guess_class, **options)
        assert not many.errors, (kind, next(iter(many.errors.items())))
        for k, i in enumerate(chosen):
            for metric, value in want[i].items():
                got = many[metric][k] if metric in many else math.nan
                assert same(got, value), (kind, metric, got, value, pairs[i])
    return collections.Counter(kind for (kind, _, _), chosen in groups.items() for _ in chosen)


def test_vectors(tmp_path):
    """Every pair through every kind that can hold it."""
    pairs = []
    for case in json.loads((ROOT / "vectors" / "small.json").read_text())["cases"]:
        if case["class"] == "ambiguous":
            continue
        stated = None if case["class"] == "mixed" else case["class"]
        pairs.append(tuple(Graph(case["nodes"], [tuple(e.split()) for e in case[role]], graph_class=case.get(f"{role}_class", stated)) for role in ("truth", "guess")))
    seen = held_against(pairs, tmp_path, lambda i, pair: kinds(*pair))
    assert len(pairs) > 500 and set(seen) == {*MATRICES, *OTHERS} and min(seen.values()) > 100, seen


def test_random_pairs(tmp_path):
    """2000 pairs of DAGs and CPDAGs, each through two kinds."""
    rng = np.random.default_rng(7)

    def drawn(n, p):
        order = rng.permutation(n)
        a = np.triu(rng.random((n, n)) < p, 1)[np.ix_(order, order)]
        return Graph(list(map(str, range(n))), [(str(i), "-->", str(j)) for i, j in zip(*np.nonzero(a))], graph_class="dag")

    def some_class(g, k):
        return sepdist.convert(g, as_class="cpdag").replace(graph_class="cpdag") if k else g

    pairs = []
    for k in range(2000):
        n, p = int(rng.integers(2, 13)), float(rng.choice([0.1, 0.3, 0.6]))
        pairs.append((some_class(drawn(n, p), k % 4 == 3), some_class(drawn(n, p), k % 2)))

    def two(i, pair):
        all_kinds = kinds(*pair)
        return all_kinds[i % len(all_kinds)], all_kinds[(i + 1 + i // len(all_kinds) % (len(all_kinds) - 1)) % len(all_kinds)]

    seen = held_against(pairs, tmp_path, two)
    assert sum(seen.values()) == 4000 and min(seen.values()) > 200, seen


def test_samples(tmp_path):
    """Every sample file as the guess: by its path, as text, and as objects of the graph that was read."""
    samples = [s for s in json.loads((ROOT / "samples" / "index.json").read_text()) if not s.get("generated")]
    rows, graphs, texts = [], [], 0
    for i, s in enumerate(samples):
        path = ROOT / "samples" / s["file"]
        options = {k.replace("class", "graph_class"): v for k, v in s["options"].items() if k != "names"}
        rows.append({"truth": f"{i}.txt", "guess": str(path), **{f"guess_{k}": str(v).lower() for k, v in s["options"].items() if k != "names"}})
        try:
            g = sepdist.read(path, **options)
        except (sepdist.Error, OSError):
            assert "bad" in s, s["file"]
            g = Graph(["a", "b"])
        else:
            try:  # a text has no ending that could show its format
                assert sepdist.as_graph(path.read_text(), **options) == g, s["file"]
                texts += 1
            except (sepdist.Error, UnicodeDecodeError):
                pass
        at = ("(t-1)", "(t)") if g.is_series else ("", "")
        chain = [f"{quoted(x + at[0])} --> {quoted(y + at[1])}" for x, y in zip(g.variables, g.variables[1:])]
        truth = sepdist.as_graph("\n".join([*map(quoted, g.variables), *chain]) + "\n", graph_class="ts-dag" if g.is_series else "dag")
        (tmp_path / f"{i}.txt").write_text(truth.to_text())
        graphs.append((truth, g))
    want = command_line(rows, tmp_path)
    refused = [s["file"] for i, s in enumerate(samples) if "bad" not in s and not any(v == v for v in want[i].values())]
    assert len(refused) < 15, refused  # graphs that violate their class
    seen = collections.Counter()
    for i, (s, (truth, g)) in enumerate(zip(samples, graphs)):
        options = {f"guess_{k}": v for k, v in s["options"].items() if k != "names"}
        tried = [(ROOT / "samples" / s["file"], options)]
        if "bad" not in s and not g.is_series and not g.triples:
            stated = {"guess_class": s["options"]["class"]} if "class" in s["options"] else {}
            tried += [({**MATRICES, **OTHERS}[k][0](g), {**{f"guess_{n}": v for n, v in {**MATRICES, **OTHERS}[k][1].items()}, **stated,
                      **({"guess_names": g.nodes} if k in ("array", "list of lists", "scipy") else {})}) for k in kinds(g.replace(graph_class=s["options"].get("class"))) if k != "path"]
        for obj, how in tried:
            try:
                r = sepdist.compare(truth, obj, GROUPS, **how)
                got = {m: r[m].value if m in r else math.nan for m in want[i]}
            except (sepdist.Error, OSError):
                got = {m: math.nan for m in want[i]}
            assert all(same(got[m], value) for m, value in want[i].items()), (s["file"], type(obj), got, want[i])
            seen[type(obj).__name__] += any(v == v for v in got.values())
    assert texts > 20 and seen["PosixPath"] > 45 and min(seen[k] for k in ("ndarray", "list", "csr_array", "DataFrame", "GeneralGraph", "str")) > 10, (texts, seen)


@pytest.mark.parametrize("kind", [*MATRICES, *OTHERS])
def test_kinds_hold_the_graph(kind, tmp_path):
    """The objects above are what they should be."""
    g = Graph(["a", "b", "c"], [("a", "-->", "b"), ("c", "-->", "b")], graph_class="dag")
    make, options = {**MATRICES, **OTHERS}[kind]
    path = tmp_path / "g.txt"
    path.write_text(g.to_text())
    named = {"names": g.nodes} if kind in ("array", "list of lists", "scipy") else {}
    assert sepdist.as_graph(path if make is None else make(g), **options, **named) == g
