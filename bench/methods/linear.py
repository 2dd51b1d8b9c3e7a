"""Linear models with additive noise, shared by the data sources."""

import numpy as np


def order(A):
    """Return the nodes of the DAG A, parents first."""
    done = []
    while len(done) < len(A):
        done += [j for j in range(len(A)) if j not in done and all(i in done for i in np.flatnonzero(A[:, j]))]
    return done


def weights(A, rng, low, high):
    """Return a weight from low to high, of either sign, for each edge of A."""
    return A * rng.uniform(low, high, A.shape) * rng.choice([-1, 1], A.shape)


def sample(W, noise, internally=False):
    """Return rows of x_j = sum_i W[i, j] x_i + noise_j; internally standardizes each x_j when it is made."""
    X = noise.copy()
    for j in order(W != 0):
        X[:, j] += X @ (W[:, j] * (np.arange(len(W)) != j))
        if internally:
            X[:, j] = standardized(X[:, j])
    return X


def standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)
