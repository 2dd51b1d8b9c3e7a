"""Hill climbing with tabu list (pgmpy); BIC."""

import pandas
from pgmpy.estimators import HillClimbSearch

CLASS = "dag"
DATA = ["continuous", "categorical"]


def learn(X):
    frame = pandas.DataFrame(X, columns=[f"X{i + 1}" for i in range(X.shape[1])])
    score = "bic-d" if X.dtype == int else "bic-g"
    frame = frame.astype("category") if X.dtype == int else frame
    return [f"{a} --> {b}" for a, b in HillClimbSearch(frame).estimate(score, show_progress=False).edges()]
