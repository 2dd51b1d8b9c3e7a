"""BOSS (Tetrad); BIC with penalty 1, or BDeu."""

import tetrad

CLASS = "cpdag"
DATA = ["continuous", "categorical"]
prepare = tetrad.start


def learn(X):
    boss = tetrad.search("Boss")(tetrad.score(X))
    return tetrad.search("PermutationSearch")(boss).search()
