"""FCI (causal-learn); Fisher's z or G² at level 0.01."""

from causallearn.search.ConstraintBased.FCI import fci

CLASS = "pag"
DATA = ["continuous", "categorical"]


def learn(X):
    return fci(X, "gsq" if X.dtype == int else "fisherz", 0.01, show_progress=False)[0]
