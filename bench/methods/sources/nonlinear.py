"""x_j = sum_i w_i tanh(b_i x_i + c_i) + Gaussian noise of variance 1/4, standardized: nonlinear, additive noise."""

import numpy as np

from linear import order, standardized, weights

DATA = "continuous"


def draw(A, rows, rng):
    W, slope, shift = weights(A, rng, 1, 2), rng.uniform(0.5, 3, A.shape), rng.normal(size=A.shape)
    X = rng.normal(size=(rows, len(A))) / 2
    for j in order(A):
        for i in np.flatnonzero(A[:, j]):
            X[:, j] += W[i, j] * np.tanh(slope[i, j] * X[:, i] + shift[i, j])
    return standardized(X)
