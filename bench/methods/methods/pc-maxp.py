"""PC, stable, with the max-p rule for colliders (causal-learn); Fisher's z or G² at level 0.01."""

from causallearn.search.ConstraintBased.PC import pc

CLASS = "cpdag"
DATA = ["continuous", "categorical"]


def learn(X):
    return pc(X, 0.01, "gsq" if X.dtype == int else "fisherz", uc_rule=1, show_progress=False).G
