"""Baseline: a random DAG with as many edges as the truth."""

import zlib

import numpy as np

CLASS = "dag"
DATA = ["continuous", "categorical"]


def learn(X, edges):
    n, rng = X.shape[1], np.random.default_rng(zlib.crc32(X.tobytes()))
    before = np.argwhere(np.triu(np.ones((n, n)), 1))
    order, graph = rng.permutation(n), np.zeros((n, n))
    for i, j in rng.permutation(before)[:edges]:
        graph[order[i], order[j]] = 1
    return graph
