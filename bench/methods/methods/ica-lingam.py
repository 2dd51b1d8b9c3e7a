"""ICA-LiNGAM (lingam), with its pruned weights."""

import lingam

CLASS = "dag"
DATA = ["continuous"]


def learn(X):
    return lingam.ICALiNGAM(random_state=1).fit(X).adjacency_matrix_.T
