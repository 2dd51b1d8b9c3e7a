"""DAGMA, linear, least squares (dagma): the successor of NOTEARS. Penalty 0.05, weights below 0.3 are cut."""

from dagma.linear import DagmaLinear

CLASS = "dag"
DATA = ["continuous"]


def learn(X):
    return DagmaLinear("l2").fit(X.copy(), lambda1=0.05, w_threshold=0.3)
