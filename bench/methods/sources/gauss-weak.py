"""Linear, Gaussian noise of variance 1, weights ±0.1 to ±0.5: effects that few samples do not show."""

from linear import sample, weights

DATA = "continuous"


def draw(A, rows, rng):
    return sample(weights(A, rng, 0.1, 0.5), rng.normal(size=(rows, len(A))))
