"""Conservative PC (Tetrad), with its ambiguous triples; Fisher's z or G² at level 0.01."""

import tetrad

CLASS = "cpdag"
DATA = ["continuous", "categorical"]
prepare = tetrad.start


def learn(X):
    return tetrad.search("Cpc")(tetrad.test(X, 0.01)).search()
