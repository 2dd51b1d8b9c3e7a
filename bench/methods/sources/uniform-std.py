"""Linear, uniform noise of variance 1, weights ±0.5 to ±2, standardized: LiNGAM's assumptions hold."""

from linear import sample, standardized, weights

DATA = "continuous"


def draw(A, rows, rng):
    return standardized(sample(weights(A, rng, 0.5, 2), rng.uniform(-(3**0.5), 3**0.5, (rows, len(A)))))
