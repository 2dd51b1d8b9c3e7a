"""BOSS (causal-learn); BIC or BDeu."""

import random

from causallearn.search.PermutationBased.BOSS import boss

CLASS = "cpdag"
DATA = ["continuous", "categorical"]


def learn(X):
    random.seed(1)
    return boss(X, "local_score_BDeu" if X.dtype == int else "local_score_BIC_from_cov", verbose=False)
