"""As gauss, each variable standardized before its children are computed (Ormaniec et al. 2025)."""

from linear import sample, weights

DATA = "continuous"


def draw(A, rows, rng):
    return sample(weights(A, rng, 0.5, 2), rng.normal(size=(rows, len(A))), internally=True)
