"""Compares sepdist.falsify with pgmpy's ImpliedCIs in one process: 100 nodes, 1000 rows.

Both test the missing edges of a DAG by partial correlations. sepdist also tests the edges, corrects for the number of
tests and returns the verdict. Times are those of the processor, on one thread: of the call, from a graph of networkx and
a frame to the verdict, and of reading all claims and edges of the result as Python objects, which are made only then.
Needs pgmpy. Usage:

    python3 bench/falsify/pgmpy_speed.py
"""
import time

import networkx as nx
import numpy as np
import pandas as pd
from pgmpy.base import DAG
from pgmpy.metrics import ImpliedCIs

import sepdist

NODES, ROWS, DENSITY, REPEATS = 100, 1000, 0.04, 15


def main():
    rng = np.random.default_rng(1)
    weights = np.triu((rng.random((NODES, NODES)) < DENSITY) * rng.uniform(0.3, 0.9, (NODES, NODES)), 1)
    data = np.zeros((ROWS, NODES))
    for j in range(NODES):
        data[:, j] = data @ weights[:, j] + rng.normal(size=ROWS)
    names = [f"v{i}" for i in range(NODES)]
    frame = pd.DataFrame(data, columns=names)
    graph = nx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from((names[i], names[j]) for i, j in zip(*np.nonzero(weights)))
    ours = []
    for _ in range(REPEATS):
        begin = time.process_time()
        f = sepdist.falsify(graph, frame, strategy="parent", workers=1)
        ours.append(time.process_time() - begin)
    table = time.process_time()
    claims, edges = len(f.to_frame()), len(f.edges)
    table = time.process_time() - table
    dag = DAG(graph.edges)
    dag.add_nodes_from(names)
    begin = time.process_time()
    theirs = ImpliedCIs(ci_test="pearsonr", show_progress=False).evaluate(X=frame, causal_graph=dag)
    pgmpy = time.process_time() - begin
    print(f"sepdist.falsify: {claims} claims and {edges} edges, {1000 * min(ours):.1f} ms (fastest of {REPEATS}), median {1000 * sorted(ours)[REPEATS // 2]:.1f} ms; to_frame() and edges {1000 * table:.1f} ms")
    print(f"pgmpy ImpliedCIs: {len(theirs)} claims, {pgmpy:.2f} s, {pgmpy / min(ours):.0f} times as long")


if __name__ == "__main__":
    main()
