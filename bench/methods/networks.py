"""Discrete networks that pgmpy ships, as data sources."""

import numpy as np
from pgmpy.utils import get_example_model


def load(name):
    """Return (names, A) of a network, and a function that draws rows of its states as integers."""
    model = get_example_model(name)
    names = sorted(model.nodes())
    A = np.array([[model.has_edge(a, b) for b in names] for a in names], dtype=int)

    def draw(A, rows, rng):
        states = {}
        for node in model_order(model):
            table = model.get_cpds(node)
            parents = table.variables[1:]
            at = tuple(states[parent] for parent in parents)
            chances = np.moveaxis(table.values, 0, -1)[at] if parents else np.broadcast_to(table.values, (rows, len(table.values)))
            states[node] = (rng.random(rows)[:, None] > chances.cumsum(axis=1)[:, :-1]).sum(axis=1)
        return np.array([states[name] for name in names], dtype=int).T

    return (names, A), draw


def model_order(model):
    import networkx

    return networkx.topological_sort(model)
