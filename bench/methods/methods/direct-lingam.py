"""DirectLiNGAM (lingam), with its pruned weights."""

import lingam

CLASS = "dag"
DATA = ["continuous"]


def learn(X):
    model = lingam.DirectLiNGAM()
    return model.fit(X).adjacency_matrix_.T
