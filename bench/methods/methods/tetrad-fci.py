"""FCI (Tetrad); Fisher's z or G² at level 0.01."""

import tetrad

CLASS = "pag"
DATA = ["continuous", "categorical"]
prepare = tetrad.start


def learn(X):
    return tetrad.search("Fci")(tetrad.test(X, 0.01)).search()
