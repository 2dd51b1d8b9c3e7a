"""FGES (Tetrad); BIC with penalty 1, or BDeu."""

import tetrad

CLASS = "cpdag"
DATA = ["continuous", "categorical"]
prepare = tetrad.start


def learn(X):
    return tetrad.search("Fges")(tetrad.score(X)).search()
