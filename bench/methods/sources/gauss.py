"""Linear, Gaussian noise of variance 1, weights ±0.5 to ±2: the benchmark of NOTEARS. Variances grow along the order."""

from linear import sample, weights

DATA = "continuous"


def draw(A, rows, rng):
    return sample(weights(A, rng, 0.5, 2), rng.normal(size=(rows, len(A))))
