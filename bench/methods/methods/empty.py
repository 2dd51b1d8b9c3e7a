"""Baseline: the graph without edges."""

import numpy as np

CLASS = "dag"
DATA = ["continuous", "categorical"]


def learn(X):
    return np.zeros((X.shape[1], X.shape[1]))
