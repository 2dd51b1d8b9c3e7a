"""Baseline: an edge where |correlation| > 0.3, from the earlier to the later column (an arbitrary order)."""

import numpy as np

CLASS = "dag"
DATA = ["continuous"]


def learn(X):
    return np.triu(np.abs(np.corrcoef(X.T)) > 0.3, 1)
