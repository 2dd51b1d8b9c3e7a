import networkx as nx
import numpy as np
import sepdist
from causallearn.search.ConstraintBased.PC import pc
truth = nx.DiGraph([("x", "y"), ("z", "y"), ("y", "w")])
x, z, e, f = np.random.default_rng(0).normal(size=(4, 1000))
data = np.column_stack([x, x + z + e, z, x + z + e + f])
guess = pc(data, node_names=["x", "y", "z", "w"], show_progress=False)
r = sepdist.compare(truth, guess)
print(r, r.explain("zl-sd"), sep="\n")
