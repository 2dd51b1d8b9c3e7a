"""Writes internal/falsify/testdata/dowhy.json: what DoWhy's falsify_graph finds for 20 DAGs with five nodes.

Data are sampled from a random linear model. The tested graph is that of the model for even cases, and another random
DAG for odd ones. DoWhy tests the local Markov conditions with Fisher's z and compares with all 120 relabelings of
the nodes. Needs dowhy 0.14 and its dependencies. Usage:

    python3 bench/falsify/dowhy_vectors.py
"""
import itertools
import json
import math
import pathlib

import networkx as nx
import numpy as np
import pandas as pd
from dowhy.gcm.falsify import FalsifyConst, falsify_graph

NAMES, ROWS, CASES = "abcde", 120, 20


def fisher_z(x, y, z=None):
    columns = [np.ravel(x), np.ravel(y)] + ([] if z is None else list(np.reshape(z, (len(x), -1)).T))
    inverse = np.linalg.inv(np.corrcoef(columns))
    r = -inverse[0, 1] / math.sqrt(inverse[0, 0] * inverse[1, 1])
    return math.erfc(math.sqrt(len(x) - len(columns) - 1) * abs(math.atanh(r)) / math.sqrt(2))


def random_dag(rng):
    order = rng.permutation(list(NAMES))
    g = nx.DiGraph()
    g.add_nodes_from(NAMES)
    g.add_edges_from((str(x), str(y)) for x, y in itertools.combinations(order, 2) if rng.random() < 0.45)
    return g


def main():
    rng = np.random.default_rng(34)
    cases = []
    while len(cases) < CASES:
        model = random_dag(rng)
        data = {}
        for v in nx.topological_sort(model):
            data[v] = rng.normal(size=ROWS) + sum((rng.uniform(0.4, 1) * rng.choice((-1, 1)) * data[x] for x in model.predecessors(v)), np.zeros(ROWS))
        data = pd.DataFrame({v: data[v].round(4) for v in NAMES})
        graph = random_dag(rng) if len(cases) % 2 else model
        if not 3 <= graph.number_of_edges() <= 8:
            continue
        result = falsify_graph(graph, data, independence_test=fisher_z, conditional_independence_test=fisher_z, n_permutations=-1, n_jobs=1, show_progress_bar=False)
        lmc, tpa = (result.summary[key] for key in (FalsifyConst.VALIDATE_LMC, FalsifyConst.VALIDATE_TPA))
        cases.append({
            "edges": [f"{x} --> {y}" for x, y in graph.edges], "data": data.values.tolist(),
            "as_good": lmc[FalsifyConst.P_VALUE], "equivalent": tpa[FalsifyConst.P_VALUE],
            "falsifiable": bool(result.falsifiable), "falsified": bool(result.falsified),
        })
    file = pathlib.Path("internal/falsify/testdata/dowhy.json")
    file.parent.mkdir(exist_ok=True)
    file.write_text("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]\n")
    for c in cases:
        print(len(c["edges"]), "edges, as good", round(c["as_good"], 3), "equivalent", round(c["equivalent"], 3), "falsifiable", c["falsifiable"], "falsified", c["falsified"])


if __name__ == "__main__":
    main()
