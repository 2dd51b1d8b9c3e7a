"""Sort and regress: the second step of the baselines that only look for an order."""

import numpy as np
from sklearn.linear_model import LassoLarsIC, LinearRegression


def regress(X, order):
    """Return weights of each variable on those before it in order: lasso with BIC, adaptive by least squares."""
    graph = np.zeros((X.shape[1], X.shape[1]))
    for place in range(1, len(order)):
        before, target = order[:place], X[:, order[place]]
        scale = np.abs(LinearRegression().fit(X[:, before], target).coef_)
        found = LassoLarsIC(criterion="bic").fit(X[:, before] * scale, target)
        graph[before, order[place]] = found.coef_ * scale
    return graph
