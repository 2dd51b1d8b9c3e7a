"""GES (causal-learn); BIC or BDeu."""

from causallearn.search.ScoreBased.GES import ges

CLASS = "cpdag"
DATA = ["continuous", "categorical"]


def learn(X):
    return ges(X, "local_score_BDeu" if X.dtype == int else "local_score_BIC")["G"]
